"""The judges of text are judged by examples worked by hand, and by Python's own methods."""

# ruff: noqa: RUF001 - letters of other scripts that look like Latin ones are the point here

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from ..texts import EXAMPLES, any_text, broken_text
from .text_features import Template, features, occurrences, shape
from .tokens import decode, tokenize
from .vectorize import vectorize


@pytest.mark.parametrize(("text", "tokens"), EXAMPLES.values(), ids=EXAMPLES.keys())
def test_words_by_hand(text: str, tokens: list[str]) -> None:
    assert [token.text for token in tokenize(text)] == tokens


def test_punctuation_by_hand() -> None:
    text = "Wow!!! no... ##tag ::) ?! ’’"
    expected = ["wow", "!!!", "no", "...", "#", "#tag", ":", ":)", "?", "!", "''"]
    assert [token.text for token in tokenize(text, punctuation=True)] == expected


@given(any_text)
def test_punctuation_adds_tokens_and_changes_none(text: str) -> None:
    assert set(tokenize(text)) <= set(tokenize(text, punctuation=True))


@given(broken_text)
def test_every_byte_belongs_to_one_character(data: bytes) -> None:
    characters = decode(data)
    valid = data.decode(errors="ignore").replace("\ufffd", "").replace(" ", "")
    assert "".join(c.text for c in characters).replace(" ", "") == valid
    borders = [0, *(c.end for c in characters)]
    assert borders == [*(c.begin for c in characters), len(data)]


@given(any_text)
def test_other_tokenizers_are_their_one_line(text: str) -> None:
    text = text.replace("\ufffd", " ")
    assert [t.text for t in tokenize(text, "whitespace", lowercase=False)] == text.split()
    assert [t.text for t in tokenize(text, "whitespace")] == text.lower().split()


@given(st.sampled_from(["words", "alphanumeric", "whitespace"]), any_text)
def test_spans_slice_back_to_the_tokens(tokenizer: str, text: str) -> None:
    data = text.encode()
    for token in tokenize(text, tokenizer, lowercase=False):
        written = data[token.begin : token.end].decode()
        assert token.text in (written, written.replace("’", "'"))


@pytest.mark.parametrize("lowercase", [True, False])
@given(any_text, st.integers(1, 3), st.integers(0, 3))
def test_ngrams_of_the_judge_are_those_of_scikit_learn(
    lowercase: bool, text: str, low: int, more: int
) -> None:
    forms: dict[str, Template] = {
        "word": {"kind": "words", "tokenizer": "alphanumeric"},
        "char_wb": {"kind": "characters", "within": "words"},
        "char": {"kind": "characters", "within": "text"},
    }
    text = text.replace("\ufffd", "?")
    for analyzer, form in forms.items():
        peer = CountVectorizer(
            analyzer=analyzer, ngram_range=(low, low + more), lowercase=lowercase
        ).build_analyzer()
        template = {**form, "low": low, "high": low + more, "lowercase": lowercase}
        assert sorted(o.name for o in occurrences(text, [template])) == sorted(peer(text))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Washington", "Xxx"),
        ("USA", "XX"),
        ("iPhone6s", "xXxxdx"),
        ("#tag", "#xx"),
        ("中", "x"),
        ("C++", "X++"),
    ],
)
def test_shapes_by_hand(word: str, expected: str) -> None:
    assert shape(word) == expected


def test_features_by_hand() -> None:
    spec: list[Template] = [
        {"kind": "words", "low": 1, "high": 2},
        {"kind": "affixes", "low": 2, "high": 3},
        {"kind": "capitalisation"},
        {"kind": "list", "name": "greeting", "words": ["HI", "hello"]},
        {"kind": "lexicon", "name": "mood", "weights": {"happy": 2.0, "bob": -0.5}},
    ]
    assert features("Hi happy BOB", spec) == {
        (0, "hi"): 1, (0, "happy"): 1, (0, "bob"): 1, (0, "hi happy"): 1, (0, "happy bob"): 1,
        (1, "pre:ha"): 1, (1, "pre:hap"): 1, (1, "suf:py"): 1, (1, "suf:ppy"): 1,
        (1, "pre:bo"): 1, (1, "suf:ob"): 1,
        (2, "caps:title"): 1, (2, "caps:upper"): 1,
        (3, "list:greeting"): 1, (4, "lex:mood"): 1.5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "is_all"),
    [("Very Good 3d", True), ("Very good", False), ("3d :D", False), ("ΑΘΗΝΑ", True), ("", False)],
)
def test_all_capitalised_by_hand(text: str, is_all: bool) -> None:
    assert (features(text, [{"kind": "capitalisation"}]).get((0, "caps:all")) == 1) == is_all


def test_characters_within_words_and_text_by_hand() -> None:
    within = {"kind": "characters", "low": 3, "high": 4, "within": "words"}
    assert [(o.name, o.begin, o.end) for o in occurrences("é  ab", [within])] == [
        (" é ", 0, 2), (" ab", 4, 6), ("ab ", 4, 6), (" ab ", 4, 6)
    ]  # fmt: skip
    across = {"kind": "characters", "low": 2, "high": 2, "within": "text"}
    assert [(o.name, o.begin, o.end) for o in occurrences("é  ab", [across])] == [
        ("é ", 0, 4), (" a", 2, 5), ("ab", 4, 6)
    ]  # fmt: skip


def test_raw_values_by_hand() -> None:
    spec: list[Template] = [
        {"kind": "numeric", "column": "age", "transforms": ("value", "square", "absolute", "log")},
        {"kind": "categorical", "column": "city"},
        {"kind": "function", "function": str.split},
    ]
    assert features("a b a", spec, {"age": 2.0, "city": "Rome"}) == {
        (0, "age"): 2, (0, "age^2"): 4, (0, "|age|"): 2, (0, "log age"): math.log1p(2),
        (1, "city=Rome"): 1, (2, "a"): 2, (2, "b"): 1,
    }  # fmt: skip


def test_weights_by_hand() -> None:
    spec: list[Template] = [
        {"kind": "words"},
        {"kind": "lexicon", "name": "m", "weights": {"b": -3.0}},
    ]
    names, matrix = vectorize(["a a b", "b", "c"], spec, "log-tfidf", "l2", min_df=1, max_df=2)
    assert names == [(0, "a"), (0, "b"), (0, "c"), (1, "lex:m")]
    a, b = (1 + math.log(2)) * (math.log(4 / 2) + 1), math.log(4 / 3) + 1
    row = np.array([a, b]) / math.hypot(a, b)
    np.testing.assert_allclose(matrix, [[*row, 0, -3], [0, 1, 0, -3], [0, 0, 1, 0]])


def test_selection_by_hand() -> None:
    texts, spec = ["a b c", "a b d", "a e d", "a"], [{"kind": "words"}]
    assert [f[1] for f in vectorize(texts, spec, min_df=2)[0]] == ["a", "b", "d"]
    assert [f[1] for f in vectorize(texts, spec, min_df=0.5, max_df=0.75)[0]] == ["b", "d"]
    order = [(0, "d"), (0, "b"), (0, "a")]
    assert [f[1] for f in vectorize(texts, spec, max_features=2, order=order)[0]] == ["a", "d"]
    _, new = vectorize(texts, spec, min_df=2, new=["d d z"])
    np.testing.assert_array_equal(new, [[0, 0, 2]])
