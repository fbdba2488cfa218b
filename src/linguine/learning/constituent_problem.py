"""Constituency trees as a learning problem: the same learners, spans instead of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.learning.parse_problem import ParseProblem

__all__ = ["ConstituentData", "ConstituentProblem"]


@dataclass(frozen=True, eq=False)
class ConstituentData:
    """Sentences and their trees, as the core takes them.

    Parameters
    ----------
    columns
        What is looked at.
    offsets
        Where sentences begin, and the end : (n_sentences + 1,).
    lexicon
        The lexicon's entry of each word, -1 for none : (n_tokens,).
    gold
        A code for every span of every sentence, from ``_core.Grammar.encode``.
    weights
        Positive weight of each sentence : (n_sentences,).
    """

    columns: _core.TokenColumns
    offsets: NDArray[np.int64]
    lexicon: NDArray[np.int32]
    gold: NDArray[np.int32]
    weights: NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class ConstituentProblem(ParseProblem[NDArray[np.float32]]):
    """A problem whose examples are sentences with constituency trees.

    Parameters
    ----------
    features
        What is looked at in words, spans and splits.
    bits
        Logarithm of the number of rows of weights.
    grammar
        Which trees there are.
    n_lexicon
        Number of entries of the lexicon.
    """

    features: tuple[_core.ArcFeatures, _core.ArcFeatures, _core.ArcFeatures]
    bits: int
    grammar: _core.Grammar
    n_lexicon: int = 0

    @property
    def n_weight_rows(self) -> int:
        """Rows of features, the lexicon, rules and roots."""
        n_rows = (1 << self.bits) + self.n_lexicon
        return n_rows * _core.stride(self.grammar.n_columns) + self.grammar.n_structural

    def scale(self) -> tuple[float, float]:
        """Return about how many features a span has, and that they are ones."""
        return 20.0, 1.0

    def unpack(self, weights: NDArray[Any]) -> NDArray[np.float32]:
        """Return the cells as they are."""
        return weights.ravel().astype(np.float32, copy=False)

    def _native(self, data: ConstituentData) -> _core.SpanProblem:
        return _core.SpanProblem(
            *self.features,
            data.columns,
            self.grammar,
            data.lexicon,
            self.n_lexicon,
            data.gold,
            data.weights,
            self.loss.name,
            self.n_threads,
        )
