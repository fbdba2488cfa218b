"""Tags as they are written: columns with one more, words with their tags, or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences, Tags, append_column
from linguine.errors import DataError, OptionError
from linguine.reports.tables import json_line
from linguine.tasks.options import number_or_word
from linguine.tasks.sentences.reading import Line
from linguine.tasks.sentences.wishes import NO_COLUMN, read_known_labels
from linguine.tasks.tagger.features.bag_reading import reader_for
from linguine.tasks.tagger.model import NoTagsError, name_k_best
from linguine.tasks.tagger.spans.writing import write_page, write_redacted, write_spans
from linguine.tasks.task import Asked, Settings, Written

if TYPE_CHECKING:
    from linguine.tasks.tagger.model import TaggerModel

__all__ = ["write_answers"]

#: What can be written, and how its option is spelled.
FORMS = {
    "json": "json",
    "spans": "spans",
    "page": "html",
    "redact": "redact",
    "k_best": "k-best",
}


def write_answers(
    model: TaggerModel, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str | Written]]:
    """Yield how many sentences were tagged, and what is written of them."""
    form = _choose_form(settings)
    if form == "redact":
        yield from write_redacted(model, asked, settings)
        return
    reader = reader_for(model, settings)
    if form == "page":
        yield 0, write_page(reader, asked, settings["page"], partial(_mask, model, settings))
        return
    for lines, sentences in reader.asked(asked):
        mask = _mask(model, settings, sentences, is_text=lines is not None)
        try:
            yield from _write(form, model, sentences, lines, mask, settings)
        except NoTagsError as error:
            place = sentences.place(int(sentences.offsets[error.sentence]))
            raise DataError(
                f"{place}: every token needs a tag that may stand there; the sentence that begins "
                f"here has none that --allowed {settings['allowed']} and the scheme allow. "
                "Write _ where a tag is not certain."
            ) from None


def _write(
    form: str,
    model: TaggerModel,
    sentences: Sentences,
    lines: Sequence[Line] | None,
    mask: NDArray[np.uint8] | None,
    settings: Settings,
) -> Iterator[tuple[int, str]]:
    """Yield how many sentences were tagged, and what is written of them."""
    if form == "k_best":
        yield len(sentences), _write_k_best(model, sentences, lines, settings["k_best"], mask)
    elif form == "spans":
        yield len(sentences), write_spans(model, sentences, lines, mask)
    elif form == "json":
        yield len(sentences), _write_json(model, sentences, mask)
    elif lines is not None:
        yield len(sentences), _write_lines(model, lines, sentences)
    elif model.takes_bags:  # a further column would be an attribute: tags alone, as CRFsuite does
        tags = model.names(model.tag(model.rows(sentences), mask), sentences.offsets)
        yield len(sentences), "".join("".join(f"{tag}\n" for tag in each) + "\n" for each in tags)
    else:
        codes = model.tag(model.rows(sentences), mask)
        for piece in append_column(sentences, Tags(list(model.tags), codes)):
            yield 0, piece.decode()
        yield len(sentences), ""


def _choose_form(settings: Settings) -> str:
    """Return what is asked for; spans and k best are JSON already, and a page is of spans."""
    given = [name for name in FORMS if settings.get(name) not in (None, False)]
    if settings.get("min_confidence") is not None and "redact" not in given:
        raise OptionError("--min-confidence is for --redact. Leave it out.")
    if "redact" in given and settings.get("allowed") is not None:
        raise OptionError("--redact reads plain text, which has no column for --allowed.")
    if given == ["spans", "page"]:
        return "page"
    if len(given) > 1:
        first, second = (f"--{FORMS[name]}" for name in given[:2])
        is_json = {"json", "spans"} <= set(given) or {"json", "k_best"} <= set(given)
        if is_json:
            raise OptionError(
                f"{second if given[0] == 'json' else first} is JSON already. Leave --json out."
            )
        raise OptionError(f"{first} or {second}, not both. Leave one of them out.")
    return given[0] if given else ""


def _mask(
    model: TaggerModel, settings: Settings, sentences: Sentences, *, is_text: bool = False
) -> NDArray[np.uint8] | None:
    """Return what the column of --allowed leaves, None for all."""
    name = number_or_word(settings.get("allowed"))
    if name is None:
        return None
    if is_text:
        raise OptionError(NO_COLUMN)
    return read_known_labels(sentences, name, model.tags)


def _write_k_best(
    model: TaggerModel,
    sentences: Sentences,
    lines: Sequence[Line] | None,
    k: int,
    mask: NDArray[np.uint8] | None,
) -> str:
    """Return an object for each sentence: its k best sequences of tags."""
    words = sentences.texts_of(sentences.word_column)
    made = []
    for i, found in enumerate(name_k_best(model, model.rows(sentences), k, mask)):
        answers: list[dict[str, Any]] = [{"tags": tags} for tags, _ in found]
        for each, (_, share) in zip(answers, found, strict=True):
            if share is not None:
                each["probability"] = round(min(share, 1.0), 6)
        text = {} if lines is None else {"text": lines[i].text, "offset": lines[i].offset}
        made.append(json_line({**text, "tokens": words[i], "answers": answers}))
    return "".join(made)


def _write_lines(model: TaggerModel, lines: Sequence[Line], sentences: Sentences) -> str:
    """Return a line of ``word/TAG`` for each line of plain text."""
    tags = model.names(model.tag(model.rows(sentences)), sentences.offsets)
    return "".join(
        " ".join(f"{word}/{tag}" for word, tag in zip(line.words, each, strict=True)) + "\n"
        for line, each in zip(lines, tags, strict=True)
    )


def _write_json(
    model: TaggerModel, sentences: Sentences, mask: NDArray[np.uint8] | None = None
) -> str:
    """Return an object for each sentence: tokens, tags and the tags' probabilities."""
    rows = model.rows(sentences)
    codes = model.tag(rows, mask)
    words = sentences.texts_of(sentences.word_column)
    found: list[dict[str, Any]] = [
        {"tokens": each, "tags": tags}
        for each, tags in zip(words, model.names(codes, rows.offsets), strict=True)
    ]
    if model.has_probabilities:
        table = model.marginals(rows, mask)
        p = np.minimum(table[np.arange(len(codes)), codes].astype(np.float64), 1.0)
        flat = np.round(p, 6).tolist()
        for each, (i, j) in zip(found, pairwise(rows.offsets.tolist()), strict=True):
            each["probabilities"] = flat[i:j]
    return "".join(json_line(each) for each in found)
