"""Treebanks: what is a token and what only stays in the file."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import append_column, iterate_sentences, read_conllu, read_sentences

from ..reference.conll import read_universal, replace_tags
from .files import write
from .token_files import data_file, rows_of, universal_contents

COLUMNS = ["id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"]
TREE = """# text = Vámonos al mar
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\t_\t_\t0\troot\t_\t_
2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_
4\tel\tel\tDET\t_\t_\t5\tdet\t_\t_
5\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\tA=a b
5.1\tya\tya\tADV\t_\t_\t_\t_\t1:advmod\t_

# a comment
# and another
1\tSí\tsí\tINTJ\t_\t_\t_\t_\t_\t_
"""


@given(content=universal_contents(), block_bytes=st.integers(1, 200))
def test_treebanks_are_read_and_written_back_as_the_judge_does(
    content: str, block_bytes: int
) -> None:
    judged = read_universal(content)
    expected = [[(token.cells, token.line) for token in sentence] for sentence in judged]
    tags = [f"t{i}" for i in range(sum(map(len, judged)))]
    written = replace_tags(content, tags, COLUMNS.index("upos")).encode()
    rows, pieces, n_tokens = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), "x.txt", content)
        assert rows_of(read_sentences(path)) == expected
        for block in iterate_sentences(path, block_bytes=block_bytes):
            bounds = (block.offsets + n_tokens).tolist()
            rows += rows_of(block)
            pieces += list(append_column(block, [tags[i:j] for i, j in pairwise(bounds)]))
            n_tokens += block.n_tokens
    assert rows == expected
    assert b"".join(pieces) == written


def test_tokens_are_what_has_a_whole_number(tmp_path: Path) -> None:
    sentences = read_conllu(write(tmp_path, "x.conllu", TREE))
    assert list(sentences.columns) == COLUMNS
    assert sentences.texts_of("form") == [["Vamos", "nos", "a", "el", "mar"], ["Sí"]]
    assert sentences.texts_of("w") == sentences.texts_of("form")
    assert sentences.texts_of("head") == [["0", "1", "5", "5", "1"], ["_"]]
    assert sentences.texts_of("misc")[0][4] == "A=a b"
    assert sentences.tags().names == ["ADP", "DET", "INTJ", "NOUN", "PRON", "VERB"]


@pytest.mark.parametrize("replace", [None, "xpos", 6], ids=["default", "name", "number"])
def test_a_tag_takes_the_place_of_another(tmp_path: Path, replace: str | int | None) -> None:
    sentences = read_conllu(write(tmp_path, "x.conllu", TREE))
    tags = [["A", "B", "C", "D", "E"], ["F"]]
    written = b"".join(append_column(sentences, tags, replace=replace)).decode()
    column = {None: 3, "xpos": 4, 6: 5}[replace]
    assert written == replace_tags(TREE, [tag for each in tags for tag in each], column)
    assert written.count("\n") == TREE.count("\n")
    assert "1-2\tVámonos\t_\t_\t_" in written
    assert "5.1\tya\tya\tADV\t_" in written


def test_the_tags_may_be_in_another_column(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conllu", TREE)
    assert read_conllu(path, "deprel").tags().names == ["_", "case", "det", "obj", "obl", "root"]
    assert read_sentences(path, tag_column="deprel").tag_column == "deprel"


@pytest.mark.parametrize("name", ["x.conllu", "x.conll-u", "x.conll", "x.txt", "x.conllu.gz"])
def test_a_treebank_is_known_by_its_name_or_its_content(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name, TREE)
    assert list(read_sentences(path).columns) == COLUMNS
    blocks = iterate_sentences(path, block_bytes=20)
    assert [row for block in blocks for row in block.texts_of("w")] == [
        ["Vamos", "nos", "a", "el", "mar"], ["Sí"],
    ]  # fmt: skip


def test_a_model_of_columns_reads_the_words_of_a_treebank(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conllu", TREE)
    sentences = read_sentences(path, columns="w,tag", needed=["w"], tag_column="tag")
    assert sentences.texts_of("w")[1] == ["Sí"]


@pytest.mark.parametrize(
    ("content", "names"), [("Sí\n", ["w"]), ("Sí INTJ\n", ["w", "upos"])], ids=["word", "tag"]
)
def test_a_model_of_treebanks_reads_words_in_columns(
    tmp_path: Path, content: str, names: list[str]
) -> None:
    path = write(tmp_path, "x.conll", content)
    sentences = read_sentences(path, columns=COLUMNS, needed=["form"], tag_column="upos")
    assert list(sentences.columns) == names
    assert sentences.texts_of("form") == [["Sí"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "n_sentences", "n_tokens"),
    [("train", 12544, 204577), ("dev", 2001, 25147), ("test", 2077, 25094)],
)
def test_real_treebanks_have_as_many_sentences_as_their_authors_say(
    name: str, n_sentences: int, n_tokens: int
) -> None:
    sentences = read_sentences(data_file(f"ud_english_ewt/{name}.conllu.gz"))
    assert (len(sentences), sentences.n_tokens) == (n_sentences, n_tokens)
    assert len(sentences.tags().names) == 17
    assert sentences.original is not None
    written = b"".join(append_column(sentences, sentences.tags()))
    assert written == sentences.original.data.tobytes()
