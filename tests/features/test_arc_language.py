"""The language of arc templates: what it means, and what it says to mistakes."""

from __future__ import annotations

from typing import Any

import pytest

from linguine.errors import ParameterError
from linguine.features.arc.language import parse_arc_templates
from linguine.features.token.language import TokenAtom

from ..messages import assert_three_parts


def texts(*templates: Any) -> list[str]:
    return [each.text for each in parse_arc_templates(templates)]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("h.upos", ["h.upos"]),
        ("h.upos[0]|m.upos[-1]", ["h.upos|m.upos[-1]"]),
        (" h.upos | m.w.lower ", ["h.upos|m.w.lower"]),
        ("h.upos[ +1 ]", ["h.upos[1]"]),
        ("h.upos[-1..1]", ["h.upos[-1]", "h.upos", "h.upos[1]"]),
        ("h.w.suffix1-3", ["h.w.suffix1", "h.w.suffix2", "h.w.suffix3"]),
        ("h.w[1].lower.prefix2", ["h.w[1].lower.prefix2"]),
        (
            "h.a[0..1]|m.a[0..1]",
            ["h.a|m.a", "h.a|m.a[1]", "h.a[1]|m.a", "h.a[1]|m.a[1]"],
        ),
        ("between.upos", ["between.upos"]),
        ("count.w.lower", ["count.w.lower"]),
        ("between.upos[0]", ["between.upos"]),
        ("distance", ["distance"]),
        ("distance|m.upos", ["m.upos|distance"]),
        ("between.upos|h.upos[0..1]", ["h.upos|between.upos", "h.upos[1]|between.upos"]),
        ("h.between|m.distance", ["h.between|m.distance"]),
        ("h.h|m.m", ["h.h|m.m"]),
    ],
    ids=str,
)
def test_templates_are_written_in_one_spelling_and_ranges_written_out(
    template: str, expected: list[str]
) -> None:
    assert texts(template) == expected
    assert texts(*expected) == expected  # what is written can be read


def test_the_same_template_twice_is_one() -> None:
    assert texts("h.t[-1..1]", "h.t", "h.t[0]", "h.t[1]") == ["h.t[-1]", "h.t", "h.t[1]"]


def test_a_template_knows_what_it_looks_at() -> None:
    (found,) = parse_arc_templates(["count.upos.lower|m.w[-2].suffix3|h.lemma"])
    assert [(end, atom) for end, atom in found.atoms] == [
        ("m", TokenAtom("w", -2, (("suffix", 3, ""),))),
        ("h", TokenAtom("lemma")),
    ]
    assert found.extra == "count"
    assert found.source == TokenAtom("upos", 0, (("lower", 0, ""),))
    assert found.columns == ["w", "lemma", "upos"]
    (plain,) = parse_arc_templates(["h.upos"])
    assert (plain.extra, plain.source, plain.columns) == ("", None, ["upos"])


PARTS = "a part must begin with h"
MISTAKES = {
    "no-end": ("upos", PARTS, "'upos'", "Try 'h.upos'"),
    "nothing": ("", PARTS, "''", "Try 'h.w'"),
    "nothing-behind": ("h.upos|", PARTS, "''", "Try 'h.w'"),
    "no-column": ("h.", PARTS, "'h.'", "Try 'h.h'"),
    "bare-end": ("h", PARTS, "'h'", "Try"),
    "another-end": ("x.upos", PARTS, "'x.upos'", "Try"),
    "betwen": ("betwen.upos", PARTS, "betwen", "mean 'between'"),
    "counts": ("counts.upos", PARTS, "counts", "mean 'count'"),
    "distanc": ("h.upos|distanc", PARTS, "distanc", "mean 'distance'"),
    "between-alone": ("between", PARTS, "'between'", "mean 'between'|Try"),
    "distance-of": ("distance.upos", PARTS, "distance.upos", "mean 'distance'"),
    "two-extras": ("between.t|count.t", "only one part", "'between' and 'count.t'", "two templ"),
    "extra-twice": ("distance|distance", "only one part", "'distance' and", "two templates"),
    "between-offset": ("between.t[1]", "no offset and no range", r"t\[1\]", "between.upos"),
    "between-range": ("count.t[-1..1]", "no offset and no range", r"-1\.\.1", "between.upos"),
    "between-forms": ("between.w.suffix1-2", "no offset and no range", "suffix1-2", "between"),
    "unknown-form": ("h.w.sufix3", "unknown form 'sufix3'", "sufix3", "mean 'suffix'"),
    "word-offset": ("m.w[x]", "whole number", r"\[x\]", "Write 0"),
    "far": ("m.w[101]", "between -100 and 100", "101", "Write 0"),
    "backward": ("m.w[2..-2]", "range such as", r"2\.\.-2", "Write 0"),
    "lexicon": ("h.w.lexicon:x", "no lexicons", "lexicon:x", "column of its own"),
    "function": ("h.w.function:f", "no lexicons, functions", "function:f", "column of its own"),
    "pattern": ("count.w.pattern:p", "functions and patterns", "pattern:p", "column of its own"),
    "offset-behind-form": ("h.w.lower[1]", "right behind", r"w.lower\[1\]", r"w\[1\].lower\.$"),
    "label-before": ("h.y[-1]", "must have a name", "'y'", "another name"),
    "label": ("h.t|m.y", "must have a name", "'y'", "another name"),
    "first": ("h.first", "none of first, last, y", "'first'", "another name"),
    "last": ("between.last", "none of first, last, y", "'last'", "another name"),
    "braces": ("h.{w[0]}", "must have a name", "{w", "another name"),
    "alternatives": ("h.w else m.w", "column with an offset", "'w", "Write"),
}  # fmt: skip


@pytest.mark.parametrize(("template", "rule", "got", "fix"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_explained(template: str, rule: str, got: str, fix: str) -> None:
    with pytest.raises(ParameterError) as caught:
        parse_arc_templates(["h.upos", template])
    assert str(caught.value).startswith(f"Template {template!r}: ")
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize("template", [3, None, b"h.upos", ("h.upos",)], ids=repr)
def test_what_is_no_text_is_no_template(template: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        parse_arc_templates([template])
    assert_three_parts(caught.value, "must be a str", "got ", "Try 'h.upos'")
