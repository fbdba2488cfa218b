"""Columns are found by well-known names, by the user's word, or by their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from linguine.data import read_documents
from linguine.errors import DataError, DataWarning, ParameterError

from ..messages import assert_three_parts
from .files import write

HEADERS = {
    "label,text": ("b", "a"),
    "text,label": ("a", "b"),
    "Text,CATEGORY": ("a", "b"),
    "id,message,class": ("b", "c"),
    "review,stars,date": ("a", "b"),
    "sentence,sentiment,id,user": ("a", "b"),
    '"text","label"': ("a", "b"),
    " text , label ": ("a", "b"),
    ",text,label": ("b", "c"),
    "title,text,label": ("b", "c"),
}


@pytest.mark.parametrize(("header", "expected"), HEADERS.items(), ids=HEADERS.keys())
def test_well_known_names_are_a_header(
    tmp_path: Path, header: str, expected: tuple[str, str]
) -> None:
    row = ",".join("abcdefg"[: header.count(",") + 1])
    documents = read_documents(write(tmp_path, "a.csv", f"{header}\n{row}\n"))
    assert documents.labels is not None
    assert (documents.texts.tolist(), documents.labels) == ([expected[0]], [expected[1]])


@pytest.mark.parametrize("first", ["message,thanks a lot", "review,good", "positive,label me"])
def test_a_first_line_that_may_be_data_is_data(tmp_path: Path, first: str) -> None:
    documents = read_documents(write(tmp_path, "a.csv", f"{first}\nspam,two\n"))
    assert len(documents) == 2


def test_a_first_document_that_looks_like_a_name_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "ham,text\nspam,two\n")
    with pytest.warns(DataWarning, match="its whole text is 'text'"):
        assert len(read_documents(path)) == 2
    assert len(read_documents(path, header=False)) == 2


def test_header_can_be_said(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "label,text\nham,one\n")
    assert len(read_documents(path, header=False)) == 2
    path = write(tmp_path, "b.csv", "kind,words\nham,one\n")
    assert len(read_documents(path)) == 2
    assert read_documents(path, header=True).labels == ["ham"]


def test_a_named_column_means_that_there_is_a_header(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "kind,more,words\nham,x,one\n")
    documents = read_documents(path, text="words", label="kind")
    assert (documents.texts.tolist(), documents.labels) == (["one"], ["ham"])


@pytest.mark.parametrize("text", [3, "3"], ids=["number", "digits"])
def test_columns_are_numbered_from_one(tmp_path: Path, text: int | str) -> None:
    path = write(tmp_path, "a.csv", "x,ham,one\ny,spam,two\n")
    documents = read_documents(path, text=text, label=2)
    assert (documents.texts.tolist(), documents.labels) == (["one", "two"], ["ham", "spam"])
    assert list(documents.columns) == ["1", "2", "3"]


def test_with_two_columns_one_name_is_enough(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "words,kind\none,ham\n")
    documents = read_documents(path, text="words")
    assert (documents.texts.tolist(), documents.labels) == (["one"], ["ham"])


def test_without_labels_one_column_is_the_text(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", 'text\n"one, two"\nthree\n')
    documents = read_documents(path, need_labels=False)
    assert documents.texts.tolist() == ["one, two", "three"]
    assert documents.labels is None


def test_a_column_of_texts_is_found_by_its_name_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text,anna,ben\nhello,x,y\n")
    assert read_documents(path, need_labels=False).texts.tolist() == ["hello"]


def test_labels_are_left_out_when_not_needed(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", "label\ttext\n\tone\nham\ttwo\n")
    documents = read_documents(path, need_labels=False)
    assert documents.texts.tolist() == ["one", "two"]
    assert documents.labels is None


def test_swapped_columns_without_names_are_noticed(tmp_path: Path) -> None:
    rows = "".join(f"this is text {i}\t{'ham' if i % 2 else 'spam'}\n" for i in range(40))
    path = write(tmp_path, "a.tsv", rows)
    with pytest.raises(DataError) as caught:
        read_documents(path)
    assert_three_parts(caught.value, "label comes first", "40 different", "Say text=1 and label=2")
    assert read_documents(path, text=1, label=2).labels is not None


WRONG = {
    "missing-name": (
        "id,text,label\n1,one,ham\n", {"text": "txt"}, DataError,
        r"text='txt' must be one of the columns", r"id, text, label", r"Did you mean 'text'\?",
    ),
    "number-too-high": (
        "label,text\nham,one\n", {"text": 3}, DataError,
        r"text=3 must be one of the columns", r"label, text", r"from 1 to 2",
    ),
    "number-zero": (
        "label,text\nham,one\n", {"text": 0}, ParameterError,
        r"counted from 1", r"got 0", r"text=1",
    ),
    "no-column-name": (
        "label,text\nham,one\n", {"text": ""}, ParameterError,
        r"text must be", r"got ''", r"text=1",
    ),
    "not-a-column": (
        "label,text\nham,one\n", {"label": 1.5}, ParameterError,
        r"label must be the name or the number", r"got 1.5", r"label='label'",
    ),
    "unclear-without-names": (
        "x,ham,one\n", {}, DataError,
        r"cannot tell which column is the text", r"x, ham, one",
        r"text=NUMBER and label=NUMBER, counted from 1",
    ),
    "unclear-with-names": (
        "text,kind,sort\na,b,c\n", {"header": True}, DataError,
        r"cannot tell which column is the label", r"text, kind, sort", r"label='NAME'",
    ),
    "one-column": (
        "text\none\n", {}, DataError,
        r"expected a label and a text", r"only: text", r"separated by tabs",
    ),
    "twice-the-same": (
        "text,text,label\na,b,c\n", {}, DataError,
        r"must differ", r"'text' names columns 1 and 2", r"Rename",
    ),
    "text-is-label": (
        "a,b\nx,y\n", {"text": "a", "label": "a"}, ParameterError,
        r"two columns", r"both are 'a'", r"Name another",
    ),
    "name-without-header": (
        "a,b\nx,y\n", {"text": "a", "header": False}, ParameterError,
        r"header=False", r"name 'a'", r"number of the column",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("content", "options", "kind", "rule", "got", "fix"), WRONG.values(), ids=WRONG.keys()
)
def test_a_column_that_cannot_be_is_named(
    tmp_path: Path, content: str, options: dict[str, object], kind: type[Exception],
    rule: str, got: str, fix: str,
) -> None:  # fmt: skip
    path = write(tmp_path, "a.csv", content)
    with pytest.raises(kind) as caught:
        read_documents(path, **options)  # type: ignore[arg-type]
    assert_three_parts(caught.value, rule, got, fix)
