"""Label trees the slow way: every path is scored, and halves are found with dense centroids."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.model.label_tree import LabelTree

__all__ = ["all_paths", "balanced_halves"]


def all_paths(tree: LabelTree, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the score of every label of every row of x, whatever a beam would leave out."""
    scores = np.zeros((len(x), tree.n_labels))
    for node, label in enumerate(tree.leaves.tolist()):
        if label >= 0:
            scores[:, label] = x @ dense_weights(tree, node) + tree.bias[node]
    return scores


def dense_weights(tree: LabelTree, node: int) -> NDArray[np.float64]:
    """Return the weights of a node, found by walking through all rows of its parent."""
    w = np.zeros(tree.n_features)
    for parent in range(len(tree.leaves)):
        for r in range(int(tree.row_begin[parent]), int(tree.row_begin[parent + 1])):
            for e in range(int(tree.entry_begin[r]), int(tree.entry_begin[r + 1])):
                if tree.first_child[parent] + int(tree.children[e]) == node:
                    w[tree.features[r]] += tree.values[e]
    return w


def balanced_halves(
    centroids: NDArray[np.float64], one: int, other: int, rounds: int
) -> tuple[list[int], list[int]]:
    """Return the halves that spherical 2-means ends at, from two rows to begin with."""
    n, left = len(centroids), np.zeros(0, np.int64)
    a, b = centroids[one], centroids[other]
    reached = 0.0
    for _ in range(rounds):
        order = np.lexsort((np.arange(n), -(centroids @ (unit(a) - unit(b)))))
        found = np.sort(order[: (n + 1) // 2])
        if np.array_equal(found, left):
            break
        left = found
        right = np.setdiff1d(np.arange(n), left)
        a, b = centroids[left].sum(axis=0), centroids[right].sum(axis=0)
        reaches = float(np.linalg.norm(a) + np.linalg.norm(b))
        if reaches <= reached * (1 + 1e-4):
            break
        reached = reaches
    return left.tolist(), np.setdiff1d(np.arange(n), left).tolist()


def unit(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a row of length 1, or of 0."""
    length = np.linalg.norm(row)
    return row / length if length > 1e-6 else 0 * row
