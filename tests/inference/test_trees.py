"""The best trees are those of brute force, with crossing arcs and without, one root or several."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import _core

from ..reference import tree_search
from ..reference import trees as judge

Array = NDArray[np.float64]
RULES = [
    pytest.param(projective, single_root, id=f"{kind}-{roots}")
    for projective, kind in ((True, "projective"), (False, "crossing"))
    for single_root, roots in ((True, "one-root"), (False, "any-roots"))
]


def random_scores(
    seed: int, n: int, *, size: float = 1.0, excluded: float = 0.0, whole: bool = False
) -> Array:
    """Return normal scores times ``size``; some excluded; whole numbers make ties."""
    random = np.random.default_rng(seed)
    scores = size * random.standard_normal((n, n + 1))
    if whole:
        scores = np.round(scores)
    scores[random.random(scores.shape) < excluded] = -np.inf
    scores[np.arange(n), np.arange(1, n + 1)] = np.nan  # must never be read
    return scores


KINDS = [
    pytest.param({}, id="plain"),
    pytest.param({"whole": True}, id="ties"),
    pytest.param({"size": 2000.0}, id="large"),
    pytest.param({"excluded": 0.3}, id="excluded"),
    pytest.param({"excluded": 0.6, "size": 30.0}, id="mostly-excluded"),
    pytest.param({"excluded": 0.4, "whole": True}, id="excluded-ties"),
]


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
    n: int, kind: dict[str, float], projective: bool, single_root: bool
) -> None:
    for seed in range(150 if n < 5 else 40):
        check_best(random_scores(seed, n, **kind), projective, single_root)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_best_tree_of_six_words_is_that_of_brute_force(
    kind: dict[str, float], projective: bool, single_root: bool
) -> None:
    for seed in range(20):
        check_best(random_scores(seed, 6, **kind), projective, single_root)  # type: ignore[arg-type]


@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [9, 17])
def test_best_tree_of_longer_sentences_has_the_score_of_a_slow_search(
    n: int, kind: dict[str, float], projective: bool, single_root: bool
) -> None:
    """Nine words and more have cycles in cycles in cycles, and rows of more than one block."""
    if projective and n > 9:
        n = 12  # five loops
    for seed in range(4):
        scores = random_scores(seed, n, **kind)  # type: ignore[arg-type]
        heads, value = _core.best_tree(scores, projective, single_root)
        slow = tree_search.best_projective if projective else tree_search.best_crossing
        wanted = slow(scores, single_root)
        assert value == pytest.approx(wanted, rel=1e-12, abs=1e-12)
        if value > -np.inf:
            found = tuple(heads.tolist())
            assert judge.is_tree(found)
            assert not projective or judge.is_projective(found)
            assert not single_root or found.count(0) == 1


@pytest.mark.parametrize("single_root", [True, False])
def test_cycles_in_cycles_are_opened_from_the_outside(single_root: bool) -> None:
    """Words in pairs prefer each other, pairs of pairs each other next, and so on."""
    n = 32
    scores = np.zeros((n, n + 1))
    for m in range(n):
        for h in range(n):
            scores[m, h + 1] = -((m ^ h).bit_length()) + 0.001 * h
        scores[m, 0] = -40 - 0.01 * ((7 * m) % n)
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
    # every head that is better in itself would break the tree: the bound of best heads holds
    assert value <= np.nanmax(scores, axis=1).sum()


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_the_empty_sentence_has_the_empty_tree(projective: bool, single_root: bool) -> None:
    heads, value = _core.best_tree(np.zeros((0, 1)), projective, single_root)
    assert (heads.tolist(), value) == ([], 0.0)


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
