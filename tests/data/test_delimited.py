"""The native parser reads tables as Python's csv module does, and says where it cannot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import _core
from linguine.data import read_documents
from linguine.errors import DataError

from ..reference.delimited import read_table, write_table
from .files import as_bytes, write

DELIMITERS = [",", ";", "\t"]
FIELDS = st.text(
    st.sampled_from(['"', ",", ";", "\t", "\n", "\r", " ", "a", "é", "漢", "😀"]), max_size=6
)


def parse(
    content: str, delimiter: str, n_fields: int, *, quoted: bool = True, is_last: bool = True
) -> tuple[list[list[str]], list[int], int, tuple[str, int, int] | None]:
    """Return the records, their lines, the bytes consumed and the fault."""
    columns, lines, consumed, _, fault = _core.parse_delimited(
        as_bytes(content),
        delimiter=ord(delimiter),
        quoted=quoted,
        columns=list(range(n_fields)),
        n_fields=n_fields,
        first_line=1,
        is_last=is_last,
        keep_empty=False,
    )
    rows = [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    return rows, lines.tolist(), consumed, fault


@given(
    rows=st.integers(2, 4).flatmap(
        lambda n: st.lists(st.lists(FIELDS, min_size=n, max_size=n), min_size=1, max_size=6)
    ),
    delimiter=st.sampled_from(DELIMITERS),
    line_end=st.sampled_from(["\n", "\r\n"]),
    is_cut=st.booleans(),
)
def test_what_csv_writes_is_read_back(
    rows: list[list[str]], delimiter: str, line_end: str, is_cut: bool
) -> None:
    content = write_table(rows, delimiter, line_end)
    if is_cut:
        content = content.removesuffix(line_end)
    read, lines, consumed, fault = parse(content, delimiter, len(rows[0]))
    assert fault is None
    assert read == rows
    assert consumed == len(content.encode())
    starts = [1]
    for row in rows[:-1]:
        starts.append(starts[-1] + 1 + sum(field.count("\n") for field in row))
    assert lines == starts


@given(
    content=st.text(st.sampled_from(['"', ",", "\n", "a", "b", " "]), max_size=30),
    quoted=st.booleans(),
)
def test_any_characters_are_read_as_csv_reads_them(content: str, quoted: bool) -> None:
    judged = read_table(content, ",", quoted=quoted)
    n_fields = len(judged[0]) if judged else 1
    rows, _, _, fault = parse(content, ",", n_fields, quoted=quoted)
    if judged is None:
        assert fault is not None
    elif any(len(row) != n_fields for row in judged):
        assert fault is not None
        assert fault[0] == "field-count"
    else:
        assert fault is None
        assert rows == judged


@given(
    rows=st.lists(st.lists(FIELDS, min_size=2, max_size=2), min_size=1, max_size=6),
    place=st.integers(0, 200),
)
def test_a_table_cut_anywhere_is_read_up_to_a_whole_record(
    rows: list[list[str]], place: int
) -> None:
    raw = write_table(rows, ",").encode()
    head, tail = raw[:place], raw[place:]
    first, lines, consumed, fault = parse_bytes(head, is_last=False, first_line=1)
    assert fault is None
    second, _, _, fault = parse_bytes(head[consumed:] + tail, is_last=True, first_line=1)
    assert fault is None
    assert first + second == rows
    assert len(lines) == len(first)


def parse_bytes(
    content: bytes, *, is_last: bool, first_line: int
) -> tuple[list[list[str]], list[int], int, tuple[str, int, int] | None]:
    columns, lines, consumed, _, fault = _core.parse_delimited(
        as_bytes(content),
        delimiter=ord(","),
        quoted=True,
        columns=[0, 1],
        n_fields=2,
        first_line=first_line,
        is_last=is_last,
        keep_empty=False,
    )
    rows = [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    return rows, lines.tolist(), consumed, fault


def test_quotes_in_tsv_are_ordinary_characters(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", 'label\ttext\nham\t"So it goes\nspam\tsay "yes" now\n')
    documents = read_documents(path)
    assert documents.texts.tolist() == ['"So it goes', 'say "yes" now']


def test_quoted_csv_holds_commas_line_ends_and_quotes(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", 'label,text\nham,"one, ""two""\r\nthree"\nspam,plain\n')
    documents = read_documents(path)
    assert documents.texts.tolist() == ['one, "two"\r\nthree', "plain"]
    assert documents.labels == ["ham", "spam"]
    assert documents.lines.tolist() == [2, 4]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
def test_csv_finds_its_delimiter(tmp_path: Path, delimiter: str) -> None:
    rows = [["label", "text"], ["ham", "a, b; c\td"]]
    documents = read_documents(write(tmp_path, "a.csv", write_table(rows, delimiter)))
    assert documents.texts.tolist() == ["a, b; c\td"]


def test_a_quoted_table_with_tabs_is_read_as_csv_on_request(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", 'label\ttext\nham\t"a\tb"\n')
    assert read_documents(path, format="csv").texts.tolist() == ["a\tb"]


@pytest.mark.parametrize(
    "content",
    ["ham\tone\nspam\ttwo\n", "ham\tone\r\nspam\ttwo\r\n", "ham\tone\nspam\ttwo",
     "\ufeffham\tone\nspam\ttwo\n", "\n\nham\tone\n   \n\nspam\ttwo\n\n"],
    ids=["unix", "windows", "no-last-newline", "byte-order-mark", "empty-lines"],
)  # fmt: skip
def test_line_ends_and_marks_do_not_matter(tmp_path: Path, content: str) -> None:
    documents = read_documents(write(tmp_path, "a.tsv", content))
    assert documents.labels == ["ham", "spam"]
    assert documents.texts.tolist() == ["one", "two"]


def test_empty_texts_are_kept_and_blanks_around_labels_are_not(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, "a.csv", "label,text\n ham ,\nspam, two \n"))
    assert documents.labels == ["ham", "spam"]
    assert documents.texts.tolist() == ["", " two "]


def test_all_columns_are_there_by_name(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "id,stars,review\n7,5,good\n8,1,bad\n")
    documents = read_documents(path)
    assert {name: column.tolist() for name, column in documents.columns.items()} == {
        "id": ["7", "8"], "stars": ["5", "1"], "review": ["good", "bad"],
    }  # fmt: skip
    assert documents.labels == ["5", "1"]


def test_texts_outlive_the_parser_and_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", 'label,text\nham,"say ""yes"""\nspam,plain\n')
    texts = read_documents(path).texts
    Path(path).unlink()
    assert texts.take(np.array([1, 0])).tolist() == ["plain", 'say "yes"']


