"""Real text as matrices, read once per run from the folder that LINGUINE_DATA names."""

from __future__ import annotations

import csv
import gzip
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

csv.field_size_limit(sys.maxsize)


@dataclass(frozen=True)
class Corpus:
    """Train and test as tf-idf of words and pairs of words, and their labels."""

    X: Any
    y: Any
    X_test: Any
    y_test: Any

    def accuracy(self, model: Any) -> float:
        """Share of test documents that a freshly fitted model gets right."""
        return float(np.mean(model.fit(self.X, self.y).predict(self.X_test) == self.y_test))


def folder(name: str) -> Path:
    """The folder of a data set, or a skip that says why."""
    root = os.environ.get("LINGUINE_DATA")
    if not root:
        pytest.skip("LINGUINE_DATA does not name a folder of data sets")
    path = Path(root) / name
    if not path.is_dir():
        pytest.skip(f"{path} does not exist")
    return path


def read(path: Path) -> tuple[list[str], Any]:
    """Texts and labels of a tab-separated file, gzipped or not."""
    found = path if path.exists() else path.with_name(path.name + ".gz")
    opener: Any = gzip.open if found.suffix == ".gz" else open
    with opener(found, "rt", encoding="utf-8", newline="") as lines:
        rows = [line.rstrip("\n").split("\t", 1) for line in lines][1:]
    return [text for _, text in rows], np.array([label for label, _ in rows])


@cache
def corpus(name: str) -> Corpus:
    """One data set, vectorised by scikit-learn so that both libraries see the same numbers."""
    path = folder(name)
    train, y = read(path / "train.tsv")
    test, y_test = read(path / "test.tsv")
    vectorizer = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2)
    return Corpus(vectorizer.fit_transform(train), y, vectorizer.transform(test), y_test)
