"""Counts in files: what naive Bayes goes on from, exactly and in little room.

Most counts are small whole numbers. They are bytes; 255 stands for the next of the large ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.sparse_weights import pack_weights, unpack_weights

if TYPE_CHECKING:
    from linguine.learning.learners.counts import CountsState

__all__ = ["StoredCounts", "pack_counts"]

_LARGE = 255


def pack_counts(state: CountsState) -> dict[str, NDArray[Any]]:
    """Return the tensors that stand for counts in a model file.

    Examples
    --------
    >>> from linguine.learning.learners.counts import CountsState
    >>> state = CountsState(np.array([[1.0, 0.0], [300.0, 2.0]]), None, np.array([5.0, 1.0]))
    >>> {name: each.tolist() for name, each in pack_counts(state).items()}
    {'counts.values': [[1, 0], [255, 2]], 'counts.large': [300.0], 'label_weights': [5.0, 1.0]}
    """
    tensors = pack_weights("counts", np.ascontiguousarray(state.sums))
    values = tensors["counts.values"]
    small = np.minimum(values, _LARGE).astype(np.uint8)
    is_large = small == _LARGE
    if np.array_equal(small[~is_large], values[~is_large]):
        tensors["counts.values"] = small
        tensors["counts.large"] = values[is_large]
    tensors["label_weights"] = state.label_weights
    return tensors


@dataclass(frozen=True, eq=False)
class StoredCounts:
    """The counts of an opened file, which only those need who go on learning."""

    loaded: LoadedModel
    n_features: int
    n_labels: int

    @classmethod
    def find(cls, loaded: LoadedModel, n_features: int, n_labels: int) -> StoredCounts | None:
        """Return the counts of a file, or None if it has none."""
        has_counts = "label_weights" in loaded.tensors
        return cls(loaded, n_features, n_labels) if has_counts else None

    def unpack(self) -> CountsState:
        """Return the counts, checked."""
        with self.loaded.building():
            return _unpack(self.loaded, self.n_features, self.n_labels)


def _unpack(loaded: LoadedModel, n_features: int, n_labels: int) -> CountsState:
    from linguine.learning.learners.counts import CountsState

    label_weights = loaded.tensor("label_weights", dtype=np.float64, shape=(n_labels,))
    tensors = dict(loaded.tensors)
    values = tensors.get("counts.values")
    if values is not None and values.dtype == np.uint8:
        is_large = values == _LARGE
        n_large = int(np.count_nonzero(is_large))
        wide = values.astype(np.float64)
        wide[is_large] = loaded.tensor("counts.large", dtype=np.float64, shape=(n_large,))
        tensors["counts.values"] = wide
    sums = unpack_weights("counts", tensors, shape=(n_features, n_labels))
    for name, numbers in (("counts", sums), ("label_weights", label_weights)):
        if not (np.isfinite(numbers).all() and (numbers >= 0).all()):
            raise loaded.damaged(f"counts must be finite and not negative; {name} are not")
    return CountsState(sums.astype(np.float64), None, label_weights.astype(np.float64))
