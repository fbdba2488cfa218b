"""TokenizerModel: all that is needed to find tokens, words and sentences in raw text.

The one path from text to words: units, the best chain of decisions behind them, splits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from linguine.data.segmentation import Segmentation
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tokenizer.splits import Splits
from linguine.tasks.tokenizer.units import Units

__all__ = ["INSIDE", "SENTENCE", "TOKEN", "TokenizerModel"]

#: What may be behind a unit: more of the token, its end, or the end of the sentence.
INSIDE: Final = "inside"
TOKEN: Final = "token"
SENTENCE: Final = "sentence"
#: Units whose features are held at a time.
_BLOCK = 200_000


@dataclass(eq=False)
class TokenizerModel:
    """What decides at boundaries, and the words of tokens that stand for several."""

    boundaries: TaggerModel
    splits: Splits
    units: str = "runs"  # what is never cut
    joins_spaces: bool = False  # whether a token may hold a space

    @property
    def info(self) -> dict[str, Any]:
        """How it was made: plain data, the same that the model file holds."""
        return self.boundaries.info

    @property
    def labels(self) -> tuple[str, ...]:
        """What is decided behind each unit."""
        return self.boundaries.tags

    @property
    def functions(self) -> Mapping[str, Any]:
        """Python functions that a file does not hold: none."""
        return {}

    @property
    def has_probabilities(self) -> bool:
        """Whether scores are logarithms of probabilities."""
        return self.boundaries.has_probabilities

    @property
    def n_threads(self) -> int | None:
        """Threads; None is all processors. The result does not depend on it."""
        return self.boundaries.n_threads

    @n_threads.setter
    def n_threads(self, n_threads: int | None) -> None:
        self.boundaries.n_threads = n_threads

    def segment(self, text: str) -> Segmentation:
        """Return the tokens, words and sentences of a text."""
        units = Units(text, self.units)
        if not len(units.begins):
            nothing = np.zeros(0, np.int64)
            return Segmentation(text, nothing, nothing, np.zeros(1, np.int64))
        ends_token, ends_sentence = self._decide(units)
        last = np.flatnonzero(ends_token)
        first = np.concatenate([[0], last[:-1] + 1])
        begins, ends = units.begins[first], units.ends[last]
        closed = np.flatnonzero(ends_sentence[last]) + 1
        offsets = np.concatenate([[0], closed]).astype(np.int64)
        return Segmentation(text, begins, ends, offsets, self._split(text, begins, ends))

    def _decide(self, units: Units) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return whether a token, and whether a sentence ends behind each unit : (n_units,)."""
        sentences, codes, first = units.sentences, [], 0
        limits = units.offsets
        while first < len(limits) - 1:
            reach = int(np.searchsorted(limits, limits[first] + _BLOCK, side="right")) - 1
            last = max(first + 1, reach)
            block = (
                sentences
                if last - first == len(sentences)
                else sentences.take(np.arange(first, last))
            )
            codes.append(self.boundaries.tag(self.boundaries.rows(block)))
            first = last
        found, tags = np.concatenate(codes), list(self.boundaries.tags)
        is_sentence = found == tags.index(SENTENCE)
        is_sentence[limits[1:] - 1] = True
        is_token = is_sentence | (found == tags.index(TOKEN))
        if not self.joins_spaces:
            is_token |= units.has_space
        return is_token, is_sentence

    def _split(
        self, text: str, begins: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> dict[int, tuple[str, ...]]:
        known: dict[str, tuple[str, ...]] = {}
        found = {}
        for i, (begin, end) in enumerate(zip(begins.tolist(), ends.tolist(), strict=True)):
            token = text[begin:end]
            words = known.get(token)
            if words is None:
                words = known[token] = self.splits.of(token)
            if len(words) > 1:
                found[i] = words
        return found
