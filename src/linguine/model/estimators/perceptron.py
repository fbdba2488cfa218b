"""Perceptron: learn from mistakes only."""

from __future__ import annotations

from typing import Any

from linguine.learning import Online, PerceptronLoss
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["Perceptron"]


class Perceptron(IncrementalEstimator):
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
        is the root mean square of the non-zero numbers of X, at least 1 if averaged; 1.0 is the
        textbook's offset.
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
    >>> Perceptron().fit(X, ["ham", "ham", "spam", "spam"]).predict([[0.0, 2.0]]).item()
    'spam'
    """

    def __init__(
        self,
        *,
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
            "perceptron",
            epochs=self.epochs,
            intercept_scaling=self.intercept_scaling,
            averaged=self.averaged,
            shuffle=self.shuffle,
            tolerance=self.tolerance,
            patience=self.patience,
        )
        return Composition(
            PerceptronLoss(),
            learner,
            multiclass=self.multiclass,
            fit_intercept=self.fit_intercept,
            early_stopping=self.early_stopping,
            validation_fraction=self.validation_fraction,
        )
