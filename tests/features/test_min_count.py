"""min_count: features that are there so often in all texts together, exercise 1.2 of [LxMLS]."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from linguine import DataError, ParameterError, TextClassifier
from linguine.errors import NotAvailableError
from linguine.features import Extractor, WordNgrams

from ..messages import assert_three_parts

TEXTS = ["a a a b", "a b c", "c c d d d d", "b e"]
LABELS = [0, 0, 1, 1]


def words(**limits: object) -> list[str]:
    extractor = Extractor(WordNgrams(1, 1), values="count", normalize=None, **limits)  # type: ignore[arg-type]
    extractor.fit_transform(TEXTS)
    return sorted(extractor.names())


def test_what_counts_is_the_total_not_the_number_of_texts() -> None:
    assert words(min_count=4) == ["a", "d"]  # d is in one text only
    assert words(min_df=3) == ["b"]  # b is there three times, in three texts
    assert words(min_count=3, min_df=2) == ["a", "b", "c"]


def test_totals_agree_with_counting_all_texts() -> None:
    random = np.random.default_rng(0)
    texts = [" ".join(f"w{i}" for i in random.zipf(1.5, 20) if i < 100) or "x" for _ in range(60)]
    totals = Counter(word for text in texts for word in text.split())
    extractor = Extractor(WordNgrams(1, 1), values="count", normalize=None, min_count=5)
    sites = extractor.fit_transform(texts)
    assert sorted(extractor.names()) == sorted(w for w, n in totals.items() if n >= 5)
    assert sites.n_features == len(extractor.names())


def test_the_most_frequent_are_chosen_among_those_that_are_there_often_enough() -> None:
    assert words(max_features=1) == ["b"]
    assert words(min_count=4, max_features=1) == ["a"]


def test_hashed_features_are_cut_as_well() -> None:
    named = Extractor(WordNgrams(1, 1), values="count", normalize=None, min_count=3)
    hashed = Extractor(WordNgrams(1, 1), values="count", normalize=None, min_count=3, hash_bits=20)
    assert hashed.fit_transform(TEXTS).n_features == named.fit_transform(TEXTS).n_features == 4


def test_a_classifier_remembers_the_limit() -> None:
    clf = TextClassifier("svm", features=WordNgrams(1, 1), min_count=4).fit(TEXTS, LABELS)
    assert clf.info_["n_features"] == 2
    loaded = TextClassifier.load(clf.to_bytes())
    assert loaded.get_params()["min_count"] == 4
    assert loaded.predict(TEXTS).tolist() == clf.predict(TEXTS).tolist()


def test_held_out_texts_do_not_help_a_word_over_the_limit() -> None:
    """Of five folds of forty texts, none is scored with a word that only its own texts have."""
    texts = ["same words here", "other words there"] * 20
    texts[0] += " rare rare rare rare rare"
    clf = TextClassifier("perceptron", min_count=5).fit(texts, [0, 1] * 20)
    assert "rare" in clf.model_.extractor.names()
    assert clf.info_["estimated_accuracy"] == 1.0


def test_limits_that_leave_nothing_say_so() -> None:
    with pytest.raises(DataError) as caught:
        words(min_count=100)
    assert_three_parts(
        caught.value, rule="at least one", got="min_count=100", fix="lower min_count"
    )


@pytest.mark.parametrize("value", [0, 1.5, "5", True])
def test_min_count_is_a_whole_number_from_one_on(value: object) -> None:
    with pytest.raises(ParameterError) as caught:
        TextClassifier("svm", min_count=value)  # type: ignore[arg-type]
    assert_three_parts(caught.value, rule="min_count", got="got", fix="Use 1")


def test_learning_in_pieces_keeps_no_totals() -> None:
    with pytest.raises(NotAvailableError) as caught:
        TextClassifier("perceptron", min_count=2).partial_fit(TEXTS, LABELS)
    assert_three_parts(caught.value, rule="in how many texts", got="min_count=2", fix="min_df=2")
