r"""Kernel: a similarity of two items that is a dot product of features nobody writes down.

.. math:: K(x, x') = \phi(x) \cdot \phi(x')
"""

from __future__ import annotations

import dataclasses
import warnings
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataWarning
from linguine.features import read_matrix
from linguine.features.threads import count_threads
from linguine.progress import Report

__all__ = ["Kernel", "MatrixKernel"]


class Kernel:
    """Base of linguine's kernels: frozen dataclasses that are called on two lists or matrices.

    Called so, a kernel is what ``sklearn.svm.SVC(kernel=...)`` takes, texts and trees included:
    scikit-learn hands what a callable kernel gets on as it is.
    """

    #: How model files call it, and what it compares: "matrix", "texts" or "trees".
    kind: ClassVar[str]
    domain: ClassVar[str]

    def __call__(
        self, X: Any, Y: Any = None, *, n_threads: int | None = None
    ) -> NDArray[np.float64]:
        """Return the Gram matrix : (n_x, n_y).

        Parameters
        ----------
        X, Y
            What to compare; X with itself if Y is None or X, which takes half the time and is
            exactly symmetric.
        n_threads
            Threads; None is all processors. The result does not depend on it.
        """
        left = self.read(X)
        right = None if Y is None or Y is X else self.read(Y, like=left)
        n = count_threads(n_threads, type(self).__name__)
        K: NDArray[np.float64] = _core.gram(self.items(left, right, n), False, n, None)
        return K

    def read(self, X: Any, like: Any = None) -> Any:
        """Return X as the core takes it, checked; ``like`` is what it will be compared with."""
        raise NotImplementedError

    def items(
        self, left: Any, right: Any, n_threads: int, report: Report | None = None
    ) -> _core.KernelItems:
        """Return two sets that were read, or one if ``right`` is None, ready to be compared."""
        raise NotImplementedError

    def tell_of_empty(
        self, items: _core.KernelItems, what: str, need: str, advice: str
    ) -> _core.KernelItems:
        """Return the items; warn if some of them have nothing to compare.

        Parameters
        ----------
        items
            What was read.
        what, need, advice
            What an item is called, what it must have, and what to do.
        """
        if items.n_empty:
            warnings.warn(
                f"{type(self).__name__}: a {what} must have {need} to be compared; "
                f"{items.n_empty} of {items.size} have not, the first is {what} "
                f"{items.first_empty}. They are like no other. {advice}, or leave them out.",
                DataWarning,
                stacklevel=4,
            )
        return items

    def to_config(self) -> dict[str, Any]:
        """Return the kernel as plain data."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return {"kernel": self.kind, **{each.name: getattr(self, each.name) for each in fields}}


class MatrixKernel(Kernel):
    """A kernel of the rows of matrices, dense or sparse."""

    domain = "matrix"

    def read(self, X: Any, like: Any = None) -> _core.Matrix:
        """Return the core's view of a matrix."""
        n_features = None if like is None else like.n_features
        return read_matrix(X, n_features=n_features, owner=type(self).__name__).native
