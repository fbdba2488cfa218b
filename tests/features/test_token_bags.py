"""Features of tokens that users made themselves: dicts and lists of names, against the judge."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError, ParameterError
from linguine.features.token.bag_extractor import BagExtractor
from linguine.features.token.rows import SparseRows
from linguine.features.vocabulary import Vocabulary

from ..messages import assert_three_parts
from ..reference.token_bags import bag

names = st.sampled_from(["w", "bias", "w:cat", "cat", "ü", "", "a:b", "x=y"])
numbers = st.sampled_from([True, False, 1, 0, 2, -3, 0.5, 1.0, np.float32(0.25), np.int64(2)])
flat = st.lists(names, max_size=4) | st.sets(names, max_size=3)
values = st.recursive(
    names | numbers, lambda inner: flat | st.dictionaries(names, inner, max_size=3), max_leaves=6
)
tokens = st.lists(names, max_size=5) | st.dictionaries(names, values, max_size=4)
corpora = st.lists(st.lists(tokens, max_size=4), max_size=4)


def named(rows: SparseRows, known: list[str]) -> list[dict[str, float]]:
    x = np.ones(len(rows.indices)) if rows.values is None else rows.values
    borders = zip(rows.indptr, rows.indptr[1:], strict=False)
    return [{known[rows.indices[k]]: float(x[k]) for k in range(a, b)} for a, b in borders]


@given(corpora, corpora, st.sampled_from([1, 2]))
def test_rows_are_the_judges(train: list[Any], test: list[Any], min_count: int) -> None:
    ours = BagExtractor(min_count=min_count)
    rows = ours.fit_rows(train)
    bags = [bag(token) for sentence in train for token in sentence]
    counts = Counter(name for each in bags for name in each)
    known = {name for name, n in counts.items() if n >= min_count}
    assert sorted(ours.names()) == sorted(known)
    assert ours.counts_ is not None
    assert dict(zip(ours.names(), ours.counts_.tolist(), strict=True)) == {
        name: counts[name] for name in known
    }
    for data, made in ((train, rows), (test, ours.rows(test))):
        assert named(made.tokens, ours.names()) == [
            {name: x for name, x in bag(token).items() if name in known}
            for sentence in data
            for token in sentence
        ]
        assert np.diff(made.offsets).tolist() == [len(sentence) for sentence in data]


def test_values_are_kept_only_if_one_is_not_1() -> None:
    ours = BagExtractor()
    assert ours.fit_rows([[["a", "b"], {"c": True, "d": False, "e": 1.0}]]).tokens.values is None
    assert ours.fit_rows([[["a", "b"], {"c": 0.5}]]).tokens.values is not None
    assert ours.rows([[["a"]]]).tokens.values is None


def test_a_token_is_explained_by_its_names_numbers_and_values() -> None:
    ours = BagExtractor()
    ours.fit_rows([[{"w": "cat", "n": 0.5}]])
    (word, known), (other, unknown), (number, same) = [
        (name, number) for name, number, _ in ours.explain({"w": "cat", "x": ["y"], "n": 2})
    ]
    assert (word, other, number) == ("w:cat", "x:y", "n")
    assert unknown == -1
    assert {known, same} == {0, 1}


def nested(depth: int) -> dict[str, Any]:
    return {"a": nested(depth - 1)} if depth else {"a": 1}


@pytest.mark.parametrize(
    ("sentences", "rule", "got", "fix"),
    [
        (["a b"], "list of tokens", "sentence 0", "brackets"),
        ([{"w": "a"}], "list of tokens", "sentence 0", "brackets"),
        ([7], "list of tokens", "sentence 0", "brackets"),
        ([[["a"]], [["a"], "b"]], "dict or a list of str", "token 1 of sentence 1 has str", "Give"),
        ([[7]], "dict or a list of str", "token 0 of sentence 0 has int", "Give"),
        ([[[7]]], "named by str", "has int", "str"),
        ([[{7: 1}]], "named by str", "has int", "str"),
        ([[{"a": None}]], "str, bool, a number", "has NoneType at 'a'", "leave the feature out"),
        ([[{"a": float("nan")}]], "finite", "has float at 'a'", "Leave"),
        ([[{"a": 1e300}]], "finite", "has float at 'a'", "Leave"),
        ([[{"a": [{"b": 1}]}]], "named by str", "has dict at 'a:'", "str"),
        ([[nested(40)]], "nested", "has dict", "flatter"),
        ([[["\udc80"]]], "valid Unicode", "surrogate", "Decode"),
    ],
    ids=str,
)
def test_what_is_no_bag_is_refused_with_its_place(
    sentences: Any, rule: str, got: str, fix: str
) -> None:
    with pytest.raises(DataError) as caught:
        BagExtractor().fit_rows(sentences)
    assert_three_parts(caught.value, rule, got, fix)


def test_features_whose_keys_are_neighbours_are_told_apart() -> None:
    """Keys of a file may be anything that ascends: a crowded bucket is searched to its end."""
    names = [f"name{i}" for i in range(300)]
    ours = BagExtractor()
    ours.fit_rows([[names]])
    assert ours.vocabulary_ is not None
    keys = ours.vocabulary_.keys
    near = np.concatenate([keys - np.uint64(9) + np.uint64(shift) for shift in range(19)])
    crowded = np.unique(near)
    offsets = np.zeros(len(crowded) + 1, np.int64)
    ours.restore(Vocabulary(crowded, offsets, np.zeros(0, np.uint8)))
    rows = ours.rows([[names, ["unknown"]]]).tokens
    assert sorted(crowded[rows.indices].tolist()) == keys.tolist()
    assert rows.indptr.tolist() == [0, 300, 300]


def test_rows_before_fit_are_refused() -> None:
    with pytest.raises(DataError, match="fit_rows"):
        BagExtractor().rows([])
    with pytest.raises(ParameterError, match="min_count"):
        BagExtractor(min_count=0)
