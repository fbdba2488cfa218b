"""Going on after fit and load: as if all texts had been one stream, at the cost of the new ones."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.errors import DataError, NotAvailableError
from linguine.features import WordNgrams
from linguine.model.file.container import load_model, model_bytes

from ..messages import assert_three_parts
from .synthetic import FEW, FEW_LABELS, LABELS, corpus, make, saved_bytes

ONLINE = ("perceptron", "mira", "svm", "logistic")
ABLE = ("naive-bayes", *ONLINE)
NEW = corpus(600, seed=7)


def loaded(clf: TextClassifier, folder: Path, **options: Any) -> TextClassifier:
    return TextClassifier.load(saved_bytes(clf, folder, **options))


# --- accuracy -----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_loaded", [False, True], ids=["fitted", "loaded"])
@pytest.mark.parametrize("label", ["a label before", "zz behind"])
@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", ABLE)
def test_one_text_of_a_new_label_leaves_the_accuracy(
    algorithm: str, n_labels: int, label: str, is_loaded: bool, tmp_path: Path
) -> None:
    """A perceptron fell from .98 to .87: its average began anew with that text."""
    train, new = corpus(300, n_labels), corpus(600, n_labels, seed=7)
    clf = make(algorithm).fit(train.texts, train.labels)
    if is_loaded:
        clf = loaded(clf, tmp_path)
    before = clf.score(new.texts, new.labels)
    clf.partial_fit(["zork qux"], [label])
    assert clf.score(new.texts, new.labels) > before - 0.01
    assert label in clf.labels_


@pytest.mark.parametrize("algorithm", ONLINE)
def test_texts_one_by_one_after_fit_leave_the_accuracy(algorithm: str) -> None:
    """Each call gave its text the whole penalty, so that every call shrank an SVM's weights."""
    train, more = corpus(300), corpus(60, seed=4)
    clf = make(algorithm).fit(train.texts, train.labels)
    before = clf.score(NEW.texts, NEW.labels)
    for text, label in zip(more.texts, more.labels, strict=True):
        clf.partial_fit([text], [label])
    assert clf.score(NEW.texts, NEW.labels) > before - 0.02


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_loaded_model_goes_on_with_the_weights_of_the_fitted_one(
    algorithm: str, tmp_path: Path
) -> None:
    train, more = corpus(200), corpus(50, seed=4)
    fitted = make(algorithm).fit(train.texts, train.labels)
    again = loaded(fitted, tmp_path)
    for clf in (fitted, again):
        clf.partial_fit(more.texts, more.labels)
    assert again.decision_function(NEW.texts).tobytes() == (
        fitted.decision_function(NEW.texts).tobytes()
    )


@pytest.mark.parametrize("algorithm", ONLINE)
def test_files_of_older_versions_go_on(algorithm: str, tmp_path: Path) -> None:
    train, more = corpus(200), corpus(30, seed=4)
    data = saved_bytes(make(algorithm).fit(train.texts, train.labels), tmp_path)
    opened = load_model(data)
    config = {k: v for k, v in opened.config.items() if k not in ("standing", "min_df_is_usual")}
    old = TextClassifier.load(model_bytes(dict(opened.tensors), config))
    before = old.score(NEW.texts, NEW.labels)
    old.partial_fit(more.texts, more.labels)
    assert old.score(NEW.texts, NEW.labels) > before - 0.02


@pytest.mark.parametrize(
    "standing",
    [7, {"n_steps": 1}, {"n_steps": -1, "n_examples": 1, "learning_rate": None,
     "intercept_scaling": None}, {"n_steps": 1, "n_examples": 1, "learning_rate": 0.0,
     "intercept_scaling": None}],
)  # fmt: skip
def test_a_file_with_a_wrong_standing_is_refused(standing: Any, tmp_path: Path) -> None:
    opened = load_model(saved_bytes(make("mira").fit(FEW, FEW_LABELS), tmp_path))
    forged = model_bytes(dict(opened.tensors), {**opened.config, "standing": standing})
    with pytest.raises(DataError) as caught:
        TextClassifier.load(forged)
    assert_three_parts(caught.value, "of the right types", "standing", "save the model again")


