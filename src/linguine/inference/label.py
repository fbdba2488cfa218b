r"""Label: the structure whose output is one label out of K.

.. math::
    \hat y = \arg\max_{y \in \{1..K\}} \theta \cdot f(x, y), \quad
    f(x, y) = x \otimes e_y

It answers four questions about a row of scores: the best label, the k best, the log-partition
with its marginals (softmax), and what a wrong label costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import ParameterError
from linguine.inference.structure import OneOf, Table

__all__ = ["Label"]


@dataclass(frozen=True, eq=False)
class Label(OneOf):
    r"""One label per example, with a cost for each pair of right and predicted label.

    .. math::
        c(y, \hat y) = 1 \text{ if } \hat y \ne y \text{ else } 0

    Eq. (2.51) of [Eisenstein2018], unless a cost matrix is given.

    Parameters
    ----------
    costs
        ``costs[gold, predicted]`` in the order of the sorted classes : (n_labels, n_labels),
        non-negative with a zero diagonal. None is the cost above.

    Examples
    --------
    >>> Label().argmax([0.5, 2.0, 1.0]), Label().k_best([0.5, 2.0, 1.0], 2).tolist()
    (1, [1, 2])
    >>> log_z, shares = Label().marginals([0.0, 0.0])
    >>> round(log_z, 3), shares.tolist()
    (0.693, [0.5, 0.5])
    >>> Label(costs=[[0, 1], [9, 0]]).cost(1, 2).tolist()
    [9.0, 0.0]
    """

    costs: ArrayLike | None = None

    def __post_init__(self) -> None:
        if self.costs is not None:
            _check_cost(self.costs)

    def cost(self, gold: int, n_labels: int) -> Table:
        """Return what each label costs where one is right : (n_labels,)."""
        return np.asarray(self.cost_table(n_labels)[gold])

    def encode(self, output: int, n_sites: int) -> NDArray[Any]:
        """Return the label of the only site : (1,)."""
        if n_sites != 1:
            raise ParameterError(
                f"A label belongs to one row of features; got an example of {n_sites} rows. "
                "Give one row per example, or use Chain()."
            )
        return np.array([output])  # whole, or refused by whoever reads it

    def decode(self, labels: NDArray[np.int32]) -> int:
        """Return the label of the only site."""
        return int(labels[0])

    def cost_table(self, n_labels: int, *, rho: float = 1.0) -> NDArray[np.float64]:
        """Return rho times the cost of each pair : (n_labels, n_labels)."""
        if self.costs is None:
            return rho * (1.0 - np.eye(n_labels))
        table = np.array(self.costs, dtype=np.float64)
        if len(table) != n_labels:
            raise ParameterError(
                f"cost must have one row and column per class, shape ({n_labels}, {n_labels}); "
                f"got {table.shape}. Order it like classes_, which is sorted."
            )
        return rho * table


def _check_cost(cost: ArrayLike) -> None:
    try:
        table = np.asarray(cost, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ParameterError(
            f"cost must be a square matrix of numbers; {error}. Use rows of equal length."
        ) from None
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise ParameterError(
            f"cost must be a square matrix; got shape {table.shape}. "
            "Give one row per right label and one column per predicted label."
        )
    bad = ~np.isfinite(table) | (table < 0) | ((table != 0) & np.eye(len(table), dtype=bool))
    if bad.any():
        row, column = (int(i) for i in np.argwhere(bad)[0])
        raise ParameterError(
            "cost must be finite, not negative, and zero on the diagonal; "
            f"cost[{row}, {column}] is {table[row, column]}. "
            "A right answer costs 0, a wrong one how much worse it is."
        )
