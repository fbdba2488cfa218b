"""Kernels of vectors: polynomial and Gaussian."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass

from linguine import _core
from linguine.errors import check_number
from linguine.learning.kernels.kernel import MatrixKernel
from linguine.progress import Report

__all__ = ["RBF", "Polynomial"]


@dataclass(frozen=True)
class Polynomial(MatrixKernel):
    r"""All products of up to ``degree`` features.

    .. math:: K(x, x') = (x \cdot x' + c)^d

    The kernels of [McDonald]. In two dimensions and with d = 2 it is the dot product of six
    features: 1, the squares of both numbers, and both and their product times the root of 2.

    Parameters
    ----------
    degree
        d; 1 with an offset of 0 is the linear kernel.
    offset
        c >= 0: how much products of fewer features count. With 0 there are only those of d.

    Examples
    --------
    >>> Polynomial(2)([[1.0, 2.0]], [[3.0, 4.0]]).item()
    144.0
    """

    degree: int = 2
    _: KW_ONLY
    offset: float = 1.0

    kind = "polynomial"

    def __post_init__(self) -> None:
        check_number(
            "Polynomial", "degree", self.degree, low=1, high=100, integer=True, fix="Try 2."
        )
        fix = "A negative offset is no kernel: use 1, or 0 for products of all the degree alone."
        check_number(
            "Polynomial", "offset", self.offset, low=0.0, high=math.inf, high_open=True, fix=fix
        )

    def items(
        self,
        left: _core.Matrix,
        right: _core.Matrix | None,
        n_threads: int,
        report: Report | None = None,
    ) -> _core.KernelItems:
        """Return the rows of one or two matrices, ready to be compared."""
        return _core.polynomial_items(left, right, self.degree, self.offset)


@dataclass(frozen=True)
class RBF(MatrixKernel):
    r"""Gaussian radial basis: near points are similar, far ones are not.

    .. math:: K(x, x') = \exp\left(-\frac{\|x - x'\|^2}{2 \sigma^2}\right)

    The kernels of [McDonald]. scikit-learn's gamma is 1 / (2 sigma^2): ``RBF.from_gamma``.

    Parameters
    ----------
    sigma
        The distance at which similarity has fallen to exp(-1/2) = 0.61. Scale features to about
        the same spread first.

    Examples
    --------
    >>> round(RBF(1.0)([[0.0, 0.0]], [[1.0, 1.0]]).item(), 4)
    0.3679
    >>> RBF.from_gamma(0.5)
    RBF(sigma=1.0)
    """

    sigma: float = 1.0

    kind = "rbf"

    def __post_init__(self) -> None:
        # Beyond these 1 / (2 sigma^2) is not a number that can be computed with.
        fix = "Try the typical distance of two points."
        check_number("RBF", "sigma", self.sigma, low=1e-100, high=1e100, fix=fix)

    @classmethod
    def from_gamma(cls, gamma: float) -> RBF:
        """Return the kernel exp(-gamma |x - x'|^2)."""
        fix = "Try 1 / (number of features)."
        check_number("RBF", "gamma", gamma, low=1e-199, high=1e199, fix=fix)
        return cls(math.sqrt(0.5 / gamma))

    @property
    def gamma(self) -> float:
        """1 / (2 sigma^2)."""
        return 0.5 / self.sigma**2

    def items(
        self,
        left: _core.Matrix,
        right: _core.Matrix | None,
        n_threads: int,
        report: Report | None = None,
    ) -> _core.KernelItems:
        """Return the rows of one or two matrices, ready to be compared."""
        return _core.gaussian_items(left, right, self.gamma)
