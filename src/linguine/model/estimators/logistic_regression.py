"""LogisticRegression: the conditional likelihood, also known as maximum entropy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.learning import Learner, Logistic, Penalty
from linguine.learning.regularizers import l2_from_c
from linguine.model.composition import Composition
from linguine.model.estimators.batch_estimator import BatchEstimator

__all__ = ["LogisticRegression"]


@dataclass(kw_only=True, eq=False, repr=False)
class LogisticRegression(BatchEstimator):
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

    C: float = 1.0
    l1: float = 0.0
    multiclass: str = "joint"
    learner: str | Learner = "auto"
    random_state: Any = 0

    def _composition(self) -> Composition:
        penalty = Penalty(l2_from_c("LogisticRegression", self.C, finite=False), self.l1)
        return self._minimise(Logistic(), self.learner, penalty, self.multiclass)
