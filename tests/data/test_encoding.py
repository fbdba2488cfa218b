"""Bytes that are not UTF-8: an error with its place, a replacement, or Latin-1."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import _core
from linguine.data import iterate_documents, read_documents
from linguine.errors import DataError, DataWarning, ParameterError

from .files import as_bytes, write

BROKEN = b"ham\tcaf\xe9 \x93so\x94\nham\tna\xc3\xafve\n"


@given(st.binary(max_size=40) | st.text(max_size=20).map(str.encode))
def test_broken_bytes_are_found_where_python_finds_them(content: bytes) -> None:
    try:
        content.decode()
        expected = -1
    except UnicodeDecodeError as error:
        expected = error.start
    assert _core.find_unreadable(as_bytes(content)) == (content.find(b"\0"), expected)


def test_broken_bytes_are_replaced(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, "a.tsv", BROKEN), encoding_errors="replace")
    assert documents.texts.tolist() == ["caf\ufffd \ufffdso\ufffd", "naïve"]


def test_broken_bytes_are_read_as_latin_1_and_the_others_are_not(tmp_path: Path) -> None:
    documents = read_documents(write(tmp_path, "a.tsv", BROKEN), encoding_errors="latin-1")
    assert documents.texts.tolist() == ["café “so”", "naïve"]


@given(st.binary(max_size=40).filter(lambda raw: b"\0" not in raw))
def test_latin_1_reads_any_bytes(raw: bytes) -> None:
    from linguine.data.reading.encoding import Decoder
    from linguine.data.reading.transcoding import Encoding

    if raw.startswith((b"\xff\xfe", b"\xfe\xff", b"PK", b"BZ", b"\xfd7z")):
        return  # another kind of file
    decoded = bytes(Decoder("a", Encoding(errors="latin-1"))(as_bytes(raw))).decode()
    assert "\ufffd" not in decoded or b"\xef\xbf\xbd" in raw


def test_the_place_goes_on_from_block_to_block(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", b"\xef\xbb\xbfone\n" + b"two\n" * 20 + b"\xc3\xa9\xe9\n")
    with pytest.raises(DataError, match=r":22: text must be UTF-8; byte 3 of the line is 0xe9"):
        list(iterate_documents(path, block_bytes=8))


def test_a_broken_byte_on_the_first_line_is_counted_from_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r":1: text must be UTF-8; byte 1 of the line is 0xe9"):
        read_documents(write(tmp_path, "a.txt", b"\xe9\n"), need_labels=False)


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize("ending", ["", ".gz"])
def test_a_byte_order_mark_is_obeyed(codec: str, ending: str, tmp_path: Path) -> None:
    content = "label\ttext\nham\tnaïve 中\nspam\tzwölf\n".encode(codec)
    path = write(tmp_path, f"a.tsv{ending}", content)
    assert read_documents(path).texts.tolist() == ["naïve 中", "zwölf"]
    blocks = list(iterate_documents(path, block_bytes=7))
    assert [text for block in blocks for text in block.texts.tolist()] == ["naïve 中", "zwölf"]


@pytest.mark.parametrize("codec", ["windows-1251", "utf-16-le", "shift_jis", "latin-1"])
def test_an_encoding_can_be_named(codec: str, tmp_path: Path) -> None:
    words = {"windows-1251": "привет", "shift_jis": "日本語"}
    text = words.get(codec, "café")
    path = write(tmp_path, "a.tsv", f"ham\t{text}\nspam\ttwo\n".encode(codec))
    assert read_documents(path, encoding=codec).texts.tolist() == [text, "two"]
    found = [each.texts.tolist() for each in iterate_documents(path, encoding=codec, block_bytes=5)]
    assert [text for block in found for text in block] == [text, "two"]


def test_bytes_that_a_named_encoding_lacks_are_told_or_replaced(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", b"ham\tone\nham\t\x81\x20\n")
    with pytest.raises(DataError, match=r"a\.tsv:1: text must be shift_jis; .*'replace'"):
        read_documents(path, encoding="shift_jis")
    documents = read_documents(path, encoding="shift_jis", encoding_errors="replace")
    assert documents.texts[0] == "one"


@pytest.mark.parametrize("name", ["klingon", "rot13", "", "a\0b"])
def test_an_encoding_that_nobody_knows_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"encoding must be auto or the name .* Try encoding="):
        read_documents(write(tmp_path, "a.tsv", b"a\tb\n"), encoding=name)


def test_latin_1_is_guessed_with_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", b"ham\tone\nham\tcaf\xe9 \x93so\x94\n")
    with pytest.warns(DataWarning, match=r"a\.tsv:2: byte 0xe9 .* Windows-1252"):
        documents = read_documents(path, encoding="auto")
    assert documents.texts.tolist() == ["one", "café “so”"]
    with pytest.warns(DataWarning, match="Windows-1252"):
        blocks = list(iterate_documents(path, encoding="auto", block_bytes=10, format="tsv"))
    assert blocks[-1].columns["2"].tolist() == ["café “so”"]


def test_nothing_is_guessed_in_a_file_that_has_utf_8(tmp_path: Path) -> None:
    for content in (BROKEN, b"ham\tna\xc3\xafve\n" * 9 + b"ham\tcaf\xe9\n"):
        path = write(tmp_path, "a.tsv", content)
        with pytest.raises(DataError, match="text must be UTF-8; byte"):
            read_documents(path, encoding="auto")
    with pytest.raises(DataError, match="text must be UTF-8; byte"):  # seen before the broken one
        list(iterate_documents(path, encoding="auto", block_bytes=20))
