"""A promise is kept as often as it says, answers as much as it can, and says what it rests on."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError, ParameterError
from linguine.model import promise as module
from linguine.model.promise import Promise, check_promise, find_promise

from ..messages import assert_three_parts
from ..reference import promises as judge


def drawn(n: int, seed: int, exponent: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Answers that are right as often as their probability to some power says."""
    random = np.random.default_rng(seed)
    p = 1.0 - 0.5 * random.random(n) ** 2
    return p, random.random(n) < p**exponent


@given(st.integers(0, 10_000), st.integers(1, 150), st.sampled_from([0.6, 0.8, 0.9]))
def test_thresholds_are_gone_through_as_the_slow_judge_does(
    seed: int, n: int, precision: float
) -> None:
    p, right = drawn(n, seed)
    try:
        made = find_promise(p, right, precision)
    except DataError:
        made = None
    needed = next(k for k in range(1, 1000) if precision**k <= 0.05)
    clear = [
        (sum(q - precision for q in p if q >= t) / max(1, sum(p >= t)) ** 0.5, -j)
        for j, t in enumerate(module.LEVELS)
        if sum(p >= t) >= min(needed, n)
    ]
    best = max(value for value, _ in clear)
    start = min(-j for value, j in clear if value == pytest.approx(best, abs=1e-12))
    exact = Fraction(round(precision * 10), 10)
    found = judge.last_that_passes(
        p.tolist(), right.tolist(), module.LEVELS.tolist(), start, exact, Fraction(1, 20)
    )
    assert (made is None) == (found is None)
    if made is not None and found is not None:
        assert made.threshold == module.LEVELS[found]
        assert made.n_right == int(right[p >= made.threshold].sum())


@pytest.mark.parametrize("exponent", [1.0, 1.4])
def test_at_most_one_promise_in_twenty_is_broken(exponent: float) -> None:
    """Of 120 draws 6 are expected to be broken if the bound is exact; 13 has p = .01."""
    p_all, _ = drawn(100_000, 99)
    broken = 0
    for seed in range(120):
        try:
            made = find_promise(*drawn(600, seed, exponent), 0.9)
        except DataError:
            continue
        answered = p_all[p_all >= made.threshold]
        broken += float((answered**exponent).mean()) < 0.9
    assert broken < 13


def test_more_held_out_texts_answer_more() -> None:
    few, many = (np.mean([find_promise(*drawn(n, seed), 0.9).coverage for seed in range(5)])
                 for n in (500, 20_000))  # fmt: skip
    assert few < many


def test_a_perfect_model_answers_everything() -> None:
    p, _ = drawn(1_000, 0)
    made = find_promise(p, np.ones(1_000, np.bool_), 0.95)
    assert (made.coverage, made.threshold) == (1.0, 0.0)


def test_a_promise_that_cannot_be_kept_says_what_can() -> None:
    p, right = drawn(2_000, 1, 3.0)
    with pytest.raises(DataError) as caught:
        find_promise(p, right, 0.99)
    assert_three_parts(
        caught.value, "0.99 right answers cannot", "right where it is clearest", "Pr"
    )
    advised = float(str(caught.value).split("Promise ")[1].split(",")[0])
    assert find_promise(p, right, advised).n_answered > 0
    with pytest.raises(DataError):
        find_promise(p, right, round(advised + 0.01, 2))


def test_too_few_texts_are_told_how_many_it_takes() -> None:
    with pytest.raises(DataError) as caught:
        find_promise(np.full(40, 0.9), np.ones(40, np.bool_), 0.95)
    assert_three_parts(caught.value, "cannot be promised", "59 answers without a mistake", "0.9")
    with pytest.raises(DataError, match="Train on more texts"):
        find_promise(np.full(40, 0.9), np.zeros(40, np.bool_), 0.95)


@pytest.mark.parametrize("precision", [0, 1, 1.0, -0.5, float("nan"), "0.9", True])
def test_nobody_promises_certainty(precision: object) -> None:
    with pytest.raises(ParameterError, match="promise must be a number"):
        check_promise("TextClassifier", precision, 0.95)


def test_a_verdict_is_an_exact_test() -> None:
    promise = Promise(0.95, 0.95, 0.8, 1_000, 800, 775)
    assert promise.judge(100, 50, 46).is_refuted is False  # p = .24
    assert promise.judge(100, 50, 46).is_broken(strictly=True)
    verdict = promise.judge(100, 50, 43)
    exact = 1 - judge.at_least(44, 50, Fraction(95, 100))
    assert verdict.p_value == pytest.approx(float(exact))
    assert verdict.is_refuted
    assert not promise.judge(100, 0, 0).is_broken(strictly=True)


def test_a_promise_survives_its_configuration() -> None:
    made = Promise(0.95, 0.9, 0.8415, 1_000, 800, 775)
    config = made.to_config()
    assert Promise.from_config(config, 0.8415) == made
    assert config["bound"] == pytest.approx(made.bound, abs=1e-6)
    low, high = made.coverage_interval
    assert low < config["coverage"] < high
