"""The table of algorithms."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from linguine.reports import Comparison, LabelEvaluation, evaluate
from linguine.tasks.text.report import SCORES

JUDGED = LabelEvaluation(("ham", "spam"), np.array([[8, 1], [0, 1]]), np.array([0, 0]))
COST: dict[str, Any] = {
    "train_seconds": 0.012,
    "per_second": 52_000.0,
    "model_bytes": 81_920,
    "nonzero_weights": 5_120,
    "has_probabilities": True,
}
OTHER = {**COST, "has_probabilities": False, "model_bytes": 999}


def table(*rows: tuple[str, dict[str, Any]]) -> Comparison:
    made = Comparison(SCORES, "texts", n_train=450, n_test=150, rate="predictions")
    for name, cost in rows:
        made.add(name, JUDGED, **cost)
    return made


def test_the_table_has_a_line_for_each_algorithm_with_all_columns() -> None:
    lines = table(("svm", COST), ("perceptron", OTHER)).to_text(width=200).splitlines()
    assert lines[0] == "450 texts to train on, 150 to test on"
    assert "predictions/s" in lines[2]
    assert lines[4].split() == (
        "svm 90.0 % 59.6 to 98.2 % 0.804 1.000 12 ms 52,000 81.9 kB 5,120 yes".split()
    )
    assert lines[5].startswith("perceptron")
    assert lines[5].endswith("no")
    assert len({len(line) for line in lines[2:4]}) == 1


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.0004, "0.4 ms"), (0.0994, "99 ms"), (0.0999, "0.10 s"), (2.345, "2.35 s"), (61, "61 s")],
)
def test_durations_are_readable(seconds: float, shown: str) -> None:
    assert shown in table(("svm", {**COST, "train_seconds": seconds})).to_text()


@pytest.mark.parametrize(
    ("n_bytes", "shown"),
    [(0, " 0 B"), (999, "999 B"), (999_960, "1.0 MB"), (1_234_000_000_000, "1,234.0 GB")],
)
def test_sizes_are_readable(n_bytes: int, shown: str) -> None:
    assert shown in table(("svm", {**COST, "model_bytes": n_bytes})).to_text()


def test_a_table_that_is_too_wide_is_cut_into_scores_and_costs() -> None:
    made = table(("svm", COST), ("bernoulli-naive-bayes", OTHER))
    assert len(made.to_text(width=200).split("\n\n")) == 3
    _, scores, costs, _ = made.to_text(width=80).split("\n\n")
    assert scores.split()[:2] == ["algorithm", "accuracy"]
    assert costs.split()[:2] == ["algorithm", "train"]
    for width in (80, 60, 45):
        lines = made.to_text(width=width).splitlines()
        assert max(map(len, lines)) <= width
        wide = made.to_text(width=200).splitlines()[2].split()
        assert [word for word in wide if not any(word in line for line in lines)] == []


def test_an_empty_comparison_is_a_header() -> None:
    assert "algorithm" in table().to_text()


def test_the_dictionary_is_json() -> None:
    data = json.loads(json.dumps(table(("svm", COST)).to_dict()))
    (row,) = data["algorithms"]
    assert row["intervals"]["accuracy"] == list(JUDGED.accuracy_interval)
    assert row["intervals"].keys() == {"accuracy", "macro_f1", "micro_f1", "coverage"}
    assert row["predictions_per_second"] == 52_000


def test_the_best_of_two_equally_accurate_is_the_smaller() -> None:
    assert table(("svm", COST), ("perceptron", OTHER)).best()["algorithm"] == "perceptron"


def test_what_is_behind_by_more_than_chance_has_a_small_p() -> None:
    gold = np.zeros(100, int)
    made = Comparison(SCORES, "texts", n_train=1, n_test=100)
    for name, n_wrong in (("best", 5), ("close", 7), ("far", 40)):
        made.add(name, evaluate(gold, (np.arange(100) < n_wrong).astype(int), ["a", "b"]), **COST)
    p_values = {row["algorithm"]: row["p_value"] for row in made.rows}
    assert p_values["best"] is None
    assert p_values["close"] == pytest.approx(0.5)
    assert p_values["far"] < 1e-6
    assert made.to_text(width=200).splitlines()[-3].count("<.001") == 1
    said = " ".join(made.to_text().split())
    assert said.endswith("so far apart in accuracy as this one and the best, best.")


def test_the_score_on_the_training_data_stands_beside_that_on_the_test_data() -> None:
    made = Comparison(SCORES, "texts", n_train=450, n_test=10)
    by_heart = LabelEvaluation(("ham", "spam"), np.array([[9, 0], [0, 1]]), np.array([0, 0]))
    made.add("svm", JUDGED, by_heart, **COST)
    made.add("lexicon", JUDGED, None, **OTHER)
    lines = made.to_text(width=200).splitlines()
    assert lines[2].split()[1:7] == ["accuracy", "95", "%", "interval", "in", "training"]
    assert lines[4].split()[1:9] == "90.0 % 59.6 to 98.2 % 100.0 %".split()
    assert lines[5].split()[1:8] == "90.0 % 59.6 to 98.2 % -".split()
    assert [row["training_accuracy"] for row in made.rows] == [1.0, None]
