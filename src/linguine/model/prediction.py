r"""Prediction: the one path from scores to labels and probabilities, for every model.

.. math:: \hat y = \arg\max_y \theta \cdot f(x, y)

With two labels there is one column of scores: the second label's, the first being 0. Three and more
have one each : (n_rows, n_columns).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features import Sites

__all__ = ["choose_labels", "finite_bias", "log_probabilities", "score_rows"]


def choose_labels(scores: NDArray[Any], n_labels: int) -> NDArray[np.intp]:
    """Return the index of the best label of each row; ties go to the lower index.

    Examples
    --------
    >>> choose_labels(np.array([[-1.0], [2.0], [0.0]]), 2).tolist()
    [0, 1, 0]
    """
    if n_labels == 1:
        return np.zeros(len(scores), dtype=np.intp)
    if n_labels == 2:
        return (scores[:, 0] > 0).astype(np.intp)
    return np.asarray(np.argmax(scores, axis=1))


def log_probabilities(
    scores: NDArray[Any], n_labels: int, *, one_versus_all: bool
) -> NDArray[np.float64]:
    r"""Return log p(y | x) without overflow : (n_rows, n_labels).

    .. math:: \log p(y \mid x) = s_y - \log \sum_z \exp s_z

    For one-versus-all the sigmoids of the columns, divided by their sum.

    Examples
    --------
    >>> np.exp(log_probabilities(np.array([[0.0]]), 2, one_versus_all=False)).tolist()
    [[0.5, 0.5]]
    """
    s = scores.astype(np.float64)
    if n_labels == 1:
        return np.zeros_like(s)
    if n_labels == 2:
        both: NDArray[np.float64] = -np.logaddexp(0.0, np.hstack([s, -s]))
        return both
    if one_versus_all:
        s = -np.logaddexp(0.0, -s)
    s = s - s.max(axis=1, keepdims=True)
    log_z = np.log(np.exp(s).sum(axis=1, keepdims=True))
    return np.asarray(s - log_z, dtype=np.float64)


def score_rows(
    sites: Sites, weights: NDArray[np.float32], bias: NDArray[np.float32], n_labels: int,
    n_threads: int,
) -> NDArray[np.float32]:  # fmt: skip
    """Return the scores of all rows : (n_rows, n_columns), one column for two labels."""
    n_columns = 1 if n_labels <= 2 else n_labels
    return _core.scores(sites.native, weights, bias, n_columns, n_threads)


def finite_bias(bias: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a bias whose minus infinity (a label that nobody has seen) is merely very low."""
    return np.maximum(bias, np.float32(-1e6))
