"""Vectors of unlabelled texts help where labels are few, and cost nothing where they are many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import Tagger, TextClassifier
from linguine.data import read_sentences
from linguine.features import WordNgrams, WordVectors

from .corpora import folder, read
from .made_vectors import make_vectors

pytestmark = pytest.mark.slow


def write_vectors(path: Path, texts: list[str], **options: Any) -> Path:
    words, matrix = make_vectors(texts, **options)
    np.save(path / "made.npy", matrix)
    (path / "made.words").write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    return path / "made.npy"


@pytest.mark.parametrize("algorithm", ["auto", "svm"])
def test_vectors_of_words_help_with_ten_labels_a_class(tmp_path: Path, algorithm: str) -> None:
    path = folder("ag_news_small")
    (texts, labels), (new, gold) = read(path / "train.tsv"), read(path / "test.tsv")
    vectors = WordVectors(write_vectors(tmp_path, texts))
    gains = []
    for seed in range(5):
        draw = np.random.default_rng(seed)
        rows = np.concatenate(
            [
                draw.choice(np.flatnonzero(labels == label), 10, replace=False)
                for label in np.unique(labels)
            ]
        )
        some = [texts[i] for i in rows]
        plain = TextClassifier(algorithm).fit(some, labels[rows]).score(new, gold)
        features = vectors if algorithm == "auto" else WordNgrams(1, 2) + vectors
        ours = TextClassifier(algorithm, features=features).fit(some, labels[rows])
        gains.append(ours.score(new, gold) - plain)
        print(f"{algorithm} {seed}: {plain:.4f}, {gains[-1]:+.4f}, {ours.info_['chosen']}")
    assert np.mean(gains) >= 0.08
    assert min(gains) >= 0.0


@pytest.mark.parametrize("algorithm", ["auto", "svm"])
def test_vectors_of_words_lose_nothing_with_all_labels(tmp_path: Path, algorithm: str) -> None:
    path = folder("ag_news_small")
    (texts, labels), (new, gold) = read(path / "train.tsv"), read(path / "test.tsv")
    vectors = WordVectors(write_vectors(tmp_path, texts))
    plain = TextClassifier(algorithm).fit(texts, labels)
    features = vectors if algorithm == "auto" else WordNgrams(1, 2) + vectors
    ours = TextClassifier(algorithm, features=features).fit(texts, labels)
    before, after = plain.score(new, gold), ours.score(new, gold)
    print(f"{algorithm}: {before:.4f} without, {after:.4f} with, {ours.info_['chosen']}")
    # One standard error of a difference on 1,520 texts of which one in twelve changes.
    assert after >= before - 0.005


@pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")  # of tags that are rewritten
def test_vectors_of_words_do_not_hurt_names_with_a_tenth_of_the_sentences(tmp_path: Path) -> None:
    path = folder("conll2003")
    train = read_sentences(path / "train.conll.gz", columns="w,pos,chunk,tag")
    test = read_sentences(path / "test.conll", columns="w,pos,chunk,tag")
    words = [" ".join(each) for each in train.texts_of(train.word_column)]
    vectors = WordVectors(write_vectors(tmp_path, words, n_numbers=50))
    some = train.take(np.arange(0, len(train), 10))
    scores = {}
    for name, given in (("without", None), ("with", vectors)):
        tagger = Tagger(vectors=given).fit(some)
        spans = tagger.evaluate(test).spans
        assert spans is not None
        scores[name] = spans.f1
        print(f"{name}: F1 {scores[name]:.4f} in {tagger.seconds_} s")
    assert scores["with"] >= scores["without"] - 0.003
