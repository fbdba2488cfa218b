"""Beginnings, endings, shapes, capitals, lists and lexicons, against the judge."""

# ruff: noqa: RUF001 - letters of other scripts that look like Latin ones are the point here

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linguine.errors import ParameterError
from linguine.features import Capitalisation, Lexicon, Shape, WordList

from ..messages import assert_three_parts
from ..reference.text_features import Template, features, occurrences
from ..reference.tokens import tokenize
from ..texts import WORDS, any_text, broken_text
from .extraction import assert_judge_agrees, counting, dense, extractor, found_in

SINGLE = [word for word in WORDS if len(tokenize(word)) == 1]  # a list takes no others
FORMS: dict[str, Template] = {
    "affixes": {"kind": "affixes", "low": 1, "high": 4},
    "shape": {"kind": "shape"},
    "capitalisation": {"kind": "capitalisation"},
    "list": {"kind": "list", "name": "some", "words": SINGLE[::2]},
}


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(st.lists(any_text, min_size=1, max_size=5))
def test_forms_are_the_judges(form: str, texts: list[str]) -> None:
    assert_judge_agrees([*texts, "I Do Anchor"], [FORMS[form]])


@given(st.lists(broken_text, min_size=1, max_size=3))
def test_forms_of_broken_texts_are_the_judges(texts: list[bytes]) -> None:
    assert_judge_agrees([*texts, b"I Do Anchor"], list(FORMS.values()))


@pytest.mark.parametrize("form", FORMS)
@given(any_text)
def test_every_form_is_named_at_its_place(form: str, text: str) -> None:
    ours = extractor([FORMS[form]])
    ours.fit_transform([text, "I Do Anchor"])
    found = [(name, begin, end) for name, _, begin, end, _ in found_in(ours, text)]
    expected = [(o.name, o.begin, o.end) for o in occurrences(text, [FORMS[form]])]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("WOW 2FA #YES", {"caps:upper": 3, "caps:all": 1}),
        ("Very Good", {"caps:title": 2, "caps:all": 1}),
        ("iPhone McDonald", {"caps:title": 1}),
        ("I", {"caps:all": 1}),
        ("3 :D 好", {}),
    ],
)
def test_capitals_by_hand(text: str, expected: dict[str, float]) -> None:
    ours = counting(Capitalisation())
    row = dense(ours.fit_transform([text, "WOW Very"]))[0]
    assert {name: x for name, x in zip(ours.names(), row.tolist(), strict=True) if x} == expected


def test_shapes_by_hand() -> None:
    ours = counting(Shape())
    ours.fit_transform(["Washington USA iPhone6s don’t C++ 3.14 1,000 नमस्ते 😀"])
    assert sorted(ours.names()) == sorted(
        "shape:" + shape for shape in "Xxx XX xXxxdx xx'x X++ d.dd d,dd xx 😀".split()
    )


lexica = st.dictionaries(
    st.sampled_from(sorted({tokenize(word)[0].text for word in SINGLE})),
    st.floats(-4, 4, width=16).filter(lambda weight: weight != 0),
    min_size=1,
)


@given(st.lists(any_text, min_size=1, max_size=4), lexica)
def test_a_lexicon_adds_up_its_weights(texts: list[str], weights: dict[str, float]) -> None:
    spec: list[Template] = [{"kind": "lexicon", "name": "mood", "weights": weights}]
    ours = extractor([*spec, {"kind": "words"}], values="tfidf", normalize="l2")
    matrix = dense(ours.fit_transform([*texts, " ".join(weights)]))
    expected = [features(text, spec).get((0, "lex:mood"), 0.0) for text in texts]
    if "lex:mood" in ours.names():
        column = ours.names().index("lex:mood")
        # multiples of 2^-8 below 4 add up without rounding
        np.testing.assert_allclose(matrix[: len(texts), column], expected, rtol=1e-6)
    else:
        assert not any(expected)


def test_lists_do_not_mind_capitals() -> None:
    ours = counting(WordList("team", ["Ronaldo", ":-)"]) + Lexicon("mood", {"GREAT": 2.0}))
    row = dense(ours.fit_transform(["RONALDO is Great :-) ronaldo"]))[0]
    assert dict(zip(ours.names(), row.tolist(), strict=True)) == {"list:team": 3, "lex:mood": 2}


@pytest.mark.parametrize("entry", ["New York", "", "...", 3], ids=repr)
def test_an_entry_that_is_not_one_word_is_reported(entry: Any) -> None:
    for make in (lambda: WordList("towns", [entry]), lambda: Lexicon("towns", {entry: 1.0})):
        with pytest.raises(ParameterError) as caught:
            make()
        assert_three_parts(caught.value, "one word", re.escape(repr(entry)), "WordNgrams")
