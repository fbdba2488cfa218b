"""Explanations add up, whatever the features cover, and refuse to lie."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError, ParameterError
from linguine.reports import Contribution, Explanation

from ..messages import assert_three_parts


def explain(text: str, *contributions: Contribution, bias: float = 0.0) -> Explanation:
    lead = bias + sum(each.contribution for each in contributions)
    return Explanation(text, "spam", "ham", lead + 1.0, 1.0, bias, contributions)


def feature(name: str, weight: float, *spans: tuple[int, int]) -> Contribution:
    return Contribution(name, 1.0, weight, weight, spans)


@st.composite
def explanations(draw: st.DrawFn) -> Explanation:
    text = draw(st.text(st.sampled_from("ab1 \n'\u2019.中文ไทé\u0301ि😬"), min_size=1, max_size=30))
    places = st.integers(0, len(text) - 1).flatmap(
        lambda begin: st.tuples(st.just(begin), st.integers(begin + 1, len(text)))
    )
    features = st.builds(
        lambda weight, spans: Contribution("f", 1.0, weight, weight, tuple(spans)),
        st.floats(-10, 10),
        st.lists(places, max_size=3),
    )
    return explain(text, *draw(st.lists(features, max_size=6)))


@given(explanations())
def test_the_words_share_out_exactly_what_the_visible_features_contribute(
    explanation: Explanation,
) -> None:
    def shows(each: Contribution) -> bool:
        return any(explanation.text[begin:end].strip() for begin, end in each.spans)

    visible = sum(each.contribution for each in explanation.contributions if shows(each))
    segments = explanation.segments()
    assert sum(segment.weight for segment in segments) == pytest.approx(visible, abs=1e-9)
    assert explanation.characters().sum() == pytest.approx(visible, abs=1e-9)


@given(explanations())
def test_segments_are_the_text(explanation: Explanation) -> None:
    segments = explanation.segments()
    assert "".join(segment.text for segment in segments) == explanation.text
    assert all(segment.text for segment in segments)


@given(explanations())
def test_a_segment_knows_the_features_that_touch_it(explanation: Explanation) -> None:
    begin = 0
    for segment in explanation.segments():
        end = begin + len(segment.text)
        touching = [
            each
            for each in explanation.contributions
            if any(a < end and begin < b for a, b in each.spans)
        ]
        assert list(segment.covering) == touching
        begin = end


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I don't know", ["I", " ", "don't", " ", "know"]),
        ("Stop!!! now", ["Stop", "!!!", " ", "now"]),
        ("我爱中文", ["我", "爱", "中", "文"]),
        ("हिन्दी में", ["हिन्दी", " ", "में"]),
        ("ok😬fine", ["ok", "😬", "fine"]),
        ("", []),
    ],
)
def test_words_are_cut_as_a_reader_would(text: str, words: list[str]) -> None:
    assert [segment.text for segment in explain(text).segments()] == words


def test_a_bigram_is_shared_by_its_letters_and_not_by_its_space() -> None:
    explanation = explain("no fun", feature("no fun", 1.0, (0, 6)))
    assert [segment.weight for segment in explanation.segments()] == pytest.approx([0.4, 0, 0.6])


def test_overlapping_features_add_up_character_by_character() -> None:
    explanation = explain("abc", feature("ab", 2.0, (0, 2)), feature("bc", -1.0, (1, 3)))
    np.testing.assert_allclose(explanation.characters(), [1.0, 0.5, -0.5])


def test_a_feature_that_occurs_twice_is_shared_by_both_places() -> None:
    explanation = explain("ha ha", feature("ha", 1.0, (0, 2), (3, 5)))
    assert [segment.weight for segment in explanation.segments()] == [0.5, 0.0, 0.5]


@given(explanations())
def test_words_and_what_no_word_shows_add_up_to_the_lead_exactly(explanation: Explanation) -> None:
    total = explanation.bias + math.fsum(each.contribution for each in explanation.words())
    size = 1 + math.fsum(abs(each.contribution) for each in explanation.contributions)
    assert abs(total - explanation.lead) <= 1e-12 * size  # a hundred roundings of 1e-16 at most


def test_a_word_is_added_up_over_its_places_and_its_features() -> None:
    text = "Too late, too"
    features = [
        feature("too", 2.0, (0, 3), (10, 13)),
        feature("to", -0.4, (0, 2), (10, 12)),
        feature("late too", 0.7, (4, 13)),  # seven letters and a comma
        feature("oo ", 0.2, (1, 4)),
    ]
    too, late, comma = explain(text, *features).words()
    assert (too.name, too.value, too.spans) == ("too", 2.0, ((0, 3), (10, 13)))
    assert too.contribution == pytest.approx(2.0 - 0.4 + 0.7 * 3 / 8 + 0.2)
    assert too.weight == pytest.approx(too.contribution / 2)
    assert (late.name, comma.name) == ("late", ",")
    assert late.contribution == pytest.approx(0.7 / 2)


def test_what_the_text_does_not_show_keeps_its_name_among_the_words() -> None:
    price = Contribution("price", 2.5, 2.0, 5.0, given=3.0, kind="column")
    blank = feature("a space", 1.0, (2, 3))
    explanation = explain("no fun", feature("no", 2.0, (0, 2)), price, blank)
    assert [(each.title, each.kind) for each in explanation.words()] == [
        ("price = 3 (2.5 scaled)", "column"),
        ("no", "word"),
        ("a space", "feature"),
    ]


def test_the_terms_are_words_of_a_text_and_features_of_a_token() -> None:
    explanation = explain("no fun", feature("no fun", 1.0, (0, 6)))
    assert [each.name for each in explanation.terms()] == ["fun", "no"]
    assert [each.name for each in explanation.terms("features")] == ["no fun"]
    token = replace(explanation, subject="fun")
    assert [each.name for each in token.terms()] == ["no fun"]
    assert [each.name for each in token.terms("words")] == ["fun", "no"]


def test_terms_by_something_else_are_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        explain("x").to_dict(by="letters")
    assert_three_parts(caught.value, "must be 'words' or 'features'", "'letters'", "Leave it out")


def test_contributions_are_ordered_by_size_whatever_their_sign() -> None:
    explanation = explain("x", feature("a", 1.0), feature("b", -3.0), feature("c", 2.0))
    assert [each.name for each in explanation.contributions] == ["b", "c", "a"]


def test_a_sum_that_does_not_match_the_scores_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        Explanation("x", "spam", "ham", 2.0, 0.0, 0.5, [feature("x", 1.0)])
    assert_three_parts(caught.value, "must add up", "1.5 and 2", "every feature")


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_sum_that_is_not_a_number_is_refused(bad: float) -> None:
    with pytest.raises(DataError, match="add up"):
        Explanation("x", "spam", "ham", 2.0, 0.0, bad, [])


def test_rounding_of_single_precision_is_forgiven() -> None:
    weights = np.random.default_rng(0).normal(size=5000).astype(np.float32)
    terms = [feature(str(i), float(weight)) for i, weight in enumerate(weights)]
    score = np.float32(0)
    for weight in weights:
        score += weight  # as a careless core would
    assert Explanation("x", "a", "b", float(score), 0.0, 0.0, terms).lead == float(score)


@pytest.mark.parametrize("span", [(-1, 1), (0, 4), (2, 2), (2, 1)])
def test_a_span_outside_the_text_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(DataError) as caught:
        explain("abc", feature("abc", 1.0, span))
    assert_three_parts(caught.value, "inside its text of 3", "'abc' has", "not bytes")


def test_the_dictionary_is_json_whatever_the_type_of_the_label() -> None:
    one: Any = np.float32(1)
    explanation = Explanation("x", np.int64(3), np.str_("b"), one, 0.0, one, [])
    data = json.loads(json.dumps(explanation.to_dict()))
    assert (data["label"], data["runner_up"], data["probability"]) == (3, "b", None)
