"""Weights of sequences as tensors: how many each row has, their labels, and their values.

Rows are those of theta: features, observed transitions label by label, structure. Features none of
whose rows has a weight need not be kept at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError
from linguine.learning import ChainWeights
from linguine.model.file.quantization import dequantize, quantize
from linguine.model.file.sparse_weights import smallest_type
from linguine.model.file.weight_limits import check_weights

__all__ = ["keep_rows", "pack_sequence_weights", "unpack_sequence_weights"]


def pack_sequence_weights(
    weights: ChainWeights, *, quantization: str | None = None
) -> dict[str, NDArray[Any]]:
    """Return the tensors that stand for weights in a model file.

    Examples
    --------
    >>> weights = ChainWeights(
    ...     np.array([0, 1, 3]), np.array([1, 0, 1], np.int32), np.array([2, 3, -1], np.float32)
    ... )
    >>> {name: each.tolist() for name, each in pack_sequence_weights(weights).items()}
    {'weights.counts': [1, 2], 'weights.labels': [1, 0, 1], 'weights.values': [2.0, 3.0, -1.0]}
    """
    check_weights("weights", weights.values)
    counts = np.diff(weights.offsets)
    largest = int(weights.labels.max(initial=0))
    tensors: dict[str, NDArray[Any]] = {
        "weights.counts": counts.astype(smallest_type(int(counts.max(initial=0)))),
        "weights.labels": weights.labels.astype(smallest_type(largest)),
        "weights.values": weights.values,
    }
    if quantization:
        tensors["weights.values"], scales = quantize(weights.values, quantization)
        if scales is not None:
            tensors["weights.scales"] = scales
    return tensors


def unpack_sequence_weights(
    tensors: Mapping[str, NDArray[Any]], *, n_rows: int, n_labels: int
) -> ChainWeights:
    """Return the weights, each place of which is checked; other tensors are ignored."""
    try:
        counts, labels, values = (
            tensors[f"weights.{name}"] for name in ("counts", "labels", "values")
        )
    except KeyError as error:
        raise _unfit(f"there is no {error}") from None
    if counts.shape != (n_rows,) or counts.dtype.kind != "u" or labels.dtype.kind != "u":
        raise _unfit(f"counts are {counts.dtype} of shape {counts.shape} for {n_rows} rows")
    # Each count is small first: then the sum cannot wrap around.
    if counts.max(initial=0) > n_labels or int(counts.sum(dtype=np.int64)) != labels.size:
        raise _unfit("their counts do not fit their labels")
    if values.dtype != np.float32:
        values = dequantize(values, tensors.get("weights.scales"))
    if labels.ndim != 1 or values.shape != labels.shape:
        raise _unfit(f"{labels.shape} labels do not fit values of shape {values.shape}")
    if labels.max(initial=0) >= n_labels:
        raise _unfit(f"a label lies outside of 0..{n_labels - 1}")
    check_weights("weights", values)
    offsets = np.zeros(n_rows + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    codes = labels.astype(np.int32)
    is_border = np.zeros(len(codes) + 1, np.bool_)
    is_border[offsets] = True
    if not ((codes[1:] > codes[:-1]) | is_border[1:-1]).all():
        raise _unfit("the labels of a row do not ascend")
    return ChainWeights(offsets, codes, values)


def keep_rows(weights: ChainWeights, chosen: NDArray[np.bool_]) -> ChainWeights:
    """Return the weights of some rows; the others must have none."""
    counts = np.diff(weights.offsets)[chosen]
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return ChainWeights(offsets, weights.labels, weights.values)


def _unfit(reason: str) -> DataError:
    return DataError(
        f"The weights of a tagger must fit together; {reason}. Train and save the model again."
    )