# --- naive Bayes counts on ----------------------------------------------------------------------


def assert_same_model(one: TextClassifier, other: TextClassifier) -> None:
    assert one.model_ is not None
    assert other.model_ is not None
    assert one.model_.extractor.names() == other.model_.extractor.names()
    np.testing.assert_array_equal(one.model_.weights[:, : one.model_.n_columns],
                                  other.model_.weights[:, : one.model_.n_columns])  # fmt: skip
    np.testing.assert_array_equal(one.model_.bias[: one.model_.n_columns],
                                  other.model_.bias[: one.model_.n_columns])  # fmt: skip


@pytest.mark.parametrize("is_loaded", [False, True], ids=["fitted", "loaded"])
@pytest.mark.parametrize("n_labels", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"alpha": 0.1}, {"values": "log-tfidf"}], ids=str)
def test_naive_bayes_goes_on_to_the_last_bit(
    options: dict[str, Any], n_labels: int, is_loaded: bool, tmp_path: Path
) -> None:
    """Counts are in the file: weights of two labels do not tell them."""
    first, more = corpus(120, n_labels), corpus(80, n_labels, seed=4)
    clf = make("naive-bayes", calibration="none", **options).fit(first.texts, first.labels)
    if is_loaded:
        clf = loaded(clf, tmp_path)
    clf.partial_fit(more.texts, more.labels)
    whole = make("naive-bayes", calibration="none", **options)
    whole.fit(first.texts + more.texts, first.labels + more.labels)
    if "values" not in options:  # idf moves with every text, and counts do not move with it
        assert_same_model(clf, whole)
    assert clf.score(NEW.texts, NEW.labels) > whole.score(NEW.texts, NEW.labels) - 0.02


def test_large_and_fractional_counts_come_back_from_a_file(tmp_path: Path) -> None:
    texts, labels = ["cash " * 300, "lunch cash"], ["spam", "ham"]
    for weight in (1.0, 0.3):
        clf = make("naive-bayes", calibration="none", features=WordNgrams())
        clf.fit(texts, labels, sample_weight=[weight] * 2)
        again = loaded(clf, tmp_path)
        for each in (clf, again):
            each.partial_fit(FEW, FEW_LABELS)
        assert_same_model(clf, again)


def test_counts_take_a_tenth_of_a_file(tmp_path: Path) -> None:
    train = corpus(2000, 4)
    clf = make("naive-bayes", calibration="none").fit(train.texts, train.labels)
    data = saved_bytes(clf, tmp_path)
    tensors = load_model(data).tensors
    counts = sum(each.nbytes for name, each in tensors.items() if name.startswith("counts"))
    assert counts < 0.15 * len(data)


def test_a_quantized_naive_bayes_says_why_it_cannot_go_on(tmp_path: Path) -> None:
    train = corpus(100)
    clf = loaded(make("naive-bayes").fit(train.texts, train.labels), tmp_path, quantize="int8")
    with pytest.raises(NotAvailableError) as caught:
        clf.partial_fit(FEW, FEW_LABELS)
    assert_three_parts(caught.value, "goes on from counts", "has none", "Train it again with fit")


@pytest.mark.parametrize("wrong", [-1.0, np.nan])
def test_forged_counts_are_refused(wrong: float, tmp_path: Path) -> None:
    opened = load_model(saved_bytes(make("naive-bayes").fit(FEW, FEW_LABELS), tmp_path))
    tensors = {**opened.tensors, "label_weights": np.array([2.0, wrong])}
    clf = TextClassifier.load(model_bytes(tensors, opened.config))
    with pytest.raises(DataError, match="finite and not negative"):
        clf.partial_fit(FEW, FEW_LABELS)


# --- which features -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 7, 300])
@pytest.mark.parametrize("limits", [{"min_df": 3}, {"min_df": 0.02}, {"max_df": 0.2},
                                    {"max_features": 100}], ids=str)  # fmt: skip
def test_limits_of_naive_bayes_hold_for_all_texts_and_not_for_a_piece(
    limits: dict[str, Any], size: int
) -> None:
    train = corpus(300)
    whole = make("naive-bayes", calibration="none", **limits).fit(train.texts, train.labels)
    pieces = make("naive-bayes", **limits)
    for i in range(0, 300, size):
        pieces.partial_fit(train.texts[i : i + size], train.labels[i : i + size])
    assert_same_model(pieces, whole)


