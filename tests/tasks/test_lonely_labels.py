"""Labels with one text, and hardly any texts at all, are learned from; what it means is said."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from linguine import DataWarning, TextClassifier

from .synthetic import LEARNING, corpus

LONELY = [("zebra stripes", "zoo"), ("atom nucleus", "physics")]


@contextmanager
def quietly() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        yield


@pytest.mark.parametrize("calibration", ["auto", 2, 50])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_a_label_with_one_text_is_learned(algorithm: str, calibration: str | int) -> None:
    train = corpus(60)
    texts = [*train.texts, *(text for text, _ in LONELY)]
    labels = [*train.labels, *(label for _, label in LONELY)]
    clf = TextClassifier(algorithm, calibration=calibration)
    with pytest.warns(DataWarning, match="2 of 5 labels have only one text: 'physics', 'zoo'"):
        clf.fit(texts, labels)
    assert clf.predict(["zebra stripes", "atom nucleus"]).tolist() == ["zoo", "physics"]
    assert clf.predict_proba(texts).shape == (62, 5)
    assert set(clf.info_["never_predicted"]) <= set(labels)


@pytest.mark.parametrize("calibration", ["auto", 2, 50])
@pytest.mark.parametrize("n", [2, 3, 4, 7])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_one_text_for_every_label_is_enough_to_train(
    algorithm: str, n: int, calibration: str | int
) -> None:
    texts = [f"word{i} thing{i}" for i in range(n)]
    labels = [f"label{i}" for i in range(n)]
    with quietly():
        clf = TextClassifier(algorithm, calibration=calibration).fit(texts, labels)
    assert clf.predict(texts).tolist() == labels
    assert (clf.model_ is not None and clf.model_.calibrator is not None) == (n >= 4)


@pytest.mark.parametrize("n_rare", [1, 2, 3])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_calibration_stands_any_imbalance(algorithm: str, n_rare: int) -> None:
    texts = [f"common word{i % 7}" for i in range(200)] + ["rare thing"] * n_rare
    labels = ["common"] * 200 + ["rare"] * n_rare
    with quietly():
        clf = TextClassifier(algorithm).fit(texts, labels)
    assert clf.predict_proba(texts).shape == (200 + n_rare, 2)
    assert clf.info_["majority_label"] == "common"


def test_one_row_of_proportions_is_enough_to_train() -> None:
    """Four labels of one text looked like four texts, and no fold was left."""
    with quietly():
        clf = TextClassifier("svm").fit(["a b"], [[0.4, 0.3, 0.2, 0.1]])
    assert clf.predict(["a b"]).tolist() == [0]


def test_many_lonely_labels_are_counted_and_three_are_named() -> None:
    texts = [f"word{i}" for i in range(30)]
    with pytest.warns(DataWarning, match=r"30 of 30 .* 'label0', 'label1', 'label10' and 27 more"):
        TextClassifier("naive-bayes").fit(texts, [f"label{i}" for i in range(30)])


def test_without_probabilities_there_is_nothing_to_say() -> None:
    TextClassifier("svm", calibration="none").fit(["a", "b"], ["x", "y"])
