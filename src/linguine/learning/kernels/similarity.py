"""Similarity: linguine's kernels and functions of the user's, asked in the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, ParameterError
from linguine.features import read_matrix
from linguine.learning.kernels.checks import check_gram, read_gram
from linguine.learning.kernels.kernel import Kernel
from linguine.progress import Report

__all__ = ["Function", "Similarity", "Stored", "similarity_of", "take"]

#: A function of the user's: from two lists or matrices to their Gram matrix.
Function: TypeAlias = Callable[[Any, Any], Any]


def similarity_of(kernel: Kernel | Function, owner: str) -> Similarity:
    """Return a kernel or a function as what learns and predicts with it."""
    if isinstance(kernel, Kernel):
        return Stored(kernel, owner)
    if callable(kernel) and not isinstance(kernel, type):
        return Similarity(kernel, owner)
    raise ParameterError(
        "must be a kernel, or a function of two lists or matrices that returns their Gram matrix; "
        f"got {kernel!r}. Use one of linguine.kernels, such as RBF() or Subsequence(3).",
        owner=owner,
        parameter="kernel",
    )


def take(X: Any, rows: NDArray[np.int64]) -> Any:
    """Return some items, in this order."""
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    if hasattr(X, "shape"):
        return X[rows]
    return [X[row] for row in rows.tolist()]


class Similarity:
    """A function of the user's, whose Gram matrix is checked.

    Parameters
    ----------
    kernel
        The function.
    owner
        Whose parameter it is, for messages.
    """

    domain = "anything"

    def __init__(self, kernel: Function, owner: str) -> None:
        self.kernel, self.owner = kernel, owner

    def read(self, X: Any, n_features: int | None = None) -> Any:
        """Return the items as ``take`` can take them; matrices may have to have some columns."""
        if isinstance(X, (str, bytes)):
            raise DataError(f"{self.owner}: X must be a list; got one str. Wrap it: [x].")
        items = X if hasattr(X, "shape") else list(X)
        if self.count(items) == 0:
            raise DataError(f"{self.owner}: X must have at least one item; got none. Add some.")
        return items

    def count(self, X: Any) -> int:
        """Return how many items there are."""
        return int(X.shape[0]) if hasattr(X, "shape") else len(X)

    def learnable(
        self, X: Any, n_threads: int, megabytes: float, report: Report | None
    ) -> _core.KernelItems:
        """Return items that learners can take."""
        K = self.compare(X, X, n_threads)
        check_gram(K, self.owner)
        return _core.table_items(K)

    def compare(self, X: Any, Y: Any, n_threads: int) -> NDArray[np.float64]:
        """Return the Gram matrix of items."""
        return read_gram(self.kernel(X, Y), (self.count(X), self.count(Y)), self.owner)

    def scores(
        self,
        X: Any,
        vectors: Any,
        coefficients: NDArray[np.float64],
        bias: NDArray[np.float64],
        n_threads: int,
    ) -> NDArray[np.float64]:
        """Return b_c + sum_j coefficients[c, j] K(x, x_j) : (n_items, n_columns)."""
        return self.compare(X, vectors, n_threads) @ coefficients.T + bias


class Stored(Similarity):
    """A kernel of linguine's: rows are computed where they are needed."""

    kernel: Kernel

    def __init__(self, kernel: Kernel, owner: str) -> None:
        self.kernel, self.owner, self.domain = kernel, owner, kernel.domain

    def read(self, X: Any, n_features: int | None = None) -> Any:
        """Return a matrix as an array or CSR, texts as a list."""
        if self.domain != "matrix":
            return self.kernel.read(X).tolist()
        sites = read_matrix(X, n_features=n_features, owner=self.owner)
        if sites.indptr is None:
            return sites.values
        from scipy.sparse import csr_array

        values = np.ones(len(sites.indices)) if sites.values is None else sites.values  # type: ignore[arg-type]
        return csr_array((values, sites.indices, sites.indptr), (sites.n_rows, sites.n_features))

    def learnable(
        self, X: Any, n_threads: int, megabytes: float, report: Report | None
    ) -> _core.KernelItems:
        """Return items that learners can take.

        Rows of vectors are computed when they are asked for; strings and trees, which are dear,
        are all compared once, if there is room for the result.
        """
        items = self.kernel.items(self.kernel.read(X), None, n_threads, report)
        is_dear = self.domain != "matrix"
        if not is_dear or 4 * items.size**2 > megabytes * 2**20:
            return items
        return _core.table_items(_core.gram(items, True, n_threads, report))

    def compare(self, X: Any, Y: Any, n_threads: int) -> NDArray[np.float64]:
        """Return the Gram matrix of items."""
        return self.kernel(X, Y, n_threads=n_threads)

    def scores(
        self,
        X: Any,
        vectors: Any,
        coefficients: NDArray[np.float64],
        bias: NDArray[np.float64],
        n_threads: int,
    ) -> NDArray[np.float64]:
        """Return b_c + sum_j coefficients[c, j] K(x, x_j) : (n_items, n_columns)."""
        right = self.kernel.read(vectors)
        items = self.kernel.items(self.kernel.read(X, like=right), right, n_threads)
        return _core.kernel_scores(items, coefficients, bias, n_threads, None)
