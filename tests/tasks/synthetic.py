"""Texts made up for these tests: topics with words of their own, and what to learn them with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from linguine import TextClassifier

WORDS = tuple(a + b for a, b in product(("ba", "ko", "mi", "tu", "re"), ("lam", "pos", "dir", "fen",
              "gul", "san", "vet", "zor", "chi", "wen", "jad", "quo")))  # fmt: skip
LABELS = ("animals", "plants", "stones", "waters")

#: Four messages that a child could sort.
FEW = ["free cash now", "win cash prizes", "lunch at noon", "see you at lunch"]
FEW_LABELS = ["spam", "spam", "ham", "ham"]

LEXICON = {label: WORDS[k::4] for k, label in enumerate(LABELS)}
LEARNING = ("auto", "naive-bayes", "perceptron", "mira", "svm", "logistic", "ridge", "nb-svm")
EVERY = (*LEARNING, "lexicon")


@dataclass(frozen=True)
class Corpus:
    texts: list[str]
    labels: list[str]

    def __len__(self) -> int:
        return len(self.texts)

    def take(self, order: Any) -> Corpus:
        return Corpus([self.texts[i] for i in order], [self.labels[i] for i in order])


@cache
def corpus(n: int = 120, n_labels: int = 3, seed: int = 0, share: float = 0.5) -> Corpus:
    """Texts of 6 to 20 words, of which about a ``share`` comes from the topic of their label."""
    random = np.random.default_rng([n_labels, seed, 1])
    texts, labels = [], []
    for i in range(n):
        k = i % n_labels
        length = int(random.integers(6, 21))
        of_topic = random.random(length) < share
        own = np.array(LEXICON[LABELS[k]])
        words = np.where(of_topic, random.choice(own, length), random.choice(WORDS, length))
        texts.append(" ".join(words))
        labels.append(LABELS[k])
    return Corpus(texts, labels)


def make(algorithm: str, n_labels: int = 3, **options: Any) -> TextClassifier:
    """A classifier with nothing but what it cannot do without."""
    if algorithm == "lexicon":
        options["lexicon"] = {label: LEXICON[label] for label in LABELS[:n_labels]}
    return TextClassifier(algorithm, **options)


@cache
def fitted(algorithm: str, n_labels: int = 3, hash_bits: int | None = None) -> TextClassifier:
    """A classifier that has learned the corpus; tests must leave it as it is."""
    train = corpus(n_labels=n_labels)
    return make(algorithm, n_labels, hash_bits=hash_bits).fit(train.texts, train.labels)


def saved_bytes(clf: TextClassifier, folder: Path, **options: Any) -> bytes:
    """What the classifier's model file holds."""
    path = folder / "model.linguine"
    clf.save(path, **options)
    return path.read_bytes()
