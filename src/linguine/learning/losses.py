r"""Losses: how wrong a prediction is, and in which direction to move.

With `agg` either max or log-sum-exp, and rho >= 0 the weight of the cost,

.. math::
    \ell(\theta; x, y) = \mathrm{agg}_{z} [\theta \cdot f(x, z) + \rho\, c(y, z)]
                         - \theta \cdot f(x, y)

A loss is two facts (which agg, which rho); the gradient is the same for all.
The arithmetic is in core/learning/losses.hpp; these classes are the names. An object of another
class that states the two facts, ``asks`` ("max" or "sum") and ``rho``, is as good.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from linguine.errors import POSITIVE, ParameterError, check_number
from linguine.registry import Registry

__all__ = [
    "LOSSES",
    "Hinge",
    "JointLikelihood",
    "Logistic",
    "Loss",
    "PerceptronLoss",
    "PredictionHinge",
    "SoftmaxMargin",
    "Squared",
    "SquaredHinge",
    "read_loss",
]


@dataclass(frozen=True)
class Loss:
    """Base of all losses.

    Examples
    --------
    >>> [loss.name for loss in (Hinge(), Logistic()) if loss.is_likelihood]
    ['logistic']
    """

    name: ClassVar[str]
    #: What a structure is asked for: "max" (the best output), "sum" (marginals), or "nothing".
    asks: ClassVar[str] = "max"
    #: What it is about: "labels", or "scores" (see score_losses.py).
    of: ClassVar[str] = "labels"
    #: True if exp(-loss) is a probability, so that predict_proba makes sense.
    is_likelihood: ClassVar[bool] = False
    #: Bound on the second derivative by the scores (1 where there is none), for a safe step.
    curvature: ClassVar[float] = 1.0

    @property
    def rho(self) -> float:
        """Weight of the cost in the loss; 0 if the loss does not look at costs."""
        return 0.0


@dataclass(frozen=True)
class _CostLoss(Loss):
    """A loss that knows what a wrong label costs."""

    cost: float = 1.0

    def __post_init__(self) -> None:
        fix = "A cost of 0 is PerceptronLoss() or Logistic()."
        check_number(type(self).__name__, "cost", self.cost, **POSITIVE, fix=fix)

    @property
    def rho(self) -> float:
        """Weight of the cost in the loss."""
        return self.cost


@dataclass(frozen=True)
class PerceptronLoss(Loss):
    r"""Loss of the perceptron: how far the best wrong label is ahead.

    .. math:: \ell = \max_z \theta \cdot f(x, z) - \theta \cdot f(x, y)

    Eq. (2.41) of [Eisenstein2018].

    Examples
    --------
    >>> PerceptronLoss().name
    'perceptron'
    """

    name: ClassVar[str] = "perceptron"


@dataclass(frozen=True)
class Hinge(_CostLoss):
    r"""Hinge loss of the support vector machine: the right label must lead by a margin.

    .. math:: \ell = \max_z [\theta \cdot f(x, z) + c(y, z)] - \theta \cdot f(x, y)

    Eq. (2.52) of [Eisenstein2018].

    Parameters
    ----------
    cost
        Price of a wrong label, or the factor of a cost matrix.

    Examples
    --------
    >>> Hinge(cost=2.0).rho
    2.0
    """

    name: ClassVar[str] = "hinge"


@dataclass(frozen=True)
class PredictionHinge(_CostLoss):
    r"""Hinge loss of what is predicted: nothing is lost where the prediction is right.

    .. math:: \ell = \theta \cdot f(x, \hat y) - \theta \cdot f(x, y) + c(y, \hat y), \quad
        \hat y = \arg\max_z \theta \cdot f(x, z)

    Alg. 3 of [LxMLS]. It is not continuous, so only MIRA has it, as ``update="prediction"``.

    Parameters
    ----------
    cost
        Price of a wrong label, or the factor of a cost matrix.

    Examples
    --------
    >>> PredictionHinge().name
    'prediction-hinge'
    """

    name: ClassVar[str] = "prediction-hinge"


@dataclass(frozen=True)
class SquaredHinge(_CostLoss):
    r"""The square of the hinge loss, smooth for two labels and one-versus-all.

    .. math:: \ell = \big(\max_z [\theta \cdot f(x, z) + c(y, z)] - \theta \cdot f(x, y)\big)^2

    Parameters
    ----------
    cost
        Price of a wrong label, or the factor of a cost matrix.

    Examples
    --------
    >>> SquaredHinge().name
    'squared-hinge'
    """

    name: ClassVar[str] = "squared-hinge"
    curvature: ClassVar[float] = 4.0


@dataclass(frozen=True)
class Logistic(Loss):
    r"""Logistic loss: minus the log-probability of the right label.

    .. math:: \ell = \log \sum_z \exp(\theta \cdot f(x, z)) - \theta \cdot f(x, y)

    Eq. (2.60) of [Eisenstein2018].

    Examples
    --------
    >>> Logistic().is_likelihood
    True
    """

    name: ClassVar[str] = "logistic"
    asks: ClassVar[str] = "sum"
    curvature: ClassVar[float] = 0.5
    is_likelihood: ClassVar[bool] = True


@dataclass(frozen=True)
class SoftmaxMargin(_CostLoss):
    r"""Logistic loss with costs: the log-sum-exp in the place of the hinge's maximum.

    .. math:: \ell = \log \sum_z \exp(\theta \cdot f(x, z) + c(y, z)) - \theta \cdot f(x, y)

    [GimpelSmith2010].

    Parameters
    ----------
    cost
        Price of a wrong label, or the factor of a cost matrix.

    Examples
    --------
    >>> SoftmaxMargin().rho
    1.0
    """

    name: ClassVar[str] = "softmax-margin"
    asks: ClassVar[str] = "sum"
    curvature: ClassVar[float] = 0.5
    is_likelihood: ClassVar[bool] = True


@dataclass(frozen=True)
class Squared(Loss):
    r"""Squared loss of least squares and ridge, with targets t = +1 (right) and -1.

    .. math:: \ell = \tfrac12 \sum_z (\theta \cdot f(x, z) - t_z)^2

    Eq. (1.2) of [Zhang2010].

    Examples
    --------
    >>> Squared().is_likelihood
    False
    """

    name: ClassVar[str] = "squared"
    asks: ClassVar[str] = "nothing"
    curvature: ClassVar[float] = (
        2.0  # twice the true one: rows longer than the mean must not diverge
    )


@dataclass(frozen=True)
class JointLikelihood(Loss):
    r"""Joint likelihood of naive Bayes, maximised in closed form by counting.

    .. math:: \ell = -\log p(x, y)

    Examples
    --------
    >>> JointLikelihood().name
    'joint-likelihood'
    """

    name: ClassVar[str] = "joint-likelihood"
    asks: ClassVar[str] = "nothing"
    is_likelihood: ClassVar[bool] = True


_KINDS = (PerceptronLoss, Hinge, SquaredHinge, Logistic, SoftmaxMargin, Squared, JointLikelihood)
LOSSES: Registry[type[Loss]] = Registry("loss", {each.name: each for each in _KINDS})


def read_loss(loss: object) -> Loss:
    """Return the loss itself, the one with that name, or the one with these two facts.

    Examples
    --------
    >>> class Margin:
    ...     asks, rho = "max", 2.0
    >>> read_loss(Margin())
    Hinge(cost=2.0)
    """
    if isinstance(loss, Loss) and (loss.of == "scores" or LOSSES.names.count(loss.name)):
        return loss
    if isinstance(loss, type):
        raise ParameterError(
            f"loss must be a name or an object; got the class {loss.__name__}. "
            f"Write {loss.__name__}() with brackets."
        )
    if isinstance(loss, str):
        from linguine.learning.score_losses import SCORE_LOSSES  # they are made of these

        table = SCORE_LOSSES if loss in SCORE_LOSSES.names else LOSSES
        return table.get(loss)()
    asks, rho = getattr(loss, "asks", None), getattr(loss, "rho", None)
    weight = float(rho) if isinstance(rho, (int, float)) else math.nan
    if asks not in ("max", "sum") or not 0 <= weight < math.inf:
        raise ParameterError(
            "loss must be one of linguine's, or have two facts: asks, which is 'max' or 'sum', and "
            "rho >= 0, the weight of the cost; "
            f"got {loss!r} with asks={asks!r}, rho={rho!r}. Other losses need a "
            f"struct in the core; use {', '.join(map(repr, LOSSES.names))} until then."
        )
    if weight == 0:
        return PerceptronLoss() if asks == "max" else Logistic()
    return Hinge(weight) if asks == "max" else SoftmaxMargin(weight)
