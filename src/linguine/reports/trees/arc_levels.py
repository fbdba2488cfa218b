"""Levels of arcs: how far from the words each arc of a tree is drawn, so that none hides another.

Arcs are taken one by one; each lies one level above all that it shares ground with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["depths_of", "stack_by_depth", "stack_by_length"]


def stack_by_length(heads: Sequence[int]) -> list[int]:
    """Return the level of each token's arc, short arcs below long ones; 0 for a root.

    Arcs that only meet at a word may have the same level.

    Parameters
    ----------
    heads
        Heads of one tree, counted from 1; 0 for a root : (n_tokens,).

    Examples
    --------
    >>> stack_by_length([2, 0, 4, 2])
    [1, 0, 1, 2]
    """
    return _stack(heads, lambda token, head: abs(token - head), is_chained=False)


def stack_by_depth(heads: Sequence[int]) -> list[int]:
    """Return the level of each token's arc, always above those that leave the token; 0 for a root.

    Examples
    --------
    >>> stack_by_depth([2, 0, 2, 3, 3])
    [1, 0, 3, 1, 2]
    """
    depths = depths_of(heads)
    return _stack(
        heads, lambda token, head: (-depths[head - 1], abs(token - head)), is_chained=True
    )


def depths_of(heads: Sequence[int]) -> list[int]:
    """Return the number of arcs from each token up to its root.

    Examples
    --------
    >>> depths_of([2, 0, 4, 2])
    [1, 0, 2, 1]
    """
    depths: dict[int, int] = {0: -1}
    for token in range(1, len(heads) + 1):
        path = []
        while token not in depths:
            path.append(token)
            token = heads[token - 1]
        for each in reversed(path):
            depths[each] = depths[heads[each - 1]] + 1
    return [depths[token] for token in range(1, len(heads) + 1)]


def _stack(
    heads: Sequence[int], order: Callable[[int, int], Any], *, is_chained: bool
) -> list[int]:
    arcs = [(token, head) for token, head in enumerate(heads, start=1) if head]
    levels = [0] * len(heads)
    placed: list[tuple[int, int, int, int]] = []  # left, right, head, level
    for token, head in sorted(arcs, key=lambda arc: order(*arc)):
        left, right = min(token, head), max(token, head)
        level = 1 + max(
            (
                below
                for first, last, leaves, below in placed
                if max(left, first) < min(right, last) or (is_chained and leaves == token)
            ),
            default=0,
        )
        levels[token - 1] = level
        placed.append((left, right, head, level))
    return levels
