"""Trees go back into the file they came from, and nothing else in it changes."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import (
    Sentences,
    Tags,
    Trees,
    iterate_sentences,
    read_conll,
    read_conllu,
    read_sentences,
    write_trees,
)
from linguine.data.reading.column_names import UNIVERSAL
from linguine.errors import DataError

from ..messages import assert_three_parts
from ..reference.conll import read_universal, replace_tags
from .files import write
from .test_conllu import TREE
from .token_files import data_file, universal_contents

HEAD, RELATION = UNIVERSAL.index("head"), UNIVERSAL.index("deprel")
EVERYDAY = Path(__file__).parents[2] / "src/linguine/data/corpora/everyday_small.conllu"


def written(sentences: Sentences, trees: Trees) -> str:
    return b"".join(write_trees(sentences, trees)).decode()


def flat(sentences: list[int]) -> list[list[int]]:
    """Return trees in which all words of a sentence depend on its last."""
    return [[n] * (n - 1) + [0] for n in sentences]


@given(content=universal_contents(), block_bytes=st.integers(1, 200))
def test_trees_are_written_as_the_judge_does(content: str, block_bytes: int) -> None:
    lengths = [len(sentence) for sentence in read_universal(content)]
    heads = [head for sentence in flat(lengths) for head in sentence]
    relations = [f"r{i}" for i in range(len(heads))]
    expected = replace_tags(content, list(map(str, heads)), HEAD)
    expected = replace_tags(expected, relations, RELATION)
    pieces, n_tokens = [], 0
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), "x.conllu", content)
        for block in iterate_sentences(path, block_bytes=block_bytes):
            bounds = list(pairwise((block.offsets + n_tokens).tolist()))
            trees = Trees.from_lists(
                [heads[i:j] for i, j in bounds], [relations[i:j] for i, j in bounds]
            )
            pieces.append(written(block, trees))
            n_tokens += block.n_tokens
    assert "".join(pieces).encode() == expected.encode()


def test_only_heads_and_relations_change(tmp_path: Path) -> None:
    sentences = read_conllu(write(tmp_path, "x.conllu", TREE.replace("\n", "\r\n")))
    trees = Trees.from_lists([[2, 0, 2, 2, 2], [0]], [list("abcde"), ["f"]])
    lines = written(sentences, trees).split("\r\n")
    before = TREE.split("\n")
    assert [line for line in lines if not line[:2].strip().isdigit()] == [
        line for line in before if not line[:2].strip().isdigit()
    ]
    assert lines[2] == "1\tVamos\tir\tVERB\t_\t_\t2\ta\t_\t_"
    assert lines[7] == "5\tmar\tmar\tNOUN\t_\t_\t2\te\t_\tA=a b"
    assert lines[-2] == "1\tSí\tsí\tINTJ\t_\t_\t0\tf\t_\t_"


def test_other_columns_are_written_where_they_are_said_to_have_changed(tmp_path: Path) -> None:
    sentences = read_conllu(EVERYDAY)
    tags = Tags(["X", ""], np.arange(sentences.n_tokens, dtype=np.int32) % 2)
    made = sentences.with_column("upos", tags)
    trees = Trees.of(sentences)
    assert written(made, trees) == written(sentences, trees)
    changed = b"".join(write_trees(made, trees, changed=["upos"])).decode()
    again = read_conllu(write(tmp_path, "y.conllu", changed))
    assert again.column("upos").tolist()[:3] == ["X", "_", "X"]
    for name in set(UNIVERSAL) - {"upos"}:
        assert again.column(name).tolist() == sentences.column(name).tolist()
    bad = sentences.with_column("upos", Tags(["a\tb"], np.zeros(sentences.n_tokens, np.int32)))
    with pytest.raises(DataError, match=r"a cell of 'upos' must fit into a column"):
        write_trees(bad, trees, changed=["upos"])


def test_trees_without_relations_leave_none_behind(tmp_path: Path) -> None:
    """The relation of a head that was there before must not stay beside another head."""
    sentences = read_conllu(write(tmp_path, "x.conllu", TREE))
    again = written(sentences, Trees.from_lists([[2, 0, 2, 2, 2], [0]]))
    assert {token.cells[RELATION] for each in read_universal(again) for token in each} == {"_"}


def test_the_trees_of_a_file_write_the_file() -> None:
    sentences = read_sentences(EVERYDAY)
    assert written(sentences, Trees.of(sentences)).encode() == EVERYDAY.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "ud_english_ewt/dev.conllu.gz",
        "ud_english_ewt/train.conllu.gz",
        "dependency_treebank/test.conllu",
    ],
)
def test_the_trees_of_a_real_treebank_write_the_treebank(name: str) -> None:
    sentences = read_sentences(data_file(name))
    assert sentences.original is not None
    again = b"".join(write_trees(sentences, Trees.of(sentences)))
    assert again == sentences.original.data.tobytes()


def test_plain_columns_keep_their_blanks(tmp_path: Path) -> None:
    content = "-DOCSTART- 0 0 X\n\nDogs  7 a  N \nbark\t7 b V\n"
    path = write(tmp_path, "x.conll", content)
    sentences = read_conll(path, columns="w,head,deprel,pos")
    trees = Trees.from_lists([[2, 0]], [["nsubj", "root"]])
    assert written(sentences, trees) == ("-DOCSTART- 0 0 X\n\nDogs  2 nsubj  N \nbark\t0 root V\n")


def test_relations_are_added_where_there_was_no_column(tmp_path: Path) -> None:
    content = "-DOCSTART- 0\n\nDogs  7  \nbark\t7\n"
    sentences = read_conll(write(tmp_path, "x.conll", content), columns="w,head")
    trees = Trees.from_lists([[2, 0]], [["nsubj", "root"]])
    assert written(sentences, trees) == "-DOCSTART- 0 O\n\nDogs  2 nsubj\nbark\t0\troot\n"
    assert written(sentences, Trees.from_lists([[2, 0]])) == (
        "-DOCSTART- 0\n\nDogs  2  \nbark\t0\n"
    )


@pytest.mark.parametrize("source", ["file", "lists", "tuples"])
def test_words_become_a_treebank(tmp_path: Path, source: str) -> None:
    if source == "file":
        path = write(tmp_path, "x.conll", "Dogs\nbark\n\nSit\n")
        sentences = read_conll(path, columns="w")
    elif source == "lists":
        sentences = Sentences.from_python([["Dogs", "bark"], ["Sit"]])
    else:
        words = [[("Dogs", "NOUN"), ("bark", "VERB")], [("Sit", "")]]
        sentences = Sentences.from_python(words, columns="form,upos")
    trees = Trees.from_lists([[2, 0], [0]], [["nsubj", "root"], ["root"]])
    tags = ["NOUN", "VERB"] if source == "tuples" else ["_", "_"]
    text = written(sentences, trees)
    assert text == (
        f"1\tDogs\t_\t{tags[0]}\t_\t_\t2\tnsubj\t_\t_\n"
        f"2\tbark\t_\t{tags[1]}\t_\t_\t0\troot\t_\t_\n\n"
        "1\tSit\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    )
    again = read_conllu(write(tmp_path, "y.conllu", text))
    assert Trees.of(again).to_lists() == trees.to_lists()
    assert again.texts_of("w") == sentences.texts_of("w")


def test_many_sentences_are_written_piece_by_piece() -> None:
    n = 10_000
    sentences = Sentences.from_python([["a"]] * n)
    pieces = list(write_trees(sentences, Trees.from_lists([[0]] * n)))
    assert len(pieces) > 1
    assert b"".join(pieces).count(b"1\ta\t_") == n


def test_nothing_is_written_of_nothing() -> None:
    assert written(Sentences.from_python([]), Trees.from_lists([])) == ""


def test_trees_of_other_sentences_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        write_trees(Sentences.from_python([["a"], ["b"]]), Trees.from_lists([[2, 0]]))
    assert_three_parts(caught.value, "those of the sentences", "1 trees", "very sentences")


def test_a_relation_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    sentences = read_conll(write(tmp_path, "x.conll", "a 0 x\n"), columns="w,head,deprel")
    with pytest.raises(DataError, match=r"a relation must fit into a column.*a space"):
        write_trees(sentences, Trees.from_lists([[0]], [["a b"]]))
    tabbed = Sentences.from_python([["a"]])
    with pytest.raises(DataError, match="a tab"):
        list(write_trees(tabbed, Trees.from_lists([[0]], [["a\tb"]])))


def test_a_column_that_the_file_does_not_have_is_refused_by_the_core(tmp_path: Path) -> None:
    from linguine import _core

    content = np.frombuffer(b"a b\n", dtype=np.uint8)
    codes, names = np.zeros(1, dtype=np.int32), _core.Texts(["x"])
    for column in (2, -2):
        with pytest.raises(ValueError, match="a column must be there"):
            _core.write_cells(
                content,
                begin=0,
                end=4,
                begins=np.zeros(1, dtype=np.int64),
                cells=[(column, codes, names)],
                is_tabbed=False,
                n_columns=2,
            )
