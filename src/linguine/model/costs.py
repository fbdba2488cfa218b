r"""Costs: the answer of the least expected cost, where mistakes are not equally bad.

.. math:: \hat y = \arg\min_{a} \sum_y p(y | x) \, C[y, a]

with C[y, a] what the answer a costs if y is right; section 2 of [Elkan2001]. No answer at all may
have a cost, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Costs"]

#: Of the spread of costs: nearer to each other the likelier answer wins, whatever rounding does.
_SAME = 1e-12


@dataclass(frozen=True, eq=False)
class Costs:
    """What each answer costs if another label is right.

    Parameters
    ----------
    table
        Right labels by answers, of which one more may be no answer : (n_labels, n_labels or one
        more).

    Examples
    --------
    >>> costs = Costs(np.array([[0.0, 10.0, 1.0], [1.0, 0.0, 1.0]]))
    >>> costs.choose(np.array([[0.05, 0.95], [0.5, 0.5], [0.9, 0.1]])).tolist()
    [1, 0, 0]
    """

    table: NDArray[np.float64]
    weights: NDArray[np.float64] | None = None  # (n_labels,), if costs depend on the label alone

    @classmethod
    def of_weights(cls, weights: NDArray[np.float64]) -> Costs:
        """Return costs of missing each label, whatever is answered instead : (n_labels,)."""
        return cls(weights[:, None] * (1.0 - np.eye(len(weights))), weights)

    @property
    def has_none(self) -> bool:
        """Whether no answer has a cost."""
        return bool(self.table.shape[1] > len(self.table))

    def choose(self, p: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the answer to each text, -1 for none : (n,); p : (n, n_labels)."""
        expected = p @ self.table
        least = expected.min(axis=1, keepdims=True)
        is_least = expected <= least + _SAME * float(np.ptp(self.table))
        likely = np.full(expected.shape, -1.0)  # no answer is the last choice among equals
        likely[:, : p.shape[1]] = p
        chosen = np.where(is_least, likely, -2.0).argmax(axis=1)
        return np.where(chosen == len(self.table), -1, chosen)

    def mean(self, gold: NDArray[np.integer], answers: NDArray[np.integer]) -> float:
        """Return the mean cost of answers, of which -1 is none : (n,) each."""
        return float(self.table[gold, answers].mean())
