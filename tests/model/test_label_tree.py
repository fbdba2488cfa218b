"""The beam along a label tree against the judge that scores all paths, and links that are wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine.features.matrix import read_matrix
from linguine.model.label_tree import LabelTree
from tests.reference.label_tree import all_paths, dense_weights

RANDOM = np.random.default_rng(3)
N_FEATURES = 30


def make_tree(widths: list[int], *, beam: int = 10_000, empty: bool = False) -> LabelTree:
    """Return a tree whose nodes of level i have ``widths[i]`` children each, weighed by lot."""
    first, n_above, n_nodes = [1], 1, 1
    for width in widths:
        first += [n_nodes + width * (i + 1) for i in range(n_above)]
        n_above *= width
        n_nodes += n_above
    first += [n_nodes] * (n_nodes + 1 - len(first))
    leaves = np.full(n_nodes, -1, np.int32)
    leaves[n_nodes - n_above :] = RANDOM.permutation(n_above)
    rows, features, counts, children = [0], [], [], []
    for v in range(n_nodes):
        width = first[v + 1] - first[v]
        is_there = RANDOM.random(N_FEATURES) < (0.4 if width and not empty else 0.0)
        for f in np.flatnonzero(is_there).tolist():
            found = np.flatnonzero(RANDOM.random(width) < 0.5)
            features.append(f)
            counts.append(len(found))
            children += found.tolist()
        rows.append(len(features))
    return LabelTree(
        np.array(first, np.int32), leaves, RANDOM.normal(size=n_nodes).astype(np.float32),
        np.array(rows, np.int64), np.array(features, np.uint32),
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), np.array(children, np.uint16),
        RANDOM.normal(size=len(children)).astype(np.float32), N_FEATURES, n_above, beam,
    )  # fmt: skip


def rows(n: int = 20) -> NDArray[np.float64]:
    return RANDOM.random((n, N_FEATURES)) * (RANDOM.random((n, N_FEATURES)) < 0.3)


@pytest.mark.parametrize("widths", [[3], [2, 3], [4, 2, 3], [1, 1, 2], [7, 5]])
def test_a_full_beam_finds_what_all_paths_find(widths: list[int]) -> None:
    tree, x = make_tree(widths), rows()
    expected = all_paths(tree, x)
    found = tree.search(read_matrix(x), tree.n_labels, 2)
    np.testing.assert_allclose(found.table(), expected, atol=1e-5)
    assert (np.diff(found.values, axis=1) <= 0).all()
    np.testing.assert_array_equal(found.best, expected.argmax(axis=1))


def test_a_beam_keeps_the_best_nodes_of_each_level() -> None:
    tree, x = make_tree([6, 4], beam=2), rows()
    z = np.array([x @ dense_weights(tree, v) + tree.bias[v] for v in range(len(tree.leaves))]).T
    found = tree.search(read_matrix(x), 8, 1)
    for i in range(len(x)):
        kept = 1 + np.argsort(-z[i, 1:7])[:2]
        leaves = [c for v in kept for c in range(tree.first_child[v], tree.first_child[v + 1])]
        assert set(found.labels[i].tolist()) == set(tree.leaves[leaves].tolist())


def test_places_that_nobody_fills_are_empty() -> None:
    found = make_tree([6, 4], beam=1).search(read_matrix(rows(3)), 6, 1)
    assert found.is_there.sum(axis=1).tolist() == [4, 4, 4]
    assert np.isneginf(found.values[:, 4:]).all()


def test_rows_and_threads_change_nothing() -> None:
    tree, x = make_tree([6, 4], beam=3), rows(200)
    one, two = (tree.search(read_matrix(x), 5, n) for n in (1, 3))
    np.testing.assert_array_equal(one.labels, two.labels)
    np.testing.assert_array_equal(one.values, two.values)


def test_ties_go_to_the_smaller_label() -> None:
    tree = make_tree([3, 3], empty=True)
    tree = replace(tree, bias=np.zeros_like(tree.bias))
    assert tree.search(read_matrix(rows(2)), 9, 1).labels.tolist() == [list(range(9))] * 2


def test_a_label_knows_its_way_and_its_weights() -> None:
    tree = make_tree([4, 2, 3])
    for label in range(tree.n_labels):
        way = tree.way(label)
        assert len(way) == 3
        assert tree.leaves[way[-1]] == label
        assert [tree.parent(v) for v in way] == [0, *way[:-1]]
        features, weights = tree.weights_of(way[-1])
        dense = np.zeros(N_FEATURES)
        dense[features] = weights
        np.testing.assert_allclose(dense, dense_weights(tree, way[-1]))


BROKEN: dict[str, Callable[[LabelTree], dict[str, Any]]] = {
    "a loop": lambda t: {"first_child": np.array([1, 1, *t.first_child[2:]], np.int32)},
    "children beyond the end": lambda t: {"first_child": t.first_child + 1},
    "a leaf without a label": lambda t: {"leaves": np.full_like(t.leaves, -1)},
    "an inner node with a label": lambda t: {"leaves": np.zeros_like(t.leaves)},
    "a label too many": lambda t: {"leaves": t.leaves + (t.leaves >= 0)},
    "a feature too many": lambda t: {"features": t.features + N_FEATURES},
    "features that do not ascend": lambda t: {"features": t.features[::-1].copy()},
    "a child too many": lambda t: {"children": t.children + 5},
    "entries that are not there": lambda t: {"entry_begin": t.entry_begin + 1},
    "rows that go back": lambda t: {"row_begin": t.row_begin[::-1].copy()},
    "weights that are missing": lambda t: {"values": t.values[:-1].copy()},
    "no nodes": lambda t: {"leaves": t.leaves[:0], "bias": t.bias[:0]},
}


@pytest.mark.parametrize("what", BROKEN)
def test_links_are_checked_before_a_kernel_sees_them(what: str) -> None:
    tree = make_tree([3, 2])
    with pytest.raises(ValueError, match=r"must|range"):
        _ = replace(tree, **BROKEN[what](tree)).native
