"""The result of a tuning: a table, plain data, and a picture of training and held-out error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from linguine import ParameterError
from linguine.reports.judging.figures import share
from linguine.reports.tuning import Tried, Tuning
from linguine.reports.tuning.result import choose_simplest, table_ledger

FIGURE = share("accuracy", 0, 1, counts_examples=True)


def tried(changes: Mapping[str, Any], n_right: int, n: int = 100, known: float = 1.0) -> Tried:
    table = np.column_stack([np.arange(n) < n_right, np.ones(n)]).astype(np.float64)
    folds = (n_right / n,)
    return Tried(changes, table_ledger([table], FIGURE), folds, known, 0.1)


def result(*rows: Tried, chosen: int | None = None) -> Tuning:
    best = max(range(len(rows)), key=lambda i: rows[i].score or 0)
    return Tuning(
        rows, best, best if chosen is None else chosen, "5 folds", "texts", 100, 5 * len(rows), 1.0
    )


def test_the_table_has_a_row_for_each_setting_and_names_the_best() -> None:
    found = result(tried({"C": 0.1}, 60, known=0.7), tried({"C": 1.0}, 90), tried({"C": 10.0}, 88))
    lines = found.to_text().splitlines()
    assert lines[0] == "100 texts, judged by 5 folds; 15 fits in 1.00 s"
    assert lines[2].split() == ["C", "accuracy", "95", "%", "interval", "in", "training", "p",
                                "seconds"]  # fmt: skip
    assert lines[5].split()[:2] == ["1", "90.00"]
    assert lines[5].endswith("best")
    assert "<.001" in lines[4]
    assert "Best: C=1, accuracy 90.00 %." in found.to_text()


def test_plain_data_are_json() -> None:
    found = result(tried({"features": object(), "alpha": np.float64(0.5)}, 80), Tried({"alpha": 1}))
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["parameters"]["alpha"] == 0.5
    assert told["tried"][1]["score"] is None
    assert told["tried"][0]["p_value"] is None


def test_the_simplest_is_the_first_within_a_standard_error() -> None:
    rows = [tried({"C": 0.1}, 80), tried({"C": 1.0}, 88), tried({"C": 10.0}, 90)]
    assert rows[2].standard_error == pytest.approx(0.03, abs=0.003)
    assert choose_simplest(rows, 2) == 1
    assert choose_simplest([tried({"C": 0.1}, 90), *rows[1:]], 2) == 0


def test_the_picture_has_both_errors_against_lambda_and_marks_the_best() -> None:
    pytest.importorskip("matplotlib")
    found = result(
        tried({"C": 0.1, "n": 1}, 60, known=0.7), tried({"C": 1.0, "n": 1}, 90),
        tried({"C": 10.0, "n": 1}, 85), tried({"C": 10.0, "n": 2}, 85),
    )  # fmt: skip
    (axes,) = found.plot().axes
    lines: dict[str, Any] = {str(line.get_gid()): line for line in axes.lines}
    np.testing.assert_allclose(lines["held-out"].get_xdata(), [0.1, 1.0, 10.0])  # 1 / C
    np.testing.assert_allclose(lines["held-out"].get_ydata(), [0.15, 0.1, 0.4])
    np.testing.assert_allclose(lines["training"].get_ydata(), [0.0, 0.0, 0.3])
    assert list(lines["best"].get_xdata()) == [1.0]
    assert axes.get_xscale() == "log"
    with pytest.raises(ParameterError, match="has several values"):
        found.plot("n")


def test_there_is_no_picture_of_words() -> None:
    pytest.importorskip("matplotlib")
    found = result(tried({"values": "count"}, 60), tried({"values": "binary"}, 90))
    with pytest.raises(ParameterError, match="number that has several values"):
        found.plot()
