"""Segmentation: where tokens and sentences of a raw text are, in characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.data.runs import choose_runs

__all__ = ["Segment", "Segmentation"]


class Segment(NamedTuple):
    """A sentence of a text: where it is, its tokens and its words."""

    begin: int
    end: int
    places: list[tuple[int, int]]  # of the tokens, in characters of the whole text
    words: list[list[str]]  # of each token: itself, or what it stands for


@dataclass(frozen=True, eq=False)
class Segmentation:
    """Tokens of a text in sentences.

    Parameters
    ----------
    text
        The raw text.
    begins, ends
        Token i is the characters ``begins[i]`` to ``ends[i]`` : (n_tokens,).
    offsets
        Sentence j is the tokens ``offsets[j]`` to ``offsets[j + 1]`` : (n_sentences + 1,).
    splits
        The words of tokens that stand for several, by the number of the token.

    Examples
    --------
    >>> found = Segmentation(
    ...     "Go! Don't.", np.array([0, 2, 4, 9]), np.array([2, 3, 9, 10]), np.array([0, 2, 4]),
    ...     {2: ("Do", "n't")})
    >>> found.words()
    [['Go', '!'], ['Do', "n't", '.']]
    """

    text: str
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    offsets: NDArray[np.int64]
    splits: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def n_tokens(self) -> int:
        """How many tokens there are."""
        return len(self.begins)

    @property
    def n_sentences(self) -> int:
        """How many sentences there are."""
        return len(self.offsets) - 1

    @property
    def n_words(self) -> int:
        """How many words there are."""
        return self.n_tokens + sum(len(each) - 1 for each in self.splits.values())

    def segments(self) -> Iterator[Segment]:
        """Yield the sentences one after the other."""
        begins, ends, text = self.begins.tolist(), self.ends.tolist(), self.text
        for first, last in pairwise(self.offsets.tolist()):
            places = list(zip(begins[first:last], ends[first:last], strict=True))
            words = [
                list(self.splits[first + i]) if first + i in self.splits else [text[b:e]]
                for i, (b, e) in enumerate(places)
            ]
            yield Segment(places[0][0], places[-1][1], places, words)

    def words(self) -> list[list[str]]:
        """Return the words, a list for each sentence."""
        return [[word for token in each.words for word in token] for each in self.segments()]

    def __len__(self) -> int:
        return self.n_sentences

    def take(self, sentences: NDArray[np.int64]) -> Segmentation:
        """Return some of the sentences, each with the text until the next one.

        Examples
        --------
        >>> whole = Segmentation(
        ...     "Go! Do. No.", np.array([0, 2, 4, 6, 8, 10]), np.array([2, 3, 6, 7, 10, 11]),
        ...     np.array([0, 2, 4, 6]))
        >>> some = whole.take(np.array([0, 2]))
        >>> some.text, some.words()
        ('Go! No.', [['Go', '!'], ['No', '.']])
        """
        offsets, tokens = choose_runs(self.offsets, sentences)
        firsts = self.begins[self.offsets[:-1]]
        ends = np.append(firsts[1:], len(self.text))
        pieces = [self.text[firsts[j] : ends[j]] for j in sentences.tolist()]
        at = np.concatenate([[0], np.cumsum([len(each) for each in pieces])])[:-1]
        shift = np.repeat(at - firsts[sentences], np.diff(offsets))
        place = {old: new for new, old in enumerate(tokens.tolist())}
        return Segmentation(
            "".join(pieces),
            self.begins[tokens] + shift,
            self.ends[tokens] + shift,
            offsets,
            {place[i]: words for i, words in self.splits.items() if i in place},
        )

    def first(self, n: int) -> Segmentation:
        """Return the first n sentences, with their text."""
        if n >= self.n_sentences:
            return self
        k = int(self.offsets[n])
        return Segmentation(
            self.text[: int(self.ends[k - 1])] if k else "",
            self.begins[:k],
            self.ends[:k],
            self.offsets[: n + 1],
            {i: words for i, words in self.splits.items() if i < k},
        )
