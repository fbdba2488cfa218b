"""Files, compressed files, folders and standard input; and what is wrong with them."""

from __future__ import annotations

import gzip
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from linguine.data import iterate_documents, read_documents
from linguine.data.reading.source import read_all, read_blocks
from linguine.errors import DataError, LinguineError, ParameterError

from ..messages import assert_three_parts
from .files import give_stdin, write

TABLE = "label\ttext\nham\tone\nspam\ttwo\n"


def read_in_blocks(path: str) -> object:
    return list(iterate_documents(path, need_labels=True, block_bytes=12))


def read_texts(path: str) -> list[str]:
    return read_documents(path).texts.tolist()


def test_gzip_is_recognised_by_content_and_may_have_several_members(tmp_path: Path) -> None:
    raw = gzip.compress(b"label\ttext\nham\tone\n") + gzip.compress(b"spam\ttwo\n")
    assert read_texts(write(tmp_path, "a.tsv", raw)) == ["one", "two"]
    blocks = iterate_documents(write(tmp_path, "b.tsv", raw))
    assert [text for block in blocks for text in block.texts.tolist()] == ["one", "two"]


def compress_zstd(content: bytes) -> bytes:
    try:
        compressed: bytes = importlib.import_module("compression.zstd").compress(content)
    except ImportError:
        compressed = pytest.importorskip("zstandard").ZstdCompressor().compress(content)
    return compressed


def test_zstd_is_read_and_several_frames_too(tmp_path: Path) -> None:
    raw = compress_zstd(b"label\ttext\nham\tone\n") + compress_zstd(b"spam\ttwo\n")
    path = write(tmp_path, "a.tsv.zst", raw)
    assert read_texts(path) == ["one", "two"]
    assert sum(len(block) for block in iterate_documents(path)) == 2


def test_zstd_without_a_package_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("compression.zstd", "zstandard"):
        monkeypatch.setitem(sys.modules, name, None)
    path = write(tmp_path, "a.tsv.zst", b"\x28\xb5\x2f\xfd1234")
    with pytest.raises(DataError) as caught:
        read_documents(path)
    assert_three_parts(caught.value, "needs Python 3.14 or", "neither", r"linguine\[zstd\]")


def test_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    give_stdin(monkeypatch, TABLE.encode())
    assert read_documents("-").labels == ["ham", "spam"]
    give_stdin(monkeypatch, gzip.compress(TABLE.encode()))
    assert read_documents("-").source == "<stdin>"
    give_stdin(monkeypatch, b"one\n\ntwo")
    assert [b.texts.tolist() for b in iterate_documents("-")] == [["one", ""], ["two"]]


def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text(TABLE))
    writer.start()
    assert read_texts(str(path)) == ["one", "two"]
    writer.join()


def test_a_named_pipe_is_read_in_blocks_from_its_start(tmp_path: Path) -> None:
    """It can be opened once only: who looks at its first bytes must go on from there."""
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    lines = [f"line {i}" for i in range(5000)]
    writer = threading.Thread(target=lambda: path.write_text("\n".join(lines)))
    writer.start()
    blocks = list(iterate_documents(path, block_bytes=1000))
    writer.join()
    assert [text for block in blocks for text in block.texts.tolist()] == lines


@pytest.mark.parametrize("block_bytes", [1, 7, 64, 1 << 20])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_blocks_hold_all_lines_however_long(tmp_path: Path, block_bytes: int, end: str) -> None:
    lines = ["a", "b" * 300, "c", "d" * 6, "e" * 7, "f" * 63]
    path = tmp_path / "x.txt"
    path.write_bytes(("\n".join(lines) + end).encode())
    blocks = iterate_documents(path, block_bytes=block_bytes)
    assert [text for block in blocks for text in block.texts.tolist()] == lines


