r"""EM in plain NumPy, one row after another: Fig. 1.6 of [Zhang2010].

naive Bayes   F = sum_L log p(x, y) + w sum_U log sum_y p(x, y) + alpha sum_yj log phi_yj
              M-step: phi = (alpha + soft count) / their sum, pi = soft number of rows / their sum
Gaussian      F = sum_i log sum_y pi_y N(x_i; m_y, v_y I)
              M-step: m_y the mean by q, v_y the mean squared distance from it by q and dimension
"""

from __future__ import annotations

import numpy as np

from .losses import Array


def naive_bayes_step(
    X: Array, q: Array, alpha: float, gold: Array | None = None, weight: float = 1.0
) -> tuple[Array, Array, Array, float]:
    """One M-step from q and the E-step behind it: theta (d, K), bias (K,), the new q, F.

    ``gold`` has a 1 in the column of a known label, and a row of zeros where it is hidden.
    """
    n, n_labels = q.shape
    known = np.zeros_like(q) if gold is None else gold
    is_known = known.sum(axis=1) > 0
    counts, rows = np.zeros((X.shape[1], n_labels)), np.zeros(n_labels)
    for i in range(n):
        shares = known[i] if is_known[i] else weight * q[i]
        for y in range(n_labels):
            counts[:, y] += shares[y] * X[i]
            rows[y] += shares[y]
    phi = (alpha + counts) / (alpha + counts).sum(axis=0)
    pi = rows / rows.sum()
    new, objective = np.zeros_like(q), alpha * float(np.log(phi).sum())
    for i in range(n):
        joint = np.array([pi[y] * np.prod(phi[:, y] ** X[i]) for y in range(n_labels)])
        new[i] = joint / joint.sum()
        if is_known[i]:
            objective += float(np.log(joint[known[i] > 0].sum()))
        else:
            objective += weight * float(np.log(joint.sum()))
    return np.log(phi), np.log(pi), new, objective


def gaussian_step(
    X: Array, q: Array, variance: str | float
) -> tuple[Array, Array, Array, Array, float]:
    """One M-step and the E-step behind it: means (K, d), variances (K,), pi, the new q, F."""
    n, d = X.shape
    n_labels = q.shape[1]
    pi = q.sum(axis=0) / n
    means = np.array([(q[:, [y]] * X).sum(axis=0) / q[:, y].sum() for y in range(n_labels)])
    squares = np.array([[((x - m) ** 2).sum() for m in means] for x in X])
    if variance == "spherical":
        v = (q * squares).sum(axis=0) / (d * q.sum(axis=0))
    elif variance == "shared":
        v = np.full(n_labels, (q * squares).sum() / (d * n))
    else:
        v = np.full(n_labels, float(variance))
    joint = pi * np.exp(-squares / (2 * v)) / (2 * np.pi * v) ** (d / 2)
    return means, v, pi, joint / joint.sum(axis=1, keepdims=True), float(np.log(joint.sum(1)).sum())
