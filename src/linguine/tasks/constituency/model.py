"""ConstituencyModel: all that is needed to parse sentences, and nothing that is needed to learn.

The one path from words to trees: score words, spans, splits and rules, and find the best tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.constituents import FORM, GIVEN, Constituents
from linguine.data.sentences import Sentences
from linguine.errors import DataError
from linguine.features.span.extractor import SpanExtractor
from linguine.features.threads import count_threads
from linguine.inference.grammar import Grammar
from linguine.learning.generative.pcfg import Lexicon

__all__ = ["LONGEST_SENTENCE", "ConstituencyModel", "as_words"]

#: Words. The chart of so many takes a few hundred MB; time grows with the third power.
LONGEST_SENTENCE = 300


@dataclass(eq=False)
class ConstituencyModel:
    """A grammar, and what its rules and the words are worth.

    Parameters
    ----------
    grammar
        Which trees there are.
    extractor
        What is looked at; no templates if only rules and words count.
    lexicon
        Which tags words have, of a grammar that was counted; else no entries.
    weights
        Rows of features, the lexicon, rules and roots : (n_cells,).
    has_probabilities
        Whether scores are logarithms of probabilities, so that shares can be believed.
    info
        What the model file says about how it was made; plain data.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    """

    grammar: Grammar
    extractor: SpanExtractor
    lexicon: Lexicon
    weights: NDArray[np.float32]
    has_probabilities: bool = False
    info: dict[str, Any] = field(default_factory=dict)
    n_threads: int | None = None
    tokenizer: bytes | None = None  # the file of the tokenizer that it carries

    @property
    def labels(self) -> tuple[str, ...]:
        """What nodes are called."""
        return self.grammar.labels

    @cached_property
    def native(self) -> _core.ConstituencyModel:
        """The model as the core has it, which checks its size."""
        return _core.ConstituencyModel(
            *self.extractor.native, self.grammar.native, len(self.lexicon.entries), self.weights
        )

    def parse(self, sentences: Sentences) -> Constituents:
        """Return the best tree of each sentence, with the tags that are given.

        Where no rules fit, all words hang below one node.
        """
        words = as_words(sentences)
        found = self.native.parse(*self.feed(words), count_threads(self.n_threads))
        return self.grammar.trees(words, *found)

    def feed(
        self, words: Sentences
    ) -> tuple[_core.TokenColumns, NDArray[np.int32], NDArray[np.int32] | None]:
        """Return sentences as the core reads them: the lexicon's entry and given tag of each word.

        Tags are given by the column ``GIVEN``; None if there is none.
        """
        _check_lengths(words)
        entries = np.full(words.n_tokens, -1, np.int32)
        if self.lexicon.entries:
            entries = self.lexicon.look_up(words)
        given = words.columns.get(GIVEN)
        tags = None if given is None else self.grammar.codes_of(given)
        return self.extractor.feed(words), entries, tags

    def k_best(self, sentences: Sentences, k: int) -> Constituents:
        """Return the k best trees of one sentence, best first; fewer if there are no more."""
        words = as_words(sentences)
        n = words.n_tokens
        if n == 0:
            return self.parse(words)
        codes, _ = self.grammar.native.k_best(self.native.scores(*self.feed(words)), n, k)
        if len(codes) == 0:
            return self.parse(words)
        return self.grammar.decode(codes.ravel(), words.take([0] * len(codes)))

    def node_shares(self, trees: Constituents) -> NDArray[np.float64]:
        """Return the probability of each node of trees : (n_nodes,)."""
        shares = [self._shares_of(trees.take([i])) for i in range(len(trees))]
        return np.concatenate(shares) if shares else np.zeros(0)

    def _shares_of(self, tree: Constituents) -> NDArray[np.float64]:
        n = tree.sentences.n_tokens
        if n == 0:
            return np.zeros(0)
        log_z, shares = self.native.marginals(*self.feed(as_words(tree.sentences)))
        if log_z == -np.inf:
            return np.zeros(tree.n_nodes)
        return self.grammar.label_shares(shares, n)[
            _span(tree.first.astype(np.int64), tree.last.astype(np.int64), n), tree.labels
        ]


def _span(first: NDArray[np.int64], last: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    found: NDArray[np.int64] = first * n - first * (first - 1) // 2 + (last - first - 1)
    return found


def as_words(sentences: Sentences) -> Sentences:
    """Return sentences with the column ``form``, whatever their words are called."""
    if FORM in sentences.columns:
        return sentences
    words = sentences.column(sentences.word_column)
    return replace(sentences, columns={FORM: words, **sentences.columns}, original=None)


def _check_lengths(words: Sentences) -> None:
    lengths = np.diff(words.offsets)
    if len(lengths) and lengths.max() > LONGEST_SENTENCE:
        at = int(lengths.argmax())
        raise DataError(
            f"{words.place(int(words.offsets[at]))}: a sentence must have at most "
            f"{LONGEST_SENTENCE:,} words to be parsed; this one has {int(lengths[at]):,}. Cut it "
            "into sentences."
        )
