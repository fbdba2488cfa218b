"""Bounds on shares are exact, from one trial to a million."""

from __future__ import annotations

from fractions import Fraction
from math import exp, lgamma, log, log1p

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.model.binomial import at_least, at_most, lower_bound, upper_bound

from ..reference import promises as judge


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 99))
def test_tails_are_those_of_exact_fractions(n: int, k: int, percent: int) -> None:
    """The continued fraction stops at 1e-15, and its front factor has 1e-13 of rounding."""
    p = Fraction(percent, 100)
    exact = float(judge.at_least(min(k, n), n, p))
    assert at_least(min(k, n), n, percent / 100) == pytest.approx(exact, abs=1e-12)
    assert at_most(min(k, n), n, percent / 100) == pytest.approx(
        float(1 - judge.at_least(min(k, n) + 1, n, p)), abs=1e-12
    )


@pytest.mark.parametrize(
    ("k", "n"), [(1, 1), (59, 59), (95, 100), (9_600, 10_000), (999_000, 10**6)]
)
def test_a_bound_is_where_the_tail_is_the_risk(k: int, n: int) -> None:
    for confidence in (0.5, 0.95, 0.999):
        assert at_least(k, n, lower_bound(k, n, confidence)) == pytest.approx(1 - confidence)
        if k < n:
            assert at_most(k, n, upper_bound(k, n, confidence)) == pytest.approx(1 - confidence)


def test_nothing_seen_says_nothing() -> None:
    assert (lower_bound(0, 0, 0.95), upper_bound(0, 0, 0.95)) == (0.0, 1.0)
    assert (lower_bound(0, 9, 0.95), upper_bound(9, 9, 0.95)) == (0.0, 1.0)


def test_large_numbers_are_summed_as_term_by_term() -> None:
    """Logarithms of factorials of 10^5 carry 1e-10 of rounding."""
    k, n, p = 95_100, 100_000, 0.95
    terms = (
        lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) + i * log(p) + (n - i) * log1p(-p)
        for i in range(k, n + 1)
    )
    assert at_least(k, n, p) == pytest.approx(sum(map(exp, terms)), rel=1e-8)
