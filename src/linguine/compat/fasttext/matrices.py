"""Matrices of fastText: plain ones, and those that are quantised into products of centroids."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.compat.cursor import Cursor

__all__ = ["Matrix", "read_matrix"]

#: Centroids of a product quantiser.
_N_CENTROIDS = 256
#: Rows that are held at a time.
_N_ROWS = 1 << 15


class Matrix(ABC):
    """A matrix that is asked for some rows at a time."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""

    @abstractmethod
    def rows(self, begin: int, end: int) -> NDArray[np.float32]:
        """Return some rows : (end - begin, n_columns)."""

    def parts(self) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Yield all rows in parts, each with the number of its first."""
        for begin in range(0, self.shape[0], _N_ROWS):
            yield begin, self.rows(begin, min(begin + _N_ROWS, self.shape[0]))


@dataclass(frozen=True, eq=False)
class _Plain(Matrix):
    values: NDArray[np.float32]  # (n_rows, n_columns), a view of the file

    @property
    def shape(self) -> tuple[int, int]:
        return self.values.shape[0], self.values.shape[1]

    def rows(self, begin: int, end: int) -> NDArray[np.float32]:
        return np.ascontiguousarray(self.values[begin:end], dtype=np.float32)


@dataclass(frozen=True, eq=False)
class _Quantiser:
    """Centroids of runs of columns; the last run may be shorter."""

    centroids: NDArray[np.float32]  # (n_columns x 256,)
    n_columns: int
    n_runs: int
    width: int

    def restore(self, codes: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the rows that codes stand for : (n, n_runs) -> (n, n_columns)."""
        out = np.empty((len(codes), self.n_columns), np.float32)
        for run in range(self.n_runs):
            first = run * self.width
            last = min(first + self.width, self.n_columns)
            table = self.centroids[first * _N_CENTROIDS : last * _N_CENTROIDS]
            out[:, first:last] = table.reshape(_N_CENTROIDS, last - first)[codes[:, run]]
        return out


@dataclass(frozen=True, eq=False)
class _Quantised(Matrix):
    codes: NDArray[np.uint8]  # (n_rows, n_runs)
    quantiser: _Quantiser
    norms: NDArray[np.float32] | None  # (n_rows,)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.codes), self.quantiser.n_columns

    def rows(self, begin: int, end: int) -> NDArray[np.float32]:
        found = self.quantiser.restore(self.codes[begin:end])
        return found if self.norms is None else found * self.norms[begin:end, None]


def read_matrix(cursor: Cursor, name: str, shape: tuple[int, int], is_quantised: bool) -> Matrix:
    """Return the next matrix, which must have a shape; DataError if the file says otherwise."""
    if not is_quantised:
        _check_shape(cursor, name, cursor.numbers("<2q"), shape)
        return _Plain(cursor.array("<f4", shape, f"the {name} matrix"))
    (has_norms,) = cursor.numbers("<?")
    *found, n_codes = cursor.numbers("<2qi")
    _check_shape(cursor, name, tuple(found), shape)
    n_runs = n_codes // shape[0] if shape[0] else 0
    if n_codes != n_runs * shape[0] or not (1 <= n_runs <= shape[1] or not shape[0]):
        raise cursor.damaged(f"the {name} matrix has {n_codes} codes for {shape[0]} rows")
    codes = cursor.array(np.uint8, (shape[0], n_runs), f"codes of the {name} matrix")
    quantiser = _read_quantiser(cursor, name, shape[1], n_runs)
    norms = None
    if has_norms:
        of_norms = cursor.array(np.uint8, (shape[0], 1), f"codes of norms of the {name} matrix")
        norms = _read_quantiser(cursor, f"norms of the {name}", 1, 1).restore(of_norms)[:, 0]
    return _Quantised(codes, quantiser, norms)


def _read_quantiser(cursor: Cursor, name: str, n_columns: int, n_runs: int) -> _Quantiser:
    dim, n, width, last = cursor.numbers("<4i")
    is_right = (
        dim == n_columns
        and (n == n_runs or n_runs == 0)
        and 1 <= width <= dim
        and (n - 1) * width < dim <= n * width
        and last == dim - (n - 1) * width
    )
    if not is_right:
        raise cursor.damaged(
            f"the {name} matrix is quantised as {n} runs of {width} columns (the last of {last}), "
            f"which are not {n_columns} in {n_runs}"
        )
    centroids = cursor.array("<f4", (dim * _N_CENTROIDS,), f"centroids of the {name} matrix")
    return _Quantiser(np.ascontiguousarray(centroids, np.float32), dim, n, width)


def _check_shape(cursor: Cursor, name: str, found: tuple[int, ...], shape: tuple[int, int]) -> None:
    if found != shape:
        raise cursor.damaged(f"the {name} matrix is {found}, and the dictionary asks for {shape}")
