"""The k best trees are those of brute force, in order, and none comes twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import _core

from ..reference import trees as judge
from ..tree_scores import KINDS, RULES, Array, random_scores


def check(scores: Array, projective: bool, single_root: bool, k: int) -> None:
    trees, values = _core.k_best_trees(scores, projective, single_root, k)
    wanted = judge.possible(scores, projective, single_root)[:k]
    assert len(trees) == len(values) == len(wanted)
    # The chart adds in another order than the judge, so ties may be broken by the last digit.
    np.testing.assert_allclose(values, [value for value, _ in wanted], rtol=1e-12, atol=1e-11)
    found = [tuple(tree) for tree in trees.tolist()]
    assert len(set(found)) == len(found)
    for heads, value in zip(found, values, strict=True):
        assert judge.score(scores, heads) == value
        assert heads in judge.all_trees(len(scores), projective, single_root)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_k_best_trees_are_those_of_brute_force(
    n: int, kind: dict[str, Any], projective: bool, single_root: bool
) -> None:
    for seed in range(10 if n < 5 else 3):
        scores = random_scores(seed, n, **kind)
        for k in (1, 2, 10, 10_000 if n < 5 else 60):
            check(scores, projective, single_root, k)


@pytest.mark.slow
@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_k_best_trees_of_six_words_are_those_of_brute_force(
    kind: dict[str, Any], projective: bool, single_root: bool
) -> None:
    check(random_scores(1, 6, **kind), projective, single_root, 100)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_the_first_of_k_is_the_best_tree(projective: bool, single_root: bool) -> None:
    for seed in range(5):
        scores = random_scores(seed, 30, whole=seed % 2 == 0)
        trees, values = _core.k_best_trees(scores, projective, single_root, 8)
        heads, value = _core.best_tree(scores, projective, single_root)
        assert trees[0].tolist() == heads.tolist()
        assert values[0] == value
        assert (np.diff(values) <= 1e-12).all()
        assert len({tuple(tree) for tree in trees.tolist()}) == 8


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_a_sentence_of_400_words_has_a_second_tree(projective: bool, single_root: bool) -> None:
    trees, values = _core.k_best_trees(random_scores(2, 400), projective, single_root, 2)
    assert values[0] > values[1]
    assert judge.is_tree(tuple(trees[1].tolist()))


def test_no_tree_less_than_one_can_be_asked_for() -> None:
    with pytest.raises(ValueError, match="k must be at least 1; got 0"):
        _core.k_best_trees(np.zeros((2, 3)), True, True, 0)
