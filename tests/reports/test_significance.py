"""Intervals and paired tests against exact computation, enumeration and SciPy."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binomtest

from linguine.errors import DataError, ParameterError
from linguine.reports import (
    PairedTest,
    evaluate,
    mcnemar,
    paired_bootstrap,
    paired_randomization,
    wilson_interval,
)

from ..messages import assert_three_parts

Codes = NDArray[np.int64]
Resampling = Callable[..., PairedTest]
RESAMPLING = pytest.mark.parametrize("test", [paired_bootstrap, paired_randomization])


def systems(n: int, first: float, second: float, seed: int = 0) -> tuple[Codes, Codes, Codes]:
    """Gold of three labels and two systems that are right this often."""
    generator = np.random.default_rng(seed)
    gold = generator.integers(0, 3, size=n)
    wrong = (gold + generator.integers(1, 3, size=n)) % 3
    is_right = generator.random((2, n)) < np.array([[first], [second]])
    return gold, np.where(is_right[0], gold, wrong), np.where(is_right[1], gold, wrong)


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


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial_test(only_first: int, only_second: int) -> None:
    n = only_first + only_second + 5
    gold = np.zeros(n, dtype=int)
    first, second = gold.copy(), gold.copy()
    second[:only_first] = 1
    first[only_first : only_first + only_second] = 1
    p = 1.0
    if only_first + only_second:
        p = binomtest(only_first, only_first + only_second).pvalue
    assert mcnemar(gold, first, second).p_value == pytest.approx(p, rel=1e-9)


def test_mcnemar_does_not_overflow_on_many_examples() -> None:
    n = 200_000
    gold = np.zeros(n, dtype=int)
    first = (np.arange(n) % 2 == 0).astype(int)
    second = (np.arange(n) % 2 == 1).astype(int)
    assert mcnemar(gold, first, second).p_value == 1.0
    first[:4000] = 0
    assert 0 < mcnemar(gold, first, second).p_value < 0.01


def test_randomization_agrees_with_the_enumeration_of_all_swaps() -> None:
    gold = np.array([0, 0, 1, 1, 2, 2, 0, 1])
    first = np.array([0, 0, 1, 1, 2, 1, 0, 0])
    second = np.array([0, 1, 1, 0, 0, 1, -1, 1])

    def macro_f1(answers: Codes) -> float:
        return evaluate(gold, answers, range(3)).macro_f1

    observed = abs(macro_f1(first) - macro_f1(second))
    far = [
        abs(macro_f1(np.where(swap, second, first)) - macro_f1(np.where(swap, first, second)))
        >= observed - 1e-12
        for swap in product([False, True], repeat=len(gold))
    ]
    test = paired_randomization(gold, first, second, metric="macro-f1", n_resamples=40_000)
    assert test.difference == pytest.approx(macro_f1(first) - macro_f1(second))
    assert test.p_value == pytest.approx(np.mean(far), abs=0.01)  # 4 standard errors


@pytest.mark.parametrize("metric", ["accuracy", "macro-f1"])
def test_bootstrap_agrees_with_resampling_the_examples_one_by_one(metric: str) -> None:
    gold, first, second = systems(60, 0.8, 0.65)
    generator, differences = np.random.default_rng(1), []
    for _ in range(3000):
        rows = generator.integers(0, 60, size=60)
        a, b = (evaluate(gold[rows], x[rows], range(3)) for x in (first, second))
        of = {"accuracy": "accuracy", "macro-f1": "macro_f1"}[metric]
        differences.append(getattr(a, of) - getattr(b, of))
    test = paired_bootstrap(gold, first, second, metric=metric)
    assert test.interval is not None
    np.testing.assert_allclose(test.interval, np.quantile(differences, [0.025, 0.975]), atol=0.03)


@RESAMPLING
def test_equal_systems_are_not_told_apart(test: Resampling) -> None:
    gold, first, _ = systems(100, 0.8, 0.8)
    assert test(gold, first, first).p_value == 1.0


@RESAMPLING
@pytest.mark.parametrize("metric", ["accuracy", "macro-f1"])
def test_a_large_difference_is_found_and_its_direction_does_not_matter(
    test: Resampling, metric: str
) -> None:
    gold, first, second = systems(500, 0.9, 0.6)
    assert test(gold, first, second, metric=metric, n_resamples=2000).p_value < 0.002
    assert test(gold, second, first, metric=metric, n_resamples=2000).p_value < 0.002


@RESAMPLING
def test_under_the_null_hypothesis_few_p_values_are_small(test: Resampling) -> None:
    values = [test(*systems(80, 0.75, 0.75, seed), n_resamples=400).p_value for seed in range(200)]
    assert np.mean(np.array(values) < 0.05) < 0.1  # 5 % expected, 3 standard errors


@RESAMPLING
def test_the_same_seed_gives_the_same_answer(test: Resampling) -> None:
    case = systems(80, 0.8, 0.7)
    assert test(*case, n_resamples=700, seed=3) == test(*case, n_resamples=700, seed=3)
    assert test(*case, n_resamples=700, seed=3) != test(*case, n_resamples=700, seed=4)


def test_a_verdict_is_plain_data() -> None:
    gold, first, second = systems(50, 0.8, 0.7)
    for verdict in (mcnemar(gold, first, second), paired_bootstrap(gold, first, second)):
        data = json.loads(json.dumps(verdict.to_dict()))
        assert data["difference"] == pytest.approx(data["first"] - data["second"])
        assert "accuracy" in verdict.to_text()


@RESAMPLING
def test_an_unknown_metric_gets_the_names_of_the_known(test: Resampling) -> None:
    with pytest.raises(ParameterError, match="macro-f1"):
        test(*systems(5, 0.5, 0.5), metric="macro_f1")


def test_a_missing_gold_label_is_refused_with_its_number() -> None:
    with pytest.raises(DataError) as caught:
        mcnemar(np.array([0, -1]), np.array([0, -1]), np.array([0, 0]))
    assert_three_parts(caught.value, "needs a gold label", "number 1", "Leave such")


@pytest.mark.parametrize("length", [0, 3])
def test_columns_of_different_length_are_refused(length: int) -> None:
    with pytest.raises(DataError) as caught:
        mcnemar(np.zeros(length, dtype=int), np.zeros(4, dtype=int), np.zeros(4, dtype=int))
    assert_three_parts(caught.value, "one length", rf"\({length},\)", "Give the index")