def test_naive_bayes_of_many_texts_is_the_same_in_pieces_and_at_once() -> None:
    """From 10,000 texts on fit left out what one text has; a stream never did: 6 points."""
    train = corpus(10_500, 2)
    whole = make("naive-bayes", calibration="none").fit(train.texts, train.labels)
    pieces = make("naive-bayes")
    for i in range(0, 10_500, 1_500):
        pieces.partial_fit(train.texts[i : i + 1_500], train.labels[i : i + 1_500])
    assert_same_model(pieces, whole)


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_new_word_is_learned_when_enough_texts_had_it(algorithm: str, tmp_path: Path) -> None:
    """A word had to be in min_df texts of one piece: alone, texts never taught a word."""
    clf = loaded(make(algorithm, min_df=2).fit(FEW * 2, FEW_LABELS * 2), tmp_path)
    n = clf.info_["n_features"]
    clf.partial_fit(["zebra"], ["spam"])
    assert clf.info_["n_features"] == n
    clf.partial_fit(["zebra"], ["spam"])
    assert clf.info_["n_features"] == n + 1
    for _ in range(8):
        clf.partial_fit(["zebra", "okapi"], ["spam", "ham"])
    assert clf.predict(["zebra", "okapi"]).tolist() == ["spam", "ham"]


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_stream_keeps_to_max_features(algorithm: str) -> None:
    train = corpus(100)
    clf = make(algorithm, max_features=50)
    for i in range(0, 100, 10):
        clf.partial_fit(train.texts[i : i + 10], train.labels[i : i + 10])
    assert clf.info_["n_features"] == 50


@pytest.mark.parametrize("algorithm", ABLE)
def test_a_stream_needs_a_feature_to_begin_with(algorithm: str) -> None:
    clf = make(algorithm)
    with pytest.raises(DataError) as caught:
        clf.partial_fit([""], ["ham"])
    assert_three_parts(caught.value, "at least one feature", "1 texts gave", "Check that")
    assert clf.partial_fit(FEW, FEW_LABELS).predict([""]).shape == (1,)


@pytest.mark.parametrize("algorithm", ABLE)
def test_a_stream_answers_before_a_word_is_within_its_limits(algorithm: str) -> None:
    clf = make(algorithm, min_df=2, features=WordNgrams())
    clf.partial_fit(["good", "bad"], ["ham", "spam"])
    assert clf.predict(["good"]).item() in ("ham", "spam")
    assert clf.info_["n_features"] == 0


# --- cost ---------------------------------------------------------------------------------------


def many_words(n: int) -> tuple[list[str], list[str]]:
    words = [f"w{i:06x}" for i in range(n)]
    texts = [" ".join(words[i : i + 200]) for i in range(0, n, 200)]
    return texts, [LABELS[i % 3] for i in range(len(texts))]


@pytest.mark.parametrize("words", ["w000001 w000050 w000200", "a new word or two"])
@pytest.mark.parametrize("algorithm", ABLE)
def test_a_text_more_costs_what_the_text_costs(algorithm: str, words: str) -> None:
    """It copied every table of a model, a second for 600,000 features."""
    texts, labels = many_words(40_000)
    clf = make(algorithm, features=WordNgrams(), calibration="none", n_threads=1)
    clf.partial_fit(texts, labels)
    clf.partial_fit([words], ["plants"])  # tables get room to grow
    tracemalloc.start()
    try:
        clf.partial_fit([words], ["plants"])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40_000  # a byte per feature would be more


@pytest.mark.parametrize("options", [{}, {"hash_bits": 14}, {"min_df": 2}, {"reject_below": 0.5},
                                     {"normalize": "blocks"}], ids=str)  # fmt: skip
