"""Trees: read from columns and lists, refused where they are none, known to cross or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import Sentences, Trees, read_conll, read_conllu
from linguine.errors import DataError

from ..growth import measured
from ..messages import assert_three_parts
from ..random_trees import random_trees
from ..reference.tree_shapes import is_projective, is_tree
from .files import write
from .token_files import data_file

COLUMNS = "w,head,deprel"


def line(token: int, head: str, relation: str = "dep") -> str:
    return f"{token}\tw{token}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_\n"


def treebank(*sentences: str) -> str:
    """Return CoNLL-U with the heads of each sentence, separated by spaces."""
    return "\n".join(
        "".join(line(i, head) for i, head in enumerate(heads.split(), start=1))
        for heads in sentences
    )


@given(heads=st.lists(st.lists(st.integers(0, 5), max_size=5), max_size=4), single=st.booleans())
def test_heads_are_taken_if_and_only_if_they_make_trees(
    heads: list[list[int]], single: bool
) -> None:
    if all(is_tree(each, single_root=single) or not each for each in heads):
        assert Trees.from_lists(heads, single_root=single).to_lists()[0] == heads
    else:
        with pytest.raises(DataError):
            Trees.from_lists(heads, single_root=single)


@given(heads=st.lists(random_trees(), min_size=1, max_size=4))
def test_crossing_arcs_are_found(heads: list[list[int]]) -> None:
    found = Trees.from_lists(heads, single_root=False).is_projective()
    assert found.tolist() == [is_projective(each) for each in heads]


def test_all_small_trees_are_known_to_cross_or_not() -> None:
    """Every tree of up to 5 words: 1, 2, 9, 64 and 625 with one root, and the others."""
    every = [
        heads
        for n in range(1, 6)
        for heads in np.stack(np.meshgrid(*[range(n + 1)] * n), -1).reshape(-1, n).tolist()
        if is_tree(heads, single_root=False)
    ]
    found = Trees.from_lists(every, single_root=False)
    assert [sum(heads.count(0) == 1 and len(heads) == n for heads in every) for n in (3, 4)] == [
        9, 64,
    ]  # fmt: skip
    assert found.is_projective().tolist() == [is_projective(heads) for heads in every]


def test_columns_of_a_treebank_become_numbers(tmp_path: Path) -> None:
    content = line(1, "2", "nsubj") + line(2, "0", "root") + "\n" + line(1, "0", "root")
    found = Trees.of(read_conllu(write(tmp_path, "x.conllu", content)))
    assert found.heads.tolist() == [2, 0, 0]
    assert found.heads.dtype == found.relations.dtype == np.int32
    assert found.offsets.tolist() == [0, 2, 3]
    assert found.names == ["nsubj", "root"]
    assert found.relations.tolist() == [0, 1, 1]
    assert found.has_relations
    assert found.to_lists() == ([[2, 0], [0]], [["nsubj", "root"], ["root"]])


def test_plain_columns_may_hold_a_tree(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "Dogs 2 nsubj\nbark 0 root\n")
    found = Trees.of(read_conll(path, columns=COLUMNS), need_relations=True)
    assert found.to_lists() == ([[2, 0]], [["nsubj", "root"]])
    bare = write(tmp_path, "y.conll", "Dogs 2\nbark 0\n")
    found = Trees.of(read_conll(bare, columns="w,head"))
    assert (found.to_lists(), found.has_relations) == (([[2, 0]], [["_", "_"]]), False)


def test_a_treebank_without_relations_says_so(tmp_path: Path) -> None:
    content = line(1, "2", "_") + line(2, "0", "_")
    sentences = read_conllu(write(tmp_path, "x.conllu", content))
    assert not Trees.of(sentences).has_relations
    assert Trees.of(sentences).names == ["_"]
    with pytest.raises(DataError) as caught:
        Trees.of(sentences, need_relations=True)
    assert_three_parts(caught.value, r"x.conllu:1: every token needs a relation", "none", "Learn")


def test_some_of_the_trees_can_be_taken() -> None:
    every = Trees.from_lists([[2, 0], [0], [2, 0, 2]], [["a", "r"], ["r"], ["b", "r", "c"]])
    some = every.take([2, 0])
    assert some.to_lists() == ([[2, 0, 2], [2, 0]], [["b", "r", "c"], ["a", "r"]])
    assert some.names == every.names
    assert every.take(slice(1, 2)).heads.tolist() == [0]
    assert len(every.take([])) == 0


def test_no_sentences_have_no_random_trees() -> None:
    empty = Trees.from_lists([])
    assert (len(empty), empty.n_tokens, empty.has_relations) == (0, 0, False)
    assert empty.is_projective().tolist() == []


def test_two_roots_are_taken_where_they_are_allowed(tmp_path: Path) -> None:
    sentences = read_conllu(write(tmp_path, "x.conllu", treebank("0 0")))
    assert Trees.of(sentences, single_root=False).heads.tolist() == [0, 0]


# content of a file -> words of the rule with the place, of what came, of what to do
IN_FILES: dict[str, tuple[str, str, str, str]] = {
    "no-heads": (
        treebank("_ _"), "x.conllu:1: every token needs a head", "none, like all", "give a tree",
    ),
    "one-missing": (
        treebank("2 0", "0 _"), "x.conllu:5: every token needs a head", "one of 1", "fill",
    ),
    "outside": (treebank("0", "2 0 4"), "x.conllu:5: .* 1 to 3", "got 4", "line that is missing"),
    "enormous": (
        treebank("99999999999999999999 0"), "x.conllu:1: .* 1 to 2", "got 2147483647", "Correct",
    ),
    "itself": (treebank("0 2"), "x.conllu:2: no token may be its own head", "head 2", "Give it"),
    "two-roots": (
        treebank("0", "2 0 0"), "x.conllu:5: a sentence must have one root",
        "another, after token 2", "parataxis",
    ),
    "no-root": (
        treebank("0", "2 3 1"), "x.conllu:3: a sentence must have one root", "none", "main word",
    ),
    "circle": (
        treebank("0", "0 4 2 3 4"), "x.conllu:4: heads must make a tree",
        "3 tokens depend on each other: 2 -> 4 -> 3 -> 2", "outside",
    ),
    "some-relations": (
        line(1, "0", "root") + line(2, "1", "_"), "x.conllu:2: every token needs a relation",
        "got '_'", "for all tokens",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("content", "rule", "got", "fix"), IN_FILES.values(), ids=list(IN_FILES))
def test_what_is_no_tree_is_refused_with_its_line(
    tmp_path: Path, content: str, rule: str, got: str, fix: str
) -> None:
    sentences = read_conllu(write(tmp_path, "x.conllu", content))
    with pytest.raises(DataError) as caught:
        Trees.of(sentences)
    assert_three_parts(caught.value, rule, got, fix)


def test_a_head_that_is_no_number_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "Dogs 2 nsubj\nbark root 0\n")
    with pytest.raises(DataError) as caught:
        Trees.of(read_conll(path, columns=COLUMNS))
    assert_three_parts(caught.value, "x.conll:2: a head must be", "got 'root'", "column 'head'")


def test_a_file_without_heads_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "Dogs N\n")
    with pytest.raises(DataError) as caught:
        Trees.of(read_conll(path))
    assert_three_parts(caught.value, "x.conll: expected a column 'head'", "only w, tag", "CoNLL-U")


def test_sentences_of_python_name_their_place() -> None:
    words = Sentences.from_python([[("a", "0")], [("b", "0"), ("c", "3")]], columns="w,head")
    with pytest.raises(DataError, match="sentence 1, token 1: a head must be"):
        Trees.of(words)


@pytest.mark.parametrize(
    "heads", [7, [7], [["1"]], [[0.5]], [[[0]]]], ids=["int", "flat", "str", "float", "deep"]
)
def test_lists_that_are_no_heads_are_refused(heads: Any) -> None:
    with pytest.raises(DataError) as caught:
        Trees.from_lists(heads)
    assert_three_parts(caught.value, "lists of integers", r"got|they are", r"\[\[2, 0\], \[0\]\]")


def test_a_sentence_of_a_million_words_is_checked_in_a_moment() -> None:
    n = 1_000_000
    chain = np.arange(n)
    with measured() as cost:
        found = Trees.from_lists([chain, [0, *[1] * 399]])
        assert found.is_projective().tolist() == [True, True]
    # a walk from every word to the root would take hours; 0.5 s measured
    assert cost.seconds < 5.0
    chain[0] = n
    with pytest.raises(DataError, match="1000000 tokens depend on each other"):
        Trees.from_lists([chain], single_root=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "n_crossing", "has_relations"),
    [
        ("ud_english_ewt/train.conllu.gz", 288, True),
        ("ud_english_ewt/dev.conllu.gz", 31, True),
        ("dependency_treebank/test.conllu", 0, False),
    ],
)
def test_real_treebanks_are_trees(name: str, n_crossing: int, has_relations: bool) -> None:
    found = Trees.of(read_conllu(data_file(name)))
    assert found.has_relations is has_relations
    heads = found.to_lists()[0]
    shapes = found.is_projective()
    assert shapes.tolist() == [is_projective(each) for each in heads]
    assert int((~shapes).sum()) == n_crossing
