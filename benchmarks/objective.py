"""F, computed the same way for every rival: NumPy, float64, from the weights they return."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.jobs import Job

Array = NDArray[np.float64]


def objective(job: Job, X: Any, y: NDArray[np.int64], coef: Any, intercept: Any) -> float:
    """Sum of losses plus penalties; coef : (n_columns, n_features), one column for two labels."""
    theta = np.asarray(coef, dtype=np.float64)
    b = np.broadcast_to(np.asarray(intercept, dtype=np.float64), (theta.shape[0],))
    scores = X.astype(np.float64) @ theta.T + b  # (n_rows, n_columns)
    l2 = job.l2_for(X.shape[0])
    penalty = 0.5 * l2 * float(np.sum(theta**2)) + job.l1 * float(np.sum(np.abs(theta)))
    if job.regularize_intercept:
        penalty += 0.5 * l2 * float(np.sum(b**2))
    if theta.shape[0] == 1 or job.multiclass == "one-versus-all" or job.loss == "squared":
        return _columnwise(job.loss, scores * _signs(y, theta.shape[0])) + penalty
    return _joint(job.loss, scores, y) + penalty


def _signs(y: NDArray[np.int64], n_columns: int) -> Array:
    """+1 where the column's label is the gold one, else -1; a single column is the second label."""
    labels = np.array([1]) if n_columns == 1 else np.arange(n_columns)
    return np.where(y[:, None] == labels, 1.0, -1.0)


def _columnwise(loss: str, margins: Array) -> float:
    """Binary losses of y s, summed over rows and columns."""
    if loss == "squared-hinge":
        return float(np.sum(np.maximum(0.0, 1.0 - margins) ** 2))
    if loss == "hinge":
        return float(np.sum(np.maximum(0.0, 1.0 - margins)))
    if loss == "logistic":
        return float(np.sum(np.logaddexp(0.0, -margins)))
    if loss == "squared":
        return 0.5 * float(np.sum((margins - 1.0) ** 2))  # (s - y)^2 = (ys - 1)^2 for y = +-1
    raise ValueError(f"no column-wise loss {loss!r}; add it to benchmarks/objective.py")


def _joint(loss: str, scores: Array, y: NDArray[np.int64]) -> float:
    rows = np.arange(len(y))
    gold = scores[rows, y]
    if loss == "hinge":
        augmented = scores + 1.0
        augmented[rows, y] -= 1.0
        return float(np.sum(augmented.max(axis=1) - gold))
    if loss == "logistic":
        return float(np.sum(np.logaddexp.reduce(scores, axis=1) - gold))
    raise ValueError(f"no joint loss {loss!r}; add it to benchmarks/objective.py")