def test_a_line_of_50_megabytes_is_one_text(tmp_path: Path) -> None:
    text = "word " * 10_000_000
    documents = read_documents(write(tmp_path, "a.tsv", f"ham\t{text}\nspam\ttwo\n"))
    assert documents.texts.n_bytes == len(text) + 3
    assert documents.labels == ["ham", "spam"]


@given(st.lists(st.text(max_size=3), max_size=30))
def test_distinct_gives_sorted_names_and_their_codes(texts: list[str]) -> None:
    names, codes = _core.distinct(_core.Texts(texts))
    assert names == sorted(set(texts))
    assert [names[code] for code in codes] == texts


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["a.csv", "a.txt"])
def test_the_first_line_of_excel_tells_the_separator(
    separator: str, ending: str, name: str, tmp_path: Path
) -> None:
    lines = [f"sep={separator}", f"label{separator}text", f'ham{separator}"a, b; c"', "spam"]
    lines[-1] += f"{separator}d"
    path = write(tmp_path, name, ending.join([*lines, ""]).encode())
    documents = read_documents(path)
    assert documents.texts.tolist() == ["a, b; c", "d"]
    assert documents.labels == ["ham", "spam"]
    assert documents.lines.tolist() == [3, 4]
    without = read_documents(path, header=False, text=2, label=1)
    assert without.lines.tolist() == [2, 3, 4]


def test_lines_are_counted_from_the_line_of_excel(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", b"sep=;\nlabel;text\nham;a;b\n")
    with pytest.raises(DataError, match=r"a\.csv:3: expected 2 semicolon-separated fields, got 3"):
        read_documents(path)
