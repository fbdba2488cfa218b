"""The best trees are those of brute force, with crossing arcs and without, one root or several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import _core

from ..reference import tree_search
from ..reference import trees as judge
from ..tree_scores import KINDS, RULES, Array, nested_cycles, random_scores


def check_best(scores: Array, projective: bool, single_root: bool) -> None:
    heads, value = _core.best_tree(scores, projective, single_root)
    wanted = judge.possible(scores, projective, single_root)
    if not wanted:
        assert value == -np.inf
        assert heads.tolist() == [0] * len(scores)
        return
    found = tuple(heads.tolist())
    assert found in judge.all_trees(len(scores), projective, single_root)
    assert value == pytest.approx(wanted[0][0], rel=1e-12, abs=1e-12)
    assert judge.score(scores, found) == pytest.approx(value, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_best_tree_is_that_of_brute_force(
    n: int, kind: dict[str, Any], projective: bool, single_root: bool
) -> None:
    for seed in range(150 if n < 5 else 40):
        check_best(random_scores(seed, n, **kind), projective, single_root)


@pytest.mark.slow
@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_best_tree_of_six_words_is_that_of_brute_force(
    kind: dict[str, Any], projective: bool, single_root: bool
) -> None:
    for seed in range(20):
        check_best(random_scores(seed, 6, **kind), projective, single_root)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [9, 12])
def test_best_tree_of_longer_sentences_has_the_score_of_a_slow_search(
    n: int, kind: dict[str, Any], projective: bool, single_root: bool
) -> None:
    """Nine words and more have cycles in cycles in cycles, and rows of more than one block."""
    n += 0 if projective else 5  # the slow search for projective trees has five loops
    slow = tree_search.best_projective if projective else tree_search.best_crossing
    for seed in range(4):
        scores = random_scores(seed, n, **kind)
        heads, value = _core.best_tree(scores, projective, single_root)
        assert value == pytest.approx(slow(scores, single_root), rel=1e-12, abs=1e-12)
        if value > -np.inf:
            found = tuple(heads.tolist())
            assert judge.is_tree(found)
            assert not projective or judge.is_projective(found)
            assert not single_root or found.count(0) == 1


@pytest.mark.parametrize("single_root", [True, False])
def test_cycles_in_cycles_are_opened_from_the_outside(single_root: bool) -> None:
    scores = nested_cycles(32)
    heads, value = _core.best_tree(scores, False, single_root)
    assert judge.is_tree(tuple(heads.tolist()))
    assert (heads == 0).sum() == 1
    assert value == pytest.approx(tree_search.best_crossing(scores, single_root), rel=1e-12)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_a_sentence_of_400_words_has_a_tree(projective: bool, single_root: bool) -> None:
    scores = random_scores(5, 400)
    heads, value = _core.best_tree(scores, projective, single_root)
    found = tuple(heads.tolist())
    assert judge.is_tree(found)
    assert max(found) > 255
    assert not single_root or found.count(0) == 1
    assert value == pytest.approx(judge.score(scores, found), rel=1e-12)


@pytest.mark.parametrize(
    ("projective", "single_root", "wanted"),
    [
        pytest.param(True, True, [0, 1, 2, 3], id="lower-splits-one-root"),
        pytest.param(True, False, [0, 1, 2, 3], id="lower-splits"),
        pytest.param(False, True, [0, 1, 1, 1], id="lower-heads-one-root"),
        pytest.param(False, False, [0, 0, 0, 0], id="the-root"),
    ],
)
def test_ties_go_where_the_headers_say(
    projective: bool, single_root: bool, wanted: list[int]
) -> None:
    heads, _ = _core.best_tree(np.zeros((4, 5)), projective, single_root)
    assert heads.tolist() == wanted


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_the_empty_sentence_has_the_empty_tree(projective: bool, single_root: bool) -> None:
    heads, value = _core.best_tree(np.zeros((0, 1)), projective, single_root)
    assert (heads.tolist(), value) == ([], 0.0)
    log_z, shares = _core.tree_log_partition(np.zeros((0, 1)), projective, single_root)
    assert (log_z, shares.shape) == (0.0, (0, 1))
    trees, values = _core.k_best_trees(np.zeros((0, 1)), projective, single_root, 3)
    assert (trees.shape, values.tolist()) == ((1, 0), [0.0])


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        (np.zeros((2, 2)), r"must have shape \(n_words, n_words \+ 1\).*got \(2, 2\)"),
        (np.array([[0.0, 0.0, np.nan], [0.0, 0.0, 0.0]]), r"got nan at \[0, 2\]"),
        (np.array([[0.0, 0.0, 0.0], [np.inf, 0.0, 0.0]]), r"got inf at \[1, 0\]"),
    ],
    ids=["shape", "nan", "infinity"],
)
def test_scores_that_are_none_are_refused(scores: Array, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.best_tree(scores, True, True)
    with pytest.raises(ValueError, match=message):
        _core.tree_log_partition(scores, True, True)
    with pytest.raises(ValueError, match=message):
        _core.k_best_trees(scores, True, True, 2)
