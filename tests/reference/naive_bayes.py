r"""Naive Bayes by counting: three models of p(x | y), each a linear classifier.

    score(y) = log mu_y + sum_j theta_{y,j} x_j + const_y

multinomial   phi_{y,j} = (alpha + count(y,j)) / (V alpha + sum_j' count(y,j'))
              Eq. (2.30) of [Eisenstein2018]; theta = log phi, Eq. (2.20)
bernoulli     p_{y,j} = (alpha + n(y,j)) / (2 alpha + n(y)), n(y,j) documents of label y with
              word j; footnote 1 of chapter 1.2.2 of [LxMLS]; absent words count too:
              theta = log p - log(1 - p), const = sum_j log(1 - p)
gaussian      x_j | y ~ N(m_{y,j}, v_j), the variance shared by the labels: x_j^2 cancels,
              theta = m / v, const = -sum_j m^2 / (2 v); Eq. (1.8) and Exercise 1.3 of [LxMLS]

mu_y is the share of label y. (The denominator is the class's word count, not its number
of documents: Eq. (1.10) of [LxMLS] slips there.)
"""

from __future__ import annotations

import numpy as np

from .losses import Array, Labels


def multinomial(X: Array, gold: Labels, weight: Array, n_labels: int, alpha: float) -> Array:
    """Joint scores as an affine map: (d + 1, K), the last row the offset log mu."""
    table = np.zeros((X.shape[1] + 1, n_labels))
    for y in range(n_labels):
        count = (weight[gold == y, None] * X[gold == y]).sum(axis=0)
        table[:-1, y] = np.log((alpha + count) / (alpha * len(count) + count.sum()))
        table[-1, y] = np.log(weight[gold == y].sum() / weight.sum())
    return table


def bernoulli(X: Array, gold: Labels, weight: Array, n_labels: int, alpha: float) -> Array:
    """Joint scores as an affine map: (d + 1, K), the last row the offset."""
    table = np.zeros((X.shape[1] + 1, n_labels))
    present = (X != 0).astype(float)
    for y in range(n_labels):
        n_y = weight[gold == y].sum()
        p = (alpha + (weight[gold == y, None] * present[gold == y]).sum(axis=0)) / (2 * alpha + n_y)
        table[:-1, y] = np.log(p) - np.log1p(-p)
        table[-1, y] = np.log(n_y / weight.sum()) + np.log1p(-p).sum()
    return table


def gaussian(X: Array, gold: Labels, weight: Array, n_labels: int) -> Array:
    """Joint scores up to what all labels share, as an affine map: (d + 1, K)."""
    table = np.zeros((X.shape[1] + 1, n_labels))
    mean = np.array(
        [np.average(X[gold == y], axis=0, weights=weight[gold == y]) for y in range(n_labels)]
    )
    v = np.average((X - mean[gold.astype(int)]) ** 2, axis=0, weights=weight)
    for y in range(n_labels):
        table[:-1, y] = mean[y] / v
        share = weight[gold == y].sum() / weight.sum()
        table[-1, y] = np.log(share) - (mean[y] ** 2 / (2 * v)).sum()
    return table


def posterior(table: Array, X: Array) -> Array:
    """p(y | x) = softmax of the joint scores, Bayes' rule; (n, K)."""
    s = X @ table[:-1] + table[-1]
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))
