"""Sentences made up for these tests: names of people and places, and small words between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from linguine import Tagger
from linguine.tasks import TAGGER_ALGORITHMS

PEOPLE = ("Anna", "Boris", "Chen", "Dalia", "Emeka", "Farah")
CITIES = ("Rome", "Oslo", "New York", "San Jose", "Lima", "Cape Town")
VERBS = ("visits", "leaves", "loves", "maps")
SMALL = ("today", "again", "slowly", "quietly", "often")

#: All that learn from tags.
EVERY = tuple(
    name for name in TAGGER_ALGORITHMS.names if not TAGGER_ALGORITHMS.get(name).finds_tags
)
PROBABLE = tuple(name for name in EVERY if TAGGER_ALGORITHMS.get(name).has_probabilities)


@dataclass(frozen=True)
class Corpus:
    sentences: list[list[str]]
    tags: list[list[str]]

    def __len__(self) -> int:
        return len(self.sentences)

    def tagged(self) -> list[list[tuple[str, str]]]:
        pairs = zip(self.sentences, self.tags, strict=True)
        return [list(zip(words, tags, strict=True)) for words, tags in pairs]

    def write(self, path: Path) -> Path:
        lines = ["".join(f"{w} {t}\n" for w, t in each) for each in self.tagged()]
        path.write_text("\n".join(lines))
        return path


def _name(words: str, kind: str) -> list[tuple[str, str]]:
    parts = words.split()
    return [(word, f"{'I' if i else 'B'}-{kind}") for i, word in enumerate(parts)]


@cache
def corpus(n: int = 60, seed: int = 0) -> Corpus:
    """Sentences such as ``Anna visits New York today .`` with tags in IOB2."""
    random = np.random.default_rng([seed, 3])

    def pick(items: tuple[str, ...]) -> str:
        return items[int(random.integers(len(items)))]

    sentences, tags = [], []
    for _ in range(n):
        pairs = [*_name(pick(PEOPLE), "PER"), (pick(VERBS), "O")]
        kind = ("LOC", "PER")[int(random.integers(2))]
        pairs += _name(pick(CITIES if kind == "LOC" else PEOPLE), kind)
        pairs += [(pick(SMALL), "O")] * int(random.integers(3)) + [(".", "O")]
        sentences.append([word for word, _ in pairs])
        tags.append([tag for _, tag in pairs])
    return Corpus(sentences, tags)


TRAIN, TEST = corpus(), corpus(40, seed=1)


def make(algorithm: str = "crf", **options: Any) -> Tagger:
    """A tagger that looks at little, so that it is fast."""
    if algorithm != "hmm":
        options.setdefault("templates", ["w[-1..1]", "w[0].suffix1-3", "w[0].type"])
    return Tagger(algorithm, n_threads=1, **options)


@cache
def fitted(algorithm: str = "crf", order: int | None = None) -> Tagger:
    """A tagger that has learned the corpus; tests must leave it as it is."""
    return make(algorithm, order=order).fit(TRAIN.sentences, TRAIN.tags)


def saved(tagger: Tagger, **options: Any) -> bytes:
    """What the tagger's model file holds."""
    return tagger.to_bytes(**options)
