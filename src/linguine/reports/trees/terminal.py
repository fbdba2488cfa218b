"""Trees in a terminal: a word a line, its arcs beside it; or, if that is too wide, indented."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from linguine.reports.branches import DOWN, LEFT, LINES, RIGHT, UP, indent
from linguine.reports.tables import display_width, pad
from linguine.reports.trees.arc_levels import stack_by_depth
from linguine.reports.trees.picture import TreePicture

__all__ = ["draw_text"]

_DASHED = {"─": "╌", "│": "┆"}
_ARROW = "◄"


def draw_text(
    forms: Sequence[str],
    heads: Sequence[int],
    relations: Sequence[str] | None = None,
    *,
    tags: Sequence[str] | None = None,
    confidences: Sequence[float | None] | None = None,
    width: int | None = None,
) -> str:
    """Return a tree as lines of text.

    Arcs are dashed and have their probability beside them if that is below one half.

    Parameters
    ----------
    forms, heads, relations, tags, confidences
        As in :class:`TreePicture`.
    width
        Columns; None asks the terminal. A tree that needs more is indented instead.

    Examples
    --------
    >>> words, heads = ["The", "dog", "saw", "it"], [2, 3, 0, 3]
    >>> relations = ["det", "nsubj", "root", "obj"]
    >>> print(draw_text(words, heads, relations, width=80))
    The  det    ◄─┐
    dog  nsubj  ──┘◄┐
    saw  root   ──┬─┘
    it   obj    ◄─┘
    >>> print(draw_text(words, heads, relations, width=16))
    3 saw root
    ├─ 2 dog nsubj
    │  └─ 1 The det
    └─ 4 it obj
    """
    picture = TreePicture(forms, heads, relations, tags, confidences)
    width = width or shutil.get_terminal_size().columns
    text = _beside(picture)
    if max((display_width(line) for line in text), default=0) > width:
        text = _indented(picture, width)
    return "\n".join(text)


def _beside(picture: TreePicture) -> list[str]:
    n = range(picture.n_words)
    columns = [
        [picture.word(i) for i in n],
        [picture.tag(i) for i in n],
        [picture.label(i) for i in n],
    ]
    widths = [max(map(display_width, column), default=0) for column in columns]
    arcs = _draw_arcs(picture)
    lines = []
    for i in n:
        cells = [
            pad(column[i], width) for column, width in zip(columns, widths, strict=True) if width
        ]
        lines.append("  ".join([*cells, arcs[i]]).rstrip())
    return lines


def _draw_arcs(picture: TreePicture) -> list[str]:
    """Return what stands beside each word; level L of arcs bends in column 2 L."""
    heads = list(picture.heads)
    levels = stack_by_depth(heads)
    canvas = _Canvas(len(heads), 2 * max(levels, default=0) + 1)
    ends = [0] * len(heads)  # where the lines that leave a word end
    for i, head in enumerate(heads):
        if head:
            canvas.bend(2 * levels[i], i, head - 1, is_dashed=picture.is_uncertain(i))
            ends[head - 1] = max(ends[head - 1], 2 * levels[i])
    for i, head in enumerate(heads):
        canvas.run(i, 0, ends[i])
        if head:
            begin = ends[i] + 1 if ends[i] else 0
            canvas.run(i, begin, 2 * levels[i], is_dashed=picture.is_uncertain(i))
            canvas.arrows[i] = begin
    return canvas.rows()


class _Canvas:
    """Lines on a grid of characters; where two cross, the one from above to below is seen."""

    def __init__(self, n_rows: int, n_columns: int) -> None:
        self.cells = [[0] * n_columns for _ in range(n_rows)]
        self.dashed: set[tuple[int, int]] = set()
        self.passing: set[tuple[int, int]] = set()
        self.arrows: dict[int, int] = {}

    def bend(self, column: int, row: int, other: int, *, is_dashed: bool) -> None:
        """Draw a line down a column, with both ends bent to the left."""
        top, bottom = min(row, other), max(row, other)
        self.cells[top][column] |= LEFT | DOWN
        self.cells[bottom][column] |= LEFT | UP
        between = {(each, column) for each in range(top + 1, bottom)}
        self.passing |= between
        if is_dashed:
            self.dashed |= between

    def run(self, row: int, begin: int, end: int, *, is_dashed: bool = False) -> None:
        """Draw a line along a row, up to the bend in a column."""
        for column in range(begin, end):
            self.cells[row][column] |= LEFT | RIGHT
            if is_dashed and (row, column) not in self.passing:
                self.dashed.add((row, column))

    def rows(self) -> list[str]:
        """Return the rows of characters."""
        return [
            "".join(self._character(i, j) for j in range(len(cells)))
            for i, cells in enumerate(self.cells)
        ]

    def _character(self, row: int, column: int) -> str:
        if self.arrows.get(row) == column:
            return _ARROW
        cell = UP | DOWN if (row, column) in self.passing else self.cells[row][column]
        character = LINES.get(cell, " ")
        return _DASHED.get(character, character) if (row, column) in self.dashed else character


def _indented(picture: TreePicture, width: int) -> list[str]:
    n = range(picture.n_words)
    cells = [(str(i + 1), picture.word(i), picture.tag(i), picture.label(i)) for i in n]
    texts = [" ".join(filter(None, each)) for each in cells]
    return indent(texts, [head - 1 for head in picture.heads], width)
