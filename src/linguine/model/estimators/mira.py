"""Mira: the smallest change that puts things right."""

from __future__ import annotations

from dataclasses import dataclass

from linguine.learning import Hinge
from linguine.model.composition import Composition
from linguine.model.estimators.online_estimator import OnlineEstimator

__all__ = ["Mira"]


@dataclass(kw_only=True, eq=False, repr=False)
class Mira(OnlineEstimator):
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

    C: float = 1.0
    k_best: int = 1

    def _composition(self) -> Composition:
        return self._step_by("mira", Hinge(), C=self.C, k_best=self.k_best)
