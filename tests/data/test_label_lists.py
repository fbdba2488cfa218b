"""Several labels per text in files: JSON lists, fastText's prefix, a separator in a column."""

from __future__ import annotations

from pathlib import Path

import pytest

from linguine.data import iterate_documents, read_documents
from linguine.errors import DataError, ParameterError


def put(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_lists_of_json_are_several_labels_or_none(tmp_path: Path) -> None:
    lines = '{"labels": ["b", "a\\u00e9"], "text": "x"}', '{"labels": [], "text": "y"}'
    found = read_documents(put(tmp_path / "a.jsonl", *lines, '{"labels": "c", "text": "z"}'))
    assert found.labels == [("aé", "b"), (), ("c",)]
    assert found.label_lists is not None
    assert found.label_lists.names == ["aé", "b", "c"]


def test_numbers_in_lists_are_labels(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", '{"labels": [2, 10], "text": "x"}')
    assert read_documents(path).labels == [("10", "2")]


@pytest.mark.parametrize("wrong", ['["a", ["b"]]', '{"a": 1}', "[null]"])
def test_what_is_no_list_of_labels_is_told_with_its_line(tmp_path: Path, wrong: str) -> None:
    lines = '{"labels": ["a"], "text": "x"}', f'{{"labels": {wrong}, "text": "y"}}'
    with pytest.raises(DataError, match=r"a\.jsonl:2: several labels must be a list"):
        read_documents(put(tmp_path / "a.jsonl", *lines))


def test_a_list_after_single_labels_says_what_to_do(tmp_path: Path) -> None:
    lines = '{"label": "a", "text": "x"}', '{"label": ["b"], "text": "y"}'
    path = put(tmp_path / "a.jsonl", *lines)
    with pytest.raises(DataError, match="several=True"):
        read_documents(path)
    assert read_documents(path, several=True).labels == [("a",), ("b",)]


def test_labels_of_fasttext_may_stand_anywhere(tmp_path: Path) -> None:
    path = put(
        tmp_path / "a.txt",
        "__label__b __label__a  some text",
        "no label here",
        "some __label__c more text __label__d",
    )
    found = read_documents(path)
    assert found.labels == [("a", "b"), (), ("c", "d")]
    assert found.texts.tolist() == ["some text", "no label here", "some more text"]


def test_one_label_on_each_line_stays_one_label(tmp_path: Path) -> None:
    path = put(tmp_path / "a.txt", "__label__b x", "__label__a y")
    assert read_documents(path).labels == ["b", "a"]
    assert read_documents(path, several=True).labels == [("b",), ("a",)]


@pytest.mark.parametrize("block_bytes", [5, 30, 1000])
def test_a_separator_cuts_a_column(tmp_path: Path, block_bytes: int) -> None:
    path = put(tmp_path / "a.tsv", "label\ttext", "a | b|a\tx", "\ty", "c\tz")
    expected = [("a", "b"), (), ("c",)]
    assert read_documents(path, label_separator="|").labels == expected
    blocks = iterate_documents(path, need_labels=True, label_separator="|", block_bytes=block_bytes)
    assert [each for block in blocks for each in block.labels or []] == expected


def test_a_separator_must_say_something() -> None:
    with pytest.raises(ParameterError, match="label_separator"):
        read_documents("a.tsv", label_separator=" ")
