"""Vectors in memory: matrices, lists of lists, lists of Arrow and texts of numbers as one table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, show_value

__all__ = ["as_vectors"]

Table = NDArray[np.float32]
_FIX = "Give every text a vector of the same model."


def as_vectors(cells: Any, name: str) -> Table:
    """Return a column of vectors as a table : (n_texts, n_numbers).

    Parameters
    ----------
    cells
        A matrix; lists or arrays of numbers; a column of lists of pandas, polars or Arrow; or
        texts such as ``"[0.1, -2]"``, as files have them.
    name
        Name of the column, for messages.

    Examples
    --------
    >>> as_vectors([[1, 0.5], [0, 2]], "embedding").shape
    (2, 2)
    >>> as_vectors(["[1, 0.5]", "0 2"], "embedding").tolist()
    [[1.0, 0.5], [0.0, 2.0]]
    """
    if isinstance(cells, _core.Texts):
        return _from_texts(cells, name)
    rows = _as_rows(cells)
    if len(rows) and isinstance(rows[0], str):
        try:
            return _from_texts(_core.Texts(list(rows)), name)
        except TypeError:
            raise _no_vector(name, *_odd_row(rows, str)) from None
    try:
        with np.errstate(over="ignore"):
            table = np.ascontiguousarray(rows, dtype=np.float32)
    except (TypeError, ValueError):
        raise _complain_of_rows(rows, name) from None
    if table.ndim != 2 or not table.shape[1]:
        shape = f"shape {table.shape}" if len(table) else "none"
        raise DataError(
            f"The column {name!r} must hold a vector for each text, a matrix in all; got {shape}. "
            "Give a list of lists, or an array of shape (n_texts, n_numbers)."
        )
    if not np.isfinite(table).all():
        row, k = (int(each[0]) for each in np.nonzero(~np.isfinite(table)))
        raise DataError(
            f"The column {name!r} must hold vectors of finite numbers; number {k} of row {row} is "
            f"{table[row, k]}. Repair it, or put zeros where a text has no vector."
        )
    return table


def _as_rows(cells: Any) -> Any:
    """Return a matrix, or a sequence of rows, without an object for each number if that can be."""
    module = type(cells).__module__.split(".")[0]
    if module == "pyarrow":
        if getattr(cells.type, "list_size", 0) > 0 and not cells.null_count:
            chunks = getattr(cells, "chunks", None)
            parts = [cells] if chunks is None else chunks
            flat = [each.flatten().to_numpy(zero_copy_only=False) for each in parts]
            return np.concatenate(flat or [np.zeros(0)]).reshape(-1, cells.type.list_size)
        cells = cells.to_numpy(zero_copy_only=False)
    elif hasattr(cells, "to_numpy"):
        cells = cells.to_numpy()
    if isinstance(cells, np.ndarray) and cells.dtype != object:
        return cells
    return cells if hasattr(cells, "__array__") and cells.__class__ is not np.ndarray else [*cells]


def _from_texts(texts: _core.Texts, name: str) -> Table:
    table, fault = _core.parse_number_lists(texts)
    if fault is None:
        assert table is not None
        return table
    row, kind, word, length, width = fault
    if kind == "length":
        raise _other_length(name, row, length, width)
    raise _no_vector(name, row, "none" if kind == "empty" else repr(word))


def _complain_of_rows(rows: Any, name: str) -> DataError:
    """Return what is wrong with rows that are no table."""
    width: int | None = None
    for i, row in enumerate(rows):
        try:
            numbers = np.asarray(row, dtype=np.float32)
        except (TypeError, ValueError):
            return _no_vector(name, i, show_value(row)[:60])
        if numbers.ndim != 1 or not len(numbers):
            return _no_vector(name, i, show_value(row)[:60])
        width = len(numbers) if width is None else width
        if len(numbers) != width:
            return _other_length(name, i, len(numbers), width)
    return _no_vector(name, 0, type(rows).__name__)


def _odd_row(rows: Any, kind: type) -> tuple[int, str]:
    return next((i, show_value(each)) for i, each in enumerate(rows) if not isinstance(each, kind))


def _no_vector(name: str, row: int, got: str) -> DataError:
    return DataError(
        f"The column {name!r} must hold a list of finite numbers for each text; row {row} has "
        f"{got}. {_FIX}"
    )


def _other_length(name: str, row: int, length: int, width: int) -> DataError:
    return DataError(
        f"The vectors of the column {name!r} must have one length; row {row} has {length} numbers, "
        f"and those before it have {width}. {_FIX}"
    )
