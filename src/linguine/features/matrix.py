"""Matrices: the user's X as sites, without a copy where the layout allows it.

As they are: dense C-contiguous float32 or float64; CSR with 32-bit indices and float32
or float64 values. A boolean CSR needs no values at all. Everything else is
converted once, here; nothing behind this module knows how X is stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.runs import choose_runs
from linguine.errors import DataError, named

__all__ = ["Sites", "read_matrix"]


@dataclass(frozen=True, eq=False)
class Sites:
    """The rows of X, ready for the core.

    Parameters
    ----------
    native
        The core's view of X.
    values
        The stored numbers: dense (n_rows, n_features), CSR (n_stored,), or None for ones.
    indptr, indices
        Row borders and columns of a CSR; None when dense.
    blocks
        Which features are normalised together, 254 for those that are switched off; None is one
        block : (n_features,).

    Examples
    --------
    >>> read_matrix(np.array([[3.0, 4.0], [0.0, 1.0]])).n_features
    2
    """

    native: _core.Matrix
    values: NDArray[Any] | None
    indptr: NDArray[Any] | None = None
    indices: NDArray[Any] | None = None
    blocks: NDArray[np.uint8] | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return self.native.n_rows

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return self.native.n_features

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the weights that belong to this X: float32 or float64."""
        return np.dtype(np.float32 if self.native.is_single else np.float64)

    def in_double(self) -> Sites:
        """Return the same rows with numbers of double precision."""
        if not self.native.is_single:
            return self
        values = None if self.values is None else self.values.astype(np.float64)
        shape = self.n_rows, self.n_features
        native = _native(self.indptr, self.indices, values, shape, single=False)
        return replace(self, native=native, values=values)

    def check_not_negative(self, reason: str) -> None:
        """Raise DataError if a stored number is negative; ``reason`` says who cannot have it."""
        if self.values is None or self.values.size == 0 or self.values.min() >= 0:
            return
        row, column = self._place(int(np.flatnonzero(self.values.reshape(-1) < 0)[0]))
        raise DataError(
            f"Negative values in data: {reason}; row {row}, column {column} of X is negative. "
            "Give counts; for other numbers use 'svm', or model='gaussian' over a matrix."
        )

    def take(self, rows: NDArray[np.int64]) -> Sites:
        """Return some of the rows, in this order."""
        if self.indptr is None or self.indices is None:
            assert self.values is not None
            dense = np.ascontiguousarray(self.values[rows])
            return Sites(_native(None, None, dense, dense.shape, single=False), dense)
        indptr, entries = choose_runs(self.indptr, rows)
        indptr, indices = indptr.astype(self.indptr.dtype), self.indices[entries]
        values = None if self.values is None else self.values[entries]
        shape = len(rows), self.n_features
        native = _native(indptr, indices, values, shape, single=self.native.is_single)
        return Sites(native, values, indptr, indices, self.blocks)

    def _place(self, position: int) -> tuple[int, int]:
        """Row and column of the stored number at ``position``."""
        if self.indptr is None or self.indices is None:
            return divmod(position, self.n_features)
        row = int(np.searchsorted(self.indptr, position, side="right")) - 1
        return row, int(self.indices[position])


def read_matrix(
    X: Any,
    *,
    dtype: np.dtype[Any] | None = None,
    n_features: int | None = None,
    owner: str = "the model",
    binary: bool = False,
) -> Sites:
    """Check X and hand it to the core.

    Parameters
    ----------
    X
        Anything array-like with two dimensions, or any scipy.sparse format.
    dtype
        float32 or float64 to force it (prediction: the model's); None keeps X's own.
    n_features
        The number of columns X must have; None allows any.
    owner
        Who expects that number, for the message.
    binary
        True replaces every number by whether it is positive.
    """
    if not hasattr(X, "tocsr") and hasattr(X, "sparse") and hasattr(X, "dtypes"):
        X = _sparse_frame(X)
    is_sparse = hasattr(X, "tocsr")
    matrix = X if is_sparse else _read_dense(X)
    _check_shape(matrix.shape, n_features, owner)
    if is_sparse:
        return _sparse_sites(matrix, dtype, binary)
    values = np.ascontiguousarray(matrix, dtype=dtype or _real_type(matrix.dtype))
    native = _native(None, None, values, values.shape, single=False)
    if binary:  # after the core has looked for NaN, which is not positive either
        values = (values > 0).astype(values.dtype)
        native = _native(None, None, values, values.shape, single=False)
    return Sites(native, values)


def _sparse_frame(frame: Any) -> Any:
    """Return a data frame of sparse columns as a sparse matrix; any other frame as it is."""
    is_sparse = all(getattr(each, "fill_value", None) == 0 for each in frame.dtypes)
    return frame.sparse.to_coo() if is_sparse and len(frame.dtypes) else frame


class NotNumbersError(DataError, TypeError):
    """X holds objects; scikit-learn's checks ask for a TypeError."""


