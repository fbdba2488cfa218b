"""Log-partition and probabilities of arcs are those of brute force, exact arithmetic and slopes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from linguine import _core

from ..reference import tree_sums
from ..reference import trees as judge
from ..tree_scores import KINDS, RULES, Array, nested_cycles, random_scores


def check(scores: Array, projective: bool, single_root: bool) -> None:
    log_z, shares = _core.tree_log_partition(scores, projective, single_root)
    wanted_log_z, wanted = judge.log_partition(scores, projective, single_root)
    assert log_z == pytest.approx(wanted_log_z, rel=1e-12, abs=1e-12)
    # The judge's own sums of scores of several thousands are good for 1e-12 each.
    size = np.abs(scores[np.isfinite(scores)]).max(initial=1.0)
    np.testing.assert_allclose(shares, wanted, rtol=1e-11 * size, atol=1e-13 * size)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_log_partition_and_shares_are_those_of_brute_force(
    n: int, kind: dict[str, Any], projective: bool, single_root: bool
) -> None:
    for seed in range(60 if n < 5 else 15):
        check(random_scores(seed, n, **kind), projective, single_root)


@pytest.mark.slow
@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_sums_over_trees_of_six_words_are_those_of_brute_force(
    kind: dict[str, Any], projective: bool, single_root: bool
) -> None:
    for seed in range(8):
        check(random_scores(seed, 6, **kind), projective, single_root)


def log_of(fraction: Fraction) -> float:
    """Return the logarithm of a fraction that may not fit a double."""
    shift = fraction.numerator.bit_length() - fraction.denominator.bit_length()
    rest = fraction / Fraction(2) ** shift
    return float(np.log(float(rest)) + shift * np.log(2.0))


def check_exactly(powers: Array, single_root: bool) -> None:
    """Whole powers of two are exact weights for both sides."""
    weights = [
        [Fraction(0) if p == -np.inf else Fraction(2) ** int(p) for p in row]
        for row in np.nan_to_num(powers, nan=0.0, neginf=-np.inf)
    ]
    z, wanted = tree_sums.matrix_tree(weights, single_root)
    log_z, shares = _core.tree_log_partition(powers * np.log(2.0), False, single_root)
    if z == 0:
        assert log_z == -np.inf
        assert not shares.any()
        return
    assert log_z == pytest.approx(log_of(z), rel=1e-12, abs=1e-11)
    wanted_shares = np.array([[float(p) for p in row] for row in wanted])
    size = np.abs(powers[np.isfinite(powers)]).max(initial=1.0)
    # Digits are right far below what anybody needs, but a share of 1e-200 may come out as 0.
    np.testing.assert_allclose(shares, wanted_shares, rtol=1e-12 * size, atol=1e-150)


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param({"size": 3.0}, id="near"),
        pytest.param({"size": 40.0}, id="cancels-in-doubles"),
        pytest.param({"size": 300.0}, id="beyond-doubles"),
        pytest.param({"size": 40.0, "excluded": 0.5}, id="half-excluded"),
        pytest.param({"size": 40.0, "excluded": 0.75}, id="mostly-excluded"),
    ],
)
def test_sums_with_crossing_arcs_are_those_of_the_theorem_in_fractions(
    kind: dict[str, Any], single_root: bool
) -> None:
    for seed, n in enumerate([7, 8, 9, 10, 12]):
        check_exactly(random_scores(seed, n, whole=True, **kind), single_root)


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("size", [1.0, 10.0, 100.0])
def test_cycles_that_hold_their_words_back_do_not_cost_digits(
    size: float, single_root: bool
) -> None:
    """Each cycle is left once in 2^size walks: differences of the inverse's entries are noise."""
    check_exactly(np.round(nested_cycles(11, size=size)), single_root)


def differences(
    scores: Array, projective: bool, single_root: bool, arcs: list[tuple[int, int]]
) -> list[float]:
    """Return d log Z / d s by central differences."""
    slopes = []
    step = 1e-5
    for m, h in arcs:
        ends = []
        for sign in (1, -1):
            moved = scores.copy()
            moved[m, h] += sign * step
            ends.append(_core.tree_log_partition(moved, projective, single_root)[0])
        slopes.append((ends[0] - ends[1]) / (2 * step))
    return slopes


