"""Taggers with vectors of words beside their templates."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DataError, ParameterError, Tagger
from linguine.features import TokenExtractor, WordVectors

from ..messages import assert_three_parts

SENTENCES = [["Anna", "sees", "Rome"], ["Paris", "sleeps"], ["Anna", "sleeps"]] * 4
TAGS = [["PER", "O", "LOC"], ["LOC", "O"], ["PER", "O"]] * 4
LINES = "anna 1 0 0\nbob 0.9 0.1 0\nrome 0 1 0\nparis 0 1 0\nberlin 0.1 1 0\nsees 0 0 1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "vectors.txt"
    path.write_text(LINES)
    return path


@pytest.mark.parametrize("algorithm", ["crf", "softmax-margin", "mira", "svm", "memm",
                                       "local-svm", "local-mira"])  # fmt: skip
def test_a_word_that_nobody_has_seen_is_known_by_its_vector(file: Path, algorithm: str) -> None:
    tagger = Tagger(algorithm, templates=["w[0]"], vectors=file).fit(SENTENCES, TAGS)
    assert tagger.predict([["Bob", "sleeps"], ["Berlin", "sleeps"]]) == [["PER", "O"], ["LOC", "O"]]


def test_rows_have_the_numbers_of_each_word_behind_their_features(file: Path) -> None:
    from linguine.data import Sentences

    sentences = Sentences.from_python([["Anna", "who"], ["Berlin"]])
    vectors = WordVectors(file, scale=2.0)
    plain, ours = TokenExtractor(["w[0]"]), TokenExtractor(["w[0]"], vectors=vectors)
    without, rows = plain.fit_rows(sentences).tokens, ours.fit_rows(sentences).tokens
    names = ours.names()
    assert set(names) == {*plain.names(), "vector[0]", "vector[1]", "vector[2]"}
    assert rows.values is not None
    found: list[dict[str, float]] = []
    for begin, end in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
        entries = zip(rows.indices[begin:end], rows.values[begin:end].tolist(), strict=True)
        found.append({names[i]: value for i, value in entries})
    assert found[0] == {"w[0]=Anna": 1.0, "vector[0]": 2.0}
    assert found[1] == {"w[0]=who": 1.0}
    assert found[2]["vector[1]"] == pytest.approx(2.0 / np.sqrt(1.01), rel=1e-2)  # bytes
    assert without.n_features + 3 == rows.n_features


def test_one_thread_or_two_make_the_same_file(file: Path) -> None:
    files = [
        Tagger("crf", vectors=file, n_threads=n).fit(SENTENCES, TAGS).to_bytes() for n in (1, 2)
    ]
    assert files[0] == files[1]


def test_a_tagger_carries_its_vectors(file: Path, tmp_path: Path) -> None:
    tagger = Tagger("crf", vectors=file).fit(SENTENCES, TAGS)
    tagger.save(tmp_path / "m.linguine")
    file.unlink()
    again = Tagger.load(tmp_path / "m.linguine")
    question = [["Bob", "sees", "Berlin"]]
    np.testing.assert_allclose(
        again.predict_proba(question)[0], tagger.predict_proba(question)[0], atol=1e-6
    )
    assert pickle.loads(pickle.dumps(tagger)).predict(question) == tagger.predict(question)
    assert again.fit(SENTENCES, TAGS).to_bytes() == tagger.to_bytes()


def test_all_numbers_of_a_vector_are_one_term(file: Path) -> None:
    tagger = Tagger("crf", vectors=file).fit(SENTENCES, TAGS)
    explanation = tagger.explain(["Berlin", "sleeps"], 0)
    assert [each.name for each in explanation.terms() if each.kind == "vector"] == ["vector"]
    parts = {each.name for each in explanation.terms("features") if each.kind == "vector"}
    assert parts == {"vector[0]", "vector[1]"}


def test_vectors_are_a_parameter_as_any_other(file: Path) -> None:
    from sklearn.base import clone

    tagger = Tagger("crf", vectors=WordVectors(file, scale=0.5))
    again = clone(tagger)
    assert again.get_params()["vectors"] == tagger.get_params()["vectors"]
    assert again.fit(SENTENCES, TAGS).to_bytes() == tagger.fit(SENTENCES, TAGS).to_bytes()


@pytest.mark.parametrize("algorithm", ["hmm", "local-naive-bayes", "textbook-hmm", "baum-welch"])
def test_who_counts_takes_no_vectors(algorithm: str) -> None:
    with pytest.raises(ParameterError) as error:
        Tagger(algorithm, vectors="vectors.txt")
    assert_three_parts(error.value, "counts", "vectors", "Leave")


@pytest.mark.parametrize("vectors", ["", 3, ["a"]])
def test_the_file_must_have_a_name(vectors: Any) -> None:
    with pytest.raises(ParameterError) as error:
        Tagger("crf", vectors=vectors)
    assert_three_parts(error.value, "must be", "got", "Write")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        Tagger("crf", vectors=tmp_path / "none.txt").fit(SENTENCES, TAGS)
    assert_three_parts(error.value, "expected a file", "none of this name", "Check the path")
