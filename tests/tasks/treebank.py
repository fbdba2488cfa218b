"""The small treebank that linguine carries, and parsers of it that are fast to train."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from linguine import DependencyParser
from linguine.data import Sentences, Trees, read_sentences
from linguine.tasks.parser.algorithms import PARSER_ALGORITHMS

EVERY = PARSER_ALGORITHMS.names
FILE = Path(str(files("linguine") / "data" / "corpora" / "everyday_small.conllu"))
ALL = read_sentences(FILE)

_PROJECTIVE = np.flatnonzero(Trees.of(ALL).is_projective())
#: Trees without crossing arcs, so that nothing has to be said about them.
TRAIN, TEST = ALL.take(_PROJECTIVE[:120]), ALL.take(_PROJECTIVE[120:])
CROSSING = ALL.take(np.flatnonzero(~Trees.of(ALL).is_projective()))


def make(algorithm: str = "mira", **options: Any) -> DependencyParser:
    """A parser with few weights and few epochs, so that it is fast."""
    settings = {"shared_bits": 14, "relation_bits": 10, "epochs": 3, "n_threads": 1}
    return DependencyParser(algorithm, **{**settings, **options})


@cache
def fitted(algorithm: str = "mira", projective: bool = True) -> DependencyParser:
    """A parser that has learned the treebank; tests must leave it as it is."""
    return make(algorithm, projective=projective).fit(TRAIN)


def saved(parser: DependencyParser, **options: Any) -> bytes:
    """What the parser's model file holds."""
    return parser.to_bytes(**options)


def as_lists(sentences: Sentences) -> tuple[list[list[tuple[str, ...]]], Any, Any]:
    """Return tokens (form, upos), heads and relations as Python has them."""
    forms, tags = sentences.texts_of("form"), sentences.texts_of("upos")
    tokens: list[list[tuple[str, ...]]] = [
        list(zip(words, own, strict=True)) for words, own in zip(forms, tags, strict=True)
    ]
    return tokens, *Trees.of(sentences).to_lists()
