"""Label trees in files: the links of the nodes, and their weights as sparse rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.quantization import dequantize, quantize
from linguine.model.file.sparse_weights import smallest_type
from linguine.model.file.weight_limits import MOST_WEIGHT, check_weights
from linguine.model.label_tree import LabelTree

__all__ = ["pack_tree", "unpack_tree"]


def pack_tree(tree: LabelTree, quantization: str | None) -> dict[str, NDArray[Any]]:
    """Return the tensors that stand for a tree; numbers of rows and entries stand for borders."""
    check_weights("weights", tree.values)
    check_weights("bias", tree.bias)
    rows, counts = np.diff(tree.row_begin), np.diff(tree.entry_begin)
    most = int(np.diff(tree.first_child).max())
    tensors: dict[str, NDArray[Any]] = {
        "tree.first_child": tree.first_child,
        "tree.leaves": tree.leaves,
        "tree.bias": tree.bias,
        "tree.rows": rows.astype(np.uint32),
        "tree.features": tree.features,
        "tree.counts": counts.astype(smallest_type(most)),
        "tree.children": tree.children.astype(smallest_type(most)),
    }
    values: NDArray[Any] = tree.values
    if quantization is not None:
        values, scales = quantize(values, quantization)
        if scales is not None:
            tensors["tree.scales"] = scales
    return {**tensors, "tree.values": values}


def unpack_tree(loaded: LoadedModel, n_features: int, n_labels: int) -> LabelTree:
    """Return the tree of an opened file, every link and number of which is checked."""
    n_nodes = len(loaded.tensor("tree.leaves", dtype=np.int32, shape=(None,)))
    rows = loaded.tensor("tree.rows", dtype=np.uint32, shape=(n_nodes,)).astype(np.int64)
    features = loaded.tensor("tree.features", dtype=np.uint32, shape=(None,))
    counts = _whole(loaded, "tree.counts", len(features))
    children = _whole(loaded, "tree.children", None)
    scales = loaded.tensors.get("tree.scales")
    values = loaded.tensors.get("tree.values")
    if values is None or values.dtype.kind not in "fi":
        raise loaded.damaged("a label tree must have weights")
    if scales is not None or values.dtype != np.float32:
        if values.dtype != np.float16 and scales is None:
            raise loaded.damaged(f"the weights of a label tree are {values.dtype}")
        values = dequantize(values, scales)
    check_weights("weights", values, MOST_WEIGHT)
    bias = loaded.tensor("tree.bias", dtype=np.float32, shape=(n_nodes,))
    check_weights("bias", bias)
    loaded.check_memory("label tree", 4 * (len(features) + len(values)))
    tree = LabelTree(
        loaded.tensor("tree.first_child", dtype=np.int32, shape=(n_nodes + 1,)),
        loaded.tensor("tree.leaves", dtype=np.int32, shape=(n_nodes,)),
        bias,
        _borders(rows),
        features,
        _borders(counts),
        children.astype(np.uint16),
        np.ascontiguousarray(values, dtype=np.float32),
        n_features,
        n_labels,
        loaded.setting("tree", dict)["beam"],
    )
    leaves = tree.leaves[tree.leaves >= 0]
    if not np.array_equal(np.sort(leaves), np.arange(n_labels)):
        raise loaded.damaged(
            f"a label tree must have one leaf for each of {n_labels} labels; {len(leaves)} leaves "
            f"have {len(np.unique(leaves))} different ones"
        )
    _ = tree.native  # the core checks the links
    return tree


def _whole(loaded: LoadedModel, name: str, n: int | None) -> NDArray[Any]:
    """Return a tensor of one or two bytes each."""
    found = loaded.tensors.get(name)
    if found is None or found.ndim != 1 or found.dtype not in (np.uint8, np.uint16):
        raise loaded.damaged(f"{name} must be a row of whole numbers of one or two bytes")
    if n is not None and len(found) != n:
        raise loaded.damaged(f"{name} must have {n} numbers; there are {len(found)}")
    return found


def _borders(counts: NDArray[Any]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
