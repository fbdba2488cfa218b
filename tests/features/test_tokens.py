"""Words, in every script: the tokeniser against the judge's regular expressions."""

# ruff: noqa: RUF001 - letters of other scripts that look like Latin ones are the point here

from __future__ import annotations

import random
import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import example, given, settings

from linguine.errors import ParameterError
from linguine.features import tokenize

from ..growth import measured
from ..messages import assert_three_parts
from ..reference.tokens import tokenize as judge
from ..texts import EXAMPLES, any_text, broken_text

TOKENIZERS = ("words", "alphanumeric", "whitespace")
same_unicode = pytest.mark.skipif(
    unicodedata.unidata_version != "14.0.0", reason="this Python's Unicode is not the library's"
)


def assert_judge_agrees(text: Any) -> None:
    for tokenizer in TOKENIZERS:
        for lowercase in (True, False):
            for punctuation in (False, True)[: 2 if tokenizer == "words" else 1]:
                ours = tokenize(
                    text, tokenizer=tokenizer, lowercase=lowercase, punctuation=punctuation
                )
                expected = judge(text, tokenizer, lowercase, punctuation)
                assert ours == [tuple(token) for token in expected], (
                    f"{text!r} by {tokenizer}, {lowercase=}, {punctuation=}"
                )


@pytest.mark.parametrize(("text", "tokens"), EXAMPLES.values(), ids=EXAMPLES.keys())
def test_words_survive(text: str, tokens: list[str]) -> None:
    assert [token for token, _, _ in tokenize(text)] == tokens


@settings(max_examples=150)
@given(any_text)
@example("İ'DE xİy")
@example("Π.Ο.Σ. ΑΣ.Α ΟΔΟ\u0301Σ")
@example("K Å Ⱥ ẞ")
def test_tokens_of_any_text_are_the_judges(text: str) -> None:
    assert_judge_agrees(text)


#: Two of them side by side mean something else than each alone.
_PIECES = [
    "a",
    "don't",
    ".",
    "3",
    ",",
    " ",
    "#",
    "@x",
    "++",
    "<3",
    ":)",
    "-_-",
    "é",
    "’",
    "中",
    "😀",
]


@pytest.mark.parametrize("length", [*range(58, 68), 127, 128, 129, 200])
def test_words_are_the_judges_wherever_64_bytes_end(length: int) -> None:
    draw = random.Random(length)
    for run in ("a", " ", "a ", "ab-"):
        before = (run * length)[:length]
        assert_judge_agrees(before + "".join(draw.choices(_PIECES, k=40)))


@settings(max_examples=100)
@given(broken_text)
@example(b"a\xffb")
@example(b"\xe2\x82")
def test_broken_bytes_separate(data: bytes) -> None:
    assert_judge_agrees(data)


@given(any_text)
def test_punctuation_adds_tokens_and_changes_none(text: str) -> None:
    assert set(tokenize(text)) <= set(tokenize(text, punctuation=True))


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
@given(any_text)
def test_spans_slice_back_to_the_words(tokenizer: str, text: str) -> None:
    data, last = text.encode(), 0
    for token, begin, end in tokenize(text, tokenizer=tokenizer, lowercase=False):
        assert last <= begin < end <= len(data)
        assert data[begin:end].decode().replace("’", "'") == token.replace("’", "'")
        last = end


@same_unicode
def test_every_code_point_is_of_its_kind() -> None:
    """All of the first blocks, where the alphabets are; every 199th of the rest."""
    codes = [*range(0x3100), *range(0x3100, 0x110000, 199)]
    letters = [chr(code) for code in codes if unicodedata.category(chr(code)) != "Cs"]
    for first in range(0, len(letters), 1024):
        # between letters, behind an apostrophe, before a tag, doubled, behind an emoji
        text = " ".join(f"a{c}b'{c}#t {c}{c} 😀{c}" for c in letters[first : first + 1024])
        ours = tokenize(text, lowercase=False, punctuation=True)
        expected = judge(text, lowercase=False, punctuation=True)
        assert ours == [tuple(token) for token in expected]


@same_unicode
def test_every_code_point_has_its_lower_case_and_its_white_space() -> None:
    letters = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    text = "a".join(letters).replace("\ufffd", " ")
    assert [t for t, _, _ in tokenize(text, tokenizer="whitespace")] == text.lower().split()


@pytest.mark.parametrize(
    "piece", ["a", "a'", "1.", "é", "क", "中", "😀\u200d", "!", ":", "#", "🇮", "\u0301"]
)
def test_a_very_long_word_takes_linear_time(piece: str) -> None:
    text = piece * 100_000
    with measured() as cost:
        tokens = tokenize(text, punctuation=True)
    assert cost.seconds < 5.0  # a quadratic scan would take hours
    assert tokens[0][1] == 0
    assert tokens[-1][2] >= len(text.encode()) - 4  # the last character may join nothing


def test_same_text_as_bytes_gives_the_same_tokens() -> None:
    text = "Zoë don’t 你好 😀"
    data: Any = text.encode()
    assert tokenize(text) == tokenize(data)


@pytest.mark.parametrize(
    ("options", "got"), [({"tokenizer": "word"}, "'word'"), ({"tokenizer": None}, "None")]
)
def test_an_unknown_tokenizer_is_reported(options: dict[str, Any], got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        tokenize("text", **options)
    assert_three_parts(caught.value, "tokenizer", got, "words")
