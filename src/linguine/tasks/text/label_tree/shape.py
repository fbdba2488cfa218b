"""Shapes of label trees: how many levels, and which labels stand next to each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites
from linguine.model.concurrency import Resources

__all__ = ["Level", "TreeShape", "choose_depths", "find_shape"]


def choose_depths(n_labels: int, branches: int) -> list[int]:
    """Return how often the labels are halved down to each level between root and leaves.

    Nodes have ``branches`` children at most, and levels are equally wide where that is enough.

    Examples
    --------
    >>> choose_depths(20_000, 64), choose_depths(2_000, 64), choose_depths(50, 64)
    ([5, 10], [6], [])
    """
    n_halvings, most = (n_labels - 1).bit_length(), branches.bit_length() - 1
    n_levels = max(-(-n_halvings // most), 1)
    return [-(-n_halvings * i // n_levels) for i in range(1, n_levels)]


@dataclass(frozen=True, eq=False)
class Level:
    """A level of the tree, as a partition of the labels.

    Parameters
    ----------
    group_of
        The node of each label : (n_labels,).
    first_child
        The first node of this level below each node of the level above : (n_above + 1,).
    """

    group_of: NDArray[np.int32]
    first_child: NDArray[np.int64]

    @property
    def n_nodes(self) -> int:
        """Nodes of this level."""
        return int(self.first_child[-1])


@dataclass(frozen=True, eq=False)
class TreeShape:
    """The levels below the root; the nodes of the last are the labels in ``order``."""

    levels: list[Level]
    order: NDArray[np.int32]


def find_shape(
    sites: Sites, examples: Examples, n_labels: int, branches: int, use: Resources
) -> TreeShape:
    """Return a balanced tree that keeps labels of similar texts together."""
    depths = choose_depths(n_labels, branches)
    order = _core.order_of_labels(
        sites.native,
        examples.rows,
        examples.gold,
        examples.weights,
        n_labels,
        examples.native_sets,
        depths[-1] if depths else 0,
        use.seed,
        use.n_threads,
    )
    place = np.empty(n_labels, np.int32)
    place[order] = np.arange(n_labels, dtype=np.int32)
    above, levels = np.array([0, n_labels]), []
    for borders in [*(_borders(n_labels, depth) for depth in depths), np.arange(n_labels + 1)]:
        group_of = (np.searchsorted(borders, place, side="right") - 1).astype(np.int32)
        levels.append(Level(group_of, np.searchsorted(borders, above)))
        above = borders
    return TreeShape(levels, order)


def _borders(n: int, depth: int) -> NDArray[np.int64]:
    """Return the borders of 2^depth groups, each half of another, the larger half first.

    Examples
    --------
    >>> _borders(10, 2).tolist()
    [0, 3, 5, 8, 10]
    """
    borders = np.array([0, n])
    for _ in range(depth):
        middle = borders[:-1] + (np.diff(borders) + 1) // 2
        borders = np.concatenate([np.stack([borders[:-1], middle], axis=1).ravel(), borders[-1:]])
    return borders
