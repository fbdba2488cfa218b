"""Suspicious labels on real texts: of labels that were changed by lot, most are found."""

from __future__ import annotations

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.data import Documents, read_documents
from linguine.features import CharNgrams
from linguine.tasks.text.input import read_training
from linguine.tasks.text.second_look import believe

from .corpora import folder

pytestmark = pytest.mark.slow


def documents_of(path: str) -> Documents:
    name, _, file = path.partition("/")
    return read_documents(folder(name) / file)


def share_found(documents: Documents, seed: int, *, with_characters: bool) -> float:
    """Change 5 % of the labels; return which share of them the least believed 5 % hold."""
    assert documents.label_set is not None
    generator = np.random.default_rng(seed)
    codes, names = documents.label_set.codes, np.array(documents.label_set.names)
    flipped = generator.choice(len(codes), len(codes) // 20, replace=False)
    noisy = codes.copy()
    noisy[flipped] += generator.integers(1, len(names), len(flipped)).astype(np.int32)
    noisy %= len(names)
    kinds = [None, CharNgrams(2, 5)] if with_characters else [None]
    judges = [TextClassifier(name, features=f) for f in kinds for name in ("svm", "logistic")]
    data = read_training(judges[0].settings, documents.texts, names[noisy])
    with judges[0]._learning() as use:
        belief, _ = believe([each.settings for each in judges], data, use)
    least = np.argsort(belief, kind="stable")[: len(flipped)]
    return float(np.isin(least, flipped).mean())


def test_most_labels_of_imdb_that_were_changed_are_among_the_least_believed() -> None:
    assert share_found(documents_of("imdb/train.tsv.gz"), 7, with_characters=False) >= 0.62


def test_most_labels_of_ag_news_that_were_changed_are_among_the_least_believed() -> None:
    documents = documents_of("ag_news_small/train.tsv.gz")
    found = [share_found(documents, seed, with_characters=True) for seed in (0, 1)]
    assert np.mean(found) >= 0.62
