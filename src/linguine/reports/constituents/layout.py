"""The layout of a drawn constituency tree: words on the ground, each node above its own words.

A node has the room of all that it holds, or of its label if that is wider, and so no label can
overlap another, and no line that goes down to a word meets one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linguine.reports.constituents.picture import Outline

__all__ = ["Spread", "spread_out"]


@dataclass(frozen=True)
class Spread:
    """Where nodes and words stand from left to right; nodes are counted first.

    Parameters
    ----------
    middles
        Of each node and word.
    width
        Of all of them.
    """

    middles: list[float]
    width: float


def spread_out(outline: Outline, widths: Sequence[float], gap: float) -> Spread:
    """Return where nodes and words stand, in time that grows with their number.

    Parameters
    ----------
    outline
        Who holds whom.
    widths
        Of the text of each node and word.
    gap
        Between two texts.

    Examples
    --------
    >>> spread = spread_out(Outline([-1, 0, 0], [[1, 2]], [1, 0, 0]), [1, 3, 5], 2)
    >>> spread.middles, spread.width
    ([4.5, 1.5, 7.5], 10.0)
    """
    n_nodes = len(outline.children)
    rooms = [width + gap for width in widths]
    inner = [0.0] * n_nodes  # what the children of a node need
    for node in reversed(range(n_nodes)):
        inner[node] = sum(rooms[child] for child in outline.children[node])
        rooms[node] = max(rooms[node], inner[node])
    lefts = [0.0] * len(rooms)
    end = 0.0
    for item in sorted(_tops(outline), key=lambda each: _first_word(outline, each)):
        lefts[item] = end
        end += rooms[item]
    for node in range(n_nodes):
        at = lefts[node] + (rooms[node] - inner[node]) / 2
        for child in outline.children[node]:
            lefts[child] = at
            at += rooms[child]
    middles = [left + room / 2 for left, room in zip(lefts, rooms, strict=True)]
    for node in reversed(range(n_nodes)):
        children = outline.children[node]
        half = (widths[node] + gap) / 2
        middle = (middles[children[0]] + middles[children[-1]]) / 2
        middles[node] = min(max(middle, lefts[node] + half), lefts[node] + rooms[node] - half)
    return Spread([middle - gap / 2 for middle in middles], max(end - gap, 0.0))


def _tops(outline: Outline) -> list[int]:
    return [item for item, parent in enumerate(outline.parents) if parent < 0]


def _first_word(outline: Outline, item: int) -> int:
    while item < len(outline.children):
        item = outline.children[item][0]
    return item
