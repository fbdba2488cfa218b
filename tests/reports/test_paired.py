"""Paired tests of every task's figure agree with all swaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from linguine.reports import evaluate, evaluate_scores
from linguine.reports.judging.figures import f1, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.judging.paired import swap_p_value

from ..reference.bootstrap import swap_p_value as judge

RANDOM = np.random.default_rng(11)


def f1_of(rows: Sequence[Any]) -> float:
    gold, predicted, right = np.sum(rows, axis=0)
    return float(2 * right / (gold + predicted))


def sentences(n: int, skill: float) -> np.ndarray[Any, Any]:
    gold = np.arange(n) % 4 + 1
    predicted = np.minimum(RANDOM.integers(0, 4, n), 4) + 1
    return np.column_stack([gold, predicted, RANDOM.binomial(np.minimum(gold, predicted), skill)])


@pytest.mark.parametrize("skill", [0.9, 0.6, 0.3])
def test_f1_agrees_with_all_swaps(skill: float) -> None:
    one, other = sentences(11, 0.9), sentences(11, skill)
    ledgers = [Ledger.of_table(each, [f1("f1", 0, 1, 2)]) for each in (one, other)]
    exact = judge(one.tolist(), other.tolist(), f1_of)
    assert swap_p_value(*ledgers) == pytest.approx(exact, abs=0.015)
    assert swap_p_value(*ledgers[::-1]) == pytest.approx(exact, abs=0.015)


def test_accuracy_has_the_exact_test_of_mcnemar() -> None:
    gold = np.zeros(30, int)
    first, second = (np.array([0] * n + [1] * (30 - n)) for n in (24, 15))
    one, other = (evaluate(gold, each, ["a", "b"]).ledger for each in (first, second))
    assert swap_p_value(one, other) == pytest.approx(binomtest(0, 9).pvalue, rel=1e-12)


def test_tokens_of_sentences_agree_with_all_swaps() -> None:
    lengths = RANDOM.integers(1, 9, 12)
    one, other = (np.column_stack([RANDOM.binomial(lengths, p), lengths]) for p in (0.9, 0.7))
    ledgers = [Ledger.of_table(each, [share("accuracy", 0, 1)]) for each in (one, other)]

    def accuracy(rows: Sequence[Any]) -> float:
        right, n = np.sum(rows, axis=0)
        return float(right / n)

    exact = judge(one.tolist(), other.tolist(), accuracy)
    assert swap_p_value(*ledgers) == pytest.approx(exact, abs=0.015)


def test_scores_agree_with_all_swaps() -> None:
    gold = np.arange(12.0)
    answers = [gold + RANDOM.normal(0, size, 12) for size in (0.5, 1.0)]
    ledgers = [evaluate_scores(gold, each).ledger for each in answers]

    def minus_misses(rows: Sequence[float]) -> float:  # R2 but for numbers that never change
        return -sum(each**2 for each in rows)

    first, second = ((gold - each).tolist() for each in answers)
    exact = judge(first, second, minus_misses)
    assert swap_p_value(*ledgers) == pytest.approx(exact, abs=0.015)


def test_many_examples_that_all_differ_agree_with_swaps(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = RANDOM.normal(size=1500)
    answers = [gold + RANDOM.normal(0, size, 1500) for size in (0.5, 0.51)]
    ledgers = [evaluate_scores(gold, each).ledger for each in answers]
    normal = swap_p_value(*ledgers)
    monkeypatch.setattr("linguine.reports.judging.paired._MANY_KINDS", 10_000)
    assert swap_p_value(*ledgers) == pytest.approx(normal, abs=0.02)


def test_equal_systems_are_not_told_apart_and_what_does_not_exist_has_no_p() -> None:
    rows = sentences(40, 0.7)
    ledger = Ledger.of_table(rows, [f1("f1", 0, 1, 2)])
    assert swap_p_value(ledger, ledger) == 1.0
    nothing = Ledger.of_table(np.zeros((4, 3)), [f1("f1", 0, 1, 2)])
    assert swap_p_value(nothing, nothing) is None


def test_systems_that_know_other_labels_are_compared_label_by_label() -> None:
    """A column of macro-F1 is the same label in both, whatever its place in each."""
    random = np.random.default_rng(5)
    gold = random.integers(0, 3, 80)
    answers = np.where(random.random(80) < 0.7, gold, 0), np.where(random.random(80) < 0.6, gold, 1)
    one = evaluate(gold, answers[0], ["a", "b", "c"]).ledger
    moved = np.array([2, 3, 0])  # c, x, a, b
    other = evaluate(moved[gold], moved[answers[1]], ["c", "x", "a", "b"]).ledger
    same = evaluate(gold, answers[1], ["a", "b", "c"]).ledger
    p = [swap_p_value(one, each, name="macro_f1") for each in (other, same)]
    assert p[0] == p[1]
