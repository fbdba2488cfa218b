"""Texts without a label: naive Bayes learns from their words, others say that they cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DataError, ParameterError, TextClassifier
from linguine.data import read_documents

from ..reference.em import naive_bayes_step
from .test_clusterer import TOPICS, texts

KEYWORDS = {name: words[:2] for name, words in TOPICS.items()}


def some_labels(n_labelled: int = 9) -> tuple[list[str], list[str | None], list[str]]:
    """Texts, labels of a few of them, and all labels."""
    found, names = texts(300)
    shown: list[str | None] = [None] * len(found)
    for name in TOPICS:
        for i in [i for i, each in enumerate(names) if each == name][: n_labelled // 3]:
            shown[i] = name
    return found, shown, names


def test_texts_without_a_label_help() -> None:
    found, shown, _ = some_labels(6)
    test, gold = texts(seed=7)
    both = zip(found, shown, strict=True)
    few = [(text, label) for text, label in both if label is not None]
    alone = TextClassifier("naive-bayes", alpha=0.01).fit(*map(list, zip(*few, strict=True)))
    semi = TextClassifier("naive-bayes").fit(found, shown)
    assert semi.score(test, gold) > alone.score(test, gold) + 0.01
    assert semi.info_["n_unlabelled"] == 294


def test_weights_are_a_fixed_point_of_the_judge() -> None:
    found, shown, _ = some_labels()
    words = sorted({word for text in found for word in text.split()})
    X = np.array([[text.split().count(word) for word in words] for text in found], float)
    options: dict[str, Any] = {"alpha": 0.5, "unlabelled_weight": 0.3, "calibration": "none"}
    from linguine.features import WordNgrams

    clf = TextClassifier("naive-bayes", features=WordNgrams(1), **options).fit(found, shown)
    gold = np.array([[float(each == name) for name in sorted(TOPICS)] for each in shown])
    scores = clf.decision_function(found)
    q = np.exp(scores - scores.max(axis=1, keepdims=True))
    theta, bias, _, _ = naive_bayes_step(X, q / q.sum(axis=1, keepdims=True), 0.5, gold, 0.3)
    # The weights are of single precision, and the climb ends at a relative gain of 1e-6.
    np.testing.assert_allclose(X @ theta + bias, scores, atol=0.05)


def test_keywords_stand_in_for_labels() -> None:
    found, _, names = some_labels()
    clf = TextClassifier("naive-bayes", keywords=KEYWORDS).fit(found)
    assert clf.labels_ == sorted(TOPICS)
    assert clf.score(found, names) > 0.99
    assert clf.predict(["a comet"]).item() == "space"


def test_keywords_and_some_labels_work_together() -> None:
    found, shown, names = some_labels()
    only = {"food": KEYWORDS["food"]}
    clf = TextClassifier("naive-bayes", keywords=only).fit(found, shown)
    assert clf.score(found, names) > 0.99


def test_a_model_without_labelled_texts_says_why_it_has_no_probabilities() -> None:
    clf = TextClassifier("naive-bayes", keywords=KEYWORDS).fit(texts()[0])
    with pytest.raises(ParameterError, match="no labelled texts"):
        clf.predict_proba(["moon"])


def test_a_file_brings_back_the_same_classifier() -> None:
    clf = TextClassifier("naive-bayes", keywords=KEYWORDS, unlabelled_weight=0.5).fit(texts()[0])
    again = TextClassifier.load(clf.to_bytes())
    assert again.to_bytes() == clf.to_bytes()
    assert again.get_params()["keywords"] == KEYWORDS


def test_the_bytes_do_not_depend_on_the_number_of_threads() -> None:
    found, shown, _ = some_labels()
    made = [TextClassifier("naive-bayes", n_threads=n).fit(found, shown) for n in (1, 2)]
    assert made[0].to_bytes() == made[1].to_bytes()


def test_two_labels_and_weights_of_texts_work_as_well() -> None:
    found, names = texts(200)
    labels = [None if i % 3 else name == "food" for i, name in enumerate(names)]
    clf = TextClassifier("naive-bayes").fit(found, labels, sample_weight=np.ones(200))
    assert clf.score(found, [name == "food" for name in names]) > 0.95


def test_empty_labels_of_a_table_are_none_only_where_somebody_says_so(tmp_path: Path) -> None:
    path = tmp_path / "some.tsv"
    path.write_text("label\ttext\nfood\tsoup\n\tbread soup\nspace\tmoon\n\tmoon probe\n")
    with pytest.raises(DataError, match="every document needs a label"):
        read_documents(path)
    clf = TextClassifier("naive-bayes", calibration="none")
    clf.fit(read_documents(path, empty_labels=True))
    assert clf.labels_ == ["food", "space"]
    assert clf.predict(["probe"]).item() == "space"


# --- what is refused --------------------------------------------------------------------------


def test_other_algorithms_say_that_every_text_needs_a_label() -> None:
    found, shown, _ = some_labels()
    with pytest.raises(DataError, match=r"291 of 300 have none.* use algorithm='naive-bayes'"):
        TextClassifier("svm").fit(found, shown)


def test_labels_that_are_all_missing_are_refused() -> None:
    with pytest.raises(DataError, match="none of 2 has one"):
        TextClassifier("naive-bayes").fit(["a", "b"], [None, None])


@pytest.mark.parametrize("option", [{"unlabelled_weight": 0.5}, {"keywords": KEYWORDS}])
def test_options_of_hidden_labels_need_a_hidden_label(option: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="is for texts without a label; all 150 texts have one"):
        TextClassifier("naive-bayes", **option).fit(*texts())


def test_keywords_that_no_text_has_are_refused() -> None:
    with pytest.raises(DataError, match="'zebra' for 'zoo'"):
        TextClassifier("naive-bayes", keywords={**KEYWORDS, "zoo": ["zebra"]}).fit(texts()[0])


BAD: dict[str, dict[str, Any]] = {
    "no weight": {"unlabelled_weight": 0},
    "too heavy": {"unlabelled_weight": 2},
    "a list": {"keywords": ["a", "b"]},
    "a word": {"keywords": {"a": "word"}},
    "empty": {"keywords": {"a": []}},
}


@pytest.mark.parametrize("options", BAD.values(), ids=BAD)
def test_options_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(options))):
        TextClassifier("naive-bayes", **options)
    with pytest.raises(ParameterError, match="has no option"):
        TextClassifier("svm", **options)
