"""Tokens: how the verbs read them, from files and from plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linguine.data import Sentences, iterate_sentences, read_sentences
from linguine.errors import DataError
from linguine.serving.token_options import sentence_settings

if TYPE_CHECKING:
    from linguine.model.tagger_model import TaggerModel

__all__ = [
    "BLOCK_BYTES",
    "Line",
    "iterate_questions",
    "read_gold",
    "split_texts",
    "tokenize_lines",
]

#: How much of a file is held at a time.
BLOCK_BYTES = 8 << 20


def read_gold(model: TaggerModel, path: str, settings: Mapping[str, Any]) -> Sentences:
    """Read a file with the right tags as a model needs it."""
    return read_sentences(path, **_reading(model, settings))


def iterate_questions(
    model: TaggerModel, path: str, settings: Mapping[str, Any]
) -> Iterator[Sentences]:
    """Read the sentences of a file block after block as a model needs them."""
    return iterate_sentences(path, block_bytes=BLOCK_BYTES, **_reading(model, settings))


def _reading(model: TaggerModel, settings: Mapping[str, Any]) -> dict[str, Any]:
    reading = sentence_settings(settings)
    if reading["columns"] is None:
        reading["columns"] = list(model.columns)
        if reading["tag_column"] is None:
            reading["tag_column"] = model.tag_column
    return {**reading, "needed": model.needed}


class Line(NamedTuple):
    """A line of plain text: what it is, its words, and where they stand in it."""

    text: str
    words: list[str]
    places: list[tuple[int, int]]  # in characters


def tokenize_lines(texts: Sequence[str]) -> list[Line]:
    """Cut lines of plain text into words and punctuation marks.

    Examples
    --------
    >>> tokenize_lines(["Über Rom, nie!"])[0].words
    ['Über', 'Rom', ',', 'nie', '!']
    """
    from linguine.features import tokenize

    lines = []
    for text in texts:
        # Bytes that are not UTF-8 arrive as lone surrogates.
        text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        data = text.encode()
        starts = np.cumsum((np.frombuffer(data, np.uint8) & 0xC0) != 0x80)
        places = np.concatenate([starts - 1, [len(text)]]).tolist()
        found = [
            (places[begin], places[end])
            for _, begin, end in tokenize(text, lowercase=False, punctuation=True)
        ]
        lines.append(Line(text, [text[b:e] for b, e in found], found))
    return lines


def split_texts(model: TaggerModel, lines: Sequence[Line], source: str) -> Sentences:
    """Return lines of plain text as sentences, if words are all that a model needs."""
    others = [name for name in model.needed if name not in ("w", "form", model.columns[0])]
    if others:
        raise DataError(
            f"{source}: this tagger must see the columns {', '.join(model.needed)}; plain text has "
            "words only. Give a file with these columns, or train a tagger on words alone."
        )
    return Sentences.from_python([line.words for line in lines], columns=["w"])
