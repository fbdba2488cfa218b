"""Constituents as arrays: what makes trees, and what can be taken out of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import Constituents, Sentences
from linguine.data.checks.constituents import find_crossing
from linguine.errors import DataError

from ..messages import assert_three_parts
from ..random_brackets import bracketed_trees

TREES = ["(S (NP (DT The) (NN dog)) (VP (VBZ barks)))", "(UH Oh)", "(X (X (NN dog)))"]


def words(*lengths: int) -> Sentences:
    return Sentences.from_python(
        [["w"] * n for n in lengths], [["T"] * n for n in lengths], columns="form"
    )


def test_nodes_stand_from_the_top_down_and_from_left_to_right() -> None:
    trees = Constituents.from_brackets(TREES)
    assert trees.offsets.tolist() == [0, 3, 3, 5]
    assert [trees.names[code] for code in trees.labels] == ["S", "NP", "VP", "X", "X"]
    assert trees.first.tolist() == [0, 0, 2, 0, 0]
    assert trees.last.tolist() == [3, 2, 3, 1, 1]
    arrays = (trees.offsets, trees.labels, trees.first, trees.last)
    assert [str(each.dtype) for each in arrays] == ["int64", "int32", "int32", "int32"]
    assert (trees.n_nodes, trees.n_tokens, len(trees)) == (5, 5, 3)
    assert trees.has_root().nonzero()[0].tolist() == [0, 2]


@given(trees=st.lists(bracketed_trees(), max_size=5))
def test_trees_pass_through_brackets_and_arrays(trees: list[str]) -> None:
    found = Constituents.from_brackets(trees)
    again = Constituents.from_arrays(
        found.sentences, found.offsets, found.labels, found.first, found.last, found.names
    )
    assert again.to_brackets() == trees
    chosen = list(range(len(trees)))[::-2]
    assert found.take(chosen).to_brackets() == [trees[i] for i in chosen]
    assert found.take(slice(1, 3)).to_brackets() == trees[1:3]
    assert found.take([]).to_brackets() == []


def test_names_are_sorted() -> None:
    trees = Constituents.from_arrays(words(2), [0, 2], [0, 1], [0, 1], [2, 2], ["S", "NP"])
    assert trees.names == ["NP", "S"]
    assert trees.to_brackets() == ["(S (T w) (NP (T w)))"]


@given(
    spans=st.lists(st.tuples(st.integers(0, 7), st.integers(1, 8)), max_size=8),
    others=st.lists(st.tuples(st.integers(0, 7), st.integers(1, 8)), max_size=8),
)
def test_crossing_is_overlapping_without_holding(
    spans: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    spans, others = ([(a, b) for a, b in each if a < b] for each in (spans, others))
    expected = [any(c < a < d < b or a < c < b < d for c, d in others) for a, b in spans]
    first, last = (np.array([ends[side] for ends in spans], dtype=np.int64) for side in (0, 1))
    other_first, other_last = (
        np.array([ends[side] for ends in others], dtype=np.int64) for side in (0, 1)
    )
    assert find_crossing(8, (first, last), (other_first, other_last)).tolist() == expected


Arrays = tuple[Any, Any, Any, Any, Any]
WRONG: dict[str, tuple[Arrays, str, str, str]] = {
    "crossing": (([0, 0, 2], [0, 0], [0, 1], [2, 3], ["X"]), "inside", "1 to 3 crosses", "top"),
    "order": (([0, 0, 2], [0, 0], [1, 0], [2, 3], ["X"]), "behind", "0 to 3 came behind", "top"),
    "chain-order": (([0, 0, 2], [0, 0], [0, 0], [1, 2], ["X"]), "behind", "node 1", "top"),
    "empty-span": (([0, 0, 1], [0], [1], [1], ["X"]), "3 words", "sentence 1, node 0", "top"),
    "too-far": (([0, 0, 1], [0], [0], [4], ["X"]), "over some", "0 to 4", "top"),
    "negative": (([0, 0, 1], [0], [-1], [2], ["X"]), "over some", "-1 to 2", "top"),
    "label": (([0, 0, 1], [1], [0], [2], ["X"]), "one of 1 names", "got 1", "top"),
    "offsets": (([0, 1], [0], [0], [2], ["X"]), "offsets must ascend", "got 2", "Tree i"),
    "descending": (([0, 2, 1], [0], [0], [2], ["X"]), "offsets must ascend", "got 3", "Tree i"),
    "lengths": (([0, 0, 1], [0], [0], [2, 3], ["X"]), "first and a last", "2 last", "top"),
    "floats": (([0, 0, 1], [0.5], [0], [2], ["X"]), "integers", "float64", "top"),
    "names-twice": (([0, 0, 1], [0], [0], [2], ["X", "X"]), "different", "'X', 'X'", "once"),
}


@pytest.mark.parametrize("name", WRONG)
def test_arrays_that_make_no_trees_are_told(name: str) -> None:
    arrays, rule, got, fix = WRONG[name]
    with pytest.raises(DataError) as caught:
        Constituents.from_arrays(words(1, 3), *arrays)
    assert_three_parts(caught.value, rule, got, fix)


def test_sentences_need_words_and_tags() -> None:
    sentences = Sentences.from_python([["a"]])
    with pytest.raises(DataError, match="columns form and tag; they have w"):
        Constituents.from_arrays(sentences, [0, 0], [], [], [], [])


@pytest.mark.parametrize(
    ("texts", "got"),
    [
        ("(S (NN x))", "got '"),
        ([7], r"got \[7\]"),
        (["(A b) (C d)"], "2 trees in 1 texts"),
        (["(A b)", "(C"], "trees:2"),
        (["(A \ud800)"], "half a character"),
        (["(A b)", ""], "1 trees in 2"),
    ],
)
def test_texts_that_are_no_trees_are_told(texts: Any, got: str) -> None:
    with pytest.raises(DataError, match=got):
        Constituents.from_brackets(texts)
