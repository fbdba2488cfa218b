"""The judges of trees agree with each other where both can answer."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ..tree_scores import random_scores
from . import tree_search, tree_sums, trees


def test_enumeration_finds_as_many_trees_as_are_known() -> None:
    """Cayley's numbers, and ternary trees for projective ones (binomial(3n, n) / (2n + 1))."""
    for n, crossing, one_root, projective in [(2, 3, 2, 3), (3, 16, 9, 12), (4, 125, 64, 55)]:
        assert len(trees.all_trees(n, False, False)) == crossing
        assert len(trees.all_trees(n, False, True)) == one_root
        assert len(trees.all_trees(n, True, False)) == projective


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("excluded", [0.0, 0.4])
def test_slow_searches_find_the_best_of_all_trees(excluded: float, single_root: bool) -> None:
    for seed in range(30):
        scores = random_scores(seed, 4, excluded=excluded)
        for projective, slow in (
            (True, tree_search.best_projective),
            (False, tree_search.best_crossing),
        ):
            rated = trees.possible(scores, projective, single_root)
            wanted = rated[0][0] if rated else -np.inf
            assert slow(scores, single_root) == pytest.approx(wanted)


@pytest.mark.parametrize("single_root", [True, False])
def test_slow_sums_are_those_over_all_trees(single_root: bool) -> None:
    for seed in range(20):
        scores = random_scores(seed, 4)
        log_z, _ = trees.log_partition(scores, True, single_root)
        assert tree_sums.projective(scores, single_root) == pytest.approx(log_z)
        log_z, shares = trees.log_partition(scores, False, single_root)
        weights = [[Fraction(float(w)) for w in row] for row in np.exp(np.nan_to_num(scores))]
        z, found = tree_sums.matrix_tree(weights, single_root)
        assert np.log(float(z)) == pytest.approx(log_z)
        np.testing.assert_allclose(np.array(found, dtype=float), shares, atol=1e-12)
