r"""Label trees: linear classifiers at the nodes of a tree of labels, and the search for the best.

.. math:: z_v = w_v \cdot x + b_v

The score of a label is z of its leaf. A beam goes down the tree and keeps the nodes with the
largest z of each level, so that most labels are never looked at [Prabhu2018].
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features import Sites
from linguine.model.candidates import Candidates

__all__ = ["LabelTree"]


@dataclass(frozen=True, eq=False)
class LabelTree:
    """Nodes in the order of their levels, the root first, and their weights.

    Parameters
    ----------
    first_child
        The children of v are ``first_child[v]`` up to ``first_child[v + 1]`` : (n_nodes + 1,).
    leaves
        The label of each leaf, -1 of inner nodes : (n_nodes,).
    bias
        b, 0 of the root : (n_nodes,).
    row_begin
        Node v has the weights of its children in the rows ``row_begin[v]`` up to
        ``row_begin[v + 1]`` : (n_nodes + 1,).
    features
        The feature of each row, ascending within a node : (n_rows,).
    entry_begin
        Where the weights of each row begin : (n_rows + 1,).
    children
        Which child a weight belongs to, as a number within its node : (n_entries,).
    values
        The weights : (n_entries,).
    n_features, n_labels
        How many there are.
    beam
        How many nodes of a level are followed.
    """

    first_child: NDArray[np.int32]
    leaves: NDArray[np.int32]
    bias: NDArray[np.float32]
    row_begin: NDArray[np.int64]
    features: NDArray[np.uint32]
    entry_begin: NDArray[np.int64]
    children: NDArray[np.uint16]
    values: NDArray[np.float32]
    n_features: int
    n_labels: int
    beam: int

    @cached_property
    def native(self) -> _core.LabelTree:
        """The core's form of it; making it checks every link."""
        return _core.LabelTree(
            self.first_child, self.leaves, self.bias, self.row_begin, self.features,
            self.entry_begin, self.children, self.values, self.n_features, self.n_labels,
        )  # fmt: skip

    @property
    def most_found(self) -> int:
        """How many labels are found at most: those of the bottom that the beam reaches."""
        widest = int(np.diff(self.first_child).max())
        return min(self.n_labels, self.beam * widest)

    @property
    def n_weights(self) -> int:
        """Weights that are not zero."""
        return int(np.count_nonzero(self.values))

    def search(self, sites: Sites, k: int, n_threads: int) -> Candidates:
        """Return the k best labels of rows."""
        return self.candidates(*self.native.search_rows(sites.native, self.beam, k, n_threads))

    def candidates(self, labels: NDArray[np.int32], scores: NDArray[np.float32]) -> Candidates:
        """Return what the core has found."""
        return Candidates(labels, scores, -np.inf, self.n_labels)

    # --- one label -------------------------------------------------------------------------------

    @cached_property
    def _leaf_of(self) -> NDArray[np.int64]:
        found = np.zeros(self.n_labels, np.int64)
        nodes = np.flatnonzero(self.leaves >= 0)
        found[self.leaves[nodes]] = nodes
        return found

    def way(self, label: int) -> list[int]:
        """Return the nodes from below the root to the leaf of a label."""
        node, way = int(self._leaf_of[label]), []
        while node:
            way.append(node)
            node = self.parent(node)
        return way[::-1]

    def parent(self, node: int) -> int:
        """Return the node that a node is a child of."""
        return int(np.searchsorted(self.first_child, node, side="right")) - 1

    def weights_of(self, node: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the features that a node has a weight of, ascending, and the weights."""
        parent = self.parent(node)
        first, last = self.row_begin[parent : parent + 2].tolist()
        begin, end = int(self.entry_begin[first]), int(self.entry_begin[last])
        mine = np.flatnonzero(self.children[begin:end] == node - self.first_child[parent]) + begin
        rows = np.searchsorted(self.entry_begin, mine, side="right") - 1
        return self.features[rows].astype(np.int64), self.values[mine].astype(np.float64)

    def column(self, label: int) -> tuple[NDArray[np.float32], float]:
        """Return the weights and the bias of a label's leaf : (n_features,)."""
        leaf = int(self._leaf_of[label])
        column = np.zeros(self.n_features, np.float32)
        features, weights = self.weights_of(leaf)
        column[features] = weights
        return column, float(self.bias[leaf])
