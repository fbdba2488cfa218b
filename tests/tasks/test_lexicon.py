"""Weights by hand: words that a person has sorted classify without any learning."""

from __future__ import annotations

import re
from typing import Any

import pytest

from linguine import TextClassifier
from linguine.errors import ParameterError

from ..messages import assert_three_parts

MOOD = {"good": ["great", "fine"], "bad": ["awful", "dull"]}


def lexicon(entries: Any) -> TextClassifier:
    return TextClassifier("lexicon", lexicon=entries).fit([])


def test_the_label_with_more_words_wins() -> None:
    clf = lexicon(MOOD)
    texts = ["Great and FINE but dull", "awful, dull, great", "great"]
    assert clf.predict(texts).tolist() == ["good", "bad", "good"]


def test_a_word_counts_as_often_as_it_stands_there() -> None:
    assert lexicon(MOOD).decision_function(["great great awful"]).tolist() == [1.0]


def test_words_have_weights() -> None:
    clf = lexicon({"good": {"great": 2.5, "fine": 0.5}, "bad": {"dull": 1.0}})
    assert clf.decision_function(["great dull", "fine dull"]).tolist() == [1.5, -0.5]


def test_a_word_may_stand_for_several_labels() -> None:
    clf = lexicon({"a": {"x": 2.0}, "b": {"x": 1.0}, "c": ["y"]})
    assert clf.decision_function(["x", "y"]).tolist() == [[2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


def test_phrases_are_found() -> None:
    clf = lexicon({"good": ["good"], "bad": {"not good": 3.0}})
    assert clf.predict(["good", "Not  good", "not so good"]).tolist() == ["good", "bad", "good"]


def test_without_a_known_word_the_first_label_wins() -> None:
    assert lexicon(MOOD).predict(["", "unheard"]).tolist() == ["bad", "bad"]


def test_labels_may_be_numbers() -> None:
    clf = lexicon({1: ["great"], -1: ["awful"]})
    assert clf.predict(["great", "awful"]).tolist() == [1, -1]


def test_the_words_are_the_top_features() -> None:
    tops = lexicon({"good": {"great": 2.0, "fine": 1.0}, "bad": ["dull"]}).top_features()
    assert tops == {"bad": [("dull", 1.0)], "good": [("great", 2.0), ("fine", 1.0)]}


def test_texts_and_labels_change_nothing() -> None:
    clf = TextClassifier("lexicon", lexicon=MOOD).fit(["great", "dull"], ["bad", "good"])
    assert clf.predict(["great"]).tolist() == ["good"]


@pytest.mark.parametrize(
    ("entries", "got"),
    [(None, "got None"), ({}, "got {}"), ({"good": ["x"]}, "got {'good'"), (["good"], "got ")],
    ids=["none", "empty", "one-label", "list"],
)
def test_a_lexicon_must_have_two_labels(entries: Any, got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        lexicon(entries)
    assert_three_parts(caught.value, "needs lexicon=", got, "Try lexicon")


@pytest.mark.parametrize("word", ["", "?!", 3, None], ids=repr)
def test_an_entry_without_a_word_is_refused(word: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        lexicon({"good": ["great", word], "bad": ["dull"]})
    assert_three_parts(caught.value, "holds words", re.escape(repr(word)), "Leave it out")
