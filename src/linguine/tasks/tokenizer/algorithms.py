"""Algorithms of tokenizers by name: those of taggers that suit boundaries."""

from __future__ import annotations

from linguine.tasks.algorithm import Algorithms
from linguine.tasks.tagger.algorithms import TAGGER_ALGORITHMS

__all__ = ["AUTO", "TOKENIZER_ALGORITHMS"]

#: As good as the best on held-out English, and the fastest to learn (docs/design/0018).
AUTO = "mira"

TOKENIZER_ALGORITHMS = Algorithms(
    {name: TAGGER_ALGORITHMS.get(name) for name in ("perceptron", "mira", "memm", "crf")}
)
