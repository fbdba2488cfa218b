"""RidgeClassifier: least squares on targets +1 and -1."""

from __future__ import annotations

from typing import Any

from linguine.learning import Penalty, Squared
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["RidgeClassifier"]


class RidgeClassifier(IncrementalEstimator):
    r"""Least squares with an L2 penalty, solved exactly.

    .. math:: \min_\theta \tfrac12 \sum_i w_i \|\theta^\top x_i - t_i\|^2
              + \tfrac{l2}{2} \|\theta\|^2, \quad t_{iy} = \pm 1

    Eq. (1.3) of [Zhang2010], as a sum instead of a mean.

    Parameters
    ----------
    l2
        Weight of the penalty; 0 is plain least squares.
    tolerance, max_iterations
        When the solver stops; None is the learner's own.
    fit_intercept
        Learn a bias per class.
    regularize_intercept, intercept_scaling
        Treat the bias as the weight of a constant feature of this value.
    class_weight
        ``"balanced"``, a dict from class to factor, or None.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.

    Examples
    --------
    >>> X = [[2.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 3.0]]
    >>> model = RidgeClassifier(l2=1.0).fit(X, ["ham", "ham", "spam", "spam"])
    >>> model.predict([[0.0, 2.0]]).item()
    'spam'
    """

    def __init__(
        self,
        *,
        l2: float = 1.0,
        tolerance: float | None = None,
        max_iterations: int | None = None,
        fit_intercept: bool = True,
        regularize_intercept: bool = False,
        intercept_scaling: float = 1.0,
        class_weight: Any = None,
        n_threads: int | None = None,
        progress: Any = None,
    ) -> None:
        self.l2 = l2
        self.tolerance = tolerance
        self.max_iterations = max_iterations
        self.fit_intercept = fit_intercept
        self.regularize_intercept = regularize_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.n_threads = n_threads
        self.progress = progress

    def _composition(self) -> Composition:
        return Composition(
            Squared(),
            "exact",
            Penalty(self.l2),
            fit_intercept=self.fit_intercept,
            regularize_intercept=self.regularize_intercept,
            intercept_scaling=self.intercept_scaling,
            learner_options={"tolerance": self.tolerance, "max_iterations": self.max_iterations},
        )