def _read_dense(X: Any) -> NDArray[Any]:
    try:
        values = np.asarray(X)
    except ValueError:
        raise DataError(
            "X must be a matrix of numbers with rows of equal length; got rows or cells of "
            "different lengths. Give one number per cell."
        ) from None
    if values.dtype.kind == "c":
        raise DataError("Complex data not supported; X has complex numbers. Give real numbers.")
    if values.dtype.kind not in "biuf":
        try:
            values = values.astype(np.float64)
        except TypeError as error:
            raise NotNumbersError(
                f"X must be a matrix of numbers; {error}. Give int or float, and leave dates and "
                "other objects out."
            ) from None
        except (ValueError, OverflowError) as error:
            raise DataError(
                f"X must be a matrix of numbers; {error}. Turn texts into counts first, "
                "for example with scikit-learn's CountVectorizer."
            ) from None
    if values.ndim != 2:
        raise DataError(
            f"X must have two dimensions (n_rows, n_features); got shape {values.shape}. "
            "Reshape your data with X.reshape(1, -1) for one row, X.reshape(-1, 1) for one feature."
        )
    return values


def _sparse_sites(matrix: Any, dtype: np.dtype[Any] | None, binary: bool) -> Sites:
    if matrix.dtype.kind == "c":
        raise DataError("Complex data not supported; X has complex numbers. Give real numbers.")
    csr = matrix.tocsr()  # a CSR gives itself
    sites = _wrap(csr, dtype)  # from here on every offset, index and number is known to be sound
    if sites.native.has_duplicates:  # rows need not be sorted, but |x|^2 needs one number a feature
        csr = csr.copy()
        csr.sum_duplicates()
    elif not binary and (csr.dtype.kind != "b" or csr.data.all()):
        return sites
    if binary:
        csr = csr > 0
    if csr.dtype.kind == "b" and not csr.data.all():
        csr = csr.copy()
        csr.eliminate_zeros()
    return _wrap(csr, dtype)


def _wrap(csr: Any, dtype: np.dtype[Any] | None) -> Sites:
    width = np.int32 if csr.indptr.dtype == np.int32 else np.int64
    indptr = np.ascontiguousarray(csr.indptr, dtype=width)
    indices = short_indices(csr.indices, csr.shape[1])
    values = None
    if csr.dtype.kind != "b":
        values = np.ascontiguousarray(csr.data, dtype=dtype or _real_type(csr.dtype))
    native = _native(indptr, indices, values, csr.shape, single=dtype == np.float32)
    return Sites(native, values, indptr, indices)


def short_indices(indices: NDArray[Any], n_features: int) -> NDArray[np.int32]:
    """Return indices of columns as the core takes them; what is out of range stays so."""
    most = np.iinfo(np.int32).max
    if n_features > most:
        raise DataError(
            f"X must have at most {most:,} columns; got {n_features:,}. Hash features into fewer "
            "buckets, or leave out those that no row has."
        )
    if indices.dtype != np.int32:
        indices = np.clip(indices, -1, most)
    return np.ascontiguousarray(indices, dtype=np.int32)


def _real_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """float32 for float32 and half precision, float64 for all else."""
    is_single = dtype.kind == "f" and dtype.itemsize <= 4
    return np.dtype(np.float32 if is_single else np.float64)


def _native(
    indptr: NDArray[Any] | None,
    indices: NDArray[Any] | None,
    values: NDArray[Any] | None,
    shape: tuple[int, ...],
    single: bool,
) -> _core.Matrix:
    try:
        return _core.Matrix(indptr, indices, values, shape[0], shape[1], single)
    except ValueError as error:
        if "NaN" in str(error) or "infinity" in str(error):
            raise DataError(
                f"X must not contain NaN or infinity; got {error}. "
                "Drop or repair these values, for example with scikit-learn's SimpleImputer."
            ) from None
        raise DataError(
            f"X must be a well-formed matrix; {error}. "
            "Build it again, for example with scipy.sparse.csr_array."
        ) from None


def _check_shape(shape: tuple[int, ...], n_features: int | None, owner: str) -> None:
    if len(shape) != 2:
        raise DataError(f"X must have two dimensions; got shape {shape}. Reshape your data.")
    if n_features is not None and shape[1] != n_features:
        raise DataError(
            f"X has {shape[1]} features, but {owner} is expecting {n_features} features as input. "
            "Transform X with the vectorizer that was fitted for training."
        )
    if shape[0] == 0:
        raise DataError(
            f"X must have at least one row; got 0 sample(s) (shape={shape}) while a minimum of 1 "
            "is required. Check the file or the filter that made it."
        )
    if shape[1] == 0:
        raise DataError(
            f"X must have at least one column; got 0 feature(s) (shape={shape}) while a minimum "
            "of 1 is required. The vocabulary is empty: check the texts, stop words and "
            f"{named('min_df')}."
        )
