r"""NB-SVM by the book: naive-Bayes ratios, then a linear model on scaled features.

    p = alpha + sum of weights of the rows of the label that have the feature
    q = alpha + the same of all other rows
    r = ln((p / |p|_1) / (q / |q|_1))                                Eq. (3) of [Wang2012]

    g = the root of the mean squared length of the rows of r x
    w, b = a linear model on r x / g
    w' = (1 - beta) |w|_1 / n + beta w,  theta = r w' / g            Eq. (4) of [Wang2012]
    b' = (1 - beta) |w|_1 / n ln(N_y / N_rest) / g + beta b

The last line makes beta = 0 naive Bayes with its prior, and beta = 1 what was learned.

Only whether a feature is there counts. Features come in blocks (words, characters), each with
norms |p|_1 and |q|_1 of its own; a single block is the paper's formula.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .losses import Array, Labels

#: From rows and signs (+1, -1) to weights and bias.
Learn = Callable[[Array, Array], tuple[Array, float]]


def ratios(
    X: Array, gold: Labels, weight: Array, n_labels: int, alpha: float,
    blocks: NDArray[np.integer] | None = None,
) -> Array:  # fmt: skip
    """r of each feature for each label against the rest; only the second label's for two."""
    present = X != 0
    blocks = np.zeros(X.shape[1], dtype=np.int64) if blocks is None else blocks
    columns = []
    for y in range(n_labels) if n_labels > 2 else [1]:
        column = np.zeros(X.shape[1])
        p = np.full(X.shape[1], alpha)
        q = np.full(X.shape[1], alpha)
        for i in range(len(gold)):
            (p if gold[i] == y else q)[present[i]] += weight[i]
        for block in set(blocks.tolist()):
            here = blocks == block
            column[here] = np.log(p[here] / p[here].sum()) - np.log(q[here] / q[here].sum())
        columns.append(column)
    return np.stack(columns, axis=1)


def fit(
    X: Array, gold: Labels, n_labels: int, alpha: float, beta: float, learn: Learn
) -> tuple[Array, Array]:
    """Return theta (d, n_columns) and bias (n_columns,) for presence features."""
    r = ratios(X, gold, np.ones(len(gold)), n_labels, alpha)
    theta, bias = np.zeros_like(r), np.zeros(r.shape[1])
    for k in range(r.shape[1]):
        label = 1 if n_labels == 2 else k
        rows = (X != 0) * r[:, k]
        g = np.sqrt((rows**2).sum() / len(X))
        w, b = learn(rows / g, np.where(gold == label, 1.0, -1.0))
        size = np.abs(w).mean()
        theta[:, k] = r[:, k] / g * ((1 - beta) * size + beta * w)
        n_label = int((gold == label).sum())
        prior = np.log(n_label / (len(gold) - n_label))
        bias[k] = (1 - beta) * size / g * prior + beta * b
    return theta, bias
