"""Checks of Gram matrices: symmetric, finite, positive semi-definite."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError

__all__ = ["check_gram", "read_gram"]

#: Of the largest sum of a row, which is at least the largest eigenvalue: what rounding may cost.
_TOLERANCE = 1e-7
#: Up to so many items a message names the smallest eigenvalue: 2 seconds.
_FEW = 2000


def read_gram(K: Any, shape: tuple[int, int], owner: str = "kernel") -> NDArray[np.float64]:
    """Return what a kernel gave as an array of finite numbers, or raise DataError.

    Parameters
    ----------
    K
        What it gave, dense or sparse.
    shape
        How many items there were on both sides.
    owner
        Whose kernel it is, for messages.
    """
    try:
        values = np.asarray(K.toarray() if hasattr(K, "toarray") else K, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(
            f"{owner}: a kernel must return a matrix of numbers; {error}. "
            "Return an array with a row for each of the first items, a column for each of the "
            "second."
        ) from None
    if values.shape != shape:
        raise DataError(
            f"{owner}: a kernel of {shape[0]} and {shape[1]} items must return shape {shape}; got "
            f"{values.shape}. Return a row for each of the first, a column for each of the second."
        )
    if not np.isfinite(values).all():
        row, column = np.argwhere(~np.isfinite(values))[0].tolist()
        raise DataError(
            f"{owner}: a kernel must return finite numbers; K[{row}, {column}] is "
            f"{values[row, column]}. Scale the data, or look for a division by zero."
        )
    return np.ascontiguousarray(values)


def check_gram(K: Any, owner: str = "kernel") -> None:
    r"""Raise DataError unless a matrix is symmetric and positive semi-definite.

    .. math:: K = K^\top, \quad v^\top K v \ge 0 \text{ for all } v

    Without that it is the dot product of no features, and the dual of an SVM has no maximum. The
    Cholesky factors of K and a little of the identity say so in n^3 / 3 multiplications.

    Parameters
    ----------
    K
        The Gram matrix : (n, n).
    owner
        Whose it is, for messages.

    Examples
    --------
    >>> check_gram([[1.0, 2.0], [2.0, 1.0]])
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: kernel: a Gram matrix must be positive semi-definite; its smallest
    eigenvalue is -1. Use a kernel that is a dot product of features, such as RBF or Polynomial.
    """
    size = len(K)
    values = read_gram(K, (size, size), owner).copy()
    rows = np.abs(values).sum(axis=1)
    slack = _TOLERANCE * float(rows.max(initial=0.0))
    if (distance := np.abs(values - values.T)).max(initial=0.0) > slack:
        i, j = np.unravel_index(int(distance.argmax()), distance.shape)
        raise DataError(
            f"{owner}: a Gram matrix must be symmetric; K[{i}, {j}] is {values[i, j]:g} and "
            f"K[{j}, {i}] is {values[j, i]:g}. Use a kernel that does not tell first from second."
        )
    values.flat[:: size + 1] += slack or 1.0  # nothing but zeros is a Gram matrix, too
    try:
        np.linalg.cholesky(values)
    except np.linalg.LinAlgError:
        smallest = "negative"
        if size <= _FEW:
            values.flat[:: size + 1] -= slack
            smallest = f"{np.linalg.eigvalsh(values)[0]:.3g}"
        raise DataError(
            f"{owner}: a Gram matrix must be positive semi-definite; its smallest eigenvalue is "
            f"{smallest}. Use a kernel that is a dot product of features, such as RBF or "
            "Polynomial."
        ) from None
