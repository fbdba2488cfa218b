"""TextClassifier: every algorithm learns, agrees with itself, and takes weights and soft labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.errors import NotAvailableError

from .synthetic import EVERY, FEW, FEW_LABELS, LABELS, LEARNING, corpus, fitted, make

# Small on purpose; what is said about labels with one text is in test_lonely_labels.py.
pytestmark = pytest.mark.filterwarnings("ignore:.*only one text")

NEW = corpus(400, seed=7)
ODD = ["", "!?", "unheard of", "balam", "balam " * 500, "мир 你好 😀", *NEW.texts[:60]]
BATCH = ("naive-bayes", "svm", "logistic", "ridge", "nb-svm")


@pytest.mark.parametrize("algorithm", EVERY)
def test_every_algorithm_learns_the_topics(algorithm: str) -> None:
    assert fitted(algorithm).score(NEW.texts, NEW.labels) > 0.85


@pytest.mark.parametrize("algorithm", LEARNING)
def test_defaults_do_not_underfit_20_short_texts(algorithm: str) -> None:
    texts = [f"{text} {i}" for i, text in enumerate(FEW * 5)]
    clf = TextClassifier(algorithm).fit(texts, FEW_LABELS * 5)
    assert clf.score(texts, FEW_LABELS * 5) == 1.0
    assert clf.predict(["win free cash", "see you at noon"]).tolist() == ["spam", "ham"]


@pytest.mark.parametrize("n_labels", [2, 3, 4])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_the_label_the_score_and_the_probability_never_disagree(
    algorithm: str, n_labels: int
) -> None:
    clf = fitted(algorithm, n_labels)
    labels, p = clf.predict(ODD), clf.predict_proba(ODD)
    scores = clf.decision_function(ODD)
    best = (scores > 0).astype(int) if n_labels == 2 else scores.argmax(axis=1)
    assert labels.tolist() == [LABELS[k] for k in best]
    assert labels.tolist() == [LABELS[k] for k in p.argmax(axis=1)]


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_probabilities_are_probabilities(algorithm: str, n_labels: int) -> None:
    p = fitted(algorithm, n_labels).predict_proba(ODD)
    assert p.shape == (len(ODD), n_labels)
    assert (p >= 0).all()
    np.testing.assert_allclose(p.sum(axis=1), 1.0, rtol=1e-12)


@pytest.mark.parametrize("algorithm", LEARNING)
def test_probabilities_say_how_often_the_label_is_right(algorithm: str) -> None:
    hard, test = corpus(300, share=0.25), corpus(600, seed=7, share=0.25)
    clf = make(algorithm).fit(hard.texts, hard.labels)
    p = clf.predict_proba(test.texts).max(axis=1)
    right = np.mean(clf.predict(test.texts) == np.array(test.labels))
    # Two standard errors of an accuracy on 600 texts are .04; the slope has errors of its own.
    assert abs(float(p.mean()) - right) < 0.08


@pytest.mark.parametrize("algorithm", EVERY)
def test_one_text_gets_the_same_scores_alone_and_among_others(algorithm: str) -> None:
    clf = fitted(algorithm)
    together = clf.decision_function(ODD)
    alone = np.vstack([clf.decision_function([text]) for text in ODD])
    assert together.tobytes() == alone.tobytes()


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", EVERY)
def test_a_text_without_any_known_feature_still_gets_an_answer(
    algorithm: str, n_labels: int
) -> None:
    answers = fitted(algorithm, n_labels).predict(["", "unheard", "?"]).tolist()
    assert len(set(answers)) == 1
    assert answers[0] in LABELS[:n_labels]


@pytest.mark.parametrize("algorithm", LEARNING)
def test_texts_sorted_by_class_train_as_well_as_shuffled_ones(algorithm: str) -> None:
    train, test = corpus(160, 4), corpus(400, 4, seed=7)
    by_class = np.argsort(train.labels, kind="stable")
    shuffled = np.random.default_rng(3).permutation(len(train))
    a, b = (
        make(algorithm).fit(part.texts, part.labels).score(test.texts, test.labels)
        for part in (train.take(by_class), train.take(shuffled))
    )
    assert abs(a - b) <= 0.03  # 12 of 400 texts: less than two standard errors at .9


@pytest.mark.parametrize("algorithm", LEARNING)
def test_a_text_may_be_empty(algorithm: str) -> None:
    clf = TextClassifier(algorithm).fit(["", *FEW * 5], ["ham", *FEW_LABELS * 5])
    assert clf.predict(FEW).tolist() == FEW_LABELS


@pytest.mark.parametrize("algorithm", LEARNING)
def test_two_texts_are_enough(algorithm: str) -> None:
    clf = TextClassifier(algorithm).fit(["free cash", "lunch at noon"], ["spam", "ham"])
    assert clf.predict(["cash", "at noon"]).tolist() == ["spam", "ham"]


@pytest.mark.parametrize("algorithm", [each for each in LEARNING if each != "naive-bayes"])
def test_a_label_may_be_seen_once(algorithm: str) -> None:
    clf = TextClassifier(algorithm).fit([*FEW * 5, "one of a kind"], [*FEW_LABELS * 5, "rare"])
    assert clf.labels_ == ["ham", "rare", "spam"]
    assert clf.predict(["one of a kind"]).tolist() == ["rare"]


LABEL_TYPES: dict[str, list[Any]] = {
    "str": ["no", "yes"],
    "int": [3, -5],
    "bool": [False, True],
    "whole-float": [1.0, 2.0],
    "numpy-int": list(np.array([7, 9], np.uint8)),
    "three-int": [10, 2, 33],
}


@pytest.mark.parametrize("kind", LABEL_TYPES)
def test_labels_keep_their_type(kind: str) -> None:
    names = LABEL_TYPES[kind]
    train = corpus(60, len(names))
    labels = [names[LABELS.index(label)] for label in train.labels]
    clf = TextClassifier("svm").fit(train.texts, labels)
    plain = [each.item() if hasattr(each, "item") else each for each in names]
    assert clf.labels_ == sorted(plain)
    assert {type(each) for each in clf.labels_} == {type(plain[0])}
    assert type(clf.explain(train.texts[0]).label) is type(plain[0])
    assert list(clf.top_features(3)) == sorted(plain)
    assert np.mean(clf.predict(train.texts) == labels) > 0.9


# --- weights ----------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", BATCH)
def test_a_text_of_weight_2_counts_like_two_texts(algorithm: str) -> None:
    """Without idf, which counts texts and not weights."""
    train = corpus(90, share=0.15)
    twice = np.arange(0, 90, 4)
    weight = np.ones(90)
    weight[twice] = 2.0
    more = train.take([*range(90), *twice])
    options: dict[str, Any] = {"values": "binary", "normalize": None, "calibration": "none"}
    if algorithm in ("svm", "nb-svm", "logistic"):
        options |= {"tolerance": 1e-7, "max_iterations": 20_000}
    weighted = make(algorithm, **options).fit(train.texts, train.labels, sample_weight=weight)
    doubled = make(algorithm, **options).fit(more.texts, more.labels)
    np.testing.assert_allclose(
        weighted.decision_function(NEW.texts), doubled.decision_function(NEW.texts),
        atol=2e-3,  # two runs of an iterative learner, in float32
    )  # fmt: skip


@pytest.mark.parametrize(
    "algorithm", ["auto", "naive-bayes", "perceptron", "svm", "logistic", "ridge"]
)
def test_balanced_classes_find_more_of_the_rare_label(algorithm: str) -> None:
    train, test = corpus(200, 2, share=0.2), corpus(600, 2, seed=7, share=0.2)
    rare = [i for i in range(200) if i % 2 or i % 16 == 0]  # one of nine is an animal
    part = train.take(rare)
    found = [
        int((make(algorithm, class_weight=w).fit(part.texts, part.labels).predict(test.texts)
             == "animals").sum())
        for w in (None, "balanced")
    ]  # fmt: skip
    assert found[1] > found[0]


def test_a_dict_of_class_weights_moves_the_border() -> None:
    train = corpus(200, 2, share=0.2)
    counts = [
        int((make("logistic", class_weight={"animals": w}).fit(train.texts, train.labels)
             .predict(NEW.texts) == "animals").sum())
        for w in (0.2, 1.0, 5.0)
    ]  # fmt: skip
    assert counts[0] < counts[1] < counts[2]


@pytest.mark.parametrize("algorithm", LEARNING)
def test_proportions_of_labels_can_be_learned(algorithm: str) -> None:
    train = corpus()
    soft = np.full((len(train), 3), 0.1)
    soft[np.arange(len(train)), np.arange(len(train)) % 3] = 0.8
    clf = make(algorithm).fit(train.texts, soft)
    assert clf.labels_ == [0, 1, 2]
    right = clf.predict(NEW.texts) == np.array([LABELS.index(each) for each in NEW.labels])
    assert right.mean() > 0.85


# --- rejection --------------------------------------------------------------------------------


def test_unsure_answers_are_rejected_and_no_others() -> None:
    train = corpus(300, 3, share=0.25)
    clf = make("logistic", reject_below=0.6).fit(train.texts, train.labels)
    answers, p = clf.predict(NEW.texts), clf.predict_proba(NEW.texts).max(axis=1)
    assert [each is None for each in answers] == (p < 0.6).tolist()
    assert 0 < sum(each is None for each in answers) < len(answers)


def test_what_is_not_rejected_is_right_more_often() -> None:
    train, test = corpus(300, 3, share=0.25), corpus(400, 3, seed=7, share=0.25)
    clf = make("svm", reject_below=0.7).fit(train.texts, train.labels)
    answers = clf.predict(test.texts)
    kept = np.array([each is not None for each in answers])
    accuracy = np.mean(answers[kept] == np.array(test.labels)[kept])
    assert accuracy > clf.score(test.texts, test.labels) + 0.03


def test_without_calibration_there_are_no_probabilities() -> None:
    clf = TextClassifier("svm", calibration="none").fit(FEW, FEW_LABELS)
    with pytest.raises(NotAvailableError, match=r"calibration='none'.*Train it again"):
        clf.predict_proba(FEW)
    assert clf.predict(FEW).tolist() == FEW_LABELS


def test_the_model_says_how_its_probabilities_were_made() -> None:
    train = corpus()
    clf = TextClassifier("svm", calibration=3).fit(train.texts, train.labels)
    assert clf.info_["calibration"] == "temperature on 3 folds"
    assert fitted("svm", 2).info_["calibration"] == "platt on 5 folds"
    assert clf.info_["n_documents"] == 120


@pytest.mark.parametrize("algorithm", LEARNING)
def test_one_thread_is_as_good_as_two(algorithm: str) -> None:
    train = corpus()
    one, two = (
        make(algorithm, n_threads=n).fit(train.texts, train.labels).decision_function(ODD)
        for n in (1, 2)
    )
    assert one.tobytes() == two.tobytes()
