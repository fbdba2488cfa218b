"""KernelPerceptron: learn from mistakes, and remember them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import check_flag, check_number
from linguine.learning.learners.online import usual_epochs
from linguine.learning.problem import fill
from linguine.model.estimators.kernel_estimator import KernelEstimator, Machine
from linguine.model.estimators.scikit_learn import draw_seed
from linguine.progress import Report

__all__ = ["KernelPerceptron"]


@dataclass(kw_only=True, eq=False, repr=False)
class KernelPerceptron(KernelEstimator):
    r"""Averaged perceptron whose weights are a sum of the examples that it got wrong.

    .. math::
        \hat y = \arg\max_k\; b_k + \sum_i \alpha_{ik} K(x_i, x), \quad
        \alpha_i \leftarrow \alpha_i + 1[y] - 1[\hat y]

    The perceptron in the dual, [McDonald]; all labels are learned at once. With a budget the first
    mistakes are the vectors, and later ones move these: the Projectron of [Orabona2008].

    Parameters
    ----------
    kernel
        One of :mod:`linguine.kernels`, or a function of two lists or matrices that returns their
        Gram matrix, which must be positive semi-definite; None is ``RBF(1.0)``.
    epochs
        Passes over the data; None is 10, more on small data. It stops earlier when all examples
        are right.
    averaged
        Return the mean of the coefficients over all steps.
    budget
        The most support vectors; None is any number.
    fit_intercept
        Learn a bias per class.
    shuffle
        Visit the examples in a new order in each epoch.
    class_weight
        ``"balanced"``, a dict from class to factor, or None.
    cache_mb
        Megabytes for rows of the Gram matrix.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    random_state
        Seed of every shuffle.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.

    Attributes
    ----------
    support_, support_vectors_, n_support_
        Rows of X that are support vectors, by class; these items; how many each class has.
    dual_coef_, intercept_
        alpha : (n_columns, n_vectors), and b; one column for two classes, that of the second.
    history_, n_iter_
        Mistakes of each epoch; how many epochs there were.

    Examples
    --------
    >>> from linguine.kernels import Polynomial
    >>> X = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    >>> xor = KernelPerceptron(Polynomial(2)).fit(X, ["no", "no", "yes", "yes"])
    >>> xor.predict(X).tolist()
    ['no', 'no', 'yes', 'yes']
    """

    epochs: int | None = None
    averaged: bool = True
    budget: int | None = None
    fit_intercept: bool = True
    shuffle: bool = True
    random_state: Any = 0

    _kind = "perceptron"

    def _check(self) -> None:
        super()._check()
        owner = "KernelPerceptron"
        for name, fix in (
            ("epochs", "Use at least 1."),
            ("budget", "Use None for any number of support vectors."),
        ):
            if (value := getattr(self, name)) is not None:
                check_number(owner, name, value, low=1, integer=True, fix=fix)
        for name in ("averaged", "fit_intercept", "shuffle"):
            check_flag(owner, name, getattr(self, name))

    def _learn(
        self,
        items: _core.KernelItems,
        gold: NDArray[np.int32],
        weights: NDArray[np.float64],
        classes: NDArray[Any],
        n_threads: int,
        report: Report | None,
    ) -> Machine:
        settled = {
            "epochs": usual_epochs(len(gold)) if self.epochs is None else self.epochs,
            "budget": self.budget or 0,
            "has_bias": self.fit_intercept,
            "seed": draw_seed(self.random_state),
            "cache_megabytes": self.cache_mb,
            "n_threads": n_threads,
        }
        options = fill(_core.KernelPerceptronOptions(), {**self.get_params(), **settled})
        coefficients, bias, history = _core.kernel_perceptron(
            items, gold, weights, len(classes), options, report
        )
        self.history_ = np.array(history)
        self.n_iter_ = len(history)
        return Machine(coefficients, bias)

    def _columns(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self.dual_coef_, self.intercept_

    def _combine(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return sums

    def _duel(self, first: int, second: int) -> tuple[NDArray[np.float64], float]:
        if len(self.classes_) == 2:
            sign = 1.0 if first == 1 else -1.0
            return sign * self.dual_coef_[0], sign * float(self.intercept_[0])
        bias = float(self.intercept_[first] - self.intercept_[second])
        return self.dual_coef_[first] - self.dual_coef_[second], bias

    def _parameters(self) -> dict[str, Any]:
        limits = {"epochs": self.epochs, "budget": self.budget}
        told = {name: int(value) for name, value in limits.items() if value is not None}
        return {"averaged": bool(self.averaged), **told}