@pytest.mark.parametrize("algorithm", ABLE)
def test_a_few_texts_are_answered_as_many_are(algorithm: str, options: dict[str, Any]) -> None:
    """Without a look at all features, and to the last bit."""
    train, more = corpus(60), corpus(30, seed=4)
    clf = make(algorithm, **options).fit(train.texts, train.labels)
    clf.partial_fit(more.texts, more.labels)
    few = [*NEW.texts[:3], "a text without a word that is known", ""]
    asked: list[Any] = [clf.predict(few), clf.predict_proba(few), clf.decision_function(few)]
    assert clf.model_ is not None  # makes the whole
    again: list[Any] = [clf.predict(few), clf.predict_proba(few), clf.decision_function(few)]
    for one, other in zip(asked, again, strict=True):
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("algorithm", ONLINE)
def test_asking_in_turns_costs_what_the_text_costs(algorithm: str) -> None:
    texts, labels = many_words(40_000)
    clf = make(algorithm, features=WordNgrams(), calibration="none", n_threads=1)
    clf.partial_fit(texts, labels)
    tracemalloc.start()
    try:
        clf.predict(["w000001 w000050 and more"])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40_000


# --- probabilities ------------------------------------------------------------------------------


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", ABLE)
def test_a_stream_gets_probabilities_from_calibrate(algorithm: str, n_labels: int) -> None:
    train, held, new = (corpus(300, n_labels, seed=each) for each in (1, 2, 3))
    clf = make(algorithm).partial_fit(train.texts, train.labels)
    with pytest.raises(NotAvailableError) as caught:
        clf.predict_proba(new.texts)
    assert_three_parts(caught.value, "Probabilities need calibration", "'none'", "calibrate")
    labels = clf.predict(new.texts)
    clf.calibrate(held.texts, held.labels)
    p = clf.predict_proba(new.texts)
    np.testing.assert_allclose(p.sum(axis=1), 1.0, atol=1e-12)
    assert np.array(clf.labels_)[p.argmax(axis=1)].tolist() == labels.tolist()
    # Sure of as many as are right, within two standard errors of 300 texts.
    assert abs(p.max(axis=1).mean() - (labels == new.labels).mean()) < 0.06
    assert clf.info_["calibration"].endswith("on 300 texts")


@pytest.mark.parametrize("algorithm", ["auto", "ridge", "lexicon", "svm"])
def test_any_loaded_model_can_be_calibrated_and_saved_again(algorithm: str, tmp_path: Path) -> None:
    train, held = corpus(120), corpus(120, seed=2)
    options: dict[str, Any] = {} if algorithm == "lexicon" else {"calibration": "none"}
    clf = loaded(make(algorithm, **options).fit(train.texts, train.labels), tmp_path)
    clf.calibrate(held.texts, held.labels)
    again = loaded(clf, tmp_path)
    assert again.predict_proba(NEW.texts).tobytes() == clf.predict_proba(NEW.texts).tobytes()


def test_probabilities_of_calibrate_stay_until_a_new_label() -> None:
    train = corpus(120)
    clf = make("mira").partial_fit(train.texts, train.labels).calibrate(train.texts, train.labels)
    clf.partial_fit(train.texts[:5], train.labels[:5])
    assert clf.predict_proba(NEW.texts[:5]).shape == (5, 3)
    clf.partial_fit(["something else"], ["waters"])
    with pytest.raises(NotAvailableError):
        clf.predict_proba(["something"])


@pytest.mark.parametrize(
    ("texts", "labels", "rule", "got", "fix"),
    [
        (FEW, ["spam", "spam", "ham", "eggs"], "labels that the model knows", "'eggs'", "Leave"),
        (FEW, [1, 0, 1, 0], "labels that the model knows", "text 0 has 1", "Leave"),
        (FEW[:3], FEW_LABELS[:3], "at least 4 texts", "got 3", "Give more texts"),
        (FEW, np.full((4, 2), 0.5), "one label per text", "proportions", "Give the labels"),
    ],
    ids=["unknown", "type", "few", "proportions"],
)
def test_calibrate_says_what_it_needs(
    texts: list[str], labels: Any, rule: str, got: str, fix: str
) -> None:
    clf = make("perceptron").partial_fit(FEW, FEW_LABELS)
    with pytest.raises(DataError) as caught:
        clf.calibrate(texts, labels)
    assert_three_parts(caught.value, rule, got, fix)
