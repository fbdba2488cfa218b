"""Columns of tokens are read as the slow judge reads them, and written back untouched."""

from __future__ import annotations

import importlib
import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import (
    Sentences,
    append_column,
    holds_tokens,
    iterate_sentences,
    read_conll,
    read_sentences,
)
from linguine.errors import DataError

from ..reference.conll import add_tags, read_columns
from .files import as_bytes, give_stdin, write
from .token_files import conll_contents, data_file, rows_of

CHUNKS = "He PRP B-NP\nsat VBD B-VP\n\nWhy WRB B-ADVP\n"
DIALECTS = st.tuples(st.booleans(), st.booleans()).flatmap(
    lambda dialect: st.tuples(
        conll_contents(is_tabbed=dialect[0], comments=dialect[1]), *map(st.just, dialect)
    )
)


def texts(path: str, **options: object) -> list[list[str]]:
    return read_conll(path, **options).texts_of("w")  # type: ignore[arg-type]


def tagged(sentences: Sentences, first: int = 0) -> list[list[str]]:
    """Return tags that tell tokens apart, counted on from ``first``."""
    bounds = (sentences.offsets + first).tolist()
    return [[f"t{i}" for i in range(a, b)] for a, b in pairwise(bounds)]


@given(case=DIALECTS, block_bytes=st.integers(1, 60))
def test_files_are_read_and_written_back_as_the_judge_does(
    case: tuple[str, bool, bool], block_bytes: int
) -> None:
    content, is_tabbed, comments = case
    separator = "tab" if is_tabbed else "blanks"
    judged = read_columns(content, is_tabbed=is_tabbed, comments=comments)
    expected = [[(token.cells, token.line) for token in sentence] for sentence in judged]
    tags = [f"t{i}" for i in range(sum(map(len, judged)))]
    written = add_tags(content, tags, is_tabbed=is_tabbed, comments=comments).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), "x.conll", content)
        whole = read_conll(path, separator=separator, comments=comments)
        assert rows_of(whole) == expected
        assert b"".join(append_column(whole, tagged(whole))) == written
        rows, pieces, n_tokens = [], [], 0
        for block in iterate_sentences(
            path, format="conll", separator=separator, comments=comments, block_bytes=block_bytes
        ):
            rows += rows_of(block)
            pieces += list(append_column(block, tagged(block, n_tokens)))
            n_tokens += block.n_tokens
    assert rows == expected
    assert b"".join(pieces) == written


def test_values_come_once_in_the_order_of_their_first_appearance(tmp_path: Path) -> None:
    column = read_conll(write(tmp_path, "x.conll", "b O\na O\n\nb X\nc O\n")).column("w")
    assert column.values.tolist() == ["b", "a", "c"]
    assert column.codes.tolist() == [0, 1, 0, 2]
    assert column.codes.dtype == np.int32


def test_many_different_words_keep_their_codes(tmp_path: Path) -> None:
    words = [f"word{i * i}" for i in range(3000)] * 2
    column = read_conll(write(tmp_path, "x.conll", "\n".join(words))).column("w")
    assert column.tolist() == words
    assert len(column.values) == 3000


@pytest.mark.parametrize(
    ("content", "names", "tag"),
    [
        ("a", ["w"], None),
        ("a O", ["w", "tag"], "tag"),
        ("a b c O", ["w", "c1", "c2", "tag"], "tag"),
    ],
    ids=["one", "two", "four"],
)
def test_columns_without_names_get_some(
    tmp_path: Path, content: str, names: list[str], tag: str | None
) -> None:
    sentences = read_conll(write(tmp_path, "x.conll", content))
    assert list(sentences.columns) == names
    assert sentences.tag_column == tag


@pytest.mark.parametrize(
    ("options", "names", "tag"),
    [
        ({"columns": "w,pos,ner"}, ["w", "pos", "ner"], "ner"),
        ({"columns": ["w", "tag", "pos"]}, ["w", "tag", "pos"], "tag"),
        ({"columns": "w,pos,ner", "tag_column": "pos"}, ["w", "pos", "ner"], "pos"),
        ({"tag_column": 2}, ["w", "c1", "c2"], "c1"),
        ({"tag_column": "tag"}, ["w", "c1", "tag"], "tag"),
    ],
    ids=["last", "tag", "told", "number", "default"],
)
def test_columns_are_named_and_the_tag_is_found(
    tmp_path: Path, options: dict[str, object], names: list[str], tag: str
) -> None:
    sentences = read_conll(write(tmp_path, "x.conll", CHUNKS), **options)  # type: ignore[arg-type]
    assert list(sentences.columns) == names
    assert sentences.tag_column == tag


@pytest.mark.parametrize(
    ("content", "names"),
    [("a DT O\n", ["w", "pos", "tag"]), ("a DT\n", ["w", "pos"]), ("a\n", ["w"])],
    ids=["all", "no-tag", "word"],
)
def test_a_file_to_predict_may_lack_what_is_not_needed(
    tmp_path: Path, content: str, names: list[str]
) -> None:
    path = write(tmp_path, "x.conll", content)
    sentences = read_conll(path, columns="w,pos,tag", needed=["w"])
    assert list(sentences.columns) == names
    assert sentences.tag_column == ("tag" if "tag" in names else None)


def test_a_tag_in_the_middle_may_be_missing_too(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "a DT\n")
    assert list(read_conll(path, columns="w,tag,pos", needed=["w", "pos"]).columns) == ["w", "pos"]


def test_tabs_separate_where_the_first_token_has_them(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "In\tO\nNew York\tB-LOC\n")
    assert texts(path) == [["In", "New York"]]
    assert texts(path, separator="tab") == [["In", "New York"]]


