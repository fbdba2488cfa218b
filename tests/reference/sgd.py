r"""Stochastic gradient descent with eager penalties and eager averaging.

F / n is a mean over examples, so one step on a batch B is, for every weight,

    theta <- (1 - eta l2/n) theta - eta mean_{i in B} w_i g_i        Alg. 5 of [Eisenstein2018]
    u <- (1 - eta l2/n) u + eta l1/n                              what every weight owes by now
    theta <- clip(theta, u, q)       towards zero by what is outstanding [Tsuruoka2009, Fig. 2]

q is what a weight has received so far. L2 decay shrinks u and q with the weight itself.
g_i is taken at the weights before the step. The bias moves by its gradient alone.
Schedules: constant eta_0; power eta_0 t^-power, Eq. (2.70) f.; pegasos n / (l2 t), i.e.
1/(lambda t) with lambda = l2/n (Alg. 6 of [LxMLS], Shalev-Shwartz et al. 2007).
t counts steps (batches) from 1.
"""

from __future__ import annotations

import numpy as np

from .losses import Array, Labels, loss, n_columns


def clip(z: Array, u: float, q: Array) -> Array:
    """Move z towards zero by the outstanding penalty and stop there."""
    return np.where(
        z > 0, np.maximum(0.0, z - (u + q)), np.where(z < 0, np.minimum(0.0, z + (u - q)), 0.0)
    )


def rate(schedule: str, t: int, *, eta_0: float, power: float, l2: float, n: int) -> float:
    """eta_t."""
    if schedule == "constant":
        return eta_0
    if schedule == "power":
        return float(eta_0 * t**-power)
    return n / (l2 * t)


def batches(n: int, batch_size: int) -> list[range]:
    """Rows of each step in file order; the last batch may be smaller."""
    return [range(i, min(i + batch_size, n)) for i in range(0, n, batch_size)]


def sgd(
    X: Array,
    gold: Labels,
    n_labels: int,
    *,
    loss_name: str,
    epochs: int,
    schedule: str,
    eta_0: float = 1.0,
    power: float = 0.5,
    l2: float = 0.0,
    l1: float = 0.0,
    batch_size: int = 1,
    fit_intercept: bool = True,
    one_versus_all: bool = False,
    sample_weight: Array | None = None,
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """((theta, b), (averaged theta, averaged b))."""
    n, k = len(gold), n_columns(n_labels)
    theta, b = np.zeros((X.shape[1], k)), np.zeros(k)
    m_theta, m_b = np.zeros_like(theta), np.zeros_like(b)
    u, q = 0.0, np.zeros_like(theta)
    weight = np.ones(n) if sample_weight is None else sample_weight
    t = 0
    for _ in range(epochs):
        for batch in batches(n, batch_size):
            t += 1
            eta = rate(schedule, t, eta_0=eta_0, power=power, l2=l2, n=n)
            d_theta, d_b = np.zeros_like(theta), np.zeros_like(b)
            for i in batch:
                s = X[i] @ theta + b
                _, g = loss(loss_name, s, int(gold[i]), one_versus_all=one_versus_all)
                d_theta += weight[i] * np.outer(X[i], g) / len(batch)
                d_b += weight[i] * g / len(batch)
            decay = 1.0 - eta * l2 / n
            z = decay * theta - eta * d_theta
            u, q = decay * u + eta * l1 / n, decay * q
            theta = clip(z, u, q)
            q = q + theta - z
            if fit_intercept:
                b = b - eta * d_b
            m_theta, m_b = m_theta + theta, m_b + b
    return (theta, b), (m_theta / t, m_b / t)