def test_a_file_that_is_cut_while_it_is_read_ends_early(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("one line\n" * 10_000)
    blocks = iterate_documents(path, block_bytes=9000)
    assert len(next(blocks)) == 1000
    path.write_text("")
    assert sum(len(block) for block in blocks) < 9000


def test_a_path_object_is_a_path(tmp_path: Path) -> None:
    write(tmp_path, "a.tsv", TABLE)
    assert len(read_documents(tmp_path / "a.tsv")) == 2


def test_a_folder_per_label_is_read_in_order(tmp_path: Path) -> None:
    counted = {"pos/2.txt": "good", "pos/1.txt": "great\n", "neg/1.txt": "", "other/a": "plain"}
    ignored = {"neg/.x": "hidden", "neg/notes.md": "no text file", "readme.txt": "no label"}
    for name, text in {**counted, **ignored}.items():
        write(tmp_path, name, text)
    documents = read_documents(tmp_path)
    assert documents.labels == ["neg", "other", "pos", "pos"]
    assert documents.texts.tolist() == ["", "plain", "great\n", "good"]
    files = ["neg/1.txt", "other/a", "pos/1.txt", "pos/2.txt"]
    assert documents.columns["file"].tolist() == files
    blocks = list(iterate_documents(tmp_path, block_bytes=6, need_labels=True))
    assert [block.texts.tolist() for block in blocks] == [["", "plain", "great\n"], ["good"]]


def test_a_broken_file_in_a_folder_is_named(tmp_path: Path) -> None:
    write(tmp_path, "pos/1.txt", b"good\ncaf\xe9")
    with pytest.raises(DataError, match=r"pos/1\.txt:2: text must be UTF-8"):
        read_documents(tmp_path)


def in_folder(name: str, content: bytes = b"") -> Callable[[Path], str]:
    return lambda folder: write(folder, name, content)


def make_folder(folder: Path) -> str:
    (folder / "empty" / "label").mkdir(parents=True)
    return str(folder / "empty")


def misspell(folder: Path) -> str:
    write(folder, "train.tsv", TABLE)
    return str(folder / "trian.tsv")


BAD: dict[str, tuple[Callable[[Path], object], str, str, str]] = {
    "empty": (in_folder("a.tsv"), r"at least one document", r"empty file", r"Check"),
    "empty-gzip": (in_folder("a.tsv.gz"), r"at least one document", r"empty file", r"Check"),
    "only-newlines": (in_folder("a.tsv", b"\n\r\n\n"), r"at least one", r"empty file", r"Check"),
    "only-a-mark": (in_folder("a.tsv", b"\xef\xbb\xbf"), r"at least one", r"empty", r"Check"),
    "only-a-header": (
        in_folder("a.tsv", b"label\ttext\n"), r"at least one document", r"only a line of column",
        r"Add documents",
    ),
    "missing": (misspell, r"expected a file", r"none of this name", r"Did you mean 'train.tsv'\?"),
    "missing-folder": (
        lambda folder: str(folder / "no" / "a.tsv"), r"expected a file",
        r"folder .* does not exist", r"Check the path",
    ),
    "folder": (make_folder, r"expected a file", r"without such sub-folders", r"Give a file"),
    "zero-byte-in-name": (lambda _: "a\0b", r"expected the path", r"null", r"Check the name"),
    "no-name": (lambda _: "", r"must be the name of a file", r"got ''", r"Use '-'"),
    "number": (lambda _: 7, r"must be the name of a file", r"got int", r"Give a str"),
    "cut-gzip": (
        in_folder("a.tsv", gzip.compress(b"label\ttext\n" * 99)[:-9]), r"must be whole", r"cut off",
        r"again",
    ),
    "broken-gzip": (
        in_folder("a.tsv", b"\x1f\x8b\x08\x00" + b"x" * 40), r"must be whole", r"broken", r"again",
    ),
    "too-few": (
        in_folder("train.tsv", b"label\ttext\nham\tone\n\nspam two\n"),
        r"train\.tsv:4: expected 2 tab-separated fields", r"got 1", r"spaces instead of tabs",
    ),
    "too-many": (
        in_folder("a.tsv", b"ham\tone\nham\ta\tb\n"), r"a\.tsv:2: expected 2 tab", r"got 3",
        r"Replace tabs",
    ),
    "too-many-commas": (
        in_folder("a.csv", b"ham,one\nham,a, b\n"), r"a\.csv:2: expected 2 comma", r"got 3",
        r'Put " around',
    ),
    "too-few-commas": (
        in_folder("a.csv", b'ham,"one\n1"\n\nham\n'), r"a\.csv:4: expected 2 comma", r"got 1",
        r"line break",
    ),
    "unclosed-quote": (
        in_folder("a.csv", b'ham,one\nham,"two\nham,three\n'), r"a\.csv:2: .* must close",
        r"does not", r"Close it",
    ),
    "unclosed-quote-first": (
        in_folder("a.csv", b'"ham,one\n'), r"a\.csv:1: .* must close", r"does not", r"Close it",
    ),
    "text-after-quote": (
        in_folder("a.csv", b'ham,"one\n"\nham,"say "yes" now"\n'), r"a\.csv:3: a closing quote",
        r"more text follows", r"twice",
    ),
    "empty-label": (
        in_folder("a.tsv", b"ham\tone\n \ttwo\n"), r"a\.tsv:2: every document needs a label",
        r"empty", r"Fill it in",
    ),
    "zero-bytes": (
        in_folder("a.tsv", b"ham\tone\nham\tt\0wo\n"), r"a\.tsv:2: text must not hold zero bytes",
        r"this line does", r"Is this a text file\?",
    ),
    "binary": (
        in_folder("a.tsv", bytes(range(128, 256)) * 9), r"must be UTF-8", r"bytes are not",
        r"Is this a text file\?",
    ),
    "broken-byte": (
        in_folder("a.tsv", b"ham\tone\nham\tcaf\xe9\n"), r"a\.tsv:2: text must be UTF-8",
        r"byte 8 of the line is 0xe9", r"encoding_errors='latin-1'",
    ),
    "zip": (in_folder("a.tsv", b"PK\x03\x04abc"), r"expected text", r"zip file", r"Unpack"),
}  # fmt: skip


@pytest.mark.parametrize(("make", "rule", "got", "fix"), BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "blocks"])
def test_a_bad_file_gets_three_parts(
    tmp_path: Path, make: Callable[[Path], str], whole: bool, rule: str, got: str, fix: str
) -> None:
    path = make(tmp_path)
    read = read_documents if whole else read_in_blocks
    with pytest.raises(LinguineError) as caught:
        read(path)
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", TABLE)
    os.chmod(path, 0)
    with pytest.raises(DataError) as caught:
        read_documents(path)
    assert_three_parts(caught.value, "must be readable", "permission was denied", "chmod")