@pytest.mark.parametrize("line", ["In  O", "In \t O", "In\t\tO", " In O "], ids=repr)
def test_blanks_separate_in_runs(tmp_path: Path, line: str) -> None:
    assert texts(write(tmp_path, "x.conll", f"{line}\nRome LOC\n")) == [["In", "Rome"]]


def test_a_table_has_tabs_and_may_have_empty_cells(tmp_path: Path) -> None:
    sentences = read_conll(write(tmp_path, "x.tsv", "New York\t\tLOC\n\t\t\nis\tV\tO\n"))
    assert sentences.texts_of("w") == [["New York"], ["is"]]
    assert sentences.texts_of("c1") == [[""], ["V"]]


def test_document_starts_are_borders_and_no_tokens(tmp_path: Path) -> None:
    content = "-DOCSTART- -X- O\n\nEU NNP B-ORG\n-DOCSTART-\nHe PRP O\n-DOCSTARTED- X O\n"
    path = write(tmp_path, "x.conll", content)
    assert texts(path) == [["EU"], ["He", "-DOCSTARTED-"]]


def test_a_number_sign_is_a_word_unless_comments_are_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "# SYM\n#tag X\n")
    assert texts(path) == [["#", "#tag"]]
    assert texts(path, comments=True) == [["#tag"]]


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_line_ends_are_no_content_and_are_kept(tmp_path: Path, end: str) -> None:
    sentences = read_conll(write(tmp_path, "x.conll", f"a O{end}{end}{end}b O{end}"))
    assert sentences.texts_of("tag") == [["O"], ["O"]]
    written = b"".join(append_column(sentences, [["X"], ["Y"]]))
    assert written.decode() == f"a O X{end}{end}{end}b O Y{end}"


def test_a_sentence_may_have_a_hundred_thousand_tokens(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "word O\n" * 100_000 + "\nend O\n")
    assert np.diff(read_conll(path).offsets).tolist() == [100_000, 1]
    blocks = list(iterate_sentences(path, block_bytes=10_000))
    assert sum(block.n_tokens for block in blocks) == 100_001


def test_pieces_of_a_long_file_make_the_whole(tmp_path: Path) -> None:
    content = "word O\n\n" * 70_000
    sentences = read_conll(write(tmp_path, "x.conll", content))
    pieces = list(append_column(sentences, sentences.tags()))
    assert len(pieces) > 1
    assert b"".join(pieces).decode() == content.replace("O", "O O")


def test_compressed_files_and_standard_input_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert texts(write(tmp_path, "x.conll.gz", CHUNKS)) == [["He", "sat"], ["Why"]]
    give_stdin(monkeypatch, CHUNKS.encode())
    assert texts("-") == [["He", "sat"], ["Why"]]
    give_stdin(monkeypatch, CHUNKS.encode())
    assert [block.n_tokens for block in iterate_sentences("-", block_bytes=26)] == [2, 1]


def test_zstd_is_read(tmp_path: Path) -> None:
    try:
        raw = importlib.import_module("compression.zstd").compress(CHUNKS.encode())
    except ImportError:
        raw = pytest.importorskip("zstandard").ZstdCompressor().compress(CHUNKS.encode())
    assert texts(write(tmp_path, "x.conll.zst", raw)) == [["He", "sat"], ["Why"]]


def test_broken_bytes_are_an_error_or_mended(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", b"a O\ncaf\xe9 O\n")
    with pytest.raises(DataError, match=r"x.conll:2: text must be UTF-8; byte 4 .*0xe9"):
        read_conll(path)
    assert texts(path, encoding_errors="latin-1") == [["a", "café"]]
    assert texts(path, encoding_errors="replace") == [["a", "caf\ufffd"]]


def test_a_sentence_of_a_pipe_is_not_kept_waiting(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "a long word O\n".replace(" ", "", 2) + "b O\n\nc O\n\n")
    blocks = iterate_sentences(path, block_bytes=20)  # ends behind the first empty line
    assert next(blocks).texts_of("w") == [["alongword", "b"]]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x.conll", "a\n", True),
        ("x.conllu.gz", "a\n", True),
        ("x.tsv", "a\tO\nb\tO\n\n" * 9, True),
        ("x.txt", "a O\nb O\n\n" * 9, True),
        ("x.tsv", "spam\tWin a prize!\nham\tHello\n\n" * 9, False),
        ("x.tsv", "label\ttext\n" + "ham\thi\n\n" * 9, False),
        ("x.tsv", "ham\thi\n" * 9, False),
        ("x.txt", "One line.\nAnother line here.\n\n" * 9, False),
        ("x.jsonl", "a\tO\n\n" * 9, False),
    ],
)  # fmt: skip
def test_files_of_tokens_are_told_from_documents(name: str, content: str, expected: bool) -> None:
    assert holds_tokens(name, as_bytes(content)) is expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "n_sentences", "n_tokens", "n_tags"),
    [
        ("conll2000/train.conll.gz", 8936, 211727, 22),
        ("conll2000/test.conll", 2012, 47377, 19),
        ("conll2003/train.conll.gz", 14041, 203621, 8),
        ("conll2003/dev.conll", 3250, 51362, 6),
        ("conll2003/test.conll", 3453, 46435, 8),
    ],
)  # fmt: skip
def test_real_files_have_as_many_sentences_as_their_authors_say(
    name: str, n_sentences: int, n_tokens: int, n_tags: int
) -> None:
    sentences = read_sentences(data_file(name))
    assert (len(sentences), sentences.n_tokens) == (n_sentences, n_tokens)
    assert len(sentences.tags().names) == n_tags
