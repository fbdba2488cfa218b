"""Plain text: lines cut into words and punctuation marks, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["Line", "tokenize_lines"]


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