@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("size", [0.5, 5.0, 50.0])
def test_shares_are_the_slopes_of_log_z(size: float, projective: bool, single_root: bool) -> None:
    n = 12
    scores = random_scores(3, n, size=size)
    _, shares = _core.tree_log_partition(scores, projective, single_root)
    arcs = [(m, h) for m in range(n) for h in range(n + 1) if h != m + 1]
    slopes = differences(scores, projective, single_root, arcs)
    # log Z of a few hundred has an error of 1e-13, which a step of 1e-5 makes 1e-8.
    np.testing.assert_allclose([shares[arc] for arc in arcs], slopes, atol=3e-8)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
@pytest.mark.parametrize("size", [0.3, 4.0, 100.0, 2000.0])
@pytest.mark.parametrize("n", [40, 200])
def test_shares_of_long_sentences_add_up_and_are_slopes(
    n: int, size: float, projective: bool, single_root: bool
) -> None:
    scores = random_scores(n, n, size=size)
    log_z, shares = _core.tree_log_partition(scores, projective, single_root)
    best, value = _core.best_tree(scores, projective, single_root)
    assert np.isfinite(log_z)
    assert log_z >= value - 1e-12 * abs(value)
    assert (shares >= 0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=1e-10)
    if single_root:
        assert shares[:, 0].sum() == pytest.approx(1.0, rel=1e-9)
    arcs = [(int(m), int(best[m])) for m in (0, n // 2, n - 1)]
    slopes = differences(scores, projective, single_root, arcs)
    resolution = 4e-16 * abs(log_z) / 1e-5 + 1e-8
    np.testing.assert_allclose([shares[arc] for arc in arcs], slopes, atol=10 * resolution)


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("size", [0.1, 3.0, 300.0])
def test_projective_log_z_of_200_words_is_that_of_a_slow_recursion(
    size: float, single_root: bool
) -> None:
    scores = random_scores(8, 200, size=size)
    log_z, _ = _core.tree_log_partition(scores, True, single_root)
    assert log_z == pytest.approx(tree_sums.projective(scores, single_root), rel=1e-11)


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("size", [0.1, 1.0])
def test_log_z_of_200_words_is_the_determinant(size: float, single_root: bool) -> None:
    """Where scores are near each other, the plain determinant and inverse are good enough."""
    n = 200
    scores = random_scores(9, n, size=size)
    weights = np.exp(scores)
    weights[np.arange(n), np.arange(1, n + 1)] = 0.0
    laplacian = np.diag(weights[:, 1 if single_root else 0 :].sum(axis=1)) - weights[:, 1:].T
    if single_root:
        laplacian[0] = weights[:, 0]
    log_z, shares = _core.tree_log_partition(scores, False, single_root)
    assert log_z == pytest.approx(np.linalg.slogdet(laplacian)[1], rel=1e-12)
    inverse = np.linalg.inv(laplacian)
    roots = weights[:, 0] * (inverse[:, 0] if single_root else np.diag(inverse))
    np.testing.assert_allclose(shares[:, 0], roots, rtol=1e-8)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_the_best_tree_is_the_limit_of_the_shares(projective: bool, single_root: bool) -> None:
    for seed in range(5):
        scores = random_scores(seed, 60)
        heads, value = _core.best_tree(scores, projective, single_root)
        log_z, shares = _core.tree_log_partition(1e6 * scores, projective, single_root)
        assert log_z == pytest.approx(1e6 * value, rel=1e-9)
        assert shares.argmax(axis=1).tolist() == heads.tolist()
        np.testing.assert_allclose(shares.max(axis=1), 1.0, rtol=1e-6)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_sums_over_400_words_are_finite_and_add_up(projective: bool, single_root: bool) -> None:
    log_z, shares = _core.tree_log_partition(random_scores(4, 400), projective, single_root)
    assert np.isfinite(log_z)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=1e-10)


@pytest.mark.parametrize(("projective", "single_root"), RULES)
def test_equal_scores_count_the_trees(projective: bool, single_root: bool) -> None:
    """Cayley: (n + 1)^(n - 1) trees, n^(n - 1) with one root."""
    n = 5
    log_z, _ = _core.tree_log_partition(np.zeros((n, n + 1)), projective, single_root)
    count = len(judge.all_trees(n, projective, single_root))
    if not projective:
        assert count == (n ** (n - 1) if single_root else (n + 1) ** (n - 1))
    assert np.exp(log_z) == pytest.approx(count, rel=1e-12)
