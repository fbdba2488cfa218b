r"""Naive-Bayes weights: features scaled by how much more often one label has them.

.. math:: r_j = \ln \frac{p_j / \|p\|_1}{q_j / \|q\|_1}, \quad
          p_j = \alpha + \sum_{y_i = y} x_{ij}, \quad q_j = \alpha + \sum_{y_i \ne y} x_{ij}

A linear model on x * r is a linear model on x with weights theta * r, so prediction does not
change: [Wang2012].
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

    Parameters
    ----------
    sites
        Features that are not negative.
    examples
        Rows with their labels and weights.
    n_labels
        Number of classes.
    alpha
        Pseudo-count of every feature.
    """
    sums = _core.class_sums(
        sites.native, examples.rows, examples.gold, examples.weights, n_labels, False
    )
    inside = sums[:, 1:] if n_labels == 2 else sums
    p = alpha + inside
    q = alpha + (sums.sum(axis=1, keepdims=True) - inside)
    ratios = np.log(p / p.sum(axis=0)) - np.log(q / q.sum(axis=0))
    return np.ascontiguousarray(ratios, dtype=np.float32)


def scale_columns(sites: Sites, scale: NDArray[np.float32]) -> Sites:
    """Return a sparse X with column j multiplied by ``scale[j]``; indices are shared."""
    factors: NDArray[Any] = scale[sites.indices]
    values = factors if sites.values is None else sites.values * factors
    native = _core.Matrix(sites.indptr, sites.indices, values, sites.n_rows, sites.n_features, True)
    return Sites(native, values, sites.indptr, sites.indices)
