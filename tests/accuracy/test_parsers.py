"""Parsers on real sentences: settings chosen on dev, the test file looked at here alone."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DependencyParser
from linguine.data import Sentences, Trees, read_sentences
from linguine.errors import DataWarning
from linguine.reports.trees.scores import TreeScores

from .corpora import folder

pytestmark = pytest.mark.slow

#: Sentences of the training file that the algorithms are compared on.
N_FEW = 2000


@cache
def read(part: str) -> Sentences:
    stem = folder("ud_english_ewt") / part
    paths = (Path(f"{stem}{end}") for end in (".conllu", ".conllu.gz"))
    return read_sentences(next(path for path in paths if path.exists()))


def train(algorithm: str, sentences: Sentences, **options: Any) -> DependencyParser:
    parser = DependencyParser(algorithm, columns="form,upos", n_threads=2, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # crossing arcs, which are learned without
        return parser.fit(sentences)


def score(parser: DependencyParser, part: str) -> TreeScores:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # relations that training does not have
        scores = parser.evaluate(read(part)).scores
    print(f"{parser.settings.algorithm} on {part}: UAS {scores.uas:.4f}, LAS {scores.las:.4f}")
    return scores


@pytest.fixture(scope="module")
def mira() -> DependencyParser:
    """First order, words and universal tags only: a minute or two on two cores."""
    return train("mira", read("train"))


@cache
def score_with_few(algorithm: str) -> TreeScores:
    """On dev, after five epochs over a sixth of the sentences."""
    return score(train(algorithm, read("train").take(slice(N_FEW)), epochs=5), "dev")


def test_heads_and_relations_of_ewt(mira: DependencyParser) -> None:
    """SpaCy from scratch has 85.4 and 82.5, Yara 83.2 and 80.5, TurboParser 82.0 and 78.9."""
    scores = score(mira, "test")
    assert scores.uas >= 0.870
    assert scores.las is not None
    assert scores.las >= 0.845


def test_siblings_are_worth_a_point() -> None:
    scores = score(train("svm", read("train"), order=2), "test")
    assert scores.uas >= 0.880
    assert scores.las is not None
    assert scores.las >= 0.855


@pytest.mark.parametrize("part", ["dev", "test"])
@pytest.mark.parametrize("projective", [True, False], ids=["projective", "any-tree"])
def test_every_answer_is_a_tree_with_one_root(
    mira: DependencyParser, part: str, projective: bool
) -> None:
    """The weights of one parser serve both searches."""
    sentences = read(part)
    assert mira.model_ is not None
    answers = replace(mira.model_, projective=projective).parse(sentences)
    assert np.array_equal(answers.offsets, sentences.offsets)
    checked = Trees.from_lists(*answers.to_lists(), single_root=True)  # raises if one is no tree
    assert checked.n_tokens == sentences.n_tokens
    roots = np.add.reduceat(answers.heads == 0, answers.offsets[:-1])
    assert set(roots.tolist()) == {1}
    if projective:
        assert answers.is_projective().all()


def test_model_is_small(mira: DependencyParser, tmp_path: Path) -> None:
    mira.save(tmp_path / "ewt.linguine")
    assert (tmp_path / "ewt.linguine").stat().st_size <= 60_000_000


@pytest.mark.parametrize("algorithm", ["perceptron", "svm", "crf", "softmax-margin"])
def test_algorithms_are_close_to_each_other(algorithm: str) -> None:
    """Within three points after little training; the table at full length is in the benchmarks."""
    assert score_with_few("mira").uas >= 0.80
    assert abs(score_with_few(algorithm).uas - score_with_few("mira").uas) <= 0.03
