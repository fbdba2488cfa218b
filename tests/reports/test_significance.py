"""Intervals and paired tests against exact computation, enumeration and SciPy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from linguine.errors import ParameterError
from linguine.reports import paired_p_value, wilson_interval


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_agrees_with_scipy(case: tuple[int, int]) -> None:
    n_right, n = case
    for confidence in (0.9, 0.95):
        theirs = binomtest(n_right, n).proportion_ci(confidence, method="wilson")
        ours = wilson_interval(n_right, n, confidence=confidence)
        np.testing.assert_allclose(ours, (theirs.low, theirs.high), atol=1e-12)


def test_nothing_seen_means_nothing_known() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("n_right", "n"), [(-1, 3), (4, 3), (1, -1)])
def test_impossible_counts_are_refused(n_right: int, n: int) -> None:
    with pytest.raises(ParameterError, match="wilson_interval"):
        wilson_interval(n_right, n)


@pytest.mark.parametrize(("only_first", "only_second"), [(0, 1), (3, 9), (12, 12), (40, 20)])
def test_where_examples_count_the_same_it_is_the_exact_test_of_mcnemar(
    only_first: int, only_second: int
) -> None:
    first = np.array([1] * only_first + [0] * only_second + [1] * 7)
    second = np.array([0] * only_first + [1] * only_second + [1] * 7)
    exact = binomtest(only_first, only_first + only_second).pvalue
    assert paired_p_value(first, second) == pytest.approx(exact, rel=1e-12)
    assert paired_p_value(second, first) == pytest.approx(exact, rel=1e-12)


def test_many_examples_do_not_overflow() -> None:
    first, second = np.arange(200_000) % 2, (np.arange(200_000) + 1) % 2
    assert paired_p_value(first, second) == pytest.approx(1.0)


def test_other_counts_agree_with_the_enumeration_of_all_swaps() -> None:
    generator = np.random.default_rng(1)
    first, second = generator.integers(0, 6, size=(2, 12))
    differences = first - second
    sums = np.array([signs @ differences for signs in product((-1, 1), repeat=12)])
    exact = float((np.abs(sums) >= abs(differences.sum())).mean())
    assert paired_p_value(first, second) == pytest.approx(exact, abs=0.015)


def test_equal_systems_are_not_told_apart_and_large_differences_are_found() -> None:
    generator = np.random.default_rng(0)
    right = generator.integers(0, 20, size=300)
    assert paired_p_value(right, right) == 1.0
    assert paired_p_value(right + generator.integers(0, 3, size=300), right) < 0.001


def test_under_the_null_hypothesis_few_p_values_are_small() -> None:
    generator = np.random.default_rng(2)
    pairs = generator.integers(0, 9, size=(200, 2, 60))
    p_values = np.array([paired_p_value(*pair, n_draws=1000) for pair in pairs])
    assert 0.01 <= (p_values <= 0.05).mean() <= 0.10


def test_the_same_seed_gives_the_same_answer() -> None:
    first, second = np.random.default_rng(3).integers(0, 9, size=(2, 50))
    assert paired_p_value(first, second, seed=7) == paired_p_value(first, second, seed=7)
