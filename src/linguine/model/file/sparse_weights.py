"""Sparse weights: a matrix of weights as the tensors that take the least room.

=========  ===================================================================================
dense      ``values`` (n_features, n_columns); loads without a copy
rows       ``rows`` with a weight that is not 0, ``values`` (n_rows, n_columns)
entries    ``rows``, how many weights each has (``counts``), their ``columns`` and ``values``
=========  ===================================================================================

Only exact zeros are left out, so unpacking gives the same numbers back. The choice depends on
the numbers alone, and a sparse form must save a quarter: it costs a copy at loading.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.model.file.quantization import QUANTIZATIONS, dequantize, quantize
from linguine.model.file.weight_limits import check_weights

__all__ = ["pack_weights", "smallest_type", "unpack_weights"]

_MOST_OF_DENSE = 0.75


def pack_weights(
    name: str, weights: NDArray[Any], *, quantization: str | None = None
) -> dict[str, NDArray[Any]]:
    """Return the tensors that stand for ``weights`` in a model file, as ``"NAME.values"``.

    Examples
    --------
    >>> weights = np.zeros((1000, 3), dtype=np.float32)
    >>> weights[7, 1] = 0.5
    >>> tensors = pack_weights("weights", weights)
    >>> {name: values.tolist() for name, values in tensors.items()}
    {'weights.columns': [1], 'weights.counts': [1], 'weights.rows': [7],
     'weights.shape': [1000, 3], 'weights.values': [0.5]}
    >>> np.array_equal(unpack_weights("weights", tensors), weights)
    True
    """
    if weights.ndim != 2 or weights.dtype not in (np.float32, np.float64):
        raise DataError(
            "Weights must be a float32 or float64 matrix (n_features, n_columns); got "
            f"{weights.dtype} of shape {weights.shape}. Reshape or convert them before saving."
        )
    value_bytes = QUANTIZATIONS.get(quantization) if quantization else weights.itemsize
    tensors = _choose(weights, value_bytes)
    if quantization:
        codes, scales = quantize(tensors["values"], quantization)
        tensors["values"] = codes
        if scales is not None:
            tensors["scales"] = scales
    return {f"{name}.{part}": tensors[part] for part in sorted(tensors)}


def unpack_weights(
    name: str,
    tensors: Mapping[str, NDArray[Any]],
    *,
    shape: tuple[int, int] | None = None,
    width: int | None = None,
    most: float | None = None,
) -> NDArray[Any]:
    """Return the weights : (n_features, n_columns), read-only if they are the mapped tensor.

    ``shape`` is what the rest of the model expects, ``width`` the columns to make room for (those
    behind n_columns are zero), ``most`` the largest weight; None takes also what is not finite.
    Of a sparse form only what is not zero takes memory, until the rest is written to.
    """
    parts = {
        part: tensors[f"{name}.{part}"]
        for part in ("columns", "counts", "rows", "scales", "shape", "values")
        if f"{name}.{part}" in tensors
    }
    if "values" not in parts:
        raise _unfit(name, "there are no values")
    values = parts["values"]
    if values.dtype.kind != "f" or values.dtype == np.float16 or "scales" in parts:
        if values.dtype != np.float16 and "scales" not in parts:
            raise _unfit(name, f"the values are {values.dtype}")
        values = dequantize(values, parts.get("scales"))
    if most is not None:
        check_weights(f"weights {name!r}", values, most)
    if "rows" in parts:
        return _fill(name, parts, values, shape, width)
    if values.ndim != 2 or (shape is not None and values.shape != shape):
        raise _unfit(name, f"they have shape {values.shape}, not {shape or 'two dimensions'}")
    if width in (None, values.shape[1]):
        return values
    weights = np.zeros((len(values), width), dtype=values.dtype)
    weights[:, : values.shape[1]] = values
    return weights


def _choose(weights: NDArray[Any], value_bytes: float) -> dict[str, NDArray[Any]]:
    n, n_columns = weights.shape
    is_kept = weights != 0
    n_kept = np.count_nonzero(is_kept, axis=1)
    rows = np.flatnonzero(n_kept)
    id_type = np.dtype(np.uint32 if n <= 1 << 32 else np.uint64)
    column_type = smallest_type(n_columns)
    dense_bytes = n * n_columns * value_bytes
    rows_bytes = len(rows) * (id_type.itemsize + n_columns * value_bytes)
    entries_bytes = (
        len(rows) * (id_type.itemsize + column_type.itemsize)
        + int(n_kept.sum()) * (column_type.itemsize + value_bytes)
    )  # fmt: skip
    if dense_bytes == 0 or min(rows_bytes, entries_bytes) > _MOST_OF_DENSE * dense_bytes:
        return {"values": weights}
    sparse = {"rows": rows.astype(id_type), "shape": np.array(weights.shape, dtype=np.int64)}
    if rows_bytes <= entries_bytes:
        return {**sparse, "values": weights[rows]}
    row_of, column_of = np.nonzero(is_kept)
    return {
        **sparse,
        "counts": n_kept[rows].astype(column_type),
        "columns": column_of.astype(column_type),
        "values": weights[row_of, column_of],
    }


def smallest_type(largest: int) -> np.dtype[Any]:
    """Return the smallest unsigned type that holds a number.

    Examples
    --------
    >>> smallest_type(255).name, smallest_type(256).name
    ('uint8', 'uint16')
    """
    kinds = (np.uint8, np.uint16, np.uint32, np.uint64)
    return next(np.dtype(each) for each in kinds if largest <= np.iinfo(each).max)


def _fill(
    name: str,
    parts: Mapping[str, NDArray[Any]],
    values: NDArray[Any],
    expected: tuple[int, int] | None,
    width: int | None,
) -> NDArray[Any]:
    """Put the values in their places, each of which is checked first."""
    shape, rows = parts.get("shape"), parts["rows"]
    if shape is None or shape.shape != (2,) or shape.dtype != np.int64 or shape.min() < 0:
        raise _unfit(name, "their shape is missing or wrong")
    n, n_columns = (int(each) for each in shape)
    if expected is not None and (n, n_columns) != expected:
        raise _unfit(name, f"they have shape {(n, n_columns)}, the model needs {expected}")
    if n * max(n_columns, width or 0) >= 1 << 44:  # more than can be addressed
        raise _unfit(name, f"nothing can have shape {(n, n_columns)}")
    _check_ids(name, "rows", rows, n)
    width = n_columns if width is None else width
    if "counts" in parts:
        places = _places(name, parts, n_columns, width)
        is_right = values.shape == places.shape
    else:
        places = rows
        is_right = values.shape == (len(rows), n_columns)
    if not is_right:
        raise _unfit(name, f"{len(places)} places do not fit values of shape {values.shape}")
    weights = np.zeros((n, width), dtype=values.dtype)
    if "counts" in parts:
        weights.reshape(-1)[places] = values
    else:
        weights[places, :n_columns] = values
    return weights


def _places(
    name: str, parts: Mapping[str, NDArray[Any]], n_columns: int, width: int
) -> NDArray[np.int64]:
    """Return the place of each entry in the flattened matrix of some width, ascending."""
    rows, counts, columns = parts["rows"], parts["counts"], parts.get("columns")
    if counts.dtype.kind != "u" or counts.shape != rows.shape:
        raise _unfit(name, "their counts do not fit their rows")
    if columns is None or columns.dtype.kind != "u" or columns.ndim != 1:
        raise _unfit(name, "their columns are missing or wrong")
    # Each count is small first: then the sum cannot wrap around.
    if counts.max(initial=0) > n_columns or int(counts.sum()) != len(columns):
        raise _unfit(name, "their counts do not fit their columns")
    if columns.max(initial=0) >= n_columns and len(columns):
        raise _unfit(name, f"a column lies outside of 0..{n_columns - 1}")
    row_starts = rows.astype(np.int64) * width
    places = np.repeat(row_starts, counts.astype(np.int64)) + columns.astype(np.int64)
    if not (places[1:] > places[:-1]).all():
        raise _unfit(name, "their columns do not ascend")
    return places


def _check_ids(name: str, what: str, ids: NDArray[Any], limit: int) -> None:
    if ids.ndim != 1 or ids.dtype.kind != "u":
        raise _unfit(name, f"their {what} are {ids.dtype} of shape {ids.shape}")
    if len(ids) and (int(ids[-1]) >= limit or not (ids[1:] > ids[:-1]).all()):
        raise _unfit(name, f"their {what} do not ascend from 0 to at most {limit - 1}")


def _unfit(name: str, reason: str) -> DataError:
    return DataError(
        f"The tensors of {name!r} must fit together; {reason}. Train and save the model again."
    )
