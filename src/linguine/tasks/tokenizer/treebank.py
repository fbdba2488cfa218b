"""Raw text of a treebank: what it was before people cut it into tokens and sentences.

Forms and ``SpaceAfter=No`` give the text back; ``# newpar`` and ``# newdoc`` are its empty lines.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from linguine.data.segmentation import Segmentation
from linguine.errors import DataError

__all__ = ["PARAGRAPH", "restore_text"]

#: What is between paragraphs of raw text.
PARAGRAPH = "\n\n"
_FORM, _MISC, _N_COLUMNS = 1, 9, 10


def restore_text(lines: Iterable[str], source: str = "treebank") -> Segmentation:
    r"""Return the raw text of a treebank in CoNLL-U, with its tokens, sentences and words.

    Examples
    --------
    >>> rows = ["1-2\tDon't", "1\tDo", "2\tn't", "3\t!"]
    >>> misc = ["SpaceAfter=No", "_", "_", "_"]
    >>> lines = [f"{row}{8 * chr(9)}{each}" for row, each in zip(rows, misc)]
    >>> found = restore_text(["# text = Don't!", *lines])
    >>> found.text, found.words()
    ("Don't!", [['Do', "n't", '!']])
    """
    reader = _Reader(source)
    for number, line in enumerate(lines, 1):
        reader.take(line.rstrip("\r\n"), number)
    return reader.finish()


class _Reader:
    def __init__(self, source: str) -> None:
        self.source, self.pieces, self.at = source, list[str](), 0
        self.begins, self.ends, self.offsets = list[int](), list[int](), [0]
        self.splits: dict[int, tuple[str, ...]] = {}
        self.inside, self.last = list[str](), 0  # words of a multiword token, and its last number
        self.gap, self.knows_spaces = "", False

    def take(self, line: str, number: int) -> None:
        if not line:
            self._end_sentence()
        elif line.startswith("#"):
            if line.startswith(("# newpar", "# newdoc")):
                self.gap = PARAGRAPH if self.at else ""
            self.knows_spaces = self.knows_spaces or line.startswith("# text =")
        else:
            self._take_row(line.split("\t"), number)

    def _take_row(self, row: list[str], number: int) -> None:
        if len(row) != _N_COLUMNS or not row[_FORM]:
            raise DataError(
                f"{self.source}:{number}: a treebank must have {_N_COLUMNS} columns separated by "
                f"tabs, and a form; got {len(row)} columns. Give a file in CoNLL-U."
            )
        name, form, misc = row[0], row[_FORM], row[_MISC]
        if "." in name:
            return  # an empty node, which is no part of the text
        if "-" in name:
            self.inside, self.last = [], _number(name.partition("-")[2])
        elif _number(name) <= self.last:
            self.inside.append(form)
            self.splits[len(self.begins) - 1] = tuple(self.inside)
            return
        self._take_token(form, "SpaceAfter=No" in misc.split("|"))

    def _take_token(self, form: str, is_joined: bool) -> None:
        self.pieces += (self.gap, form)
        self.begins.append(self.at + len(self.gap))
        self.at = self.begins[-1] + len(form)
        self.ends.append(self.at)
        self.gap = "" if is_joined else " "
        self.knows_spaces = self.knows_spaces or is_joined

    def _end_sentence(self) -> None:
        self.last = 0
        if len(self.begins) > self.offsets[-1]:
            self.offsets.append(len(self.begins))

    def finish(self) -> Segmentation:
        self._end_sentence()
        if not self.knows_spaces:
            raise DataError(
                f"{self.source}: a tokenizer learns from text; this file does not say where spaces "
                "were: it has neither '# text = ...' nor SpaceAfter=No. Give a treebank of "
                "Universal Dependencies."
            )
        return Segmentation(
            "".join(self.pieces),
            np.array(self.begins, np.int64),
            np.array(self.ends, np.int64),
            np.array(self.offsets, np.int64),
            self.splits,
        )


def _number(name: str) -> int:
    return int(name) if name.isdecimal() else 0
