"""Confusions of thousands of labels: only the cells that occur are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Confusion", "FewCells", "count_cells"]

#: More labels make a table of more than 32 MB, which nobody reads as one.
_MOST_LABELS = 2_000


@dataclass(frozen=True, eq=False)
class FewCells:
    """What was taken for what, as far as it happened; it answers as a table does.

    Parameters
    ----------
    gold, predicted, n
        Labels, and how often the one was taken for the other : (n_cells,).
    n_labels
        How many labels there are.

    Examples
    --------
    >>> few = FewCells(np.array([0, 2]), np.array([0, 1]), np.array([3, 4]), 3)
    >>> few.sum(axis=1).tolist(), few.trace(), few.tolist()
    ([3, 0, 4], 3, [[0, 0, 3], [2, 1, 4]])
    """

    gold: NDArray[np.int64]
    predicted: NDArray[np.int64]
    n: NDArray[np.int64]
    n_labels: int

    def sum(self, axis: int | None = None) -> NDArray[np.int64]:
        """Return how often each label was predicted (axis 0), was right (1), or all (None)."""
        if axis is None:
            return np.asarray(self.n.sum())
        return self._count(self.predicted if axis == 0 else self.gold, self.n)

    def diagonal(self) -> NDArray[np.int64]:
        """Return how often each label was found : (n_labels,)."""
        return self._count(self.gold, np.where(self.gold == self.predicted, self.n, 0))

    def trace(self) -> int:
        """Return how often answers were right."""
        return int(self.n[self.gold == self.predicted].sum())

    def tolist(self) -> list[list[int]]:
        """Return gold, predicted and how often, for each cell."""
        cells: list[list[int]] = np.stack([self.gold, self.predicted, self.n], axis=1).tolist()
        return cells

    def worst(self, k: int) -> list[tuple[int, int, int]]:
        """Return what was most often taken for what: gold, predicted, how often."""
        wrong = np.flatnonzero(self.gold != self.predicted)
        chosen = wrong[np.argsort(-self.n[wrong], kind="stable")[:k]]
        rows = (each[chosen].tolist() for each in (self.gold, self.predicted, self.n))
        return list(zip(*rows, strict=True))

    def _count(self, labels: NDArray[np.int64], n: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.bincount(labels, weights=n, minlength=self.n_labels).astype(np.int64)


Confusion: TypeAlias = NDArray[np.int64] | FewCells


def count_cells(cells: NDArray[np.int64], n_labels: int) -> tuple[Confusion, NDArray[np.int64]]:
    """Return what was taken for what, and of each label how often there was no answer.

    Parameters
    ----------
    cells
        Place of each example in a table with a row for each right label, and a column for no
        answer and for each answer : (n,).
    n_labels
        How many labels there are; a table of many is not made.
    """
    if n_labels <= _MOST_LABELS:
        flat = np.bincount(cells, minlength=n_labels * (n_labels + 1))
        table = flat.astype(np.int64).reshape(n_labels, n_labels + 1)
        return table[:, 1:], table[:, 0]
    found, n = np.unique(cells, return_counts=True)
    gold, answer = np.divmod(found, n_labels + 1)
    is_answer = answer > 0
    few = FewCells(gold[is_answer], answer[is_answer] - 1, n[is_answer].astype(np.int64), n_labels)
    none = np.bincount(gold[~is_answer], weights=n[~is_answer], minlength=n_labels)
    return few, none.astype(np.int64)
