"""Prediction of tags: columns with one more, words with their tags, or JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from linguine.data import Sentences, Tags, append_column
from linguine.serving.bars import is_watched, show_share
from linguine.serving.console import flush, json_line, note, write
from linguine.serving.tag_input import TaggerInput
from linguine.serving.token_files import has_columns
from linguine.serving.tokens import BLOCK_BYTES, Line, tokenize_lines
from linguine.tasks.tagger.model import word_column
from linguine.tasks.tagger.spans import find_spans

if TYPE_CHECKING:
    from linguine.tasks.tagger.model import TaggerModel

__all__ = ["predict_tags"]


def predict_tags(
    model: TaggerModel,
    file: str | None,
    text: Sequence[str],
    *,
    spans: bool,
    settings: Mapping[str, Any],
) -> None:
    """Tag a file, standard input or texts of the command line, and write what was found."""
    as_json = settings["json"]
    if spans and as_json:
        raise click.UsageError("--spans is JSON already. Leave --json out.")
    given = TaggerInput(model, settings)
    if text:
        lines = tokenize_lines(text)
        sentences = given.of_lines(lines, "--text")
        write(_write_lines(model, lines, sentences, spans=spans, as_json=as_json))
        return
    place = file or "-"
    if file is None and sys.stdin.isatty():
        note("Type a sentence and press Enter; Ctrl-D ends.")
    pieces: Callable[..., Iterator[tuple[int, str]]]
    pieces = _columns if has_columns(place, settings["format"]) else _lines
    with show_share(place, BLOCK_BYTES, is_shown=is_watched(), unit="sentences") as advance:
        for n_sentences, piece in pieces(given, place, spans, as_json):
            write(piece)
            flush()
            advance(n_sentences)


def _columns(
    given: TaggerInput, place: str, spans: bool, as_json: bool
) -> Iterator[tuple[int, str]]:
    model = given.model
    for sentences in given.blocks(place):
        if spans:
            yield len(sentences), _write_spans(model, sentences)
        elif as_json:
            yield len(sentences), _write_json(model, sentences)
        else:
            codes = model.tag(model.rows(sentences))
            for piece in append_column(sentences, Tags(list(model.tags), codes)):
                yield 0, piece.decode()
            yield len(sentences), ""


def _lines(given: TaggerInput, place: str, spans: bool, as_json: bool) -> Iterator[tuple[int, str]]:
    for lines, sentences in given.lines(place):
        yield (
            len(lines),
            _write_lines(given.model, lines, sentences, spans=spans, as_json=as_json),
        )


def _write_lines(
    model: TaggerModel,
    lines: Sequence[Line],
    sentences: Sentences,
    *,
    spans: bool,
    as_json: bool,
) -> str:
    if spans:
        return _write_spans(model, sentences, lines)
    if as_json:
        return _write_json(model, sentences)
    tags = model.names(model.tag(model.rows(sentences)), sentences.offsets)
    return "".join(
        " ".join(f"{word}/{tag}" for word, tag in zip(line.words, each, strict=True)) + "\n"
        for line, each in zip(lines, tags, strict=True)
    )


def _write_json(model: TaggerModel, sentences: Sentences) -> str:
    """Return an object for each sentence: tokens, tags and the tags' probabilities."""
    rows = model.rows(sentences)
    codes = model.tag(rows)
    words = sentences.texts_of(word_column(tuple(sentences.columns)))
    found: list[dict[str, Any]] = [
        {"tokens": each, "tags": tags}
        for each, tags in zip(words, model.names(codes, rows.offsets), strict=True)
    ]
    if model.has_probabilities:
        table = model.marginals(rows)
        p = np.minimum(table[np.arange(len(codes)), codes].astype(np.float64), 1.0)
        flat = np.round(p, 6).tolist()
        for each, (i, j) in zip(found, pairwise(rows.offsets.tolist()), strict=True):
            each["probabilities"] = flat[i:j]
    return "".join(json_line(each) for each in found)


def _write_spans(
    model: TaggerModel, sentences: Sentences, lines: Sequence[Line] | None = None
) -> str:
    """Return an object for each sentence: its spans, with places in the text if it is one."""
    words = sentences.texts_of(word_column(tuple(sentences.columns)))
    out = []
    for i, spans in enumerate(find_spans(model, sentences)):
        found = [span.to_dict() for span in spans]
        made: dict[str, Any] = {"tokens": words[i], "spans": found}
        if lines is not None:
            line = lines[i]
            made = {"text": line.text, **made}
            for each in found:
                begin, end = line.places[each["begin"]][0], line.places[each["end"] - 1][1]
                each |= {"characters": [begin, end], "text": line.text[begin:end]}
        out.append(json_line(made))
    return "".join(out)
