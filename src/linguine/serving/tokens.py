"""Tokens of plain text: words, punctuation marks, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from linguine.data import iterate_documents

__all__ = ["BLOCK_BYTES", "Line", "iterate_lines", "tokenize_lines"]

#: How much of a file is held at a time.
BLOCK_BYTES = 8 << 20


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


def iterate_lines(path: str, settings: Mapping[str, Any]) -> Iterator[tuple[list[Line], str]]:
    """Yield the lines of a file of plain text block after block, and what the file is called."""
    for documents in iterate_documents(
        path,
        format="lines",
        need_labels=False,
        encoding_errors=settings["encoding_errors"],
        block_bytes=BLOCK_BYTES,
    ):
        yield tokenize_lines(documents.texts.tolist()), documents.source