def test_no_permission_is_told_whoever_we_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = write(tmp_path, "a.tsv", TABLE)
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(DataError) as caught:
        read_documents(path)
    monkeypatch.undo()
    assert_three_parts(caught.value, "must be readable", "permission was denied", "chmod")


def test_a_cut_zstd_file_is_told(tmp_path: Path) -> None:
    raw = compress_zstd(TABLE.encode() * 1000)
    path = write(tmp_path, "a.tsv.zst", raw[: len(raw) // 2])
    for read in (read_documents, read_in_blocks):
        with pytest.raises(DataError) as caught:
            read(path)
        assert_three_parts(caught.value, "must be whole", "broken or cut off", "again")


OPTIONS = {
    "format": ({"format": "tvs"}, r"format must be one of", r"got 'tvs'", r"Did you mean 'tsv'\?"),
    "encoding": ({"encoding_errors": "ignore"}, r"one of strict", r"got 'ignore'", r"'replace'"),
    "header": ({"header": "yes"}, r"header must be True or False", r"got 'yes'", r"header=True"),
    "labels": ({"need_labels": 1}, r"need_labels must be True", r"got 1", r"need_labels=True"),
}  # fmt: skip


@pytest.mark.parametrize(("options", "rule", "got", "fix"), OPTIONS.values(), ids=OPTIONS.keys())
def test_a_wrong_option_is_told(
    tmp_path: Path, options: dict[str, object], rule: str, got: str, fix: str
) -> None:
    path = write(tmp_path, "a.tsv", TABLE)
    with pytest.raises(ParameterError) as caught:
        read_documents(path, **options)  # type: ignore[arg-type]
    assert_three_parts(caught.value, rule, got, fix)
    with pytest.raises(ParameterError):
        iterate_documents(path, **options)  # type: ignore[arg-type]


def test_block_bytes_must_be_positive(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="block_bytes must be an integer >= 1; got 0"):
        iterate_documents(write(tmp_path, "a.tsv", TABLE), block_bytes=0)


def test_a_link_that_leads_in_a_circle_is_named(tmp_path: Path) -> None:
    (tmp_path / "ham").mkdir()
    (tmp_path / "ham" / "1.txt").write_text("hello")
    (tmp_path / "spam").symlink_to(tmp_path / "spam")
    with pytest.raises(DataError, match=r"spam: .*can be opened; got '.*'. Remove or mend"):
        read_documents(tmp_path)
    (tmp_path / "spam").unlink()
    (tmp_path / "ham" / "2.txt").symlink_to(tmp_path / "ham" / "2.txt")
    with pytest.raises(DataError, match=r"2\.txt: .*Remove or mend"):
        read_documents(tmp_path)


def test_a_small_zstd_file_cannot_fill_the_memory(tmp_path: Path) -> None:
    """Half a megabyte stood for six gigabytes, which were decompressed at once."""
    raw = compress_zstd(b"a line like any other\n" * 8_000_000)
    path = write(tmp_path, "a.txt.zst", raw)
    sizes = [len(block) for block in read_blocks(path, 1 << 20)]
    assert sum(sizes) == 22 * 8_000_000
    assert max(sizes) <= (1 << 20) + (16 << 20)


def test_compressed_files_give_the_same_in_blocks_and_at_once(tmp_path: Path) -> None:
    content = "".join(f"line {i * i}\n" for i in range(60_000)).encode()
    for name, raw in (("gz", gzip.compress(content)), ("zst", compress_zstd(content))):
        path = write(tmp_path, f"a.{name}.txt", raw)
        assert read_all(path).tobytes() == content
        assert b"".join(read_blocks(path, 1000)) == content
