"""What a classifier says about its own quality is plain, and does not flatter on unequal labels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import TextClassifier
from linguine.reports import evaluate
from linguine.tasks.text.deciding.estimate import estimate
from linguine.tasks.text.fitting.held_out import HeldOut

from ..tasks.synthetic import corpus

CLASSES = np.array(["ham", "jam", "spam"])


@given(st.integers(0, 2**32), st.sampled_from([2, 3, 5]), st.integers(1, 40))
def test_estimates_are_those_of_an_evaluation(seed: int, n_labels: int, n: int) -> None:
    random = np.random.default_rng(seed)
    scores = random.normal(size=(n, 1 if n_labels == 2 else n_labels))
    gold = random.integers(0, n_labels, n).astype(np.int32)
    chosen = (scores[:, 0] > 0).astype(int) if n_labels == 2 else scores.argmax(axis=1)
    labels = np.array([f"label{k}" for k in range(n_labels)])
    facts = estimate(HeldOut(scores, gold, random.random(n) + 0.1), labels)
    judge = evaluate(gold, chosen, labels.tolist())
    # Figures are rounded to four digits.
    assert facts["estimated_accuracy"] == pytest.approx(judge.accuracy, abs=6e-5)
    assert facts["estimated_macro_f1"] == pytest.approx(judge.macro_f1, abs=6e-5)
    counts = np.bincount(gold, minlength=n_labels)
    assert facts["majority_accuracy"] == pytest.approx(counts.max() / n, abs=6e-5)
    assert facts["majority_label"] == f"label{counts.argmax()}"
    missing = [f"label{k}" for k in range(n_labels) if counts[k] and k not in chosen]
    assert facts["never_predicted"] == missing
    assert "weighted_accuracy" not in facts


def test_a_text_with_several_labels_counts_once() -> None:
    scores = np.array([[2.0, 1.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    shares = np.array([0.75, 0.25, 8.0])
    held = HeldOut(scores, np.array([0, 1, 2]), shares, np.array([4, 4, 9]))
    facts = estimate(held, CLASSES, "sample_weight")
    assert facts["estimated_accuracy"] == 0.875  # three quarters of the first, all of the second
    assert facts["weighted_accuracy"] == pytest.approx(8.75 / 9, abs=1e-4)
    assert facts["weighted_by"] == "sample_weight"


def test_weights_of_labels_do_not_change_what_accuracy_means() -> None:
    """It was weighted in silence: 50.0 % at 1:1000, where 99.9 % of the answers were right."""
    texts, labels = ["the same text"] * 100, ["common"] * 95 + ["rare"] * 5
    clf = TextClassifier("svm", class_weight={"common": 1.0, "rare": 1000.0}).fit(texts, labels)
    assert clf.predict(texts[:1]).item() == "rare"
    assert clf.info_["estimated_accuracy"] == 0.05
    assert clf.info_["majority_accuracy"] == 0.95
    assert clf.info_["never_predicted"] == ["common"]
    assert clf.info_["weighted_accuracy"] == round(5000 / 5095, 4)
    assert clf.info_["weighted_by"] == "class_weight"


def test_weights_of_texts_are_named_where_there_are_any() -> None:
    train = corpus(60, 2)
    plain = TextClassifier("svm").fit(train.texts, train.labels)
    assert "weighted_accuracy" not in plain.info_
    weighted = TextClassifier("svm").fit(train.texts, train.labels, sample_weight=[2.0] * 60)
    assert weighted.info_["weighted_by"] == "sample_weight"
