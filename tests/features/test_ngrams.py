"""Runs of words and of characters: counts, names and places, against the judge and scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from linguine.features import Affixes, CharNgrams, WordNgrams

from ..reference.text_features import Template, occurrences
from ..texts import any_text, broken_text
from .extraction import (
    assert_judge_agrees,
    columns_by_name,
    counting,
    dense,
    extractor,
    found_in,
)

LIMITS: list[dict[str, Any]] = [{}, {"min_df": 2}, {"max_df": 0.5}, {"min_df": 0.3, "max_df": 3}]
ANCHOR = "one two three four"  # so that the vocabulary is never empty
several = st.lists(any_text, min_size=1, max_size=5)


def word_template(draw: st.DrawFn) -> Template:
    low = draw(st.integers(1, 3))
    tokenizer = draw(st.sampled_from(["words", "alphanumeric", "whitespace"]))
    return {
        "kind": "words",
        "low": low,
        "high": draw(st.integers(low, 4)),
        "tokenizer": tokenizer,
        "lowercase": draw(st.booleans()),
        "punctuation": tokenizer == "words" and draw(st.booleans()),
    }


def character_template(draw: st.DrawFn) -> Template:
    low = draw(st.integers(1, 5))
    return {
        "kind": "characters",
        "low": low,
        "high": draw(st.integers(low, 6)),
        "within": draw(st.sampled_from(["words", "text"])),
        "lowercase": draw(st.booleans()),
    }


@st.composite
def templates(draw: st.DrawFn) -> Template:
    return word_template(draw) if draw(st.booleans()) else character_template(draw)


@settings(max_examples=60)
@given(several, templates())
def test_counts_and_names_are_the_judges(texts: list[str], template: Template) -> None:
    assert_judge_agrees([*texts, ANCHOR], [template])


@given(st.lists(broken_text, min_size=1, max_size=4), templates())
def test_counts_and_names_of_broken_texts_are_the_judges(
    texts: list[bytes], template: Template
) -> None:
    assert_judge_agrees([*texts, ANCHOR.encode()], [template])


@given(several, templates(), templates())
def test_joined_templates_keep_their_features_apart(
    texts: list[str], first: Template, second: Template
) -> None:
    assert_judge_agrees([*texts, ANCHOR], [first, second])


@settings(max_examples=60)
@given(any_text, templates())
def test_every_occurrence_is_named_at_its_place(text: str, template: Template) -> None:
    ours = extractor([template])
    ours.fit_transform([text, ANCHOR])
    found = found_in(ours, text)
    expected = [(o.name, o.begin, o.end) for o in occurrences(text, [template])]
    assert sorted((name, begin, end) for name, _, begin, end, _ in found) == sorted(expected)
    names = ours.names()
    assert all(names[id] == name for name, id, _, _, _ in found)


def test_an_occurrence_that_was_not_fitted_has_no_id() -> None:
    ours = counting(WordNgrams(1, 2))
    ours.fit_transform(["good day"])
    names = {name: id for name, id, _, _, _ in found_in(ours, "good night")}
    assert names["good"] == ours.names().index("good")
    assert names["night"] == names["good night"] == -1


def test_an_occurrence_names_its_template() -> None:
    ours = counting(Affixes(1, 1) + WordNgrams(1, 1))
    ours.fit_transform(["good day"])
    found = {name: template for name, _, _, _, template in found_in(ours, "good day")}
    assert found["pre:g"] == found["suf:y"] == 0
    assert found["good"] == found["day"] == 1


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize(
    ("analyzer", "low", "high"),
    [
        *(("word", low, high) for low, high in [(1, 1), (1, 3), (2, 2)]),
        *(("char", low, high) for low, high in [(1, 5), (3, 3)]),
        *(("char_wb", low, high) for low, high in [(1, 5), (3, 5)]),
    ],
)
@settings(max_examples=15)
@given(st.lists(any_text, min_size=1, max_size=8))
def test_counts_and_vocabulary_are_those_of_scikit_learn(
    analyzer: str, low: int, high: int, limits: dict[str, Any], texts: list[str]
) -> None:
    # U+FFFD is white space here, and a character like others there
    texts = [text.replace("\ufffd", "?") for text in texts] + ["one two three four"] * 4
    peer = CountVectorizer(analyzer=analyzer, ngram_range=(low, high), **limits)
    try:
        expected = peer.fit_transform(texts).toarray()
    except ValueError:  # nothing is left
        return
    if analyzer == "word":
        template: Any = WordNgrams(low, high, tokenizer="alphanumeric")
    else:
        template = CharNgrams(low, high, within="words" if analyzer == "char_wb" else "text")
    ours = counting(template, **limits)
    matrix = dense(ours.fit_transform(texts))
    names = peer.get_feature_names_out().tolist()
    assert columns_by_name(ours.names(), matrix) == columns_by_name(names, expected)
    np.testing.assert_array_equal(ours.document_frequency, (matrix > 0).sum(axis=0))


def test_a_word_of_a_megabyte_is_one_feature() -> None:
    ours = counting(WordNgrams(1, 1))
    sites = ours.fit_transform(["a" * 1_000_000, "b"])
    assert sorted(map(len, ours.names())) == [1, 1_000_000]
    assert dense(sites).sum() == 2.0
