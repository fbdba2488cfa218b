r"""Losses of scores: how far a number is from the one that was to be hit.

With the score :math:`s = \theta \cdot f(x) + b`, the target t and the miss :math:`r = s - t`. The
squared loss, :math:`\tfrac12 r^2`, is :class:`linguine.learning.Squared`. The arithmetic is in
core/learning/score_losses.hpp.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from linguine.errors import POSITIVE, check_number
from linguine.learning.losses import Loss
from linguine.registry import Registry

__all__ = ["SCORE_LOSSES", "EpsilonInsensitive", "Huber", "Ordinal", "Poisson", "ScoreLoss"]


@dataclass(frozen=True)
class ScoreLoss(Loss):
    """Base of the losses that compare a score with a number; labels have no use for them.

    Examples
    --------
    >>> Huber(2.0).number, Poisson().number
    (2.0, 0.0)
    """

    asks: ClassVar[str] = "nothing"
    of: ClassVar[str] = "scores"

    @property
    def number(self) -> float:
        """The number that the core asks for, 0 if there is none."""
        return 0.0


@dataclass(frozen=True)
class Huber(ScoreLoss):
    r"""Huber's loss: squared for small misses, absolute for large ones, so outliers pull less.

    .. math:: \ell = \tfrac12 r^2 \text{ if } |r| \le \delta, \quad
        \delta (|r| - \tfrac12 \delta) \text{ else}

    [Huber1964].

    Parameters
    ----------
    delta
        Where small ends.

    Examples
    --------
    >>> Huber(delta=1.5).delta
    1.5
    """

    name: ClassVar[str] = "huber"
    delta: float = 1.0

    def __post_init__(self) -> None:
        check_number("Huber", "delta", self.delta, **POSITIVE, fix="Try 1.0.")

    @property
    def number(self) -> float:
        """Delta."""
        return self.delta


@dataclass(frozen=True)
class EpsilonInsensitive(ScoreLoss):
    r"""Loss of support vector regression: a miss of up to epsilon costs nothing.

    .. math:: \ell = \max(0, |r| - \epsilon)

    [Drucker1997].

    Parameters
    ----------
    epsilon
        What is free; 0 is the absolute loss.

    Examples
    --------
    >>> EpsilonInsensitive(epsilon=0.1).number
    0.1
    """

    name: ClassVar[str] = "epsilon-insensitive"
    epsilon: float = 0.1

    def __post_init__(self) -> None:
        fix = "Use 0 for the absolute loss."
        owner = "EpsilonInsensitive"
        check_number(owner, "epsilon", self.epsilon, low=0, high_open=True, fix=fix)

    @property
    def number(self) -> float:
        """Epsilon."""
        return self.epsilon


@dataclass(frozen=True)
class Poisson(ScoreLoss):
    r"""Poisson loss of counts: the score is the logarithm of the mean.

    .. math:: \ell = e^{s} - t s

    Minus the logarithm of the probability of t, without what s does not change; section 6.2 of
    [McCullagh1989].

    Examples
    --------
    >>> Poisson().name
    'poisson'
    """

    name: ClassVar[str] = "poisson"


@dataclass(frozen=True)
class Ordinal(ScoreLoss):
    r"""Loss of cumulative logits: ordered values with thresholds between them.

    .. math:: P(t \le k) = \sigma(\tau_k - s), \quad
        \ell = -\log [\sigma(\tau_t - s) - \sigma(\tau_{t-1} - s)]

    with :math:`\tau_0 < \tau_1 < \dots` learned beside the weights, [McCullagh1980].

    Parameters
    ----------
    n_values
        How many values there are; targets are 0, 1, ... below it.

    Examples
    --------
    >>> Ordinal(n_values=5).n_free
    3
    """

    name: ClassVar[str] = "ordinal"
    is_likelihood: ClassVar[bool] = True
    n_values: int = 2

    def __post_init__(self) -> None:
        fix = "One value needs no model."
        check_number("Ordinal", "n_values", self.n_values, low=2, integer=True, fix=fix)

    @property
    def number(self) -> float:
        """How many values there are."""
        return float(self.n_values)

    @property
    def n_free(self) -> int:
        """Thresholds beyond the first, which the bias stands for."""
        return self.n_values - 2


_KINDS = (Huber, EpsilonInsensitive, Poisson, Ordinal)
SCORE_LOSSES: Registry[type[ScoreLoss]] = Registry("loss", {each.name: each for each in _KINDS})
