"""Estimators that minimise a loss with a penalty: logistic regression, SVM and ridge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.errors import ParameterError
from linguine.learning import Learner, Logistic, Loss, Penalty, Squared
from linguine.learning.losses import read_loss
from linguine.learning.regularizers import l2_from_c
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["LinearSVM", "LogisticRegression", "RidgeClassifier"]


@dataclass(kw_only=True, eq=False, repr=False)
class _BatchEstimator(IncrementalEstimator):
    tolerance: float | None = None
    max_iterations: int | None = None
    fit_intercept: bool = True
    regularize_intercept: bool | None = False
    intercept_scaling: float = 1.0
    class_weight: Any = None
    n_threads: int | None = None
    progress: Any = None

    def _minimise(
        self, loss: Loss, learner: str | Learner, penalty: Penalty, *preferred: str
    ) -> Composition:
        stops = {"tolerance": self.tolerance, "max_iterations": self.max_iterations}
        return self._compose(
            loss, learner, penalty=penalty, learner_options=stops, preferred=preferred or None
        )


@dataclass(kw_only=True, eq=False, repr=False)
class LogisticRegression(_BatchEstimator):
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
        penalty = Penalty(l2_from_c("LogisticRegression", self.C), self.l1)
        return self._minimise(Logistic(), self.learner, penalty)


@dataclass(kw_only=True, eq=False, repr=False)
class LinearSVM(_BatchEstimator):
    r"""Linear support vector machine.

    .. math::
        \min_\theta \tfrac12 \|\theta\|^2 + C \sum_i w_i\, \ell(\theta; x_i, y_i), \quad
        \ell = \max(0, 1 - y\, \theta \cdot x) \text{ or its square}

    Eq. (2.52) of [Eisenstein2018] with lambda = 1 / C; ``multiclass="joint"`` with the hinge is
    the SVM of Crammer and Singer.

    Parameters
    ----------
    C
        Price of a margin violation; small is strong regularization. Infinity is the hard margin of
        Eq. (2.47) of [Eisenstein2018]: no violation, for separable data only. The bias is
        penalised as others; the larger ``intercept_scaling`` is, the freer it is (10 or 100, in
        more passes).
    loss
        ``"squared-hinge"`` or ``"hinge"``.
    multiclass
        ``"one-versus-all"`` or ``"joint"``.
    learner
        ``"auto"`` is dual coordinate descent, and sgd for ``partial_fit`` and where the dual
        cannot (squared hinge jointly); or a learner of :mod:`linguine.learning` or its name.
    regularize_intercept
        None does so except with online learners. The dual learner needs it.

    The other parameters are those of :class:`LogisticRegression`.

    Attributes
    ----------
    support_
        Rows of X that the weights are made of, after the dual learner.
    multipliers_
        How much of each row is in each column of the weights, coef_.T = X.T @ multipliers_ :
        (n_rows, n_columns).

    Examples
    --------
    >>> X = [[2.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 3.0]]
    >>> y = ["ham", "ham", "spam", "spam"]
    >>> LinearSVM().fit(X, y).predict([[0.0, 2.0]]).item()
    'spam'
    >>> hard = LinearSVM(C=float("inf")).fit(X, y)
    >>> hard.support_.tolist(), round(hard.margins(X, y).geometric, 3)
    ([1, 2], 0.707)
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
        penalty = Penalty(l2_from_c("LinearSVM", self.C))
        return self._minimise(loss, self.learner, penalty, "dual", "sgd")


@dataclass(kw_only=True, eq=False, repr=False)
class RidgeClassifier(_BatchEstimator):
    r"""Least squares on targets +1 and -1 with an L2 penalty, solved exactly.

    .. math:: \min_\theta \tfrac12 \sum_i w_i \|\theta^\top x_i - t_i\|^2
              + \tfrac{l2}{2} \|\theta\|^2, \quad t_{iy} = \pm 1

    Eq. (1.3) of [Zhang2010], as a sum instead of a mean.

    Parameters
    ----------
    l2
        Weight of the penalty; 0 is plain least squares.

    The other parameters are those of :class:`LogisticRegression`.

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
