"""The table of algorithms."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from linguine.errors import ParameterError
from linguine.reports import Comparison, ComparisonRow

ROW = ComparisonRow("svm", 0.9, (0.85, 0.93), 0.89, 0.012, 52_000.0, 81_920, 5_120, True)
OTHER = replace(ROW, algorithm="perceptron", has_probabilities=False, model_bytes=999)


def test_the_table_has_a_line_for_each_algorithm_with_all_columns() -> None:
    lines = Comparison((ROW, OTHER), n_train=450, n_test=150).to_text().splitlines()
    assert lines[0] == "450 texts to train on, 150 to test on"
    assert lines[-2].split() == (
        "svm 90.0 % 85.0 % to 93.0 % 0.890 12 ms 52,000 81.9 kB 5,120 yes".split()
    )
    assert lines[-1].startswith("perceptron")
    assert lines[-1].endswith("no")
    assert len({len(line) for line in lines[2:4]}) == 1


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.0004, "0.4 ms"), (0.0994, "99 ms"), (0.0999, "0.10 s"), (2.345, "2.35 s"), (61, "61 s")],
)
def test_durations_are_readable(seconds: float, shown: str) -> None:
    assert shown in Comparison((replace(ROW, train_seconds=seconds),), 1, 1).to_text()


@pytest.mark.parametrize(
    ("n_bytes", "shown"),
    [(0, " 0 B"), (999, "999 B"), (999_960, "1.0 MB"), (1_234_000_000_000, "1,234.0 GB")],
)
def test_sizes_are_readable(n_bytes: int, shown: str) -> None:
    assert shown in Comparison((replace(ROW, model_bytes=n_bytes),), 1, 1).to_text()


def test_an_empty_comparison_is_a_header() -> None:
    assert "algorithm" in Comparison((), 1, 1).to_text()


def test_the_dictionary_is_json() -> None:
    data = json.loads(json.dumps(Comparison((ROW,), 450, 150).to_dict()))
    assert data["algorithms"][0]["accuracy_interval"] == [0.85, 0.93]


def test_the_best_of_two_equally_accurate_is_the_smaller() -> None:
    assert Comparison((ROW, OTHER), 1, 1).best() is OTHER


@pytest.mark.parametrize("change", [{"accuracy": 90.0}, {"model_bytes": -1}], ids=str)
def test_what_cannot_have_been_measured_is_refused(change: dict[str, float]) -> None:
    with pytest.raises(ParameterError, match=next(iter(change))):
        replace(ROW, **change)  # type: ignore[arg-type]
