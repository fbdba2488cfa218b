r"""Naive-Bayes weights: how much more often one label has a feature than the others.

.. math:: r_j = \ln \frac{p_j / \|p\|_1}{q_j / \|q\|_1}, \quad
          p_j = \alpha + \sum_{y_i = y} [x_{ij} \ne 0], \quad
          q_j = \alpha + \sum_{y_i \ne y} [x_{ij} \ne 0]

A linear model on x * s is a linear model on x with weights theta * s, so features can be scaled
by what naive Bayes thinks of them and prediction does not change: [Wang2012].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites

__all__ = ["log_count_ratios"]


def log_count_ratios(
    sites: Sites,
    examples: Examples,
    n_labels: int,
    alpha: float,
    columns: range | None = None,
) -> NDArray[np.float32]:
    """Return r for each feature and column, one column for two labels : (n_features, n_columns).

    What counts is whether a feature is there. Each block of features adds to one by itself. Of
    many labels some columns can be asked for: a table of all of them may not fit into memory.
    """
    columns = range(1 if n_labels == 2 else n_labels) if columns is None else columns
    return _core.log_count_ratios(
        sites.native,
        examples.rows,
        examples.gold,
        examples.weights,
        n_labels,
        1 if n_labels == 2 else columns.start,
        len(columns),
        alpha,
        sites.blocks,
        examples.native_sets,
    )
