"""Learning goes on: more texts, new words, new labels, from memory or from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.data import as_texts
from linguine.errors import NotAvailableError, ParameterError

from ..messages import assert_three_parts
from .synthetic import FEW, FEW_LABELS, LABELS, corpus, make, saved_bytes

ONLINE = ("perceptron", "mira", "svm", "logistic")
ABLE = ("naive-bayes", *ONLINE)
UNABLE = ("auto", "ridge", "nb-svm")
NEW = corpus(300, seed=7)


def in_pieces(clf: TextClassifier, size: int, n: int = 300, n_labels: int = 3) -> TextClassifier:
    train = corpus(n, n_labels)
    for i in range(0, n, size):
        clf.partial_fit(train.texts[i : i + size], train.labels[i : i + size])
    return clf


@pytest.mark.parametrize("algorithm", ABLE)
def test_pieces_train_nearly_as_well_as_the_whole(algorithm: str) -> None:
    train = corpus(300)
    whole = make(algorithm).fit(train.texts, train.labels).score(NEW.texts, NEW.labels)
    pieces = in_pieces(make(algorithm), 50).score(NEW.texts, NEW.labels)
    # One pass against a minimum: a point or two, and two standard errors of 300 texts.
    assert pieces > whole - 0.06


@pytest.mark.parametrize("size", [1, 7, 100, 300])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_naive_bayes_counts_the_same_in_pieces_and_at_once(size: int, n_labels: int) -> None:
    train = corpus(300, n_labels)
    whole = make("naive-bayes", calibration="none").fit(train.texts, train.labels)
    pieces = in_pieces(make("naive-bayes"), size, n_labels=n_labels)
    assert whole.model_ is not None
    assert pieces.model_ is not None
    assert whole.model_.extractor.names() == pieces.model_.extractor.names()
    np.testing.assert_array_equal(whole.model_.weights, pieces.model_.weights)
    np.testing.assert_array_equal(whole.model_.bias, pieces.model_.bias)


def test_naive_bayes_in_pieces_saves_the_same_weights(tmp_path: Path) -> None:
    one, two = (saved_bytes(in_pieces(make("naive-bayes"), n), tmp_path) for n in (100, 300))
    assert one == two


@pytest.mark.parametrize("algorithm", ABLE)
def test_new_words_are_learned(algorithm: str) -> None:
    clf = make(algorithm).partial_fit(FEW * 3, FEW_LABELS * 3)
    more = ["zebra zebra", "lunch zebra", "quagga cash", "quagga"]
    for _ in range(5):
        clf.partial_fit(more, ["ham", "ham", "spam", "spam"])
    assert clf.predict(["zebra", "quagga", *FEW]).tolist() == ["ham", "spam", *FEW_LABELS]
    names = dict(clf.top_features(30)["ham"])
    assert "zebra" in names
    assert "lunch" in names


@pytest.mark.parametrize("algorithm", ABLE)
def test_new_labels_are_learned(algorithm: str) -> None:
    """From one label to two to three, the last sorting before and between the old ones."""
    clf = make(algorithm).partial_fit(FEW[:2], FEW_LABELS[:2])
    assert clf.predict(FEW[:2]).tolist() == ["spam", "spam"]
    clf.partial_fit(FEW, FEW_LABELS)
    assert clf.labels_ == ["ham", "spam"]
    for _ in range(6):
        clf.partial_fit([*FEW, "game tonight", "a good game"], [*FEW_LABELS, "play", "play"])
    assert clf.labels_ == ["ham", "play", "spam"]
    assert clf.predict([*FEW, "game"]).tolist() == [*FEW_LABELS, "play"]


@pytest.mark.parametrize("label", ["a label before", "zz behind"])
@pytest.mark.parametrize("algorithm", ONLINE)
def test_one_text_with_a_third_label_does_not_ruin_two(algorithm: str, label: str) -> None:
    two = corpus(300, 2, seed=7)
    clf = in_pieces(make(algorithm), 300, n_labels=2)
    before = clf.predict(two.texts)
    clf.partial_fit(["zork qux"], [label])
    after = clf.predict(two.texts)
    assert (after == before).mean() > 0.95  # its bias may win near the border


@pytest.mark.parametrize("algorithm", ABLE)
def test_int_labels_stay_int(algorithm: str) -> None:
    clf = make(algorithm).partial_fit(FEW, [7, 7, 3, 3]).partial_fit(FEW[:1], [5])
    assert clf.labels_ == [3, 5, 7]
    assert type(clf.labels_[0]) is int


@pytest.mark.parametrize("algorithm", ABLE)
def test_hashed_models_go_on(algorithm: str) -> None:
    clf = in_pieces(make(algorithm, hash_bits=12), 60)
    assert clf.score(NEW.texts, NEW.labels) > 0.85
    assert 1000 < clf.info_["n_features"] < 1 << 12


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_fitted_model_goes_on(algorithm: str) -> None:
    first, more = corpus(60), corpus(300, seed=5)
    clf = make(algorithm).fit(first.texts, first.labels)
    clf.partial_fit(more.texts, more.labels)
    assert clf.score(NEW.texts, NEW.labels) > 0.88
    assert clf.info_["n_documents"] == 360


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_loaded_model_goes_on(algorithm: str, tmp_path: Path) -> None:
    first, more = corpus(60, 2), corpus(300, 2, seed=5)
    two = corpus(300, 2, seed=7)
    saved = make(algorithm).fit(first.texts, first.labels)
    clf = TextClassifier.load(saved_bytes(saved, tmp_path))
    before = clf.score(two.texts, two.labels)
    clf.partial_fit(more.texts, more.labels)
    after = clf.score(two.texts, two.labels)
    assert after > 0.88
    assert after > before - 0.02
    assert clf.info_["n_documents"] == 360


@pytest.mark.parametrize("hash_bits", [None, 16])
@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_loaded_model_learns_new_words(
    algorithm: str, hash_bits: int | None, tmp_path: Path
) -> None:
    saved = make(algorithm, hash_bits=hash_bits).fit(FEW, FEW_LABELS)
    clf = TextClassifier.load(saved_bytes(saved, tmp_path))
    for _ in range(5):
        clf.partial_fit(["zebra", "okapi"], ["spam", "ham"])
    assert clf.predict(["zebra", "okapi"]).tolist() == ["spam", "ham"]


@pytest.mark.parametrize("hash_bits", [None, 16])
@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_loaded_model_goes_on_as_if_it_had_stayed(
    algorithm: str, hash_bits: int | None, tmp_path: Path
) -> None:
    """The same features within the same limits; names that the file left out come back."""
    train, more = corpus(200), corpus(100, seed=4)
    stayed = make(algorithm, hash_bits=hash_bits, min_df=3).fit(train.texts, train.labels)
    loaded = TextClassifier.load(saved_bytes(stayed, tmp_path))
    for clf in (stayed, loaded):
        clf.partial_fit(more.texts, more.labels)
    assert stayed.model_ is not None
    assert loaded.model_ is not None
    ours, theirs = stayed.model_.extractor, loaded.model_.extractor
    assert ours.vocabulary_ is not None
    assert theirs.vocabulary_ is not None
    np.testing.assert_array_equal(ours.vocabulary_.keys, theirs.vocabulary_.keys)
    if hash_bits is None:
        seen = np.unique(theirs.count(as_texts(more.texts), {}).indices).tolist()
        assert theirs.vocabulary_.names(seen) == ours.vocabulary_.names(seen)
    np.testing.assert_array_equal(ours.idf_, theirs.idf_)


@pytest.mark.parametrize("algorithm", ONLINE)
def test_texts_without_a_new_feature_are_learned_from(algorithm: str) -> None:
    train = corpus(100)
    clf = make(algorithm, min_df=2).fit(train.texts, train.labels)
    before = clf.info_["n_features"]
    clf.partial_fit(train.texts[:1], train.labels[:1])
    assert clf.info_["n_features"] == before


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_loaded_model_learns_a_new_label(algorithm: str, tmp_path: Path) -> None:
    first, more = corpus(60, 2), corpus(300, 3, seed=5)
    clf = TextClassifier.load(saved_bytes(make(algorithm).fit(first.texts, first.labels), tmp_path))
    clf.partial_fit(more.texts, more.labels)
    assert clf.labels_ == list(LABELS[:3])
    assert clf.score(NEW.texts, NEW.labels) > 0.7


@pytest.mark.parametrize("algorithm", ABLE)
def test_a_model_of_pieces_can_be_saved(algorithm: str, tmp_path: Path) -> None:
    clf = in_pieces(make(algorithm), 100)
    loaded = TextClassifier.load(saved_bytes(clf, tmp_path))
    assert loaded.decision_function(NEW.texts).tobytes() == (
        clf.decision_function(NEW.texts).tobytes()
    )


@pytest.mark.parametrize("algorithm", ONLINE)
def test_probabilities_are_those_of_the_last_fit(algorithm: str) -> None:
    train = corpus(120)
    clf = make(algorithm).fit(train.texts, train.labels)
    said = clf.info_["calibration"]
    clf.partial_fit(train.texts[:30], train.labels[:30])
    assert clf.info_["calibration"] == said
    assert clf.predict_proba(NEW.texts[:5]).shape == (5, 3)


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_new_label_ends_the_probabilities(algorithm: str) -> None:
    train = corpus(60)
    clf = make(algorithm).fit(train.texts, train.labels)
    clf.partial_fit(["something else"], ["waters"])
    assert clf.info_["calibration"] == "none"
    with pytest.raises(NotAvailableError):
        clf.predict_proba(["something"])


@pytest.mark.parametrize("new", ["waters", 7])
@pytest.mark.parametrize("algorithm", ONLINE)
def test_rejection_refuses_a_new_label_before_it_learns(algorithm: str, new: str | int) -> None:
    train = corpus(120)
    labels = train.labels if isinstance(new, str) else [LABELS.index(y) for y in train.labels]
    clf = make(algorithm, reject_below=0.6).fit(train.texts, labels)
    scores = clf.decision_function(NEW.texts)
    with pytest.raises(NotAvailableError) as caught:
        clf.partial_fit(["something else"], [new])
    assert_three_parts(
        caught.value, "reject_below needs prob", f"new label {new!r}", "Train again with fit"
    )
    assert clf.decision_function(NEW.texts).tobytes() == scores.tobytes()
    clf.partial_fit(train.texts[:30], labels[:30])
    assert len(clf.predict(NEW.texts)) == 300


@pytest.mark.parametrize("algorithm", ABLE)
def test_rejection_needs_a_fit_before_pieces(algorithm: str) -> None:
    clf = make(algorithm, reject_below=0.6)
    with pytest.raises(NotAvailableError) as caught:
        clf.partial_fit(FEW, FEW_LABELS)
    assert_three_parts(caught.value, "reject_below needs prob", "none from fit", "Train again")
    assert clf.model_ is None


@pytest.mark.parametrize("algorithm", ABLE)
def test_fit_forgets_what_partial_fit_has_learned(algorithm: str, tmp_path: Path) -> None:
    train = corpus(60)
    fresh = make(algorithm).fit(train.texts, train.labels)
    used = make(algorithm).partial_fit(FEW, FEW_LABELS).fit(train.texts, train.labels)
    assert saved_bytes(fresh, tmp_path) == saved_bytes(used, tmp_path)


@pytest.mark.parametrize("algorithm", ABLE)
def test_threads_do_not_change_what_is_learned_in_pieces(algorithm: str, tmp_path: Path) -> None:
    one, two = (saved_bytes(in_pieces(make(algorithm, n_threads=n), 75), tmp_path) for n in (1, 2))
    assert one == two


def test_weights_of_texts_count() -> None:
    train = corpus(60)
    heavy = make("naive-bayes").partial_fit(train.texts, train.labels, sample_weight=[3.0] * 60)
    thrice = make("naive-bayes")
    for _ in range(3):
        thrice.partial_fit(train.texts, train.labels)
    np.testing.assert_allclose(
        heavy.decision_function(NEW.texts), thrice.decision_function(NEW.texts), rtol=1e-6
    )


@pytest.mark.parametrize("algorithm", UNABLE)
def test_an_algorithm_that_needs_all_texts_says_so(algorithm: str) -> None:
    with pytest.raises(NotAvailableError) as caught:
        make(algorithm).partial_fit(FEW, FEW_LABELS)
    assert_three_parts(
        caught.value, "partial_fit needs an algorithm", f"'{algorithm}'", "Use 'naive-bayes' or"
    )


@pytest.mark.parametrize("algorithm", ["svm", "logistic"])
def test_an_option_that_needs_all_texts_says_so(algorithm: str) -> None:
    with pytest.raises(NotAvailableError) as caught:
        make(algorithm, l1=0.1).partial_fit(FEW, FEW_LABELS)
    assert_three_parts(
        caught.value, "partial_fit needs a learner", f"'{algorithm}' with l1=0.1", "Give epochs"
    )


@pytest.mark.parametrize("algorithm", ["svm", "logistic"])
@pytest.mark.parametrize("online", [{"epochs": 5}, {"learning_rate": 0.5}])
def test_stochastic_steps_take_l1_in_pieces(algorithm: str, online: dict[str, Any]) -> None:
    clf = make(algorithm, l1=1e-3, **online)
    for _ in range(5):
        clf.partial_fit(FEW, FEW_LABELS)
    assert clf.predict(FEW).tolist() == FEW_LABELS


def test_a_lexicon_does_not_learn() -> None:
    with pytest.raises(NotAvailableError, match="'lexicon'"):
        make("lexicon").partial_fit(FEW, FEW_LABELS)


def test_balanced_classes_need_all_texts() -> None:
    with pytest.raises(ParameterError) as caught:
        make("svm", class_weight="balanced").partial_fit(FEW, FEW_LABELS)
    assert_three_parts(caught.value, "cannot know the balance", "'balanced'", "Give a dict")


def test_labels_of_another_type_are_refused() -> None:
    clf = make("naive-bayes").partial_fit(FEW, FEW_LABELS)
    with pytest.raises(ValueError, match="one type"):
        clf.partial_fit(FEW, [1, 2, 1, 2])
    assert clf.predict(FEW).tolist() == FEW_LABELS
