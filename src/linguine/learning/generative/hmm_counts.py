"""What a hidden Markov model has counted: words with their tags, and tags one after another.

Counts of two corpora add up to those of both, so that a model goes on exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.learning.generative.hmm_transitions import Ngrams, TagCounts, count_tags

__all__ = ["HmmCounts", "WordCells"]

Codes = NDArray[np.integer[Any]]
Table = NDArray[np.float64]


class WordCells(NamedTuple):
    """How often words have tags, sorted by word and tag; what was not seen is not there."""

    words: Codes
    tags: Codes
    numbers: Table


@dataclass(frozen=True, eq=False)
class HmmCounts:
    """Counts to estimate from.

    Parameters
    ----------
    words
        The different words, in the order in which they came.
    cells
        How often each has each tag.
    grams
        Tags one after another.
    n_tags
        Number of tags.

    Examples
    --------
    >>> offsets = np.array([0, 2])
    >>> first = HmmCounts.of(["dogs", "bark"], np.array([0, 1]), np.array([0, 1]), offsets, 2)
    >>> second = HmmCounts.of(["cats", "bark"], np.array([0, 1]), np.array([0, 1]), offsets, 2)
    >>> both = first.plus(second)
    >>> both.words, both.cells.numbers.tolist(), both.grams.bigrams[0].tolist()
    (['dogs', 'bark', 'cats'], [1.0, 2.0, 1.0], [0.0, 2.0, 0.0])
    """

    words: Sequence[str]
    cells: WordCells
    grams: TagCounts
    n_tags: int

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        codes: Codes,
        gold: Codes,
        offsets: NDArray[np.int64],
        n_tags: int,
        order: int = 1,
    ) -> HmmCounts:
        """Count sentences: the word of each token, and its tag, -1 where it is not known."""
        has_tag = gold >= 0
        numbers = np.ones(int(has_tag.sum()))
        cells = _added(np.asarray(codes, np.int64)[has_tag], gold[has_tag], numbers, n_tags)
        return cls(words, cells, count_tags(gold, offsets, n_tags, order), n_tags)

    @property
    def totals(self) -> Table:
        """How often each tag is there : (n_tags,)."""
        sums = np.bincount(self.cells.tags, self.cells.numbers, self.n_tags)
        return sums.astype(np.float64)

    def plus(self, other: HmmCounts) -> HmmCounts:
        """Return the counts of both, whose tags are the same."""
        place = {word: i for i, word in enumerate(self.words)}
        new = [word for word in other.words if word not in place]
        place |= {word: len(self.words) + i for i, word in enumerate(new)}
        to = np.array([place[word] for word in other.words], np.int64)
        words = np.concatenate([self.cells.words, to[other.cells.words]])
        tags = np.concatenate([self.cells.tags, other.cells.tags])
        numbers = np.concatenate([self.cells.numbers, other.cells.numbers])
        cells = _added(words, tags, numbers, self.n_tags)
        mine, others = self.grams, other.grams
        longer = tuple(
            _merged(np.concatenate(pair, axis=None) for pair in zip(a, b, strict=True))
            for a, b in zip(mine.longer, others.longer, strict=True)
        )
        grams = TagCounts(mine.unigrams + others.unigrams, mine.bigrams + others.bigrams, longer)
        return HmmCounts([*self.words, *new], cells, grams, self.n_tags)

    def renumbered(self, place: Codes, n_tags: int) -> HmmCounts:
        """Return the counts with tag i as tag ``place[i]`` of as many as there are then."""
        old, to = self.n_tags, np.append(place, n_tags).astype(np.int64)  # the border is last
        unigrams, bigrams = np.zeros(n_tags + 1), np.zeros((n_tags + 1, n_tags + 1))
        unigrams[to] = self.grams.unigrams
        bigrams[np.ix_(to, to)] = self.grams.bigrams
        longer = []
        for k, (histories, outcomes, counts) in enumerate(self.grams.longer, start=2):
            codes, rest = np.zeros(len(histories), np.int64), histories.astype(np.int64)
            for j in range(k):
                is_first = j == k - 1  # which may be the border
                digits = rest if is_first else rest % old
                codes += to[digits] * n_tags**j
                rest = rest // old
            longer.append(_merged([codes, to[outcomes], counts]))
        cells = WordCells(self.cells.words, to[self.cells.tags], self.cells.numbers)
        return HmmCounts(
            self.words,
            _added(*cells, n_tags),
            TagCounts(unigrams, bigrams, tuple(longer)),
            n_tags,
        )


def _added(words: Codes, tags: Codes, numbers: Table, n_tags: int) -> WordCells:
    """Return cells sorted, each once."""
    keys, inverse = np.unique(words * n_tags + tags, return_inverse=True)
    sums = np.bincount(inverse.ravel(), numbers, len(keys)).astype(np.float64)
    return WordCells(keys // n_tags, keys % n_tags, sums)


def _merged(columns: Any) -> Ngrams:
    """Return n-grams sorted, each once."""
    histories, outcomes, counts = columns
    width = int(outcomes.max(initial=0)) + 1
    keys, inverse = np.unique(histories * width + outcomes, return_inverse=True)
    sums = np.bincount(inverse.ravel(), counts, len(keys)).astype(np.float64)
    return Ngrams(keys // width, keys % width, sums)
