"""JSON files that are one array, and members that are named by a path."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import iterate_documents, read_documents
from linguine.errors import DataError

from .files import write

RECORDS = [
    {"message": {"body": "Hi, [you] {there}", "to": {"name": "a"}}, "folder": "ham"},
    {"message": {"body": "free\ncash \u2028", "to": {"name": "b"}}, "folder": "spam"},
]
TEXTS = [each["message"]["body"] for each in RECORDS]  # type: ignore[index]


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.json.gz", "a.unknown"])
def test_an_array_is_read_as_its_objects(indent: int | None, name: str, tmp_path: Path) -> None:
    flat = [
        {"text": text, "label": each["folder"]} for text, each in zip(TEXTS, RECORDS, strict=True)
    ]
    path = write(tmp_path, name, json.dumps(flat, indent=indent).encode())
    documents = read_documents(path)
    assert documents.texts.tolist() == TEXTS
    assert documents.labels == ["ham", "spam"]
    assert documents.lines.tolist() == ([1, 1] if indent is None else [2, 6])
    blocks = list(iterate_documents(path, block_bytes=64, need_labels=True))
    assert [text for block in blocks for text in block.texts.tolist()] == TEXTS


@pytest.mark.parametrize("is_array", [False, True])
def test_a_path_names_a_member_of_a_member(is_array: bool, tmp_path: Path) -> None:
    lines = "\n".join(map(json.dumps, RECORDS)) + "\n\n"
    path = write(tmp_path, "a.json", (json.dumps(RECORDS) if is_array else lines).encode())
    documents = read_documents(path, text="message.body", label="folder")
    assert documents.texts.tolist() == TEXTS
    assert documents.columns["message.to.name"].tolist() == ["a", "b"]
    blocks = list(iterate_documents(path, text="message.body", block_bytes=16))
    assert [text for block in blocks for text in block.texts.tolist()] == TEXTS
    lines_found = [line for block in blocks for line in block.lines.tolist()]
    assert lines_found == ([1, 1] if is_array else [1, 2])


def test_a_member_whose_name_has_a_dot_is_itself(tmp_path: Path) -> None:
    record = {"a.b": "right", "a": {"b": "wrong"}, "label": 1}
    path = write(tmp_path, "a.jsonl", json.dumps(record).encode())
    assert read_documents(path, text="a.b").texts.tolist() == ["right"]


def test_a_path_that_leads_nowhere_is_told_with_what_is_there(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", (json.dumps(RECORDS[0]) + "\n").encode())
    with pytest.raises(DataError, match=r"text='message.bdy' .*message.body.*Did you mean"):
        read_documents(path, text="message.bdy", label="folder")


def test_a_path_that_is_missing_later_is_told_with_its_line(tmp_path: Path) -> None:
    rows = [*map(json.dumps, RECORDS), "", json.dumps({"message": {}, "folder": "x"})]
    path = write(tmp_path, "a.jsonl", "\n".join(rows).encode())
    with pytest.raises(DataError, match=r"a\.jsonl:4: expected the member 'message\.body'"):
        read_documents(path, text="message.body", label="folder")


def test_an_empty_array_is_an_empty_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="expected at least one document"):
        read_documents(write(tmp_path, "a.json", b" [ ] \n"))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(st.lists(st.tuples(st.text(), VALUES), min_size=1, max_size=5), st.sampled_from([None, 1]))
def test_any_array_gives_the_texts_that_are_in_it(
    records: list[tuple[str, Any]], indent: int | None
) -> None:
    content = json.dumps([{"text": t, "more": value} for t, value in records], indent=indent)
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), "a.json", content.encode())
        found = read_documents(path, need_labels=False).texts.tolist()
    assert found == [text for text, _ in records]
