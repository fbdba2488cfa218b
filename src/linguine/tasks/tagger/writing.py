"""Tags as they are written: columns with one more, words with their tags, or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.data import Sentences, Tags, append_column
from linguine.errors import OptionError
from linguine.reports.tables import json_line
from linguine.tasks.sentences.reading import Line
from linguine.tasks.tagger.reading import TaggerReader
from linguine.tasks.tagger.spans import find_spans

if TYPE_CHECKING:
    from linguine.tasks.tagger.model import TaggerModel
    from linguine.tasks.task import Asked, Settings

__all__ = ["write_answers"]


def write_answers(
    model: TaggerModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str]]:
    """Yield how many sentences were tagged, and what is written of them."""
    if settings["spans"] and settings["json"]:
        raise OptionError("--spans is JSON already. Leave --json out.")
    for lines, sentences in TaggerReader(model, settings).asked(asked):
        if settings["spans"]:
            yield len(sentences), _write_spans(model, sentences, lines)
        elif settings["json"]:
            yield len(sentences), _write_json(model, sentences)
        elif lines is not None:
            yield len(sentences), _write_lines(model, lines, sentences)
        else:
            codes = model.tag(model.rows(sentences))
            for piece in append_column(sentences, Tags(list(model.tags), codes)):
                yield 0, piece.decode()
            yield len(sentences), ""


def _write_lines(model: TaggerModel, lines: Sequence[Line], sentences: Sentences) -> str:
    """Return a line of ``word/TAG`` for each line of plain text."""
    tags = model.names(model.tag(model.rows(sentences)), sentences.offsets)
    return "".join(
        " ".join(f"{word}/{tag}" for word, tag in zip(line.words, each, strict=True)) + "\n"
        for line, each in zip(lines, tags, strict=True)
    )


def _write_json(model: TaggerModel, sentences: Sentences) -> str:
    """Return an object for each sentence: tokens, tags and the tags' probabilities."""
    rows = model.rows(sentences)
    codes = model.tag(rows)
    words = sentences.texts_of(sentences.word_column)
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
    words = sentences.texts_of(sentences.word_column)
    out = []
    for i, spans in enumerate(find_spans(model, sentences)):
        found = [span.to_dict() for span in spans]
        made: dict[str, Any] = {"tokens": words[i], "spans": found}
        if lines is not None:
            line = lines[i]
            made = {"text": line.text, "offset": line.offset, **made}
            for each in found:
                begin, end = line.places[each["begin"]][0], line.places[each["end"] - 1][1]
                each |= {"characters": [begin, end], "text": line.text[begin:end]}
        out.append(json_line(made))
    return "".join(out)
