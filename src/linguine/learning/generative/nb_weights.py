r"""Naive-Bayes weights: how much more often one label has a feature than the others.

.. math:: r_j = \ln \frac{p_j / \|p\|_1}{q_j / \|q\|_1}, \quad
          p_j = \alpha + \sum_{y_i = y} [x_{ij} \ne 0], \quad
          q_j = \alpha + \sum_{y_i \ne y} [x_{ij} \ne 0]

A linear model on x * s is a linear model on x with weights theta * s, so features can be scaled
by what naive Bayes thinks of them and prediction does not change: [Wang2012].
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites

__all__ = ["log_count_ratios", "scale_columns"]


def log_count_ratios(
    sites: Sites, examples: Examples, n_labels: int, alpha: float
) -> NDArray[np.float32]:
    """Return r for each feature and column, one column for two labels : (n_features, n_columns).

    What counts is whether a feature is there. Each block of features adds to one by itself.
    """
    shape = sites.n_rows, sites.n_features
    presence = _core.Matrix(sites.indptr, sites.indices, None, *shape, True)
    sums = _core.class_sums(
        presence, examples.rows, examples.gold, examples.weights, n_labels, False
    )
    inside = sums[:, 1:] if n_labels == 2 else sums
    p = alpha + inside
    q = alpha + (sums.sum(axis=1, keepdims=True) - inside)
    ratios = np.log(p / q) - _log_block_ratio(p, q, sites.blocks)
    return np.ascontiguousarray(ratios, dtype=np.float32)


def _log_block_ratio(
    p: NDArray[np.float64], q: NDArray[np.float64], blocks: NDArray[np.uint8] | None
) -> NDArray[np.float64]:
    """Return ln(|p| / |q|) of the block of each feature, or of all : (n_features or 1, ...)."""
    if blocks is None:
        return np.asarray(np.log(p.sum(axis=0) / q.sum(axis=0)))
    table = np.zeros((256, p.shape[1]))
    for block in np.unique(blocks):
        chosen = blocks == block
        table[block] = np.log(p[chosen].sum(axis=0) / q[chosen].sum(axis=0))
    return np.asarray(table[blocks])


def scale_columns(sites: Sites, scale: NDArray[np.float32]) -> Sites:
    """Return a sparse X with column j multiplied by ``scale[j]``; indices are shared."""
    factors: NDArray[Any] = scale[sites.indices]
    if sites.values is not None:
        factors *= sites.values
    native = _core.Matrix(
        sites.indptr, sites.indices, factors, sites.n_rows, sites.n_features, True
    )
    return Sites(native, factors, sites.indptr, sites.indices, sites.blocks)
