"""Slices: parts of a test set, their figures, and which are worse than the rest."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from linguine.errors import DataError
from linguine.reports import evaluate, slice_by
from linguine.reports.judging.figures import f1, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.judging.parts import make_parts
from linguine.reports.judging.slices import raised_together, worse_p_value

RANDOM = np.random.default_rng(3)


def judged(n: int = 200) -> Any:
    gold = RANDOM.integers(0, 3, n)
    return evaluate(gold, np.where(RANDOM.random(n) < 0.8, gold, 0), ["a", "b", "c"])


def test_the_figures_of_a_part_are_those_of_its_examples_alone() -> None:
    gold = RANDOM.integers(0, 3, 90)
    answers = np.where(RANDOM.random(90) < 0.7, gold, RANDOM.integers(0, 3, 90))
    sources = np.array(["mail", "chat", "web"])[RANDOM.integers(0, 3, 90)]
    found = slice_by(evaluate(gold, answers, ["a", "b", "c"]).ledger, sources, "source")
    for part in found.parts:
        alone = evaluate(gold[sources == part.name], answers[sources == part.name], list("abc"))
        assert part.ledger.values["macro_f1"] == pytest.approx(alone.macro_f1)
        assert part.intervals["accuracy"] == alone.accuracy_interval
    values = [part.ledger.values["accuracy"] for part in found.parts]
    assert values == sorted(values)


@pytest.mark.parametrize("figure", [share("right", 2, 0), f1("f1", 0, 1, 2)])
def test_the_test_of_a_part_agrees_with_all_subsets(figure: Any) -> None:
    table = np.column_stack([RANDOM.integers(1, 5, 12) for _ in range(2)])
    table = np.column_stack([table, np.minimum(table[:, 0], RANDOM.integers(0, 5, 12))])
    ledger, chosen = Ledger.of_table(table, [figure]), np.array([0, 3, 5, 7])

    def lead(places: Any) -> float:
        rest = np.setdiff1d(np.arange(12), places)
        sums = np.stack([table[list(places)].sum(axis=0), table[rest].sum(axis=0)])
        values = figure.of(sums.astype(float))
        return float(values[0] - values[1])

    everywhere = [lead(each) <= lead(chosen) + 1e-12 for each in combinations(range(12), 4)]
    p = worse_p_value(ledger, chosen)
    assert p == pytest.approx(np.mean(everywhere), abs=0.04)


def test_a_part_like_the_rest_is_seldom_said_to_be_worse() -> None:
    ledger = judged(400).ledger
    said = [
        any(each.is_worse for each in slice_by(ledger, RANDOM.integers(0, 5, 400)).parts)
        for _ in range(60)
    ]
    assert np.mean(said) <= 0.13  # .05 but for luck


def test_p_values_are_raised_as_holm_does() -> None:
    assert raised_together([0.01, 0.02, 0.9]) == [0.03, 0.04, 0.9]
    assert raised_together([]) == []
    assert raised_together([None, 0.5]) == [None, 0.5]


def test_numbers_become_ranges_and_empty_cells_a_part() -> None:
    parts = make_parts(["", *map(str, range(100))])
    assert [name for name, _ in parts] == [
        "0 to 24", "25 to 49", "50 to 74", "75 to 99", "(none)",
    ]  # fmt: skip
    assert sorted(i for _, places in parts for i in places.tolist()) == list(range(101))


def test_skewed_numbers_lose_no_example() -> None:
    parts = make_parts([1] * 90 + list(range(2, 12)))
    assert sum(len(places) for _, places in parts) == 100
    assert parts[0][0] == "1"


def test_rare_values_stand_together() -> None:
    values = [f"v{i % 30}" for i in range(3000)]
    parts = make_parts(values)
    assert len(parts) == 20
    assert parts[-1][0] == "(others)"
    assert len(parts[-1][1]) == 1100


def test_a_column_in_which_all_differ_makes_no_parts() -> None:
    with pytest.raises(DataError, match="Choose another column"):
        make_parts([f"text {i}" for i in range(50)], "text")


def test_one_value_is_nothing_to_compare() -> None:
    found = slice_by(judged().ledger, ["mail"] * 200, "source")
    assert found.parts[0].p_value is None
    assert "nothing to compare" in found.to_text()


def test_values_of_other_examples_are_refused() -> None:
    with pytest.raises(DataError, match="each of 200 examples"):
        slice_by(judged().ledger, ["mail"] * 3, "source")
