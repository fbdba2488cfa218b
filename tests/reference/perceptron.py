r"""The perceptron, plain and averaged, line for line.

Algorithms 3 and 4 of [Eisenstein2018]:

    y_hat = argmax_y theta . f(x, y)
    if y_hat != y:  theta <- theta + f(x, y) - f(x, y_hat)
    m <- m + theta                                        (after *every* example)
    return theta, m / t

An example of weight w moves theta w times as far. One-versus-all runs one pinned
perceptron per column.
"""

from __future__ import annotations

import numpy as np

from .losses import Array, Labels, loss, n_columns


def perceptron(
    X: Array,
    gold: Labels,
    n_labels: int,
    *,
    epochs: int,
    fit_intercept: bool = True,
    one_versus_all: bool = False,
    sample_weight: Array | None = None,
) -> tuple[tuple[Array, Array], tuple[Array, Array], int]:
    """((theta, b), (averaged theta, averaged b), mistakes)."""
    k = n_columns(n_labels)
    theta, b = np.zeros((X.shape[1], k)), np.zeros(k)
    m_theta, m_b = np.zeros_like(theta), np.zeros_like(b)
    weight = np.ones(len(gold)) if sample_weight is None else sample_weight
    t, mistakes = 0, 0
    for _ in range(epochs):
        for phi, y, w in zip(X, gold.astype(int), weight, strict=True):
            t += 1
            _, g = loss("perceptron", phi @ theta + b, int(y), one_versus_all=one_versus_all)
            mistakes += bool(np.any(g != 0))
            theta = theta - w * np.outer(phi, g)
            if fit_intercept:
                b = b - w * g
            m_theta = m_theta + theta
            m_b = m_b + b
    return (theta, b), (m_theta / t, m_b / t), mistakes
