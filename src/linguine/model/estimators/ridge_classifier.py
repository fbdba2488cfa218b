"""RidgeClassifier: least squares on targets +1 and -1."""

from __future__ import annotations

from dataclasses import dataclass

from linguine.learning import Penalty, Squared
from linguine.model.composition import Composition
from linguine.model.estimators.batch_estimator import BatchEstimator

__all__ = ["RidgeClassifier"]


@dataclass(kw_only=True, eq=False, repr=False)
class RidgeClassifier(BatchEstimator):
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

    l2: float = 1.0

    def _composition(self) -> Composition:
        return self._minimise(Squared(), "exact", Penalty(self.l2))
