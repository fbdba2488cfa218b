"""Jackknifed tags are those of a tagger that has not seen the sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linguine as library
from linguine import Tagger
from linguine.data import Sentences, read_sentences
from linguine.errors import DataError, ParameterError
from linguine.tasks.parser.jackknife import jackknife_tags

CORPUS = Path(library.__file__).parent / "data" / "corpora" / "everyday_small.conllu"


def test_each_part_is_tagged_by_what_the_others_teach() -> None:
    sentences = read_sentences(CORPUS)
    made = jackknife_tags(sentences, "upos", 4)
    gold, words = sentences.texts_of("upos"), sentences.texts_of("form")
    expected: list[list[str]] = []
    for part in np.array_split(np.arange(len(sentences)), 4):
        others = [i for i in range(len(sentences)) if i not in part]
        tagger = Tagger("perceptron", scheme="plain")
        tagger.fit([words[i] for i in others], [gold[i] for i in others])
        expected += tagger.predict([words[i] for i in part])
    assert made.texts_of("upos") == expected
    n_right = sum(
        a == b for x, y in zip(gold, expected, strict=True) for a, b in zip(x, y, strict=True)
    )
    assert 0.8 < n_right / sentences.n_tokens < 0.95


def test_all_else_stays_as_it_was() -> None:
    sentences = read_sentences(CORPUS)
    made = jackknife_tags(sentences, "upos", 3)
    assert made.original is sentences.original
    assert made.columns.keys() == sentences.columns.keys()
    for name in sentences.columns.keys() - {"upos"}:
        assert made.columns[name] is sentences.columns[name]


def test_empty_sentences_are_stepped_over() -> None:
    tokens = [[("Dogs", "NOUN"), ("bark", "VERB")], [], [("They", "PRON"), ("bark", "VERB")]] * 6
    sentences = Sentences.from_python(tokens, columns=["form", "upos"])
    made = jackknife_tags(sentences, "upos", 3)
    assert made.texts_of("upos") == sentences.texts_of("upos")


def test_fewer_sentences_than_parts_are_refused() -> None:
    sentences = Sentences.from_python([[("Dogs", "NOUN")]] * 2, columns=["form", "upos"])
    with pytest.raises(DataError, match="a sentence for each of its 3 parts; got 2"):
        jackknife_tags(sentences, "upos", 3)
    with pytest.raises(ParameterError, match="n_folds must be"):
        jackknife_tags(sentences, "upos", 1)
