"""Examples: which row of X has which label, and how much it counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Examples"]


@dataclass(frozen=True, eq=False)
class Examples:
    """Triples (row, gold label, weight) that point into a matrix which is never copied.

    A soft label is the same row several times with fractional weights; a held-out
    split is a subset of the triples.

    Parameters
    ----------
    rows
        Row of X, ascending : (n_examples,).
    gold
        Index of the right label : (n_examples,).
    weights
        Positive weight in the sum of losses : (n_examples,).

    Examples
    --------
    >>> import numpy as np
    >>> examples = Examples(np.arange(3), np.array([0, 1, 1], np.int32), np.ones(3))
    >>> examples.label_weights(2).tolist()
    [1.0, 2.0]
    """

    rows: NDArray[np.int64]
    gold: NDArray[np.int32]
    weights: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)

    def subset(self, chosen: NDArray[np.bool_]) -> Examples:
        """Return the examples where ``chosen`` is True, in the same order."""
        return Examples(self.rows[chosen], self.gold[chosen], self.weights[chosen])

    def label_weights(self, n_labels: int) -> NDArray[np.float64]:
        """Return the total weight of each label : (n_labels,)."""
        totals = np.bincount(self.gold, weights=self.weights, minlength=n_labels)
        return totals.astype(np.float64, copy=False)
