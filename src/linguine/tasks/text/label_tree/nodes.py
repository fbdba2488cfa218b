"""Nodes of a label tree: the texts that each learns from, and the weights that come of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features import Sites

__all__ = ["NodeTexts", "NodeWeights", "sparse_weights"]

#: Below this share of all features it is cheaper to sort those that occur than to mark them.
_FEW = 16


@dataclass(frozen=True, eq=False)
class NodeTexts:
    """Which examples come to each node of a level: ``examples[begin[v]:begin[v + 1]]``, ascending.

    Examples
    --------
    >>> texts = NodeTexts.of(np.array([1, 0, 1, 1]), np.array([2, 1, 0, 2]), 2, 3)
    >>> texts.of_node(0).tolist(), texts.of_node(1).tolist()
    ([1], [0, 2])
    """

    begin: NDArray[np.int64]
    examples: NDArray[np.int64]

    @classmethod
    def of(
        cls, nodes: NDArray[np.integer], examples: NDArray[np.integer], n_nodes: int, n: int
    ) -> NodeTexts:
        """Return the pairs, each once."""
        cells = np.unique(nodes.astype(np.int64) * n + examples)
        node, example = np.divmod(cells, n)
        begin = np.concatenate([[0], np.cumsum(np.bincount(node, minlength=n_nodes))])
        return cls(begin, example)

    def of_node(self, node: int) -> NDArray[np.int64]:
        """Return the examples of a node."""
        begin, end = self.begin[node : node + 2].tolist()
        return self.examples[begin:end]

    @staticmethod
    def compact(sites: Sites, rows: NDArray[np.int64]) -> tuple[Sites, NDArray[np.int64] | None]:
        """Return some rows over the features that they have, and which these are; None is all.

        Most rows come back as all rows.
        """
        if 2 * len(rows) > sites.n_rows or sites.indices is None:
            return sites, None
        taken = sites.take(rows)
        indices, n = taken.indices, sites.n_features
        assert indices is not None
        assert taken.indptr is not None
        if len(indices) < n // _FEW:
            features, numbers = np.unique(indices, return_inverse=True)
        else:
            is_there = np.zeros(n, np.bool_)
            is_there[indices] = True
            features = np.flatnonzero(is_there)
            numbers = (np.cumsum(is_there) - 1)[indices]
        own = numbers.astype(indices.dtype, copy=False)
        native = _core.Matrix(
            taken.indptr, own, taken.values, len(rows), max(len(features), 1),
            sites.native.is_single,
        )  # fmt: skip
        return Sites(native, taken.values, taken.indptr, own), features.astype(np.int64)


@dataclass(frozen=True, eq=False)
class NodeWeights:
    """The weights of a node's children, feature by feature, those of a feature side by side.

    Parameters
    ----------
    bias
        That of each child : (n_children,).
    features
        The features that have a weight, ascending : (n_rows,).
    counts
        How many weights each has : (n_rows,).
    children, values
        Whose the weights are, ascending for a feature, and what they are : (n_entries,).
    """

    bias: NDArray[np.float32]
    features: NDArray[np.uint32]
    counts: NDArray[np.int64]
    children: NDArray[np.uint16]
    values: NDArray[np.float32]

    @classmethod
    def nothing(cls, n_children: int) -> NodeWeights:
        """Return no weights, and a score that all others are better than."""
        bias = np.full(n_children, -1.0, np.float32)
        return cls(bias, *sparse_weights(np.zeros((0, 1), np.float32), None, 0, 0.0))

    @classmethod
    def join(cls, parts: list[NodeWeights]) -> NodeWeights:
        """Return the weights of a node whose children were learned in several pieces."""
        if len(parts) == 1:
            return parts[0]
        rows = np.concatenate([np.repeat(each.features, each.counts) for each in parts])
        order = np.argsort(rows, kind="stable")
        features, counts = np.unique(rows, return_counts=True)
        return cls(
            np.concatenate([each.bias for each in parts]),
            features,
            counts.astype(np.int64),
            np.concatenate([each.children for each in parts])[order],
            np.concatenate([each.values for each in parts])[order],
        )


def sparse_weights(
    table: NDArray[np.float32], features: NDArray[np.int64] | None, shift: int, prune: float
) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint16], NDArray[np.float32]]:
    """Return features, counts, children and values of a table without its small weights.

    Parameters
    ----------
    table
        Weights : (n_rows, n_columns).
    features
        What the rows stand for; None is 0, 1, ...
    shift
        The child that the first column belongs to.
    prune
        Smaller shares of the largest weight of a column are dropped.

    Examples
    --------
    >>> table = np.array([[2.0, 0.1], [0.01, 0.2]], np.float32)
    >>> [each.tolist() for each in sparse_weights(table, None, 3, 0.05)][:3]
    [[0, 1], [2, 1], [3, 4, 4]]
    """
    largest = np.maximum(table.max(axis=0, initial=0), -table.min(axis=0, initial=0))
    rows, columns = np.nonzero(np.abs(table) > prune * largest)
    found, counts = np.unique(rows, return_counts=True)
    named = found if features is None else features[found]
    return (
        named.astype(np.uint32),
        counts.astype(np.int64),
        (columns + shift).astype(np.uint16),
        np.ascontiguousarray(table[rows, columns], dtype=np.float32),
    )
