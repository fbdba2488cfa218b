"""Estimators that learn row by row: perceptron and MIRA."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.learning import Hinge, Loss, Online, PerceptronLoss
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator
from linguine.model.estimators.linear_estimator import shared

__all__ = ["Mira", "Perceptron"]


@dataclass(kw_only=True, eq=False, repr=False)
class _OnlineEstimator(IncrementalEstimator):
    epochs: int | None = None
    averaged: bool = True
    multiclass: str = "joint"
    fit_intercept: bool = True
    intercept_scaling: float | None = None
    shuffle: bool = True
    with_replacement: bool = False
    tolerance: float | None = None
    stop_when_right: bool = False
    early_stopping: bool = False
    validation_fraction: float = 0.1
    patience: int = 3
    measure_objective: bool = False
    class_weight: Any = None
    n_threads: int | None = None
    random_state: Any = 0
    progress: Any = None

    def _step_by(self, rule: str, loss: Loss) -> Composition:
        # the size of the bias's constant feature is the learner's own
        return self._compose(loss, Online(rule, **shared(self, Online)), intercept_scaling=1.0)


@dataclass(kw_only=True, eq=False, repr=False)
class Perceptron(_OnlineEstimator):
    r"""Averaged perceptron: on a mistake, add the right features and subtract the wrong ones.

    .. math:: \theta \leftarrow \theta + f(x, y) - f(x, \hat y)

    Section 3.1 of [Eisenstein2014]; averaging is Alg. 2 of [LxMLS].

    Parameters
    ----------
    epochs
        Passes over the data; None is 10, more on small data (see ``linguine.learning.Online``).
    averaged
        Return the mean of the weights over all steps.
    multiclass
        ``"joint"`` or ``"one-versus-all"``.
    fit_intercept
        Learn a bias per class.
    intercept_scaling
        How fast the bias moves: the bias is the weight of a constant feature of this size; None
        is the root mean square of the non-zero numbers of X, for the averaged perceptron at least
        1; 1.0 is the textbook's offset.
    shuffle
        Visit the rows in a new order in each epoch.
    with_replacement
        Draw rows at random instead, some twice and some not at all.
    tolerance
        Stop when an epoch moves the weights by no more than this; None runs all epochs.
    stop_when_right
        Stop after an epoch without a mistake (of Mira: without a margin that is missed). Not for
        data that are not separable.
    early_stopping, validation_fraction, patience
        Hold out a share of the rows; stop after ``patience`` epochs without better accuracy there.
    measure_objective
        Work out ``objective_``, the sum of the losses at the weights found.
    class_weight
        ``"balanced"``, a dict from class to factor, or None.
    n_threads
        Threads for prediction; None is all processors. Training is sequential.
    random_state
        Seed of every shuffle.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.

    Examples
    --------
    >>> X = [[2.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 3.0]]
    >>> Perceptron().fit(X, ["ham", "ham", "spam", "spam"]).predict([[0.0, 2.0]]).item()
    'spam'
    """

    def _composition(self) -> Composition:
        return self._step_by("perceptron", PerceptronLoss())


@dataclass(kw_only=True, eq=False, repr=False)
class Mira(_OnlineEstimator):
    r"""Margin-infused relaxed algorithm, also known as passive-aggressive.

    .. math::
        \theta \leftarrow \theta + \tau\, (f(x, y) - f(x, \hat y)), \quad
        \tau = \min\Big(C, \frac{\ell(\theta; x, y)}{\|f(x, y) - f(x, \hat y)\|^2}\Big)

    Eqs. (3.12) and (3.13) of [Eisenstein2014]; Alg. 3 of [LxMLS].

    Parameters
    ----------
    C
        The largest step, infinity for none.
    k_best
        Margin constraints per row, one for each of the k best classes; 1 for one-versus-all.
    update
        ``"max-loss"`` asks for a margin against the class that costs most, score and cost together;
        ``"prediction"`` against the class that is predicted, and does nothing when that is right.

    The other parameters are those of :class:`Perceptron`.

    Examples
    --------
    >>> X = [[2.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 3.0]]
    >>> Mira(C=float("inf")).fit(X, ["ham", "ham", "spam", "spam"]).predict([[0.0, 2.0]]).item()
    'spam'
    """

    C: float = 1.0
    k_best: int = 1
    update: str = "max-loss"

    def _composition(self) -> Composition:
        return self._step_by("mira", Hinge())
