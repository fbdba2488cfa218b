"""KernelSVM: the largest margin between items that are only compared."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, check_flag, check_number, named, said
from linguine.learning.problem import fill
from linguine.model.estimators.kernel_estimator import KernelEstimator, Machine
from linguine.model.estimators.scikit_learn import ConvergenceWarning
from linguine.progress import Report

__all__ = ["KernelSVM"]


@dataclass(kw_only=True, eq=False, repr=False)
class KernelSVM(KernelEstimator):
    r"""Support vector machine with a kernel, as libsvm's.

    .. math::
        \max_\alpha \sum_i \alpha_i - \tfrac12 \sum_{ij} \alpha_i \alpha_j y_i y_j K(x_i, x_j),
        \quad 0 \le \alpha_i \le C w_i, \quad \sum_i \alpha_i y_i = 0

    Solved two multipliers at a time, chosen by second order: WSS 2 of [Fan2005]. Several labels
    are learned one versus one: a machine for each pair; the label with most votes wins, and equal
    votes go to the larger margins.

    Parameters
    ----------
    kernel
        One of :mod:`linguine.kernels`, or a function of two lists or matrices that returns their
        Gram matrix, which must be positive semi-definite; None is ``RBF(1.0)``.
    C
        Price of a margin violation; small is strong regularization, infinity allows none.
    tolerance
        Stop when no pair violates the conditions of the optimum by more than this.
    max_iterations
        Stop after this many steps.
    shrinking
        Leave out multipliers that sit at a bound until the end; faster, same result.
    class_weight
        ``"balanced"``, a dict from class to factor, or None.
    cache_mb
        Megabytes for rows of the Gram matrix.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.

    Attributes
    ----------
    support_, support_vectors_, n_support_
        Rows of X that are support vectors, by class; these items; how many each class has.
    dual_coef_, intercept_
        alpha_i y_i : (n_classes - 1, n_vectors), and the bias of each pair, laid out as libsvm's.
    objective_, n_iter_
        What was maximised, summed over pairs; the steps of each pair.

    Examples
    --------
    >>> X = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    >>> xor = KernelSVM(C=10.0).fit(X, ["no", "no", "yes", "yes"])
    >>> xor.predict([[0.1, 0.9]]).item()
    'yes'
    """

    C: float = 1.0
    tolerance: float = 1e-3
    max_iterations: int = 10_000_000
    shrinking: bool = True

    _kind = "svm"

    def _check(self) -> None:
        super()._check()
        owner = "KernelSVM"
        check_number(owner, "C", self.C, low=0.0, low_open=True, fix="Use a positive C such as 1.")
        check_number(
            owner, "tolerance", self.tolerance, low=0.0, low_open=True,
            fix="Smaller is more exact and slower; try 1e-3.",
        )  # fmt: skip
        check_number(
            owner, "max_iterations", self.max_iterations, low=1, integer=True,
            fix="More steps are slower and more exact.",
        )  # fmt: skip
        check_flag(owner, "shrinking", self.shrinking)

    def _learn(
        self,
        items: _core.KernelItems,
        gold: NDArray[np.int32],
        weights: NDArray[np.float64],
        classes: NDArray[Any],
        n_threads: int,
        report: Report | None,
    ) -> Machine:
        settled = {"cache_megabytes": self.cache_mb, "n_threads": n_threads, "C": float(self.C)}
        options = fill(_core.SmoOptions(), {**self.get_params(), **settled})
        offsets = np.concatenate([[0], np.cumsum(np.bincount(gold))]).astype(np.int64)
        coefficients, bias, n_steps, objective, converged, lost = _core.smo(
            items, offsets, weights, options, report
        )
        if lost >= 0:
            first, second = list(combinations(classes.tolist(), 2))[lost]
            raise DataError(
                f"KernelSVM: {said('C', float('inf'))} asks for a margin that no example is in; "
                f"with this kernel {first!r} and {second!r} have none, or one below a "
                "ten-thousandth of the data's size. Use a finite C, or a kernel with more features."
            )
        self.n_iter_ = n_steps.astype(np.int32)
        self.objective_ = objective
        if not converged:
            advice = (
                f"stopped after {self.max_iterations} steps, before the tolerance of "
                f"{self.tolerance:g}. Scale the data, use a smaller C, or allow more "
                f"{named('max_iterations')}."
            )
            warnings.warn(ConvergenceWarning(advice, owner="KernelSVM"), stacklevel=3)
        return Machine(coefficients, bias)

    def _columns(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if len(self.classes_) == 2:
            return self.dual_coef_, self.intercept_
        pairs = list(combinations(range(len(self.classes_)), 2))
        return np.array([self._pair(a, b) for a, b in pairs]), self.intercept_

    def _pair(self, a: int, b: int) -> NDArray[np.float64]:
        """Return the coefficients of label a against a later b : (n_vectors,)."""
        ends = np.concatenate([[0], np.cumsum(self.n_support_)])
        column = np.zeros(self.dual_coef_.shape[1])
        column[ends[a] : ends[a + 1]] = self.dual_coef_[b - 1, ends[a] : ends[a + 1]]
        column[ends[b] : ends[b + 1]] = self.dual_coef_[a, ends[b] : ends[b + 1]]
        return column

    def _combine(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        n_labels = len(self.classes_)
        if n_labels == 2:
            return sums
        votes, margins = np.zeros((len(sums), n_labels)), np.zeros((len(sums), n_labels))
        for k, (a, b) in enumerate(combinations(range(n_labels), 2)):
            first_wins = sums[:, k] >= 0
            votes[:, a] += first_wins
            votes[:, b] += ~first_wins
            margins[:, a] += sums[:, k]
            margins[:, b] -= sums[:, k]
        # Margins break ties and never outvote: less than a third of a vote.
        scores: NDArray[np.float64] = votes + margins / (3 * (np.abs(margins) + 1))
        return scores

    def _duel(self, first: int, second: int) -> tuple[NDArray[np.float64], float]:
        if len(self.classes_) == 2:
            sign = 1.0 if first == 1 else -1.0
            return sign * self.dual_coef_[0], sign * float(self.intercept_[0])
        a, b = min(first, second), max(first, second)
        sign = 1.0 if first == a else -1.0
        place = list(combinations(range(len(self.classes_)), 2)).index((a, b))
        return sign * self._pair(a, b), sign * float(self.intercept_[place])

    def _parameters(self) -> dict[str, Any]:
        C = None if np.isinf(self.C) else float(self.C)  # JSON has no infinity
        return {"C": C, "tolerance": float(self.tolerance)}
