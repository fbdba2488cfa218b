"""Losses of scores in plain NumPy: value and derivative, as equations.md writes them."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize

from .losses import Array

__all__ = ["LOSSES", "ordinal", "ordinal_minimum", "score_minimum", "svr_minimum"]


def squared(s: Array, t: Array, _: float) -> tuple[Array, Array]:
    return 0.5 * (s - t) ** 2, s - t


def huber(s: Array, t: Array, delta: float) -> tuple[Array, Array]:
    r = s - t
    is_small = np.abs(r) <= delta
    value = np.where(is_small, 0.5 * r**2, delta * (np.abs(r) - 0.5 * delta))
    return value, np.where(is_small, r, delta * np.sign(r))


def epsilon_insensitive(s: Array, t: Array, epsilon: float) -> tuple[Array, Array]:
    r = s - t
    return np.maximum(0.0, np.abs(r) - epsilon), np.where(np.abs(r) > epsilon, np.sign(r), 0.0)


def poisson(s: Array, t: Array, _: float) -> tuple[Array, Array]:
    return np.exp(s) - t * s, np.exp(s) - t


LOSSES = {
    "squared": (squared, 0.0),
    "huber": (huber, 0.7),
    "epsilon-insensitive": (epsilon_insensitive, 0.3),
    "poisson": (poisson, 0.0),
}


def ordinal(s: Array, t: Array, tau: Array) -> Array:
    """Minus the log-probability of the places t under cumulative logits."""
    edges = np.concatenate([[-np.inf], tau, [np.inf]])
    below = 1.0 / (1.0 + np.exp(-(edges[None, :] - s[:, None])))
    places = t.astype(int)
    rows = np.arange(len(s))
    return np.asarray(-np.log(below[rows, places + 1] - below[rows, places]))


def score_minimum(
    name: str, X: Array, t: Array, w: Array, l2: float, *, bias_l2: float = 0.0
) -> tuple[float, Array, float]:
    """(F*, theta*, b*) by SciPy, of smooth losses; of the others by a smaller and smaller step."""
    loss, number = LOSSES[name]

    def objective(v: Array) -> tuple[float, Array]:
        theta, b = v[:-1], v[-1]
        value, slope = loss(X @ theta + b, t, number)
        total = (w * value).sum() + 0.5 * l2 * theta @ theta + 0.5 * bias_l2 * b * b
        by_theta = X.T @ (w * slope) + l2 * theta
        return float(total), np.append(by_theta, (w * slope).sum() + bias_l2 * b)

    options = {"maxiter": 20000, "ftol": 1e-15, "gtol": 1e-10}
    found = minimize(objective, np.zeros(X.shape[1] + 1), jac=True, method="L-BFGS-B",
                     options=options)  # fmt: skip
    return float(found.fun), found.x[:-1], float(found.x[-1])


def svr_minimum(X: Array, t: Array, w: Array, l2: float, epsilon: float) -> float:
    """F* of the epsilon-insensitive loss with a penalised bias, by its dual in SciPy."""
    Phi = np.column_stack([X, np.ones(len(X))])
    K, C = Phi @ Phi.T, w / l2

    def dual(v: Array) -> tuple[float, Array]:
        plus, minus = np.split(v, 2)
        beta = plus - minus
        value = 0.5 * beta @ K @ beta - t @ beta + epsilon * v.sum()
        slope = K @ beta - t
        return float(value), np.concatenate([slope + epsilon, -slope + epsilon])

    bounds = [(0.0, c) for c in np.tile(C, 2)]
    options = {"maxiter": 50000, "maxfun": 100000, "ftol": 1e-15, "gtol": 1e-10}
    start = np.zeros(2 * len(t))
    found = minimize(dual, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    return -l2 * float(found.fun)


def ordinal_minimum(X: Array, t: Array, w: Array, l2: float, n_values: int) -> float:
    """F* of cumulative logits; thresholds are free, and in order by the logarithms of gaps."""

    def objective(v: Array) -> float:
        theta, b, gamma = v[: X.shape[1]], v[X.shape[1]], v[X.shape[1] + 1 :]
        tau = np.concatenate([[0.0], np.cumsum(np.exp(gamma))])
        value = ordinal(X @ theta + b, t, tau)
        return float((w * value).sum() + 0.5 * l2 * theta @ theta)

    start = np.zeros(X.shape[1] + n_values - 1)
    found = minimize(objective, start, method="BFGS", options={"gtol": 1e-6, "maxiter": 5000})
    return float(found.fun)
