"""LogisticRegression: the conditional likelihood, also known as maximum entropy."""

from __future__ import annotations

from typing import Any

from linguine.learning import Learner, Logistic, Penalty
from linguine.learning.regularizers import l2_from_c
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["LogisticRegression"]


class LogisticRegression(IncrementalEstimator):
    r"""Logistic regression over two or more classes.

    .. math::
        \min_\theta \sum_i w_i \Big[\log \sum_z \exp(\theta \cdot f(x_i, z))
        - \theta \cdot f(x_i, y_i)\Big] + \tfrac{1}{2C} \|\theta\|^2 + l1 \|\theta\|_1

    Eq. (2.60) of [Eisenstein2018].

    Parameters
    ----------
    C
        Inverse of the L2 penalty; infinity is none.
    l1
        Weight of the L1 penalty, which makes weights exactly zero.
    multiclass
        ``"joint"`` (softmax) or ``"one-versus-all"``.
    learner
        ``"auto"`` is L-BFGS, OWL-QN with l1, sgd for ``partial_fit``; or a learner of
        :mod:`linguine.learning` or its name.
    tolerance, max_iterations
        When ``fit`` stops; None is the learner's own.
    fit_intercept
        Learn a bias per class.
    regularize_intercept, intercept_scaling
        Treat the bias as the weight of a constant feature of this value.
    class_weight
        ``"balanced"``, a dict from class to factor, or None.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    random_state
        Seed of every shuffle.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.

    Examples
    --------
    >>> X = [[2.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 3.0]]
    >>> model = LogisticRegression().fit(X, ["ham", "ham", "spam", "spam"])
    >>> model.predict_proba([[0.0, 2.0]]).round(1).tolist()
    [[0.2, 0.8]]
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        l1: float = 0.0,
        multiclass: str = "joint",
        learner: str | Learner = "auto",
        tolerance: float | None = None,
        max_iterations: int | None = None,
        fit_intercept: bool = True,
        regularize_intercept: bool = False,
        intercept_scaling: float = 1.0,
        class_weight: Any = None,
        n_threads: int | None = None,
        random_state: Any = 0,
        progress: Any = None,
    ) -> None:
        self.C = C
        self.l1 = l1
        self.multiclass = multiclass
        self.learner = learner
        self.tolerance = tolerance
        self.max_iterations = max_iterations
        self.fit_intercept = fit_intercept
        self.regularize_intercept = regularize_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.n_threads = n_threads
        self.random_state = random_state
        self.progress = progress

    def _composition(self) -> Composition:
        return Composition(
            Logistic(),
            self.learner,
            Penalty(l2_from_c("LogisticRegression", self.C, finite=False), self.l1),
            multiclass=self.multiclass,
            fit_intercept=self.fit_intercept,
            regularize_intercept=self.regularize_intercept,
            intercept_scaling=self.intercept_scaling,
            learner_options={"tolerance": self.tolerance, "max_iterations": self.max_iterations},
        )
