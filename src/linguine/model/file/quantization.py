r"""Quantization: weights in one or two bytes each instead of four or eight.

``"float16"`` keeps 11 significant bits of each weight. ``"int8"`` keeps one byte a weight and one
float32 scale for every 64 rows of a column:

.. math::
    q = \mathrm{round}(w / s), \quad s = \max_{block} |w| / 127, \quad \hat w = q s,
    \quad |w - \hat w| \le s / 2

A scale for each block, not for each column: a few large weights would otherwise cost all the
small ones of their label, and those of text are mostly small.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, named, said
from linguine.registry import Registry

__all__ = ["BLOCK_ROWS", "QUANTIZATIONS", "dequantize", "quantize"]

BLOCK_ROWS = 64

# name -> bytes of one value and its share of the scale
QUANTIZATIONS = Registry("quantization", {"float16": 2.0, "int8": 1 + 4 / BLOCK_ROWS})


def quantize(values: NDArray[Any], kind: str) -> tuple[NDArray[Any], NDArray[np.float32] | None]:
    """Return the short form of ``values``, (n,) or (n, n_columns), and for int8 its blocks' scales.

    Examples
    --------
    >>> codes, scales = quantize(np.array([[0.5], [-1.27], [0.0]]), "int8")
    >>> codes.ravel().tolist(), round(float(scales[0, 0]), 4)
    ([50, -127, 0], 0.01)
    """
    QUANTIZATIONS.get(kind)
    if not np.isfinite(values).all():
        raise DataError(
            f"Weights must be finite to be quantized; got {_first_infinite(values)}. "
            f"Train with more regularization, or save without {named('quantize')}."
        )
    if kind == "float16":
        return _to_half(values), None
    return _to_bytes(values)


def dequantize(codes: NDArray[Any], scales: NDArray[Any] | None) -> NDArray[np.float32]:
    """Return the numbers that ``quantize`` made short, as float32; float16 has no scales."""
    if scales is None:
        return codes.astype(np.float32)
    expected = tuple(-(-n // BLOCK_ROWS) for n in codes.shape[:1]) + codes.shape[1:]
    is_right = codes.ndim > 0 and codes.dtype == np.int8 and scales.dtype == np.float32
    if not is_right or scales.shape != expected:
        raise DataError(
            f"Quantized weights need int8 codes and float32 scales of shape {expected}; got "
            f"{codes.dtype} and {scales.dtype} of shape {scales.shape}. Save the model again."
        )
    values = codes.astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):  # readers refuse what is not finite
        for part, factor in _blocks(values, scales):
            part *= factor
    return values


def _to_half(values: NDArray[Any]) -> NDArray[np.float16]:
    limit = float(np.finfo(np.float16).max)
    largest = float(np.abs(values).max(initial=0))
    if largest > limit:
        raise DataError(
            f"Weights must lie within +-{limit:g} to be stored as float16; the largest is "
            f"{largest:g}. Use {said('quantize', 'int8')}, which has scales, or save without "
            f"{named('quantize')}."
        )
    return values.astype(np.float16)


def _to_bytes(values: NDArray[Any]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    single = np.finfo(np.float32)
    starts = np.arange(0, len(values), BLOCK_ROWS)
    largest = np.maximum.reduceat(np.abs(values), starts, axis=0) if len(values) else values[:0]
    if largest.max(initial=0) > single.max:
        raise DataError(
            f"Weights must fit into float32 to be quantized; the largest is {largest.max():g}. "
            f"Scale the features, or save without {named('quantize')}."
        )
    scales = (largest / 127.0).astype(np.float32)
    scales[scales < single.tiny] = 0  # too small to divide by: all weights below 1.5e-36, now 0
    scaled = values.astype(np.float64)
    for part, factor in _blocks(scaled, np.where(scales > 0, scales, np.inf).astype(np.float64)):
        part /= factor
    return np.clip(np.rint(scaled), -127, 127).astype(np.int8), scales


def _blocks(values: NDArray[Any], scales: NDArray[Any]) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Return views of all whole blocks, and of the last if it is shorter, each with its scales."""
    n_whole = len(values) // BLOCK_ROWS
    whole = values[: n_whole * BLOCK_ROWS].reshape(n_whole, BLOCK_ROWS, *values.shape[1:])
    rest = values[n_whole * BLOCK_ROWS :]
    pairs = [(whole, scales[:n_whole, np.newaxis])]
    return [*pairs, (rest, scales[n_whole:])] if len(rest) else pairs


def _first_infinite(values: NDArray[Any]) -> str:
    place = tuple(int(i) for i in np.argwhere(~np.isfinite(values))[0])
    return f"{values[place]} at {place}"
