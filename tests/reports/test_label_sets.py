"""Figures of several labels per text, against scikit-learn's and against counting by hand."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, hamming_loss

from linguine.data import LabelSets
from linguine.reports.text.label_sets import LabelSetEvaluation, Tally


def judge(
    gold: np.ndarray, predicted: np.ndarray, scores: np.ndarray | None = None
) -> LabelSetEvaluation:
    tally = Tally(predicted.shape[1])
    asked = predicted * 1.0 if scores is None else scores
    tally.add(LabelSets.of_table(gold), LabelSets.of_table(predicted), asked, None)
    return tally.evaluation(tuple(range(gold.shape[1])))


@pytest.mark.parametrize("seed", range(5))
def test_f1_is_what_scikit_learn_says(seed: int) -> None:
    random = np.random.default_rng(seed)
    gold, predicted = random.random((2, 50, 6)) < 0.3
    found = judge(gold, predicted)
    assert found.micro_f1 == pytest.approx(f1_score(gold, predicted, average="micro"))
    assert found.macro_f1 == pytest.approx(f1_score(gold, predicted, average="macro"))
    expected = f1_score(gold, predicted, average="samples", zero_division=1.0)
    assert found.example_f1 == pytest.approx(expected)
    assert found.subset_accuracy == pytest.approx(accuracy_score(gold, predicted))
    assert found.hamming_loss == pytest.approx(hamming_loss(gold, predicted))


def test_blocks_add_up_to_the_whole() -> None:
    random = np.random.default_rng(0)
    gold, predicted = random.random((2, 40, 4)) < 0.4
    p = random.random((40, 4))
    whole, parts = Tally(4), Tally(4)
    for tally, some in ((whole, slice(0, 40)), (parts, slice(0, 7)), (parts, slice(7, 40))):
        right, answers = (LabelSets.of_table(each[some]) for each in (gold, predicted))
        tally.add(right, answers, p[some], p[some])
    one, other = (each.evaluation(tuple("abcd")) for each in (whole, parts))
    assert (one.micro_f1, one.macro_f1) == (other.micro_f1, other.macro_f1)
    assert one.example_f1 == pytest.approx(other.example_f1)
    assert one.log_loss == pytest.approx(other.log_loss)
    assert one.calibration_error == pytest.approx(other.calibration_error)


def test_precision_at_k_looks_at_scores_and_at_texts_with_a_label() -> None:
    gold = np.array([[True, False, False, True], [False] * 4, [False, True, False, False]])
    scores = np.array([[3.0, 2.0, 1.0, 0.0], [1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 1.0]])
    found = judge(gold, scores > 9, scores)
    assert found.precision_at_1 == pytest.approx(1 / 2)
    assert found.precision_at_3 == pytest.approx(2 / 6)


def test_labels_that_only_gold_has_count_as_missed() -> None:
    found = judge(np.array([[True, True]]), np.array([[True]]))
    assert found.micro_recall == 0.5
    assert found.unknown_labels == {"1": 1}
    assert found.most_missed == {"1": 1}


def test_no_label_is_an_answer() -> None:
    found = judge(np.zeros((2, 3), bool), np.zeros((2, 3), bool))
    assert found.example_f1 == 1.0
    assert found.subset_accuracy == 1.0
    assert found.precision_at_1 == 0.0
