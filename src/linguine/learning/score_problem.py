"""Scores as a learning problem: rows of X, and a number for each to hit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites
from linguine.learning.label_problem import LabelProblem, LabelWeights
from linguine.learning.problem import Table
from linguine.learning.score_losses import Ordinal

__all__ = ["ScoreProblem", "thresholds"]


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoreProblem(LabelProblem):
    """A problem with one column of weights, and numbers where others have labels.

    Parameters
    ----------
    targets
        The number of each row of X; of ordered values their places 0, 1, ... : (n_rows,).

    The other parameters are those of :class:`LabelProblem`; the labels of examples do not count.
    """

    n_labels: int = field(default=2, init=False)
    targets: NDArray[np.float64]

    @property
    def n_biases(self) -> int:
        """The bias, padded; of ordered values it is followed by the logarithms of gaps."""
        n_free = self.loss.n_free if isinstance(self.loss, Ordinal) else 0
        return max(_core.stride(1), 1 + n_free)

    def start(self) -> tuple[LabelWeights, Table]:
        """Return zero weights; of ordered values with the thresholds of their shares."""
        weights = np.zeros((self.n_weight_rows, _core.stride(1)), self.dtype)
        bias = np.zeros(self.n_biases, self.dtype)
        if isinstance(self.loss, Ordinal):
            places = self.targets[self.data.rows].astype(np.int64)
            n = self.loss.n_values
            # half an example more of each: all thresholds are finite, and none lie together
            mass = np.bincount(places, weights=self.data.weights, minlength=n) + 0.5
            shares = np.cumsum(mass / mass.sum())[:-1]
            tau = np.log(shares) - np.log1p(-shares)
            bias[0] = -tau[0]
            bias[1 : n - 1] = np.log(np.diff(tau))
        return weights, bias

    def solve_dual(self, weights: Table, bias: Table, options: _core.DualOptions) -> Any:
        """Let the core find the maximum of the dual."""
        return _core.score_dual(self.native(), weights, bias, options, self.report)

    def _native(self, examples: Examples, sites: Sites | None = None) -> _core.Problem:
        return _core.score_problem(
            (sites or self.sites).native,
            examples.rows,
            np.ascontiguousarray(self.targets[examples.rows], np.float64),
            examples.weights,
            self.loss.name,
            getattr(self.loss, "number", 0.0),
        )


def thresholds(bias: NDArray[Any], n_values: int) -> NDArray[np.float64]:
    r"""Return the thresholds between ordered values, :math:`\tau_0 = 0` first : (n_values - 1,).

    Examples
    --------
    >>> thresholds(np.array([0.5, 0.0, 0.0]), 4).tolist()
    [0.0, 1.0, 2.0]
    """
    gaps = np.exp(bias[1 : n_values - 1].astype(np.float64))
    return np.concatenate([[0.0], np.cumsum(gaps)])
