"""Sentences from Python lists, and what can be asked of sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import Sentences, Tags, append_column, read_sentences

from .files import write

WORDS = [["The", "cat", "sat"], [], ["The", "漢字", ""]]
PAIRS = [[("The", "DT"), ("cat", "NN")], [("It", "PRP")]]

cells = st.text(max_size=5).filter(lambda text: text.isprintable())


@given(sentences=st.lists(st.lists(cells, max_size=5), max_size=5))
def test_lists_of_words_come_back(sentences: list[list[str]]) -> None:
    made = Sentences.from_python(sentences)
    assert made.texts_of("w") == sentences
    values = made.column("w").values.tolist()
    assert values == list(dict.fromkeys(word for sentence in sentences for word in sentence))


@pytest.mark.parametrize(
    "sentences",
    [
        PAIRS,
        [tuple(sentence) for sentence in PAIRS],
        (list(map(list, sentence)) for sentence in PAIRS),
        [np.array(sentence, dtype=object).tolist() for sentence in PAIRS],
        [iter(sentence) for sentence in PAIRS],
    ],
    ids=["lists", "tuples", "generator", "numpy", "iterators"],
)
def test_tokens_may_have_several_columns(sentences: Any) -> None:
    made = Sentences.from_python(sentences, columns="w,pos")
    assert made.texts_of("w") == [["The", "cat"], ["It"]]
    assert made.texts_of("pos") == [["DT", "NN"], ["PRP"]]


def test_columns_of_tuples_have_names_without_being_told() -> None:
    assert list(Sentences.from_python(PAIRS).columns) == ["w", "c1"]


def test_dictionaries_name_their_columns() -> None:
    tokens = [[{"w": w, "pos": pos} for w, pos in sentence] for sentence in PAIRS]
    made = Sentences.from_python([*tokens, [{"pos": "NN", "w": "dog"}]])
    assert list(made.columns) == ["w", "pos"]
    assert made.texts_of("pos") == [["DT", "NN"], ["PRP"], ["NN"]]


def test_words_of_an_array_are_words() -> None:
    assert Sentences.from_python([np.array(["a", "b"])]).texts_of("w") == [["a", "b"]]


@pytest.mark.parametrize("sentences", [[], [[]], [[], []]], ids=["none", "one", "two"])
def test_sentences_may_be_empty(sentences: list[list[str]]) -> None:
    made = Sentences.from_python(sentences, columns="w,pos")
    assert (len(made), made.n_tokens) == (len(sentences), 0)
    assert made.texts_of("pos") == sentences


def test_strings_live_as_long_as_the_sentences() -> None:
    made = Sentences.from_python([[str(i) + "x" * 50 for i in range(1000)]])
    assert made.texts_of("w")[0][-1] == "999" + "x" * 50


def test_tags_are_sorted_and_know_what_is_unknown() -> None:
    made = Sentences.from_python(WORDS, [["O", "B", None], [], ["O", "a", "O"]])
    tags = made.tags(unknown=[""])
    assert tags.names == ["B", "O", "a"]
    assert tags.codes.tolist() == [1, 0, -1, 1, 2, 1]
    assert tags.encode(["a", "O"]).tolist() == [1, -1, -1, 1, 0, 1]
    assert tags.unseen(["O"]) == ["B", "a"]


def test_blanks_around_a_tag_do_not_count(tmp_path: Path) -> None:
    sentences = read_sentences(write(tmp_path, "x.tsv", "a\tO \nb\t O\n"))
    assert sentences.tags().names == ["O"]


@pytest.mark.parametrize(
    ("chosen", "indices"),
    [
        ([2, 0], [2, 0]),
        (np.array([2, -3]), [2, 0]),
        (slice(None, None, -2), [2, 0]),
        ([], []),
        ([True, False, True], [0, 2]),
    ],
    ids=["list", "array", "slice", "nothing", "mask"],
)
def test_some_sentences_are_taken(chosen: Any, indices: list[int]) -> None:
    made = Sentences.from_python(WORDS, [["a", "b", "c"], [], ["d", "e", "f"]])
    taken = made.take(chosen)
    assert taken.texts_of("w") == [WORDS[i] for i in indices]
    assert taken.texts_of("tag") == [made.texts_of("tag")[i] for i in indices]
    values = taken.column("w").values.tolist()
    assert values == list(dict.fromkeys(word for i in indices for word in WORDS[i]))


def test_a_token_knows_its_place(tmp_path: Path) -> None:
    path = write(tmp_path, "x.conll", "a O\n\n\nb O\nc O\n")
    sentences = read_sentences(path)
    assert sentences.place(2) == f"{path}:5"
    assert sentences.take([1]).place(0) == f"{path}:4"
    assert Sentences.from_python(WORDS).place(4) == "sentence 2, token 1"


def test_sentences_of_lists_are_written_in_columns() -> None:
    made = Sentences.from_python([["New York", "is"], [], ["big"]])
    written = b"".join(append_column(made, [["LOC", "O"], [], ["O"]])).decode()
    assert written == "New York\tLOC\nis\tO\n\n\nbig\tO\n\n"
    tags = Tags(["LOC", "O"], np.array([0, 1, 1]))
    assert b"".join(append_column(made, tags)).decode() == written


def test_a_column_of_lists_can_be_replaced() -> None:
    made = Sentences.from_python([[("a", "X", "b")]])
    assert list(append_column(made, [["O"]], replace="c1")) == [b"a\tO\tb\n\n"]
