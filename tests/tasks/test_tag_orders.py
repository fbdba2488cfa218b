"""Taggers of order 3 and more: what they learn that lower orders cannot, and what they cost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import Tagger
from linguine.inference import Chain

from .sentences import saved


def echoes(n: int, distance: int, seed: int = 0) -> tuple[list[list[str]], list[list[str]]]:
    """Return sentences of one word, whose tags repeat themselves after some tokens."""
    random = np.random.default_rng(seed)
    tags = [
        [("A", "B")[int(i)] for i in np.resize(random.integers(0, 2, distance), 12)]
        for _ in range(n)
    ]
    # only the first words tell their tags
    words = [[*(tag.lower() for tag in each[:distance]), *["x"] * (12 - distance)] for each in tags]
    return words, tags


def accuracy(tagger: Tagger, distance: int) -> float:
    words, tags = echoes(40, distance, seed=1)
    return float(np.mean(np.array(tagger.predict(words)) == np.array(tags)))


@pytest.mark.parametrize("algorithm", ["crf", "perceptron", "svm", "memm", "textbook-hmm", "hmm"])
def test_a_tag_that_depends_on_the_third_before_it_takes_order_3(algorithm: str) -> None:
    words, tags = echoes(60, 3)
    options: dict[str, Any] = {} if algorithm == "hmm" else {"templates": ["w[0]"]}

    def fit(order: int) -> Tagger:
        return Tagger(algorithm, order=order, n_threads=1, **options).fit(words, tags)

    assert accuracy(fit(3), 3) == 1.0
    assert accuracy(fit(2), 3) < 0.9


def test_order_4_looks_one_further() -> None:
    words, tags = echoes(120, 4)
    assert accuracy(Tagger("crf", order=4, templates=["w[0]"]).fit(words, tags), 4) == 1.0
    assert accuracy(Tagger("crf", order=3, templates=["w[0]"]).fit(words, tags), 4) < 0.9


@pytest.mark.parametrize("algorithm", ["crf", "perceptron", "svm"])
def test_threads_give_the_same_bytes(algorithm: str) -> None:
    words, tags = echoes(60, 3)
    one, two = (
        saved(Tagger(algorithm, order=3, templates=["w[0]"], n_threads=n).fit(words, tags))
        for n in (1, 2)
    )
    assert one == two


def test_sentences_shorter_than_the_order_have_the_rows_of_what_is_there() -> None:
    rows = Chain(15).parts(np.array([1, 0]), 2)
    assert rows.sum() == 4  # START, END, one label before, START and one before
    assert Chain(15).argmax([[0.0, 1.0], [1.0, 0.0]]).tolist() == [1, 0]
