"""Metrics agree with scikit-learn, and say what they do where it has no answer."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn import metrics as judge

from linguine.errors import DataError
from linguine.reports import evaluate, evaluate_labels
from linguine.reports.text.calibration_error import calibration_error

from ..growth import measured
from ..messages import assert_three_parts

Codes = NDArray[np.int64]


@st.composite
def answers(draw: st.DrawFn, low: int = 0) -> tuple[Codes, Codes, int]:
    n_labels = draw(st.integers(1, 6))
    n = draw(st.integers(1, 40))
    gold = draw(st.lists(st.integers(0, n_labels - 1), min_size=n, max_size=n))
    predicted = draw(st.lists(st.integers(low, n_labels - 1), min_size=n, max_size=n))
    return np.array(gold), np.array(predicted), n_labels


@given(answers())
def test_all_averages_agree_with_scikit_learn(case: tuple[Codes, Codes, int]) -> None:
    gold, predicted, n_labels = case
    ours = evaluate(gold, predicted, range(n_labels))
    assert ours.accuracy == pytest.approx(judge.accuracy_score(gold, predicted))
    for average in ("macro", "micro"):
        p, r, f, _ = judge.precision_recall_fscore_support(
            gold, predicted, average=average, zero_division=0
        )
        assert getattr(ours, f"{average}_precision") == pytest.approx(p)
        assert getattr(ours, f"{average}_recall") == pytest.approx(r)
        assert getattr(ours, f"{average}_f1") == pytest.approx(f)


@given(answers())
def test_each_label_agrees_with_scikit_learn(case: tuple[Codes, Codes, int]) -> None:
    gold, predicted, n_labels = case
    ours, labels = evaluate(gold, predicted, range(n_labels)), list(range(n_labels))
    theirs = judge.precision_recall_fscore_support(gold, predicted, labels=labels, zero_division=0)
    for mine, other in zip(
        (ours.precision, ours.recall, ours.f1, ours.support), theirs, strict=True
    ):
        np.testing.assert_allclose(mine, other, rtol=1e-12)
    if n_labels > 1:  # scikit-learn warns of a single label
        confusion = judge.confusion_matrix(gold, predicted, labels=labels)
        assert ours.confusion.tolist() == confusion.tolist()


@given(answers(low=-1))
def test_an_example_without_an_answer_is_a_miss_of_its_label(
    case: tuple[Codes, Codes, int],
) -> None:
    """scikit-learn sees the rejected as one more label that never occurs in gold."""
    gold, predicted, n_labels = case
    ours, labels = evaluate(gold, predicted, range(n_labels)), list(range(n_labels))
    theirs = judge.precision_recall_fscore_support(gold, predicted, labels=labels, zero_division=0)
    for mine, other in zip(
        (ours.precision, ours.recall, ours.f1, ours.support), theirs, strict=True
    ):
        np.testing.assert_allclose(mine, other, rtol=1e-12)
    is_answered = predicted >= 0
    assert ours.n == len(gold)
    assert ours.coverage == is_answered.mean()
    assert ours.accuracy == pytest.approx((gold == predicted).mean())
    if is_answered.any():
        right = (gold == predicted)[is_answered].mean()
        assert ours.answered_accuracy == pytest.approx(right)
    else:
        assert ours.answered_accuracy is None


@given(st.integers(1, 60), st.integers(2, 6), st.integers(0, 1000))
def test_log_loss_agrees_with_scikit_learn(n: int, n_labels: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    p = generator.dirichlet(np.full(n_labels, 0.3), size=n)
    gold = generator.integers(0, n_labels, size=n)
    ours = evaluate(gold, p.argmax(axis=1), range(n_labels), p)
    theirs = judge.log_loss(gold, p, labels=list(range(n_labels)))
    assert ours.log_loss == pytest.approx(theirs, rel=1e-9)


def test_calibration_error_is_the_mean_gap_between_confidence_and_accuracy() -> None:
    """Ten answers at 0.8 of which 6 are right, ten at 0.55 of which 5 are: (2 + 0.5) / 20."""
    p = np.array([[0.8, 0.2]] * 10 + [[0.55, 0.45]] * 10)
    gold = np.array([0] * 6 + [1] * 4 + [0] * 5 + [1] * 5)
    evaluation = evaluate(gold, np.zeros(20, dtype=int), ["a", "b"], p)
    assert evaluation.calibration_error == pytest.approx(0.125)


def test_certain_and_right_has_no_loss() -> None:
    evaluation = evaluate(np.array([0, 1]), np.array([0, 1]), ["a", "b"], np.eye(2))
    assert (evaluation.log_loss, evaluation.calibration_error) == (0.0, 0.0)


def test_a_gold_label_that_the_model_lacks_is_counted_and_costs_a_finite_loss() -> None:
    evaluation = evaluate_labels(
        ["a", "new"], ["a", "b"], ["a", "b"], np.array([[0.9, 0.1], [0.4, 0.6]])
    )
    assert evaluation.labels == ("a", "b", "new")
    assert evaluation.recall.tolist() == [1.0, 0.0, 0.0]
    assert evaluation.log_loss is not None
    assert math.isfinite(evaluation.log_loss)


def test_labels_of_any_type_and_none_for_no_answer() -> None:
    evaluation = evaluate_labels(np.array([3, 1, 1]), [3, None, 1])
    assert evaluation.labels == (1, 3)
    assert evaluation.rejected.tolist() == [1, 0]
    assert evaluate_labels(iter([True, False]), (True, True)).accuracy == 0.5


def test_a_label_that_does_not_occur_is_listed_but_not_averaged() -> None:
    evaluation = evaluate(np.array([0, 1]), np.array([0, 1]), ["a", "b", "c"])
    assert evaluation.macro_f1 == 1.0
    assert evaluation.to_dict()["labels"]["c"]["support"] == 0


def test_the_dictionary_is_json_with_the_promised_keys() -> None:
    evaluation = evaluate(np.array([0, 1, 1]), np.array([0, 1, -1]), [7, "b"])
    data = json.loads(json.dumps(evaluation.to_dict(), allow_nan=False))
    assert data["n"] == 3
    assert data["accuracy"] == pytest.approx(2 / 3)
    assert {"macro_f1", "micro_f1", "coverage", "accuracy_interval"} <= set(data)
    assert set(data["labels"]) == {"7", "b"}
    assert set(data["labels"]["b"]) == {"precision", "recall", "f1", "support"}


@pytest.mark.parametrize("n_labels", [2, 30])
def test_the_text_names_every_label_and_the_worst_confusion(n_labels: int) -> None:
    gold = np.arange(10 * n_labels) % n_labels
    predicted = gold.copy()
    predicted[gold == 0] = 1
    predicted[-1] = -1
    text = evaluate(gold, predicted, [f"label{k:02}" for k in range(n_labels)]).to_text()
    assert all(f"label{k:02}" in text for k in range(n_labels))
    assert "answered" in text
    assert "10" in text.split("label00")[-1]


def test_a_label_cannot_paint_the_terminal() -> None:
    text = evaluate(np.array([0]), np.array([0]), ["\x1b[31mred"]).to_text()
    assert "\x1b" not in text


def test_a_million_answers_are_counted_natively() -> None:
    """A loop over the examples in Python would take more than a second."""
    generator = np.random.default_rng(0)
    gold, predicted = generator.integers(0, 20, size=(2, 1_000_000))
    with measured() as cost:
        evaluate(gold, predicted, range(20)).to_dict()
    assert cost.seconds < 0.5


@pytest.mark.parametrize(
    ("gold", "predicted", "got", "fix"),
    [
        ([], [], "0 and 0", "Predict"),
        ([0, 1], [0], "2 and 1", "Predict"),
        ([0, 2], [0, 1], "0 to 2", "all labels"),
        ([0, -1], [0, 1], "-1 to 0", "all labels"),
        ([0, 1], [0, -2], "-2 to 0", "all labels"),
        (["a", "b"], ["a", "b"], "<U1", "evaluate_labels"),
        ([[0, 1]], [[0, 1]], r"\(1, 2\)", "evaluate_labels"),
    ],
)
def test_bad_codes_are_refused(gold: Any, predicted: Any, got: str, fix: str) -> None:
    with pytest.raises(DataError) as caught:
        evaluate(np.array(gold), np.array(predicted), ["a", "b"])
    assert_three_parts(caught.value, "must", got, fix)


@pytest.mark.parametrize(
    "p", [np.zeros((1, 2)), np.full((2, 2), np.nan), np.full((2, 2), 1.5), np.zeros(2)]
)
def test_what_is_not_a_probability_is_refused(p: NDArray[np.float64]) -> None:
    with pytest.raises(DataError) as caught:
        evaluate(np.array([0, 1]), np.array([0, 1]), ["a", "b"], p)
    assert_three_parts(caught.value, "0 to 1", "shape", "predict_proba")


def test_a_gold_label_of_none_is_refused_with_its_number() -> None:
    with pytest.raises(DataError) as caught:
        evaluate_labels(["a", None], ["a", "a"])
    assert_three_parts(caught.value, "needs a gold label", "number 1", "Leave out")


def test_reports_load_nothing_heavy() -> None:
    heavy = "('sklearn', 'scipy', 'matplotlib', 'pandas', 'rich', 'statistics')"
    check = f"import sys; print(*[m for m in {heavy} if m in sys.modules])"
    script = f"from linguine.reports import *\n{check}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def draw_errors(p: NDArray[np.float64], n_draws: int) -> NDArray[np.float64]:
    """Judge: the calibration errors of answers that are right by lot, each with its own p."""
    generator = np.random.default_rng(5)
    right = (generator.random(len(p)) < p for _ in range(n_draws))
    return np.array([calibration_error(p, each.astype(np.float64)) for each in right])


@pytest.mark.parametrize("n", [1, 7, 150])
def test_luck_alone_gives_the_error_of_answers_drawn_from_their_probabilities(n: int) -> None:
    p = np.random.default_rng(n).uniform(0.5, 1.0, n)
    gold = np.zeros(n, np.int64)
    luck = evaluate(gold, gold, ["a", "b"], np.column_stack([p, 1 - p])).calibration_error_by_chance
    assert luck is not None
    drawn = draw_errors(p, 400)
    # 400 draws against 1,000: three standard errors of the mean; quantiles vary more.
    assert luck.mean == pytest.approx(drawn.mean(), abs=3 * drawn.std() / math.sqrt(280))
    assert luck.up_to == pytest.approx(np.quantile(drawn, 0.95), abs=0.6 * drawn.std() + 1e-9)


def test_luck_alone_gives_less_on_more_texts_and_nothing_where_all_is_certain() -> None:
    def luck(n: int, p: float) -> tuple[float, float]:
        gold = np.zeros(n, np.int64)
        found = evaluate(gold, gold, ["a", "b"], np.tile([p, 1 - p], (n, 1)))
        assert found.calibration_error_by_chance is not None
        return found.calibration_error_by_chance

    assert luck(100, 1.0) == (0.0, 0.0)
    assert luck(10_000, 0.9)[1] < luck(100, 0.9)[0]
    assert luck(150, 0.8) == luck(150, 0.8)


def test_the_error_that_luck_gives_stands_beside_the_calibration_error() -> None:
    gold = np.array([0] * 6 + [1] * 4)
    found = evaluate(gold, gold * 0, ["a", "b"], np.tile([0.8, 0.2], (10, 1)))
    luck = found.to_dict()["calibration_error_by_chance"]
    assert list(luck) == ["mean", "up_to"]
    assert f"error 0.200 (luck alone gives up to {luck['up_to']:.3f})" in found.to_text()
    assert evaluate(gold, gold, ["a", "b"]).to_dict()["calibration_error_by_chance"] is None


def test_the_table_of_reliability_has_all_answers_and_says_who_is_too_sure() -> None:
    random = np.random.default_rng(0)
    n = 3000
    gold = random.integers(0, 2, n)
    answers = np.where(random.random(n) < 0.8, gold, 1 - gold)
    table = np.full((n, 2), 0.03)
    table[np.arange(n), answers] = 0.97
    shown = evaluate(gold, answers, ["ham", "spam"], table).to_text()
    line = next(each for each in shown.splitlines() if each.startswith("93 to 100 %"))
    assert "3,000  97.0 %" in line
    assert line.endswith("too sure")
    table = np.where(table > 0.5, 0.8, 0.2)
    calm = evaluate(gold, answers, ["ham", "spam"], table).to_text()
    assert "sure" not in calm
    assert "probability" in calm
    assert "probability" not in evaluate(gold, answers, ["ham", "spam"]).to_text()
