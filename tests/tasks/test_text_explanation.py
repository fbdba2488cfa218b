"""The explanation of a text adds up to the decision, and its spans are the words it names."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from linguine import TextClassifier
from linguine.errors import DataError, ParameterError
from linguine.features import Affixes, CharNgrams, Numeric, WordNgrams

from ..messages import assert_three_parts
from ..tasks.synthetic import EVERY, LABELS, LEARNING, WORDS, corpus, fitted
from ..texts import any_text

NEW = corpus(60, seed=7)
CASES: list[tuple[str, int, int | None]] = [(name, n, None) for name in EVERY for n in (2, 3, 4)]
CASES += [(name, n, 9) for name in ("auto", "naive-bayes", "svm") for n in (2, 3)]


@pytest.mark.parametrize(("algorithm", "n_labels", "hash_bits"), CASES)
def test_contributions_and_bias_add_up_to_the_lead(
    algorithm: str, n_labels: int, hash_bits: int | None
) -> None:
    clf = fitted(algorithm, n_labels, hash_bits)
    for text in ["", "unheard of", *NEW.texts[:15]]:
        explanation = clf.explain(text)
        total = sum(each.contribution for each in explanation.contributions)
        lead = explanation.score - explanation.runner_up_score
        size = sum(abs(each.contribution) for each in explanation.contributions) + 1
        # The core adds in float32: 6e-8 of the largest sum, some dozens of times.
        assert total + explanation.bias == pytest.approx(lead, abs=4e-6 * size)
        assert lead >= 0


@pytest.mark.parametrize(("algorithm", "n_labels", "hash_bits"), CASES)
def test_the_explained_label_is_the_predicted_one(
    algorithm: str, n_labels: int, hash_bits: int | None
) -> None:
    clf = fitted(algorithm, n_labels, hash_bits)
    texts = ["", *NEW.texts]
    assert [clf.explain(text).label for text in texts] == clf.predict(texts).tolist()


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_scores_and_probability_are_those_of_the_classifier(algorithm: str, n_labels: int) -> None:
    clf = fitted(algorithm, n_labels)
    text = NEW.texts[1]
    explanation = clf.explain(text)
    scores = clf.decision_function([text])[0]
    if n_labels == 2:
        lead = explanation.score - explanation.runner_up_score
        assert lead == pytest.approx(abs(float(scores)), rel=1e-12)
    else:
        order = scores.argsort()[::-1]
        assert [explanation.label, explanation.runner_up] == [LABELS[k] for k in order[:2]]
        assert explanation.score == float(scores.max())
    assert explanation.probability == pytest.approx(clf.predict_proba([text]).max(), rel=1e-12)


@pytest.mark.parametrize("hash_bits", [None, 9])
def test_spans_are_the_words_that_a_feature_names(hash_bits: int | None) -> None:
    clf = fitted("svm", 3, hash_bits)
    text = "Balam  kopos,\n\tbalam — «MIDIR» tufen"
    found = clf.explain(text).contributions
    assert found
    for each in found:
        for begin, end in each.spans:
            words = [w.strip(",—«»").lower() for w in text[begin:end].split() if w.strip(",—«»")]
            assert " ".join(words) in each.name.split(" | ")
    spans = {each.name: each.spans for each in found}
    if hash_bits is None:
        assert spans["balam"] == ((0, 5), (15, 20))


@given(any_text)
def test_any_text_can_be_explained(text: str) -> None:
    clf = all_kinds()
    explanation = clf.explain(f"{text} balam {text}")
    for each in explanation.contributions:
        for begin, end in each.spans:
            assert 0 <= begin < end <= len(explanation.text)
    assert explanation.label == clf.predict([explanation.text]).item()
    assert "".join(segment.text for segment in explanation.segments()) == explanation.text
    by_words, by_features = (
        math.fsum(each.contribution for each in explanation.terms(by))
        for by in ("words", "features")
    )
    size = 1 + math.fsum(abs(each.contribution) for each in explanation.contributions)
    assert abs(by_words - by_features) <= 1e-11 * size


_ALL_KINDS: list[TextClassifier] = []


def all_kinds() -> TextClassifier:
    if not _ALL_KINDS:
        train = corpus(60)
        features = WordNgrams(1, 2, punctuation=True) + CharNgrams(1, 3) + Affixes(1, 2)
        clf = TextClassifier("svm", features=features, calibration="none")
        _ALL_KINDS.append(clf.fit(train.texts, train.labels))
    return _ALL_KINDS[0]


def test_character_spans_are_the_characters() -> None:
    train = corpus(60)
    clf = TextClassifier("svm", features=CharNgrams(2, 3, within="text"), calibration="none")
    text = "Bälam koPOS"
    for each in clf.fit(train.texts, train.labels).explain(text).contributions:
        for begin, end in each.spans:
            assert text[begin:end].lower() == each.name


def test_hashed_features_are_named_by_what_the_text_has() -> None:
    clf = fitted("svm", 3, hash_bits=9)
    text = NEW.texts[0]
    words = text.split()
    known = {*words, *(f"{a} {b}" for a, b in pairwise(words))}
    named = {name for each in clf.explain(text).contributions for name in each.name.split(" | ")}
    assert named == known


def test_numbers_of_columns_are_explained_without_a_place() -> None:
    train = corpus(60, 2)
    price = [float(i % 2) for i in range(60)]
    clf = TextClassifier("ridge", features=WordNgrams() + Numeric("price"))
    clf.fit(train.texts, train.labels, columns={"price": price})
    found = {each.name: each for each in clf.explain("balam", {"price": [3.0]}).contributions}
    assert found["price"].value == 2.5  # (3 - 0.5) / 1
    assert found["price"].given == 3.0
    assert found["price"].title == "price = 3 (2.5 scaled)"
    assert found["price"].to_dict()["given"] == 3.0
    assert found["price"].spans == ()
    assert (found["price"].kind, found["balam"].kind) == ("column", "feature")
    assert found["balam"].title == "balam"
    assert "given" not in found["balam"].to_dict()
    assert found["balam"].spans == ((0, 5),)


@pytest.mark.parametrize(
    ("algorithm", "n_labels"),
    [(name, n) for name in EVERY for n in (2, 3) if (name, n) != ("naive-bayes", 3)],
)
def test_top_features_are_positive_sorted_and_of_their_topic(algorithm: str, n_labels: int) -> None:
    tops = fitted(algorithm, n_labels).top_features(5)
    assert list(tops) == list(LABELS[:n_labels])
    for k, label in enumerate(tops):
        weights = [weight for _, weight in tops[label]]
        assert weights == sorted(weights, reverse=True)
        assert min(weights) > 0
        if algorithm in ("svm", "logistic", "naive-bayes", "lexicon"):
            assert tops[label][0][0].split()[0] in WORDS[k::4]


def test_top_features_of_hash_buckets_are_named() -> None:
    exact, hashed = fitted("svm", 3).top_features(8), fitted("svm", 3, 14).top_features(8)
    for label, tops in exact.items():
        ours = [name.split(" | ")[0] for name, _ in hashed[label]]
        assert len(set(ours) & {name for name, _ in tops}) >= 7  # a collision may cost one


def test_fewer_features_than_asked_for_are_all() -> None:
    clf = TextClassifier("lexicon", lexicon={"a": ["x", "y"], "b": ["z"]}).fit([])
    tops = {label: sorted(found) for label, found in clf.top_features(99).items()}
    assert tops == {"a": [("x", 1.0), ("y", 1.0)], "b": [("z", 1.0)]}


@pytest.mark.parametrize("k", [0, -1, 2.5, True, "5"], ids=repr)
def test_a_bad_number_of_features_is_refused(k: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        fitted("svm").top_features(k)
    assert_three_parts(caught.value, "k must be", f"got {k!r}", "Try 20")


@pytest.mark.parametrize("text", [["balam"], None, b"balam", 3], ids=repr)
def test_only_one_str_can_be_explained(text: Any) -> None:
    with pytest.raises(DataError) as caught:
        fitted("svm").explain(text)
    assert_three_parts(caught.value, "explain takes one text", "got", "Give a str")
