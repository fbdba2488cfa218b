"""Arc templates: columns, files, the usual ones, and the model file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from linguine.errors import DataError, ParameterError
from linguine.features import ArcTemplates, default_arc_templates, read_arc_templates
from linguine.features.arc.defaults import tag_column_of

from ..messages import assert_three_parts


def test_templates_are_parsed_and_name_their_columns_once() -> None:
    templates = ArcTemplates(["h.upos|m.upos", "h.w.lower"], ["count.xpos|m.upos[-1..0]"])
    assert [each.text for each in templates.parsed_relation] == [
        "m.upos[-1]|count.xpos",
        "m.upos|count.xpos",
    ]
    assert templates.columns == ["upos", "w", "xpos"]
    assert templates == ArcTemplates(("h.upos|m.upos", "h.w.lower"), ("count.xpos|m.upos[-1..0]",))


@pytest.mark.parametrize(
    ("shared", "relation", "rule", "got", "fix"),
    [
        ([], ["h.upos"], "must be a shared template", "got none", r"Try \['h.upos\|m.upos'\]"),
        ("h.upos", [], "shared must be a list", "'h.upos'", r"Write \['h.upos'\]"),
        (["h.upos"], "m.upos", "relation must be a list", "'m.upos'", r"Write \['m.upos'\]"),
        (["h.upos"], ["m.upos", "upos"], "a part must begin", "'upos'", "Try 'h.upos'"),
    ],
    ids=["none", "shared-str", "relation-str", "mistake"],
)
def test_what_are_no_templates_is_refused(
    shared: Any, relation: Any, rule: str, got: str, fix: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        ArcTemplates(shared, relation)
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize(
    ("shared", "relation", "got", "fix"),
    [
        ("h.uppos", "m.upos", "'h.uppos'", "mean 'upos'"),
        ("h.upos", "m.zzz", "'m.zzz'", "Name the columns"),
        ("h.upos", "between.xpos|m.upos", "'m.upos|between.xpos'", "mean 'upos'"),
        ("h.lexicall", "m.upos", "lexicall", "mean 'lexical'"),
    ],
)
def test_an_unknown_column_is_named_with_the_nearest(
    shared: str, relation: str, got: str, fix: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        ArcTemplates([shared], [relation]).check_columns(["form", "upos"])
    assert_three_parts(caught.value, "must be one of 'form', 'upos', 'lexical'", "it is not", fix)
    assert got.replace("'", "") in str(caught.value)


@pytest.mark.parametrize("columns", [["form", "upos"], ["w", "upos"], ["word", "upos"]])
def test_words_are_w_or_form_or_the_first_column(columns: list[str]) -> None:
    ArcTemplates(["h.w|m.upos", "h.lexical"]).check_columns(columns)


# --- files --------------------------------------------------------------------------------------


def read(tmp_path: Path, text: str) -> ArcTemplates:
    path = tmp_path / "arcs.txt"
    path.write_bytes(text.encode())
    return read_arc_templates(path)


def test_a_file_has_a_template_a_line(tmp_path: Path) -> None:
    text = (
        "# both ends\n\nh.upos|m.upos  # tags\r\n  relation:  m.w.lower \nrelation :h.upos\nh.w\n"
    )
    found = read(tmp_path, text)
    assert found == ArcTemplates(["h.upos|m.upos", "h.w"], ["m.w.lower", "h.upos"])


@pytest.mark.parametrize(
    ("text", "rule", "got", "fix"),
    [
        ("h.upos\nupos\n", r"arcs.txt:2: .*a part must begin", "'upos'", "Try 'h.upos'"),
        ("h.upos\n\nrelation:\n", r"arcs.txt:3: .*a part must begin", "''", "Try"),
        ("relation: h.upos\n", r"arcs.txt: .*must be a shared template", "got none", "Write"),
        ("", r"arcs.txt: .*must be a shared template", "got none", "Write"),
    ],
    ids=["mistake", "relation-of-nothing", "only-relations", "empty"],
)
def test_mistakes_in_a_file_are_explained(
    text: str, rule: str, got: str, fix: str, tmp_path: Path
) -> None:
    with pytest.raises(ParameterError) as caught:
        read(tmp_path, text)
    assert_three_parts(caught.value, rule, got, fix)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read_arc_templates(tmp_path / "none.txt")
    assert_three_parts(caught.value, "must be text", "none.txt.*No such file", "Check the name")
    path = tmp_path / "bytes.txt"
    path.write_bytes(b"h.upos\xff\n")
    with pytest.raises(DataError, match=r"bytes.txt.*must be text"):
        read_arc_templates(path)


# --- the usual ones -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "columns",
    [
        ["form"], ["w"], ["form", "upos"], ["form", "xpos"], ["word", "tag"], ["upos"],
        ["form", "lemma", "upos", "xpos", "feats"], ["form", "lemma"], ["w", "pos", "chunk"],
    ],
    ids="-".join,
)  # fmt: skip
def test_the_usual_templates_look_at_every_column_that_there_is(columns: list[str]) -> None:
    templates = default_arc_templates(columns)
    templates.check_columns(columns)  # and at no other
    looked_at = set(templates.columns) - {"lexical"}
    assert looked_at == set(columns)
    for parsed in (templates.parsed_shared, templates.parsed_relation):
        assert len({each.text for each in parsed}) == len(parsed)
        assert parsed
    assert ("lexical" in templates.columns) == (tag_column_of(columns) is not None)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["form"], None), (["form", "feats"], None), (["tag", "xpos", "upos"], "upos"),
        (["w", "pos"], "pos"), (["w", "tag"], "tag"), (["tag", "pos"], "pos"),
    ],
)  # fmt: skip
def test_tags_are_found_by_their_names(columns: list[str], expected: str | None) -> None:
    assert tag_column_of(columns) == expected


# --- the model file -----------------------------------------------------------------------------


def test_templates_survive_the_model_file() -> None:
    made = ArcTemplates(["h.upos[-1..1]|m.w", "distance"], ["between.upos", "m.w.suffix1-3"])
    config = json.loads(json.dumps(made.to_config()))
    again = ArcTemplates.from_config(config)
    assert again == made
    assert again.parsed_shared == made.parsed_shared
    assert again.parsed_relation == made.parsed_relation


@pytest.mark.parametrize(
    "config",
    [
        {}, {"shared": ["h.upos"]}, {"shared": [], "relation": []}, {"shared": 3, "relation": []},
        {"shared": ["upos"], "relation": []}, {"shared": [3], "relation": []},
        {"shared": ["h.upos"], "relation": None},
    ],
    ids=str,
)  # fmt: skip
def test_damaged_templates_are_refused(config: dict[str, Any]) -> None:
    with pytest.raises(DataError) as caught:
        ArcTemplates.from_config(config)
    assert_three_parts(caught.value, "must be plain data", "; ", "save it again")
