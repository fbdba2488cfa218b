r"""Gaussians whose labels are hidden: round clusters of points.

.. math:: F(\pi, m, v) = \sum_i \log \sum_y \pi_y\, N(x_i; m_y, v_y I)

The mixture of Section 1.5 of [Zhang2010], there with a known variance. The log-density is linear in
x and :math:`|x|^2`, so one more column makes a linear model of it:

.. math:: \log \pi_y N(x; m_y, v_y I) = \frac{m_y}{v_y} \cdot x - \frac{1}{2 v_y} |x|^2
          + \log \pi_y - \frac{|m_y|^2}{2 v_y} - \frac{d}{2} \log 2 \pi v_y
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine import _core

__all__ = ["GaussianMixtureSteps", "Gaussians", "affine"]

Table = NDArray[np.float64]

#: What keeps the mean of nothing a number.
_NOTHING = 10 * float(np.finfo(np.float64).eps)


class Gaussians(NamedTuple):
    """The parameters of a mixture."""

    means: Table  # (k, d)
    variances: Table  # (k,), of each coordinate
    shares: Table  # (k,), pi


class GaussianMixtureSteps:
    """Points with hidden labels: the two steps of EM.

    Parameters
    ----------
    X
        The points, around 0 so that squares keep their digits : (n, d).
    variance
        ``"spherical"`` for one of each label, ``"shared"`` for one of all, or the known number.
    floor
        No variance is smaller.
    n_threads
        Threads; the result does not depend on it.
    """

    def __init__(
        self, X: Table, variance: str | float, floor: float, *, n_threads: int = 1
    ) -> None:
        rows = with_squares(X)
        self._native = _core.SoftCounts(
            _core.Matrix(None, None, rows, rows.shape[0], rows.shape[1], False), n_threads
        )
        self.variance, self.floor, self.n_threads = variance, floor, n_threads

    def maximise(self, q: Table) -> Gaussians:
        """Return means, variances and shares if q were the labels."""
        sums = self._native.sums(np.ascontiguousarray(q), self.n_threads)
        weights = q.sum(axis=0) + _NOTHING
        means = sums[:-1].T / weights[:, None]
        d = means.shape[1]
        # sum q |x - m|^2 = sum q |x|^2 - (sum q) |m|^2
        scatter = np.maximum(sums[-1] - weights * (means**2).sum(axis=1), 0.0)
        if self.variance == "spherical":
            variances = scatter / (d * weights)
        elif self.variance == "shared":
            variances = np.full(len(weights), scatter.sum() / (d * weights.sum()))
        else:
            variances = np.full(len(weights), float(self.variance))
        return Gaussians(means, np.maximum(variances, self.floor), weights / weights.sum())

    def expect(self, parameters: Gaussians, sharpness: float) -> tuple[Table, float]:
        """Return what the Gaussians say about the points, and the log-likelihood."""
        q, log_z = self._native.expect(*affine(parameters), sharpness, self.n_threads)
        return q, float(log_z.sum())

    def log_likelihoods(self, parameters: Gaussians) -> Table:
        """Return log p(x) of each point : (n,)."""
        return self._native.expect(*affine(parameters), 1.0, self.n_threads)[1]

    def settle(self, q: Table) -> None:
        """Leave all as it is: points are not warmed up."""


def with_squares(X: Table) -> Table:
    """Return points with their squared length as a last column : (n, d + 1)."""
    return np.ascontiguousarray(np.hstack([X, (X**2).sum(axis=1, keepdims=True)]))


def affine(parameters: Gaussians) -> tuple[Table, Table]:
    """Return the weights of x and of its squared length, and the bias : (d + 1, k), (k,).

    Examples
    --------
    >>> parameters = Gaussians(np.array([[1.0]]), np.array([0.5]), np.array([1.0]))
    >>> theta, bias = affine(parameters)
    >>> round(float(np.exp(np.array([1.0, 1.0]) @ theta + bias)[0]), 3)  # the peak
    0.564
    """
    means, v, shares = parameters
    theta = np.vstack([(means / v[:, None]).T, -0.5 / v])
    log_scale = 0.5 * means.shape[1] * np.log(2.0 * np.pi * v)
    with np.errstate(divide="ignore"):
        bias = np.log(shares) - 0.5 * (means**2).sum(axis=1) / v - log_scale
    return np.ascontiguousarray(theta), np.ascontiguousarray(bias)
