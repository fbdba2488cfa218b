"""Rules cut raw text into words and sentences where nothing was learned."""

from __future__ import annotations

from functools import partial

import pytest

from linguine.tasks.sentences.plain_text import cut_lines, make_cutter
from linguine.tasks.tokenizer.rules import segment_by_rules

from ..growth import assert_linear

CASES = {
    "titles": ("Mr. Fox saw Dr. Who.", "Mr.|Fox|saw|Dr.|Who|."),
    "abbreviations": ("The U.S. and the E.U. agree.", "The|U.S.|and|the|E.U.|agree|."),
    "initials": ("J. R. Smith ran.", "J.|R.|Smith|ran|."),
    "mail": ("Ask jo.doe+x@mail.example.org, now", "Ask|jo.doe+x@mail.example.org|,|now"),
    "web": ("See http://x.org/a?b=1. Or www.y.com!", "See|http://x.org/a?b=1|.||Or|www.y.com|!"),
    "domains": ("Buy it at amazon.com.", "Buy|it|at|amazon.com|."),
    "files": ("Open report.pdf and data.xls", "Open|report.pdf|and|data.xls"),
    "dates": ("On 12/11/2004 or 2004-11-12.", "On|12/11/2004|or|2004-11-12|."),
    "times and amounts": ("At 5:30 for $1,200.50", "At|5:30|for|$|1,200.50"),
    "contractions": ("I'm sure he'd say don't", "I|'m|sure|he|'d|say|do|n't"),
    "curly contractions": ("She\u2019s here, isn\u2019t she", "She|\u2019s|here|,|is|n\u2019t|she"),
    "capitals": ("DON'T CANNOT", "DO|N'T|CAN|NOT"),
    "possessives": ("Anna's dogs", "Anna|'s|dogs"),
    "hyphens": ("a 15-year term by e-mail", "a|15|-|year|term|by|e-mail"),
    "quotes": ("\"No!\" he said. 'Yes.'", "\"|No|!|\"|he|said|.||'|Yes|.|'"),
    "ellipses": ("Well... no. Yes\u2026", "Well|...|no|.||Yes|\u2026"),
    "emoticons": ("Nice :-) really ;)", "Nice|:-)|really|;)"),
    "emoji": (
        "Yes \U0001f44d\U0001f3fd \U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f1e9\U0001f1ea!",
        "Yes|\U0001f44d\U0001f3fd|\U0001f468\u200d\U0001f469\u200d\U0001f467|\U0001f1e9\U0001f1ea|!",
    ),
    "no space after": ("One.Two", "One|.|Two"),
    "lower case goes on": ("It was 5 p.m. when i left. ok", "It|was|5|p.m.|when|i|left|.|ok"),
    "paragraphs": ("A title\n\nThe text", "A|title||The|text"),
    "line breaks are spaces": ("a long\nline", "a|long|line"),
    "Chinese": ("\u6211\u6765\u3002\u597d", "\u6211|\u6765|\u3002||\u597d"),
    "Hindi": (
        "\u0939\u093f\u0928\u094d\u0926\u0940\u0964",
        "\u0939\u093f\u0928\u094d\u0926\u0940|\u0964",
    ),
    "German": ("Gr\u00f6\u00dfe z\u00e4hlt! Oder?", "Gr\u00f6\u00dfe|z\u00e4hlt|!||Oder|?"),
    "decomposed letters": ("Cafe\u0301 da", "Cafe\u0301|da"),
    "underscores": ("a_b ____ x", "a_b|____|x"),
}


@pytest.mark.parametrize("name", CASES)
def test_rules_cut_as_treebanks_do(name: str) -> None:
    text, expected = CASES[name]
    found = ["|".join(words) for words in segment_by_rules(text).words()]
    assert "||".join(found) == expected


@pytest.mark.parametrize("text", ["", " ", " \n\n \t ", "\u00a0"])
def test_nothing_gives_nothing(text: str) -> None:
    found = segment_by_rules(text)
    assert found.words() == []
    assert found.offsets.tolist() == [0]


@pytest.mark.parametrize("name", CASES)
def test_every_character_but_spaces_is_in_one_token(name: str) -> None:
    text = CASES[name][0]
    found = segment_by_rules(text)
    covered = "".join(text[b:e] for b, e in zip(found.begins, found.ends, strict=True))
    assert covered == "".join(text.split())


LONG = ["a", ".", "1.", "a'", "-", "a.", "http://", "n't", "a@", "a b. ", "_", "1/", ":(", "A. "]


@pytest.mark.parametrize("piece", LONG)
def test_a_line_of_any_kind_takes_linear_time(piece: str) -> None:
    assert_linear(lambda n: partial(segment_by_rules, piece * (n // len(piece))), 100_000)


def test_lines_are_cut_into_sentences_that_know_their_place() -> None:
    lines = make_cutter({})(["Go on. Don't stop.", "", " One "])
    assert [line.words for line in lines] == [
        ["Go", "on", "."],
        ["Do", "n't", "stop", "."],
        [],
        ["One"],
    ]
    assert [line.offset for line in lines] == [0, 7, 0, 0]
    assert [line.text for line in lines] == ["Go on.", "Don't stop.", "", " One "]
    for line in lines:
        assert [line.text[b:e] for b, e in line.places] == line.words


def test_a_line_is_one_sentence_if_that_is_said() -> None:
    lines = make_cutter({"one_per_line": True})(["Go on. Stop.", "Yes."])
    assert [line.words for line in lines] == [["Go", "on", ".", "Stop", "."], ["Yes", "."]]


def test_no_lines_are_no_sentences() -> None:
    assert cut_lines([], segment_by_rules) == []
