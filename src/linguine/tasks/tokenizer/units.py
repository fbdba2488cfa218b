"""Units: the smallest pieces that raw text is cut into before anything is decided.

A unit is a run of letters, a run of digits or a single other character; a token is one unit or
several. Where words are written without spaces (Chinese, Thai) every character is a unit, and with
``"characters"`` everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences, TokenColumn

__all__ = ["COLUMNS", "KINDS", "Units", "classify"]

KINDS: Final = ("runs", "characters")
#: What is to be seen of units.
COLUMNS: Final = ("w", "g", "a", "x", "n")

#: Classes of characters; from _ALONE on each is a unit of its own.
_SPACE, _LETTER, _DIGIT, _JOINED, _ALONE = range(5)
#: Letters of scripts without spaces between words: from, to.
_UNSPACED = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x2FDF), (0x3005, 0x3007),
    (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
#: Longer pieces are looked at from their beginning only, so that a line may be of any length.
_LONGEST = 24
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")


def classify(text: str) -> NDArray[np.uint8]:
    """Return the class of each character : (n_characters,)."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    found, places = np.unique(points, return_inverse=True)
    return np.array([_class_of(chr(point)) for point in found.tolist()], np.uint8)[places]


def _class_of(character: str) -> int:
    if character.isspace():
        return _SPACE
    category, point = unicodedata.category(character), ord(character)
    if category in ("Mn", "Mc", "Me", "Cf", "Sk") and point > 127:
        return _JOINED
    if category[0] == "L":
        return _ALONE if any(a <= point <= b for a, b in _UNSPACED) else _LETTER
    return _DIGIT if category == "Nd" else _ALONE


class Units:
    """Units of a text: where they are, what is between them, and what is to be seen of them.

    Examples
    --------
    >>> units = Units("It's 4.5km.")
    >>> [units.text[b:e] for b, e in zip(units.begins, units.ends)]
    ['It', "'", 's', '4', '.', '5', 'km', '.']
    >>> units.has_space.astype(int).tolist()
    [0, 0, 1, 0, 0, 0, 0, 1]
    """

    def __init__(self, text: str, kind: str = "runs") -> None:
        self.text = text
        classes = classify(text)
        joined = classes == _JOINED
        if joined.any():  # a mark belongs to what it follows
            last = np.maximum.accumulate(np.where(joined, -1, np.arange(len(classes))))
            classes = np.where(last >= 0, classes[last], _ALONE).astype(np.uint8)
            joined &= (last >= 0) & (classes != _SPACE)
        before = np.concatenate([[_SPACE], classes[:-1]])
        starts = (classes != before) | (classes == _ALONE) | (kind == "characters")
        starts &= ~joined
        begins = np.flatnonzero(starts & (classes != _SPACE))
        is_end = np.concatenate([starts[1:], [True]]) if len(classes) else starts
        #: Where each unit is, in characters : (n_units,).
        self.begins = begins.astype(np.int64)
        self.ends = np.flatnonzero(is_end & (classes != _SPACE)).astype(np.int64) + 1
        #: Whether a space, or the end, is behind : (n_units,).
        self.has_space = np.append(self.begins[1:] > self.ends[:-1], True)[: len(begins)]
        #: Paragraph j is the units offsets[j] to offsets[j + 1].
        self.offsets = self._paragraphs()

    def _paragraphs(self) -> NDArray[np.int64]:
        blanks = [found.start() for found in _PARAGRAPH.finditer(self.text)]
        cuts = np.searchsorted(self.begins, np.array(blanks, np.int64))
        return np.unique(np.concatenate([[0], cuts, [len(self.begins)]])).astype(np.int64)

    @cached_property
    def sentences(self) -> Sentences:
        """What the model sees: paragraphs as sequences of units with columns.

        w is the unit, g what is behind it, a both in brief, x the piece between spaces, n the next.
        """
        text, begins, ends = self.text, self.begins.tolist(), self.ends.tolist()
        units = _intern(text[b : min(e, b + _LONGEST)] for b, e in zip(begins, ends, strict=True))
        last = np.flatnonzero(self.has_space)
        first = np.concatenate([[0], last[:-1] + 1]) if len(last) else last
        # pieces that are long (Chinese) are worth nothing as a whole
        places = zip(self.begins[first].tolist(), self.ends[last].tolist(), strict=True)
        pieces = _intern(text[b : min(e, b + _LONGEST)].lower() for b, e in places)
        of = np.repeat(np.arange(len(last)), last - first + 1)
        has_break = np.zeros(len(begins), np.bool_)
        has_break[self.offsets[1:] - 1] = True
        n_pieces = len(pieces.values)  # which stands for the end of the paragraph
        following = np.append(pieces.codes[1:], n_pieces)
        following[has_break[last]] = n_pieces
        gaps = self.has_space.astype(np.int32)
        brief, n_kinds = _shapes(units.values)
        columns = {
            "w": units,
            "g": TokenColumn(gaps, _core.Texts(["-", "_"])),
            "a": TokenColumn(
                (brief[units.codes] * 2 + gaps).astype(np.int32),
                _core.Texts([f"{each}{gap}" for each in n_kinds for gap in "-_"]),
            ),
            "x": TokenColumn(pieces.codes[of].astype(np.int32), pieces.values),
            "n": TokenColumn(
                following[of].astype(np.int32), _core.Texts([*pieces.values.tolist(), "</p>"])
            ),
        }
        return Sentences(columns, self.offsets, "text")


def _intern(texts: object) -> TokenColumn:
    known: dict[str, int] = {}
    codes = [known.setdefault(each, len(known)) for each in texts]  # type: ignore[attr-defined]
    return TokenColumn(np.array(codes, np.int32), _core.Texts(list(known)))


def _shapes(values: _core.Texts) -> tuple[NDArray[np.int32], list[str]]:
    """Return the shape of each text in brief, and the shapes."""
    column = _intern(_shape(each) for each in values.tolist())
    return column.codes, column.values.tolist()


def _shape(unit: str) -> str:
    first = unit[0]
    if not first.isalnum():
        return unit
    if first.isdecimal():
        return "9" * min(len(unit), 4)
    if unit.isupper():
        return "X" if len(unit) == 1 else "XX"
    if first.isupper():
        return "Xx"
    return "x" if len(unit) == 1 else "xx" if first.islower() else "c"
