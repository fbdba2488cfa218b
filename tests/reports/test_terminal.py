"""Explanations in a terminal: coloured where colour is wanted, safe and aligned everywhere."""

from __future__ import annotations

import io
import re
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.reports import (
    Contribution,
    Explanation,
    has_color,
    render_explanation,
    render_top_features,
)
from linguine.reports.tables import display_width, printable, shorten

PAINT = re.compile(r"\x1b\[[0-9;]*m")


def spam(text: str = "free cash now", **options: Any) -> Explanation:
    contributions = [
        Contribution("free", 1.0, 2.0, 2.0, ((0, 4),)),
        Contribution("cash now", 0.5, -1.0, -0.5, ((5, 13),)),
        Contribution("length", 13.0, 0.1, 1.3),
    ]
    return Explanation(text, "spam", "ham", 3.1, 0.0, 0.3, contributions, **options)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("is_terminal", "environment", "expected"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch,
    is_terminal: bool,
    environment: dict[str, str],
    expected: bool,
) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal() if is_terminal else io.StringIO())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_color() is expected
    assert bool(PAINT.search(spam().to_text(width=80))) is expected


def test_colour_adds_nothing_but_colour() -> None:
    plain = render_explanation(spam(), width=80, color=False)
    painted = render_explanation(spam(), width=80, color=True)
    assert PAINT.sub("", painted) == plain


def test_words_for_and_against_have_different_colours() -> None:
    text = render_explanation(spam(), width=80, color=True)
    free, cash = (re.search(rf"\x1b\[30;48;5;(\d+)m{word}", text) for word in ("free", "cash"))
    assert free is not None
    assert cash is not None
    assert free[1] != cash[1]


def test_features_that_are_not_in_the_text_and_the_bias_are_listed() -> None:
    text = render_explanation(spam(), width=80, color=False)
    assert re.search(r"\+1\.300 .*length +13 x \+0\.100", text)
    assert re.search(r"\+0\.300 .*\(bias\)", text)
    assert re.search(r"\+3\.100 the lead of spam over ham", text)


def test_what_does_not_fit_is_summed_up() -> None:
    text = render_explanation(spam(), width=80, color=False, n_features=1, by="features")
    assert re.search(r"\+0\.800 .*\(2 more\)", text)


def test_the_probability_is_shown_if_there_is_one() -> None:
    assert "spam (97.5 %), not ham" in spam(probability=0.975).to_text(width=80, color=False)


def test_a_single_label_has_no_runner_up() -> None:
    explanation = Explanation("x", "spam", None, 0.3, 0.0, 0.3, [])
    assert "only label" in explanation.to_text(width=80, color=False)


def test_escape_sequences_in_a_text_or_a_name_are_shown_and_not_obeyed() -> None:
    evil = "\x1b]0;owned\x07 \x9b31m \u202egnp.exe"
    explanation = Explanation(
        evil, evil, evil, 1.0, 0.0, 0.0, [Contribution(evil, 1.0, 1.0, 1.0, ((0, len(evil)),))]
    )
    for text in (
        explanation.to_text(width=80, color=False),
        render_top_features({evil: [(evil, 1.0)]}, width=80, color=False),
    ):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
        assert "␛]0;owned" in text


@given(st.text(max_size=60), st.integers(12, 40), st.booleans())
def test_no_line_of_the_text_is_wider_than_the_terminal(text: str, width: int, color: bool) -> None:
    shown = render_explanation(
        Explanation(text, "a", "b", 0.5, 0.0, 0.5, []), width=width, color=color
    )
    verdict_and_text = shown.split("\n\n  contribution")[0].split("\n\n", 1)
    for line in verdict_and_text[1].splitlines() if len(verdict_and_text) > 1 else []:
        assert display_width(line) <= width


@given(st.text(max_size=40))
def test_making_text_printable_keeps_every_offset(text: str) -> None:
    assert len(printable(text)) == len(text)
    printable(text).encode()  # a lone surrogate would not


@given(st.text(max_size=40), st.integers(1, 20))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert display_width(shorten(text, width)) <= width


def test_bars_are_aligned_in_any_script() -> None:
    contributions = [
        Contribution(name, 1.0, weight, weight)
        for name, weight in [("中文", 2.0), ("हिन्दी", -1.0), ("plain", 0.5)]
    ]
    shown = render_explanation(
        Explanation("x", "a", "b", 1.5, 0.0, 0.0, contributions), width=80, color=False
    )
    lines = [line for line in shown.splitlines() if " x " in line and "│" in line]
    columns = {display_width(line[: line.index(" x ")]) for line in lines}
    assert len(lines) == 3
    assert len(columns) == 1


def test_top_features_break_lines_under_their_label() -> None:
    top = {"spam": [(f"feature{i}", 1.0 - i / 10) for i in range(9)], "ham": [("hi", -0.5)]}
    lines = render_top_features(top, width=60, color=False).splitlines()
    assert all(display_width(line) <= 60 for line in lines)
    assert lines[0].startswith("spam  feature0 +1.00")
    assert lines[1].startswith("      feature")
    assert lines[-1] == "ham   hi -0.50"
