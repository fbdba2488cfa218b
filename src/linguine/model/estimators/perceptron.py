"""Perceptron: learn from mistakes only."""

from __future__ import annotations

from dataclasses import dataclass

from linguine.learning import PerceptronLoss
from linguine.model.composition import Composition
from linguine.model.estimators.online_estimator import OnlineEstimator

__all__ = ["Perceptron"]


@dataclass(kw_only=True, eq=False, repr=False)
class Perceptron(OnlineEstimator):
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

    def _composition(self) -> Composition:
        return self._step_by("perceptron", PerceptronLoss())
