"""One number for a matrix of counts with named columns, whatever order its columns came in."""

from __future__ import annotations

import hashlib
import resource
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix


def digest(X: csr_matrix, names: Sequence[str] | None) -> str:
    """Names, columns and counts; without names (hashing) the number of features of every row."""
    if names is None:
        return _sha(np.asarray(X.sum(axis=1)).ravel().astype(np.int64))
    if len(names) != X.shape[1]:
        raise ValueError(f"expected {X.shape[1]} names, one a column; got {len(names)}")
    order = sorted(range(len(names)), key=names.__getitem__)
    place = np.empty(len(names), dtype=np.int64)
    place[order] = np.arange(len(names))
    sorted_X = csr_matrix((X.data.astype(np.int64), place[X.indices], X.indptr), shape=X.shape)
    sorted_X.sort_indices()
    joined = np.frombuffer("\n".join(names[i] for i in order).encode(), dtype=np.uint8)
    return _sha(joined, sorted_X.indptr, sorted_X.indices, sorted_X.data)


def peak_mb() -> float:
    """Peak of this process so far: to be read before the digest, which takes memory of its own."""
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20, 1)


def _sha(*arrays: np.ndarray[Any, Any]) -> str:
    sha = hashlib.sha256()
    for array in arrays:
        is_text = array.dtype == np.uint8
        sha.update(np.ascontiguousarray(array if is_text else array.astype(np.int64)).tobytes())
    return sha.hexdigest()[:16]
