"""LinearSVM: the largest margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import ParameterError
from linguine.learning import Learner, Loss, Penalty
from linguine.learning.losses import read_loss
from linguine.learning.regularizers import l2_from_c
from linguine.model.composition import Composition
from linguine.model.estimators.batch_estimator import BatchEstimator

__all__ = ["LinearSVM"]


@dataclass(kw_only=True, eq=False, repr=False)
class LinearSVM(BatchEstimator):
    r"""Linear support vector machine.

    .. math::
        \min_\theta \tfrac12 \|\theta\|^2 + C \sum_i w_i\, \ell(\theta; x_i, y_i), \quad
        \ell = \max(0, 1 - y\, \theta \cdot x) \text{ or its square}

    Eq. (2.52) of [Eisenstein2018] with lambda = 1 / C; ``multiclass="joint"`` with the hinge is
    the SVM of Crammer and Singer.

    Parameters
    ----------
    C
        Price of a margin violation; small is strong regularization.
    loss
        ``"squared-hinge"`` or ``"hinge"``.
    multiclass
        ``"one-versus-all"`` or ``"joint"``.
    learner
        ``"auto"`` is dual coordinate descent, and sgd for ``partial_fit`` and where the dual
        cannot (squared hinge jointly); or a learner of :mod:`linguine.learning` or its name.
    tolerance, max_iterations
        When ``fit`` stops; None is the learner's own.
    fit_intercept
        Learn a bias per class.
    regularize_intercept, intercept_scaling
        Treat the bias as the weight of a constant feature of this value; None does so except
        with online learners. The dual learner needs it.
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
    >>> LinearSVM().fit(X, ["ham", "ham", "spam", "spam"]).predict([[0.0, 2.0]]).item()
    'spam'
    """

    C: float = 1.0
    loss: str | Loss = "squared-hinge"
    multiclass: str = "one-versus-all"
    learner: str | Learner = "auto"
    regularize_intercept: bool | None = None
    random_state: Any = 0

    def _composition(self) -> Composition:
        loss = read_loss(self.loss)
        if loss.name not in ("hinge", "squared-hinge"):
            raise ParameterError(
                f"LinearSVM: loss must be 'hinge' or 'squared-hinge'; got {self.loss!r}. "
                "Use LinearClassifier for other losses."
            )
        penalty = Penalty(l2_from_c("LinearSVM", self.C, finite=True))
        return self._minimise(loss, self.learner, penalty, self.multiclass, ("dual", "sgd"))
