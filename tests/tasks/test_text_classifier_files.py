"""A saved classifier is repeatable to the byte, and answers like the one that was saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.features import CharNgrams, Function, Shape, WordNgrams
from linguine.model.file.container import load_model

from ..messages import assert_three_parts
from .synthetic import EVERY, FEW, FEW_LABELS, LABELS, LEARNING, corpus, fitted, make, saved_bytes

NEW = corpus(60, seed=7)
ODD = ["", "unheard", "balam balam", *NEW.texts[:20]]


def assert_same(a: TextClassifier, b: TextClassifier, texts: list[str] = ODD) -> None:
    assert a.labels_ == b.labels_
    assert a.decision_function(texts).tobytes() == b.decision_function(texts).tobytes()
    assert a.predict(texts).tolist() == b.predict(texts).tolist()
    if a.model_ is not None and a.model_.calibrator is not None:
        assert a.predict_proba(texts).tobytes() == b.predict_proba(texts).tobytes()
    for text in texts[:6]:
        assert a.explain(text).to_dict() == b.explain(text).to_dict()
    assert a.top_features(10) == b.top_features(10)
    assert a.info_ == b.info_


# --- the same bytes ---------------------------------------------------------------------------


@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("algorithm", EVERY)
def test_threads_do_not_change_the_file(algorithm: str, n_labels: int, tmp_path: Path) -> None:
    train = corpus(150, n_labels, seed=3)
    one, two = (
        saved_bytes(make(algorithm, n_labels, n_threads=n).fit(train.texts, train.labels), tmp_path)
        for n in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize("algorithm", EVERY)
def test_the_same_seed_gives_the_same_file(algorithm: str, tmp_path: Path) -> None:
    train = corpus(90)
    one, two = (
        saved_bytes(make(algorithm, seed=5).fit(train.texts, train.labels), tmp_path)
        for _ in range(2)
    )
    assert one == two


@pytest.mark.parametrize("options", [{"hash_bits": 9}, {"l1": 0.1}, {"epochs": 4}], ids=str)
def test_threads_do_not_change_the_file_with_options(
    options: dict[str, Any], tmp_path: Path
) -> None:
    train = corpus(150)
    one, two = (
        saved_bytes(make("logistic", n_threads=n, **options).fit(train.texts, train.labels),
                    tmp_path)
        for n in (1, 2)
    )  # fmt: skip
    assert one == two


@pytest.mark.parametrize("algorithm", ["perceptron", "mira"])
def test_another_seed_gives_another_file(algorithm: str, tmp_path: Path) -> None:
    train = corpus(90)
    one, two = (
        saved_bytes(make(algorithm, seed=n).fit(train.texts, train.labels), tmp_path)
        for n in (1, 2)
    )
    assert one != two


@pytest.mark.parametrize("algorithm", EVERY)
def test_saving_what_was_loaded_gives_the_same_file(algorithm: str, tmp_path: Path) -> None:
    data = saved_bytes(fitted(algorithm), tmp_path)
    assert saved_bytes(TextClassifier.load(data), tmp_path) == data


# --- the same answers -------------------------------------------------------------------------


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", EVERY)
def test_a_loaded_model_answers_as_before(algorithm: str, n_labels: int, tmp_path: Path) -> None:
    clf = fitted(algorithm, n_labels)
    path = tmp_path / "model.linguine"
    clf.save(path)
    assert_same(clf, TextClassifier.load(path))


@pytest.mark.parametrize("algorithm", ["auto", "naive-bayes", "svm", "nb-svm"])
def test_a_loaded_hashed_model_answers_as_before(algorithm: str, tmp_path: Path) -> None:
    clf = fitted(algorithm, 3, hash_bits=10)
    assert_same(clf, TextClassifier.load(saved_bytes(clf, tmp_path)))


def test_a_model_is_loaded_from_its_bytes(tmp_path: Path) -> None:
    clf = fitted("svm")
    assert_same(clf, TextClassifier.load(saved_bytes(clf, tmp_path)))


@pytest.mark.parametrize("n_threads", [1, 2])
def test_threads_do_not_change_the_answers_of_a_loaded_model(
    n_threads: int, tmp_path: Path
) -> None:
    clf = fitted("svm")
    assert_same(clf, TextClassifier.load(saved_bytes(clf, tmp_path), n_threads=n_threads))


def test_the_threshold_of_rejection_is_kept(tmp_path: Path) -> None:
    train = corpus(120, share=0.25)
    clf = make("svm", reject_below=0.7).fit(train.texts, train.labels)
    loaded = TextClassifier.load(saved_bytes(clf, tmp_path))
    answers = loaded.predict(NEW.texts).tolist()
    assert None in answers
    assert answers == clf.predict(NEW.texts).tolist()


@pytest.mark.parametrize(
    "names",
    [["no", "yes"], [3, -5], [False, True], [1.0, 2.0]],
    ids=["str", "int", "bool", "float"],
)
def test_labels_keep_their_type_in_a_file(names: list[Any], tmp_path: Path) -> None:
    labels = [names[label == "spam"] for label in FEW_LABELS]
    clf = TextClassifier("svm").fit(FEW, labels)
    loaded = TextClassifier.load(saved_bytes(clf, tmp_path))
    assert loaded.labels_ == sorted(names)
    assert type(loaded.labels_[0]) is type(names[0])
    assert loaded.predict(FEW).dtype == clf.predict(FEW).dtype


def test_labels_of_any_script_survive(tmp_path: Path) -> None:
    labels = ["привет\n", "你好\t", "😀", '"'] * 2
    clf = TextClassifier("naive-bayes").fit(FEW * 2, labels)
    assert TextClassifier.load(saved_bytes(clf, tmp_path)).labels_ == sorted(set(labels))


@pytest.mark.parametrize("algorithm", LEARNING)
def test_a_loaded_classifier_can_be_fitted_again(algorithm: str, tmp_path: Path) -> None:
    loaded = TextClassifier.load(saved_bytes(fitted(algorithm), tmp_path))
    assert loaded.fit(FEW * 4, FEW_LABELS * 4).predict(FEW).tolist() == FEW_LABELS


def test_templates_of_every_kind_survive(tmp_path: Path) -> None:
    features = WordNgrams(1, 3, punctuation=True) + CharNgrams(2, 4, within="text") + Shape()
    train = corpus(60)
    clf = TextClassifier("svm", features=features, values="tfidf").fit(train.texts, train.labels)
    assert_same(clf, TextClassifier.load(saved_bytes(clf, tmp_path)))


# --- sizes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [("svm", {}), ("naive-bayes", {}), ("logistic", {"values": "count", "normalize": None})],
    ids=["l2-normalised", "counts", "not-normalised"],
)  # fmt: skip
@pytest.mark.parametrize("quantize", ["float16", "int8"])
def test_quantisation_costs_little_accuracy(
    quantize: str, algorithm: str, options: dict[str, Any], tmp_path: Path
) -> None:
    train, test = corpus(300), corpus(300, seed=7)
    clf = make(algorithm, **options).fit(train.texts, train.labels)
    small = TextClassifier.load(saved_bytes(clf, tmp_path, quantize=quantize))
    change = clf.score(test.texts, test.labels) - small.score(test.texts, test.labels)
    assert abs(change) <= 0.01  # 3 of 300 texts
    scores = clf.decision_function(test.texts)
    tolerance = (2e-3 if quantize == "float16" else 3e-2) * float(np.abs(scores).max())
    np.testing.assert_allclose(small.decision_function(test.texts), scores, atol=tolerance)


def test_quantised_files_are_smaller(tmp_path: Path) -> None:
    clf = fitted("svm")
    sizes = [len(saved_bytes(clf, tmp_path, quantize=q)) for q in (None, "float16", "int8")]
    assert sizes[0] > sizes[1] > sizes[2]


def test_a_hashed_file_has_a_largest_size_whatever_was_read(tmp_path: Path) -> None:
    train = corpus(400)
    clf = make("ridge", hash_bits=6).fit(train.texts, train.labels)
    tensors = load_model(saved_bytes(clf, tmp_path)).tensors
    assert tensors["buckets"].tolist() == list(range(64))
    assert "keys" not in tensors


@pytest.mark.parametrize("options", [{}, {"values": "binary", "normalize": None}], ids=str)
def test_an_l1_model_is_stored_sparse_without_the_names_of_dropped_words(
    options: dict[str, Any], tmp_path: Path
) -> None:
    train = corpus()
    clf = make("logistic", l1=2.0, **options).fit(train.texts, train.labels)
    assert clf.model_ is not None
    vocabulary = clf.model_.extractor.vocabulary_
    assert vocabulary is not None
    is_used = np.asarray(clf.model_.weights.any(axis=1))
    data = saved_bytes(clf, tmp_path)
    names = set(load_model(data).tensors["name_bytes"].tobytes().decode())
    assert 0 < is_used.sum() < len(vocabulary) / 4
    for name, used in zip(vocabulary.names(), is_used, strict=True):
        if " " in name:  # pairs: a single word may be inside of a pair that stays
            assert (name.encode() in data) == used, name
    assert names <= set("".join(vocabulary.names()))
    assert "weights.rows" in load_model(data).tensors or options
    assert_same_but_for_size(clf, TextClassifier.load(data))


def assert_same_but_for_size(a: TextClassifier, b: TextClassifier) -> None:
    assert a.decision_function(ODD).tobytes() == b.decision_function(ODD).tobytes()
    assert a.top_features(10) == b.top_features(10)


def test_a_model_without_a_single_weight_can_be_saved(tmp_path: Path) -> None:
    clf = TextClassifier("logistic", l1=1e6, values="binary", normalize=None).fit(FEW, FEW_LABELS)
    loaded = TextClassifier.load(saved_bytes(clf, tmp_path))
    assert loaded.predict(["cash"]).tolist() == clf.predict(["cash"]).tolist()
    assert loaded.explain("cash").label in FEW_LABELS


# --- functions --------------------------------------------------------------------------------


def shouts(text: str) -> dict[str, float]:
    return {"capitals": sum(each.isupper() for each in text) / max(1, len(text))}


LOUD = ["FREE CASH NOW", "WIN CASH", "lunch at noon", "see you at lunch"] * 3


def test_a_named_function_is_given_again_at_loading(tmp_path: Path) -> None:
    features = WordNgrams() + Function(shouts, "shouts")
    clf = TextClassifier("ridge", features=features).fit(LOUD, FEW_LABELS * 3)
    loaded = TextClassifier.load(saved_bytes(clf, tmp_path), functions={"shouts": shouts})
    assert_same(clf, loaded, LOUD)
    assert ("capitals" in dict(loaded.top_features()["spam"])) is True


def test_a_function_that_is_not_given_at_loading_is_named(tmp_path: Path) -> None:
    features = WordNgrams() + Function(shouts, "shouts")
    data = saved_bytes(TextClassifier("ridge", features=features).fit(LOUD, FEW_LABELS * 3),
                       tmp_path)  # fmt: skip
    with pytest.raises(ValueError, match="shouts") as caught:
        TextClassifier.load(data)
    assert_three_parts(caught.value, "needs the Python function", "'shouts'", "Load it with")


def test_a_function_without_a_name_cannot_be_saved(tmp_path: Path) -> None:
    clf = TextClassifier("ridge", features=Function(shouts)).fit(LOUD, FEW_LABELS * 3)
    with pytest.raises(ValueError, match="name") as caught:
        clf.save(tmp_path / "model.linguine")
    assert_three_parts(caught.value, "must have a name to be saved", "got none", "Write Function")
    assert list(tmp_path.iterdir()) == []


def test_the_labels_of_a_file_are_those_of_the_corpus(tmp_path: Path) -> None:
    assert TextClassifier.load(saved_bytes(fitted("svm"), tmp_path)).labels_ == list(LABELS[:3])
