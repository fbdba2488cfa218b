"""Constituency trees in a terminal: from the top down; or, if that is too wide, indented."""

from __future__ import annotations

import shutil

from linguine.reports.branches import DOWN, LEFT, LINES, RIGHT, UP, indent
from linguine.reports.constituents.layout import Spread, spread_out
from linguine.reports.constituents.picture import ConstituentPicture
from linguine.reports.tables import display_width

__all__ = ["draw_constituents_text"]

_HIGHEST = 30  # levels of nodes that are drawn from the top down
_JOINED = 40  # columns of a chain that stands on one line
_GAP = 2


def draw_constituents_text(picture: ConstituentPicture, *, width: int | None = None) -> str:
    """Return a tree as lines of text.

    Parameters
    ----------
    picture
        What to draw.
    width
        Columns; None asks the terminal. A tree that needs more, or is very high, is indented
        instead, a chain of single nodes on one line.

    Examples
    --------
    >>> from linguine.data import Constituents
    >>> tree = "(S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (PRP it))))"
    >>> picture = ConstituentPicture.of(Constituents.from_brackets([tree]))
    >>> print(draw_constituents_text(picture, width=80))
             S
        ┌────┴────┐
        │        VP
        │      ┌──┴─┐
       NP      │   NP
     ┌──┴─┐    │    │
    DT   NN   VBD  PRP
    The  dog  saw  it
    >>> print(draw_constituents_text(picture, width=17))
    S
    ├─ NP
    │  ├─ DT The
    │  └─ NN dog
    └─ VP
       ├─ VBD saw
       └─ NP ─ PRP it
    """
    width = width or shutil.get_terminal_size().columns
    n = picture.n_nodes
    labels = [picture.label(node) for node in range(n)]
    leaves = [(picture.tag(i), picture.word(i)) for i in range(picture.n_words)]
    widths = [*map(display_width, labels), *(max(map(display_width, leaf)) for leaf in leaves)]
    spread = spread_out(picture.outline, widths, _GAP)
    is_low = max(picture.outline.levels, default=0) <= _HIGHEST
    if spread.width <= width and is_low:
        lines = _from_the_top(picture, labels, leaves, spread)
    else:
        lines = _indented(picture, labels, leaves, width)
    return "\n".join(lines)


def _from_the_top(
    picture: ConstituentPicture,
    labels: list[str],
    leaves: list[tuple[str, str]],
    spread: Spread,
) -> list[str]:
    outline, n = picture.outline, picture.n_nodes
    ground = 2 * max(outline.levels, default=0)  # the row of the tags
    rows = [ground - 2 * level for level in outline.levels]
    columns = [int(middle) for middle in spread.middles]
    canvas = _Canvas(ground + 2, int(spread.width) + _GAP)
    for node, label in enumerate(labels):
        canvas.write(rows[node], columns[node], label)
        ends = [columns[child] for child in outline.children[node]]
        canvas.fork(rows[node] + 1, columns[node], ends)
        for child, end in zip(outline.children[node], ends, strict=True):
            canvas.drop(rows[node] + 2, rows[child], end)
    for i, (tag, word) in enumerate(leaves):
        canvas.write(ground, columns[n + i], tag)
        canvas.write(ground + 1, columns[n + i], word)
    return canvas.lines()


class _Canvas:
    """Texts and lines on a grid of characters."""

    def __init__(self, n_rows: int, n_columns: int) -> None:
        self.cells = [[" "] * n_columns for _ in range(n_rows)]

    def write(self, row: int, middle: int, text: str) -> None:
        """Write a text around a column; a wide character takes two cells, a mark none."""
        at = max(middle - display_width(text) // 2, 0)
        for character in text:
            n_columns = display_width(character)
            if n_columns == 0:
                self.cells[row][max(at - 1, 0)] += character
                continue
            self.cells[row][at : at + n_columns] = [character, *[""] * (n_columns - 1)]
            at += n_columns

    def fork(self, row: int, middle: int, ends: list[int]) -> None:
        """Draw lines from a node above the row to all ends below it."""
        left, right = min(middle, *ends), max(middle, *ends)
        below = set(ends)
        for column in range(left, right + 1):
            sides = (LEFT if column > left else 0) | (RIGHT if column < right else 0)
            sides |= (UP if column == middle else 0) | (DOWN if column in below else 0)
            self.cells[row][column] = LINES[sides]

    def drop(self, begin: int, end: int, column: int) -> None:
        """Draw a line down a column."""
        for row in range(begin, end):
            self.cells[row][column] = LINES[UP | DOWN]

    def lines(self) -> list[str]:
        """Return the rows of characters."""
        return ["".join(cells).rstrip() for cells in self.cells]


def _indented(
    picture: ConstituentPicture, labels: list[str], leaves: list[tuple[str, str]], width: int
) -> list[str]:
    """Return a line for each node and word; what is alone in its node stands beside it."""
    outline, n = picture.outline, picture.n_nodes
    texts: list[str] = []
    parents: list[int] = []
    line_of: dict[int, int] = {}  # of a node or word
    most = min(2 * width // 3, _JOINED)  # what is indented leaves as much
    waiting = [item for item, parent in enumerate(outline.parents) if parent < 0]
    waiting.sort(key=lambda item: picture.nodes[item][1] if item < n else item - n, reverse=True)
    while waiting:
        item = waiting.pop()
        text = labels[item] if item < n else " ".join(leaves[item - n])
        parent = outline.parents[item]
        line = line_of.get(parent, -1)
        joined = f"{texts[line]} ─ {text}" if line >= 0 else ""
        is_alone = parent >= 0 and len(outline.children[parent]) == 1
        if is_alone and display_width(joined) <= most:
            texts[line] = joined
            line_of[item] = line
        else:
            line_of[item] = len(texts)
            texts.append(text)
            parents.append(line)
        if item < n:
            waiting += reversed(outline.children[item])
    return indent(texts, parents, width)
