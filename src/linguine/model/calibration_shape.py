r"""The shape of a calibration: how distances between scores are bent, by maximum likelihood.

.. math:: \ell_y = -e^{a} d_y^\kappa \sigma^{-\gamma}, \quad
          F = -\sum_i \sum_y t_{iy} \log \mathrm{softmax}(\ell_i)_y
              + \tfrac{\tau}{2} (\ln^2 \kappa + \gamma^2)

over a, ln kappa and gamma; t is gold, smoothed as for the slope. The penalty counts as much as
tau rows, so that few of them bend little. Fisher scoring with a damping that grows until F falls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.model.calibrator import Shape, logs

__all__ = ["ShapeLoss", "fit_shape"]

#: tau.
_PENALTY = 4.0
#: ln kappa and gamma, and how far one step goes at most.
_BOUNDS = np.array([50.0, 1.5, 3.0])
_LONGEST = 1.0


class ShapeLoss:
    """F, its gradient and its curvature; rows of one spread say nothing about gamma.

    Parameters
    ----------
    below
        Scores less the best of each row : (n_rows, n_labels).
    gold
        Index of the right label : (n_rows,).
    weights
        How much each row counts : (n_rows,); None is 1.
    """

    def __init__(
        self,
        below: NDArray[np.float64],
        gold: NDArray[np.intp],
        weights: NDArray[np.float64] | None = None,
    ) -> None:
        self.w = np.ones(len(below)) if weights is None else weights
        n = float(self.w.sum())
        log_d, log_sigma = logs(below)
        scale = float(log_d[np.isfinite(log_d)].mean())  # so that a is of the order of 1
        self.scale = scale
        self.log_d, self.log_sigma = log_d - scale, log_sigma - scale
        self.has_gamma = below.shape[1] > 2
        epsilon = 1.0 / (n + 2.0)
        self.target = np.full(below.shape, epsilon / (below.shape[1] - 1))
        self.target[np.arange(len(gold)), gold] = 1.0 - epsilon

    def __call__(
        self, at: NDArray[np.float64]
    ) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        """Return F, its gradient and the Fisher information at (a, ln kappa, gamma)."""
        a, log_kappa, gamma = at
        kappa = np.exp(log_kappa)
        logit = -np.exp(np.minimum(a + kappa * self.log_d - gamma * self.log_sigma, 300.0))
        log_z = np.log(np.exp(logit).sum(axis=1, keepdims=True))
        p = np.exp(logit - log_z)
        w = self.w[:, None]
        value = float((w * self.target * (log_z - logit)).sum())
        log_d = np.where(np.isfinite(self.log_d), self.log_d, 0.0)
        slopes = [logit, logit * (kappa * log_d), -logit * self.log_sigma]
        if not self.has_gamma:
            slopes[2] = np.zeros_like(logit)
        gradient = np.array([float((w * (p - self.target) * each).sum()) for each in slopes])
        means = [(p * each).sum(axis=1) for each in slopes]
        fisher = np.empty((3, 3))
        for j in range(3):
            for k in range(j, 3):
                squares = (w * p * slopes[j] * slopes[k]).sum()
                second = float(squares - (self.w * means[j]) @ means[k])
                fisher[j, k] = fisher[k, j] = second
        penalised = np.array([0.0, log_kappa, gamma])
        value += 0.5 * _PENALTY * float(penalised @ penalised)
        fisher[[1, 2], [1, 2]] += _PENALTY
        return value, gradient + _PENALTY * penalised, fisher


def fit_shape(
    below: NDArray[np.float64],
    gold: NDArray[np.intp],
    weights: NDArray[np.float64] | None = None,
) -> Shape:
    """Return the shape that makes the gold labels most likely; straight where nothing differs.

    Examples
    --------
    >>> below = -np.square(np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0]] * 9))
    >>> fit_shape(below, np.arange(27) % 5 // 4).kappa < 1.0
    True
    """
    if not (below < 0).any():
        return Shape()
    loss = ShapeLoss(below, gold, weights)
    at, damping = np.zeros(3), 1e-3
    value, gradient, fisher = loss(at)
    for _ in range(60):
        damped = fisher + damping * np.diag(np.diag(fisher) + 1e-9)
        step = -np.linalg.solve(damped, gradient)
        step *= min(1.0, _LONGEST / max(float(np.abs(step).max()), 1e-300))
        there = np.clip(at + step, -_BOUNDS, _BOUNDS)
        new = loss(there)
        if new[0] > value:
            damping *= 10.0
            if damping > 1e9:
                break
            continue
        gain, at, damping = value - new[0], there, max(damping / 10.0, 1e-9)
        value, gradient, fisher = new
        if gain <= 1e-9 * (1.0 + abs(value)):
            break
    return Shape(float(np.exp(at[1])), float(at[2]) if loss.has_gamma else 0.0)
