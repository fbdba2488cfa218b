"""Bytes that are not UTF-8: an error with its place, a replacement, or Latin-1."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import _core
from linguine.data import iterate_documents, read_documents
from linguine.errors import DataError

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

    if raw.startswith((b"\xff\xfe", b"\xfe\xff", b"PK", b"BZ", b"\xfd7z")):
        return  # another kind of file
    decoded = bytes(Decoder("a", "latin-1")(as_bytes(raw))).decode()
    assert "\ufffd" not in decoded or b"\xef\xbf\xbd" in raw


def test_the_place_goes_on_from_block_to_block(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", b"\xef\xbb\xbfone\n" + b"two\n" * 20 + b"\xc3\xa9\xe9\n")
    with pytest.raises(DataError, match=r":22: text must be UTF-8; byte 3 of the line is 0xe9"):
        list(iterate_documents(path, block_bytes=8))


def test_a_broken_byte_on_the_first_line_is_counted_from_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r":1: text must be UTF-8; byte 1 of the line is 0xe9"):
        read_documents(write(tmp_path, "a.txt", b"\xe9\n"), need_labels=False)
