"""Mira: the smallest change that puts things right."""

from __future__ import annotations

from typing import Any

from linguine.learning import Hinge, Online
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["Mira"]


class Mira(IncrementalEstimator):
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
        Margin constraints per row, one for each of the k best classes.
    epochs
        Passes over the data; None is 10, more on small data (see ``linguine.learning.Online``).
    averaged
        Return the mean of the weights over all steps.
    multiclass
        ``"joint"`` or ``"one-versus-all"`` (k_best=1).
    fit_intercept
        Learn a bias per class.
    intercept_scaling
        How fast the bias moves: the bias is the weight of a constant feature of this size; None
        is the root mean square of the non-zero numbers of X, 1.0 is the textbook's offset.
    shuffle
        Visit the rows in a new order in each epoch.
    tolerance
        Stop when an epoch moves the weights by no more than this; None runs all epochs.
    early_stopping, validation_fraction, patience
        Hold out a share of the rows; stop after ``patience`` epochs without better accuracy there.
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
    >>> Mira(C=float("inf")).fit(X, ["ham", "ham", "spam", "spam"]).predict([[0.0, 2.0]]).item()
    'spam'
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        k_best: int = 1,
        epochs: int | None = None,
        averaged: bool = True,
        multiclass: str = "joint",
        fit_intercept: bool = True,
        intercept_scaling: float | None = None,
        shuffle: bool = True,
        tolerance: float | None = None,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        patience: int = 3,
        class_weight: Any = None,
        n_threads: int | None = None,
        random_state: Any = 0,
        progress: Any = None,
    ) -> None:
        self.C = C
        self.k_best = k_best
        self.epochs = epochs
        self.averaged = averaged
        self.multiclass = multiclass
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.shuffle = shuffle
        self.tolerance = tolerance
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.patience = patience
        self.class_weight = class_weight
        self.n_threads = n_threads
        self.random_state = random_state
        self.progress = progress

    def _composition(self) -> Composition:
        learner = Online(
            "mira",
            C=self.C,
            k_best=self.k_best,
            epochs=self.epochs,
            intercept_scaling=self.intercept_scaling,
            averaged=self.averaged,
            shuffle=self.shuffle,
            tolerance=self.tolerance,
            patience=self.patience,
        )
        return Composition(
            Hinge(),
            learner,
            multiclass=self.multiclass,
            fit_intercept=self.fit_intercept,
            early_stopping=self.early_stopping,
            validation_fraction=self.validation_fraction,
        )
