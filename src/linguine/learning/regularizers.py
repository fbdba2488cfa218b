r"""Regularizers: the price of large weights, the same for every learner.

.. math::
    F(\theta) = \sum_i w_i\, \ell(\theta; x_i, y_i)
                + \tfrac{l2}{2} \|\theta\|^2 + l1 \|\theta\|_1

A sum over examples, not a mean, so C = 1 / l2. The L2 term is a Gaussian prior of
variance 1 / l2, Eq. (2.59) of [Eisenstein2018].
"""

from __future__ import annotations

from dataclasses import dataclass

from linguine.errors import POSITIVE, ParameterError, check_flag, check_number

__all__ = ["Intercept", "Penalty", "l2_from_c"]


@dataclass(frozen=True)
class Penalty:
    """Weights of the two norms.

    Parameters
    ----------
    l2
        Weight of half the squared norm; None lets the learner's table row decide.
    l1
        Weight of the sum of absolute values; it makes weights exactly zero.

    Examples
    --------
    >>> Penalty(l2=None, l1=0.5).l1
    0.5
    """

    l2: float | None = None
    l1: float = 0.0

    def __post_init__(self) -> None:
        fix = "Use 0 for no penalty."
        if self.l2 is not None:
            check_number("penalty", "l2", self.l2, low=0, high_open=True, fix=fix)
        check_number("penalty", "l1", self.l1, low=0, high_open=True, fix=fix)


@dataclass(frozen=True)
class Intercept:
    r"""The bias of each column: free, or the weight of a constant feature A.

    With ``is_regularized`` the bias is :math:`b = A v` and v is penalised like any weight,
    so that b costs :math:`\tfrac{l2}{2 A^2} b^2`: the embedding of section 1.1 of [Zhang2010].

    Parameters
    ----------
    is_fitted
        False keeps the bias at zero.
    is_regularized
        True penalises it.
    scaling
        The constant A.

    Examples
    --------
    >>> Intercept(is_regularized=True, scaling=2.0).l2(1.0)
    0.25
    """

    is_fitted: bool = True
    is_regularized: bool = False
    scaling: float = 1.0

    def __post_init__(self) -> None:
        check_flag("intercept", "fit_intercept", self.is_fitted)
        check_flag("intercept", "regularize_intercept", self.is_regularized)
        fix = "Use 1.0 unless the features are on another scale."
        check_number("intercept", "intercept_scaling", self.scaling, **POSITIVE, fix=fix)
        if self.is_regularized and not self.is_fitted:
            raise ParameterError(
                "regularize_intercept needs an intercept; got fit_intercept=False. "
                "Use regularize_intercept=False."
            )
        if self.scaling != 1.0 and not self.is_regularized:
            raise ParameterError(
                "intercept_scaling only acts on a regularized intercept; got "
                f"intercept_scaling={self.scaling} with regularize_intercept=False. "
                "Use regularize_intercept=True, or leave intercept_scaling at 1.0."
            )

    def l2(self, l2: float) -> float:
        """Weight of half the squared bias in the objective."""
        return l2 / self.scaling**2 if self.is_regularized else 0.0


def l2_from_c(owner: str, C: object) -> float:
    """Return l2 = 1 / C; an infinite C is no penalty."""
    fix = "Use 1.0; small is strong regularization, large is weak."
    check_number(owner, "C", C, low=0, low_open=True, fix=fix)
    return 1.0 / C  # type: ignore[operator]
