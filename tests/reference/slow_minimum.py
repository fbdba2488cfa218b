r"""The minimum of a convex objective by methods the library does not use.

Smooth parts go to SciPy's L-BFGS-B with tight tolerances. L1 becomes smooth by
splitting: theta = p - q with p, q >= 0 and ||theta||_1 = sum(p + q) at the optimum.
The hinge is not smooth, so the SVM is solved as the quadratic program of
Eq. (2.48) of [Eisenstein2018] with one slack per example.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import LinearConstraint, minimize

from .losses import Array, zero_one_cost
from .objective import Objective


def smooth_minimum(F: Objective, *, free_bias: bool = True) -> tuple[float, Array, Array]:
    """(F*, theta*, b*) for a differentiable loss, with or without L1."""
    d, k = F.X.shape[1], F.columns
    n_bias = k if free_bias else 0

    def split(v: Array) -> tuple[Array, Array]:
        theta = (v[: d * k] - v[d * k : 2 * d * k]).reshape(d, k)
        return theta, v[2 * d * k :] if free_bias else np.zeros(k)

    def value_and_gradient(v: Array) -> tuple[float, Array]:
        theta, b = split(v)
        value, d_theta, d_b = F.smooth(theta, b)
        g = d_theta.ravel()
        parts = [g + F.l1, -g + F.l1] + ([d_b] if free_bias else [])
        return value + F.l1 * float(v[: 2 * d * k].sum()), np.concatenate(parts)

    bounds: list[tuple[float | None, float | None]]
    bounds = [(0.0, None)] * (2 * d * k) + [(None, None)] * n_bias
    if F.l1 == 0.0:  # without L1 the split has a flat direction: p alone, unbounded, does it
        bounds[: d * k] = [(None, None)] * (d * k)
        bounds[d * k : 2 * d * k] = [(0.0, 0.0)] * (d * k)
    found: Any = minimize(
        value_and_gradient,
        np.zeros(2 * d * k + n_bias),
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": 20000, "maxfun": 40000, "ftol": 1e-15, "gtol": 1e-10, "maxcor": 30},
    )
    theta, b = split(found.x)
    return F(theta, b), theta, b


def hinge_minimum(F: Objective, *, free_bias: bool = True) -> tuple[float, Array, Array]:
    """(F*, theta*, b*) of the hinge loss: a quadratic program in (theta, b, xi).

    min  l2/2 ||theta||^2 + bias_l2/2 ||b||^2 + sum_i w_i xi_i
    s.t. s_y + c(y, y') - s_y' <= ... :  s_gold - s_y' + xi_i >= c(gold, y')   for all y'
    """
    n, d = F.X.shape
    k = F.columns
    size = d * k + k + n
    rows, lower = [], []
    for i, (phi, y) in enumerate(zip(F.X, F.gold.astype(int), strict=True)):
        for coefficients, margin in _margins(F, int(y)):
            row = np.zeros(size)
            row[: d * k] = np.outer(phi, coefficients).ravel()
            row[d * k : d * k + k] = coefficients
            row[d * k + k + i] = 1.0
            rows.append(row)
            lower.append(margin)
    weight = np.ones(n) if F.sample_weight is None else F.sample_weight
    diagonal = np.concatenate([np.full(d * k, F.l2), np.full(k, F.bias_l2), np.zeros(n)])
    linear = np.concatenate([np.zeros(d * k + k), weight])
    bias_bound = (None, None) if free_bias else (0.0, 0.0)
    bounds = [(None, None)] * (d * k) + [bias_bound] * k + [(0.0, None)] * n
    start = np.concatenate([np.zeros(d * k + k), np.full(n, float(max(lower)))])
    found: Any = minimize(
        lambda v: (0.5 * float(v @ (diagonal * v)) + float(linear @ v), diagonal * v + linear),
        start,
        jac=True,
        method="SLSQP",
        bounds=bounds,
        constraints=LinearConstraint(np.array(rows), np.array(lower), np.inf),
        options={"maxiter": 2000, "ftol": 1e-14},
    )
    theta, b = found.x[: d * k].reshape(d, k), found.x[d * k : d * k + k]
    return F(theta, b), theta, b


def _margins(F: Objective, y: int) -> list[tuple[Array, float]]:
    """(coefficients of s, margin) of each constraint s_gold - s_y' >= margin - xi."""
    k = F.columns
    if k == 1:
        cost = zero_one_cost(2) if F.cost is None else F.cost
        return [(np.array([1.0 if y == 1 else -1.0]), float(cost[y, 1 - y]))]
    if F.one_versus_all:
        raise ValueError("one-versus-all has a slack per column: solve its columns one by one")
    cost = zero_one_cost(k) if F.cost is None else F.cost
    unit = np.eye(k)
    return [(unit[y] - unit[other], float(cost[y, other])) for other in range(k) if other != y]
