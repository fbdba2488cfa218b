"""From counts to values: against the judge and scikit-learn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from linguine.data import read_documents
from linguine.features import Extractor, Given, Lexicon, WordNgrams
from linguine.model import is_separable

from ..reference.text_features import Template
from ..texts import WORDS, any_text
from .extraction import assert_judge_agrees, dense

VALUES = ("binary", "count", "log", "square", "absolute", "tfidf", "log-tfidf", "binary-tfidf")
ANCHOR = "one two three four"  # so that the vocabulary is never empty
repetitive = st.lists(st.sampled_from(WORDS[:6]), max_size=30).map(" ".join)
several = st.lists(st.one_of(any_text, repetitive), max_size=6).map(lambda texts: [*texts, ANCHOR])


@pytest.mark.parametrize("normalize", [None, "l2"], ids=["as-they-are", "l2"])
@pytest.mark.parametrize("values", VALUES)
@settings(max_examples=15)
@given(several)
def test_values_are_the_judges(values: str, normalize: str | None, texts: list[str]) -> None:
    spec: list[Template] = [
        {"kind": "words", "low": 1, "high": 2},
        {"kind": "lexicon", "name": "some", "weights": {"one": 3.0, "c++": -0.5}},
        {"kind": "capitalisation"},
    ]
    assert_judge_agrees(texts, spec, values, normalize)


@pytest.mark.parametrize("normalize", [None, "l2"], ids=["as-they-are", "l2"])
@pytest.mark.parametrize("values", ["tfidf", "log-tfidf", "binary-tfidf", "count", "log"])
@settings(max_examples=15)
@given(several)
def test_values_are_those_of_scikit_learn(
    values: str, normalize: str | None, texts: list[str]
) -> None:
    counter = CountVectorizer(binary=values.startswith("binary"), ngram_range=(1, 2))
    counts = counter.fit_transform(texts)
    peer: Any = TfidfTransformer(
        norm=normalize, use_idf=values.endswith("tfidf"), sublinear_tf=values.startswith("log")
    )
    expected = peer.fit_transform(counts).toarray()
    ours = Extractor(WordNgrams(1, 2, tokenizer="alphanumeric"), values=values, normalize=normalize)
    matrix = dense(ours.fit_transform(texts))
    place = {name: j for j, name in enumerate(ours.names())}
    columns = [place[name] for name in counter.get_feature_names_out()]
    np.testing.assert_allclose(matrix[:, columns], expected, rtol=1e-6)  # float32


@pytest.mark.parametrize("values", VALUES)
def test_a_text_without_features_is_a_row_of_zeros(values: str) -> None:
    ours = Extractor(WordNgrams(1, 1), values=values, normalize="l2")
    matrix = dense(ours.fit_transform(["", "good day", "  "]))
    np.testing.assert_array_equal(matrix[[0, 2]], 0.0)
    np.testing.assert_allclose((matrix[1] ** 2).sum(), 1.0, rtol=1e-6)
    np.testing.assert_array_equal(dense(ours.transform(["", "unseen"])), 0.0)


def test_values_are_single_precision() -> None:
    sites = Extractor(WordNgrams(1, 1)).fit_transform(["good day", "bad day"])
    assert sites.values is not None
    assert sites.values.dtype == np.float32


def test_raw_values_do_not_count_in_the_norm() -> None:
    template = WordNgrams(1, 1) + Lexicon("mood", {"good": 100.0})
    ours = Extractor(template, values="tfidf", normalize="l2")
    matrix = dense(ours.fit_transform(["good day", "bad day"]))
    mood = ours.names().index("lex:mood")
    np.testing.assert_array_equal(matrix[:, mood], [100.0, 0.0])
    words = np.delete(matrix, mood, axis=1)
    np.testing.assert_allclose((words**2).sum(axis=1), 1.0, rtol=1e-6)


def test_a_count_of_many_thousands_is_exact() -> None:
    ours = Extractor(WordNgrams(1, 1), values="count", normalize=None)
    assert dense(ours.fit_transform(["good " * 70_001])).tolist() == [[70_001.0]]


@pytest.mark.parametrize("values", VALUES)
def test_small_and_large_counts_have_the_same_formula(values: str) -> None:
    """Counts below 64 come from a table, others do not."""
    n_times = [1, 2, 3, 62, 63, 64, 65, 1000]
    texts = [" ".join(["good"] * n + ["day"]) for n in n_times]
    assert_judge_agrees(texts, [{"kind": "words", "low": 1, "high": 1}], values, "l2")


def test_bags_can_be_squared_and_have_their_signs_taken_off(tmp_path: Path) -> None:
    """Element-wise x o x and |x|, section 3.4 of [Eisenstein2014]."""
    path = tmp_path / "bags.svm"
    path.write_text("+1 1:2 2:-3\n-1 1:-0.5 3:4\n")
    documents = read_documents(path, format="svmlight")
    bags = documents.bags
    assert bags is not None
    columns = {"bag": (bags.offsets, bags.names, bags.values)}
    for values, expected in (
        ("square", [[4, 9, 0], [0.25, 0, 16]]),
        ("absolute", [[2, 3, 0], [0.5, 0, 4]]),
        ("count", [[2, -3, 0], [-0.5, 0, 4]]),
    ):
        ours = Extractor(Given(), values=values, normalize=None)
        matrix = dense(ours.fit_transform(documents.texts, columns))
        order = np.argsort([str(name) for name in ours.names()])
        np.testing.assert_array_equal(matrix[:, order], expected)


def test_xor_of_two_signs_is_separable_once_it_is_squared_with_its_sum() -> None:
    """x1 x2 > 0 is not linear in x; (x1 + x2)^2 is, so a bag that holds the sum needs no kernel."""
    signs = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    same = signs[:, 0] == signs[:, 1]
    with_sum = np.column_stack([signs, signs.sum(axis=1)])
    assert not is_separable(with_sum, same)
    assert is_separable(with_sum**2, same)
    assert is_separable(np.abs(with_sum), same)
