"""JSON lines are read as Python's json module reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import _core
from linguine.data import read_documents
from linguine.errors import DataError

from ..messages import assert_three_parts
from .files import as_bytes, write

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)
# JSON text with something wrong in it, more often than not
BROKEN = st.text(st.sampled_from(list('{}[]":,\\0129.eE+-aunltrfs \t')), max_size=14)


def native(content: str, names: list[str]) -> tuple[list[list[str]], Any]:
    columns, _, _, _, fault = _core.parse_json_lines(
        as_bytes(content), names=names, needs=[0] * len(names), first_line=1, is_last=True
    )
    return [column.tolist() for column in columns], fault


@given(
    objects=st.lists(
        st.fixed_dictionaries(
            {"text": st.text(max_size=8)},
            optional={"label": st.text(max_size=3), "more": VALUES},
        ),
        min_size=1,
        max_size=4,
    ),
    ascii_only=st.booleans(),
)
def test_objects_are_read_as_json_reads_them(
    objects: list[dict[str, Any]], ascii_only: bool
) -> None:
    content = "".join(json.dumps(each, ensure_ascii=ascii_only) + "\n" for each in objects)
    (texts, labels), fault = native(content, ["text", "label"])
    assert fault is None
    assert texts == [each["text"] for each in objects]
    assert labels == [each.get("label", "") for each in objects]


@given(inside=BROKEN)
def test_what_json_refuses_is_refused(inside: str) -> None:
    line = '{"a": ' + inside + "}"
    try:
        judged = json.loads(line)
    except ValueError:
        judged = None
    _, fault = native(line + "\n", ["a"])
    assert (fault is None) == (judged is not None)


def test_members_have_well_known_names_or_are_named(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", '{"id": 1, "message": "one", "class": "ham"}\n')
    documents = read_documents(path)
    assert (documents.texts.tolist(), documents.labels) == (["one"], ["ham"])
    documents = read_documents(path, text="class", label="id")
    assert (documents.texts.tolist(), documents.labels) == (["ham"], ["1"])
    assert sorted(documents.columns) == ["class", "id", "message"]


def test_numbers_and_truth_values_are_labels_as_they_are_written(tmp_path: Path) -> None:
    lines = [f'{{"text": "a", "label": {label}}}' for label in ("1", "true", '"1"', "2.0")]
    documents = read_documents(write(tmp_path, "a.jsonl", "\n".join(lines)))
    assert documents.labels == ["1", "true", "1", "2.0"]


def test_escapes_are_resolved_and_the_last_of_two_members_counts(tmp_path: Path) -> None:
    line = r'{"text": "x", "te\u0078t": "\ud83d\ude00 \"a\"\n\u00e9", "label": "l"}'
    assert read_documents(write(tmp_path, "a.jsonl", line)).texts.tolist() == ['😀 "a"\né']


def test_half_a_surrogate_pair_is_an_error_or_replaced(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", '\n{"text": "a\\ud83d", "label": "l"}\n')
    with pytest.raises(DataError) as caught:
        read_documents(path)
    assert_three_parts(caught.value, "must be Unicode", r"a\.jsonl:2.*surrogate", "replace")
    assert "\ufffd" in read_documents(path, encoding_errors="replace").texts[0]


def test_a_member_whose_name_is_half_a_surrogate_pair_is_left_out(tmp_path: Path) -> None:
    """It came out as a TypeError: the core takes names in UTF-8."""
    path = write(tmp_path, "a.jsonl", '{"text": "a", "\\udc00": 1, "label": "l"}\n' * 2)
    assert list(read_documents(path).columns) == ["text", "label"]


GOOD = '{"text": "one", "label": "ham"}\n'
ONE = r":2: expected one JSON object"
WRONG = {
    "not-json": (GOOD + "{text: 1}\n", ONE, r"column 2", r"Write one whole"),
    "two-on-a-line": (GOOD + '{"text": "a"} {}\n', ONE, r"Extra data", r"Write one"),
    "not-an-object": (GOOD + '"one"\n', ONE, r"got str", r"Write one"),
    "first-not-an-object": ("3\n", r":1: expected one JSON", r"got int", r"Write each"),
    "first-empty": ("{}\n", r":1: expected one JSON", r"got an empty object", r"Write each"),
    "cut array": (
        '[\n{"text": "a", "label": 1},\n{"text"', r":3: expected an array of JSON objects",
        r"Expecting", r"one whole JSON object per line",
    ),
    "array of texts": ('[\n"a", "b"]', r":2: expected an array", r"str among them", r"Correct it"),
    "array without comma": (
        '[{"text": "a", "label": 1} {"text": "b"}]', r":1: expected an array", r"no comma",
        r"Correct it",
    ),
    "array and more": ('[{"text": "a", "label": 1}]\nx', r":1: expected", r"behind", r"Correct it"),
    "wrong member of an array": (
        '[{"text": "a", "label": 1},\n {"text":\n2, "label": 1}]', r":2: expected a string",
        r"a number", r"Put it in quotes",
    ),
    "missing": (
        GOOD + '{"txet": "a", "label": "b"}', r":2: expected the member 'text'",
        r"has txet, label", r"Did you mean 'txet'\?",
    ),
    "null": (
        GOOD + '{"text": null, "label": "b"}', r":2: expected a string for 'text'",
        r"got null", r"remove the line",
    ),
    "number-as-text": (
        GOOD + '{"text": 5, "label": "b"}', r":2: expected a string for 'text'",
        r"got a number", r"quotes",
    ),
    "several-labels": (
        GOOD + '{"text": "a", "label": ["b", "c"]}', r":2: expected one value for 'label'",
        r"got a list", r"several=True",
    ),
    "null-label": (
        GOOD + '{"text": "a", "label": null}', r":2: expected a string or a number for 'label'",
        r"got null", r"remove the line",
    ),
    "no-text": (
        '{"words": "a", "label": "b"}', r"well-known name for the text", r"words, label",
        r"text='NAME'",
    ),
    "no-label": (
        '{"text": "a", "lable": "b"}', r"well-known name for the label", r"text, lable",
        r"Did you mean 'lable'",
    ),
    "too-deep": (
        GOOD + '{"text": "a", "label": "b", "x": ' + "[" * 600 + "]" * 600 + "}", ONE, r"got",
        r"500 deep",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("content", "rule", "got", "fix"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_line_is_named(tmp_path: Path, content: str, rule: str, got: str, fix: str) -> None:
    path = write(tmp_path, "a.jsonl", content)
    with pytest.raises(DataError) as caught:
        read_documents(path)
    assert_three_parts(caught.value, rule, got, fix)


def test_a_broken_line_behind_objects_of_shares_is_named(tmp_path: Path) -> None:
    lines = ['{"text": "a", "label": {"x": 0.5, "y": 0.5}}', '{"text"::1}', "3"]
    for broken in lines[1:]:
        path = write(tmp_path, "x.jsonl", f"{lines[0]}\n{lines[0]}\n{broken}\n")
        with pytest.raises(DataError, match=r":3: expected one JSON object per line"):
            read_documents(path)


def test_a_named_member_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", GOOD)
    with pytest.raises(DataError) as caught:
        read_documents(path, text="texts")
    assert_three_parts(caught.value, "text='texts'", "text, label", r"Did you mean 'text'\?")
