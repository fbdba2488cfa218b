"""Template files of CRF++ and Wapiti: read as they are, complaints with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError, ParameterError
from linguine.features.token.crfpp_templates import read_template_file, read_template_lines
from linguine.features.token.extractor import TokenExtractor
from linguine.features.token.patterns import TokenPattern

from ..messages import assert_three_parts
from ..reference.small_regex import search
from .token_tables import sentences

CHUNKING = """
# Unigram
U00:%x[-2,0]
U01:%x[-1,0]
U02:%x[0,0]

U05:%x[-1,0]/%x[0,0]
U10:%x[-2,1]
U20:%x[-2,1]/%x[-1,1]/%x[0,1]

# Bigram
B
B01:%x[0,1]
"""
DATA = sentences("He/PRP reckons/VBZ Deficits/NNS", "B52/X")


def names_at(lines: list[str], token: int, edges: bool = False) -> list[str]:
    ours = TokenExtractor(read_template_lines(lines, ["w", "pos"]))
    ours.fit_rows(DATA)
    return [name for name, _ in ours.explain(DATA, token, edges)]


def test_a_crfpp_file_gives_its_features(tmp_path: Path) -> None:
    path = tmp_path / "template"
    path.write_text(CHUNKING, encoding="utf-8")
    templates = read_template_file(path, ["w", "pos"])
    assert templates.transitions
    ours = TokenExtractor(templates)
    ours.fit_rows(DATA)
    assert [name for name, _ in ours.explain(DATA, 1)] == [
        "U00:<s-1>", "U01:He", "U02:reckons", "U05:He/reckons", "U10:<s-1>", "U20:<s-1>/PRP/VBZ",
    ]  # fmt: skip
    assert [name for name, _ in ours.explain(DATA, 1, True)] == ["y[-1]|B01:VBZ"]
    assert ours.explain(DATA, 0, True) == []


def test_wapitis_commands_are_understood() -> None:
    lines = [
        "*:%X[0,0]   # in lower case, both kinds",
        'u1:%t[0,0,"^\\u\\l*$"]|%m[0,0,"\\d\\d*$"]',
        'U2:%M[0,0,"^\\u*\\l"]/%x[ -1 , 1 ]',
        "u",
        "b",
    ]
    assert names_at(lines, 2) == ["*:deficits", "u1:true|", "U2:de/VBZ", "u"]
    assert names_at(lines, 3) == ["*:b52", "u1:false|52", "U2:/<s-1>", "u"]
    assert names_at(lines, 2, True) == ["y[-1]|*:deficits"]


def test_without_b_there_are_no_transitions() -> None:
    assert not read_template_lines(["U:%x[0,0]"], ["w"]).transitions
    assert not read_template_lines(["U:%x[0,0]", "B1:%x[0,0]"], ["w"]).transitions
    assert read_template_lines(["*", "U:%x[0,0]"], ["w"]).transitions


def test_lines_with_one_identifier_make_one_bag() -> None:
    ours = TokenExtractor(read_template_lines(["U:%x[-1,0]", "U:%x[1,0]"], ["w"]))
    rows = ours.fit_rows(sentences("a/X b/X a/X")).tokens
    assert sorted(ours.names()) == ["U:<e+1>", "U:<s-1>", "U:a", "U:b"]
    assert rows.values is not None
    assert rows.values[rows.indptr[1] : rows.indptr[2]].tolist() == [2.0]


def test_braces_and_else_are_plain_text_there() -> None:
    assert names_at(["U{0} else }:%x[0,0]"], 0) == ["U{0} else }:He"]


def test_a_file_may_hold_our_own_language() -> None:
    lines = ["# words", "w[-1..0]", "bias", "w[0].lower else bias # or nothing"]
    assert read_template_lines(lines, ["w"]).names == [
        "w[-1]",
        "w[0]",
        "bias",
        "w[0].lower",
        "bias",
    ]


MISTAKES = {
    "type": ("X1:%x[0,0]", "begin with U, B or", "X1", "comments"),
    "column": ("U:%x[0,2]", "between 0 and 1.*2 columns", "got 2", "Count from 0"),
    "no-column": ("U:%x[0]", "offset,column", "%x\\[0\\]", "brackets"),
    "unclosed": ("U:%x[0,0", "offset,column", "%x\\[0,0", "brackets"),
    "command": ("U:%y[0,0]", "%x with a relative", "%y", "not available"),
    "no-regex": ("U:%t[0,0]", "%t or %m with a pattern", "%t", "not available"),
    "a-regex": ('U:%x[0,0,"a"]', "%x with a relative", "%x", "not available"),
    "absolute": ("U:%x[@1,0]", "relative offset", "@1", "not available"),
    "star": ('U:%t[0,0,"*a"]', "must follow a character", "\\*a", "for the character"),
    "far": ("U:%x[-300,0]", "between -100 and 100", "-300", "Write 0"),
}


@pytest.mark.parametrize(("line", "rule", "got", "fix"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_have_file_and_line(line: str, rule: str, got: str, fix: str) -> None:
    with pytest.raises(DataError) as caught:
        read_template_lines(["# one", "U:%x[0,0]", line], ["w", "pos"], source="my.tpl")
    assert_three_parts(caught.value, rule, got, fix)
    assert str(caught.value).startswith("my.tpl:3: ")


def test_mistakes_in_our_own_language_have_file_and_line_too() -> None:
    with pytest.raises(DataError) as caught:
        read_template_lines(["w[0]", "w[0].upper"], ["w"], source="my.tpl")
    assert_three_parts(caught.value, "^my.tpl:2: .*unknown form", "upper", "Did you mean|Choose")


def test_a_file_without_templates_is_refused() -> None:
    with pytest.raises(DataError, match="macro"):
        read_template_lines(["B%"], ["w"])
    with pytest.raises(ParameterError, match="empty"):
        read_template_lines(["# nothing"], ["w"])


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.tpl.*No such file"):
        read_template_file(tmp_path / "none.tpl", ["w"])
    (tmp_path / "odd.tpl").write_bytes(b"U:\xff%x[0,0]")
    with pytest.raises(DataError, match="not UTF-8"):
        read_template_file(tmp_path / "odd.tpl", ["w"])


pieces = st.sampled_from([
    ".", "a", "B", "3", "-", "\\.", "\\\\", "\\a", "\\d", "\\l", "\\u", "\\w", "\\p", "\\s", "\\A",
    "\\D", "\\L", "\\U", "\\W", "\\P", "\\S", "+", "(", "[", "|", "$", "^",
])  # fmt: skip
expressions = st.builds(
    lambda first, body, last: first + "".join(one + often for one, often in body) + last,
    st.sampled_from(["", "^"]),
    st.lists(st.tuples(pieces, st.sampled_from(["", "*", "?"])), max_size=5),
    st.sampled_from(["", "$"]),
)


@given(expressions, st.text("aAbB19.-+ ($^|\\", max_size=7))
def test_patterns_match_what_the_judge_matches(expression: str, text: str) -> None:
    found = search(expression, text)
    assert TokenPattern(expression, "test")(text) == (b"false" if found is None else b"true")
    assert TokenPattern(expression, "match")(text) == (found or "").encode()
    lowered = TokenPattern(expression, "match", lower=True)(text)
    assert lowered == (found or "").lower().encode()
