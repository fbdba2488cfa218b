"""Growing vocabulary: features that come in pieces, numbered in the order in which they come."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features.vocabulary import Vocabulary

__all__ = ["GrowingVocabulary"]


class GrowingVocabulary:
    """Features and their numbers; a new one moves no other.

    Parameters
    ----------
    vocabulary
        What is known already; numbered by rank.

    Examples
    --------
    >>> def of(*keys):
    ...     n = len(keys)
    ...     names = np.frombuffer(b"x" * n, np.uint8)
    ...     return Vocabulary(np.array(keys, np.uint64), np.arange(n + 1), names)
    >>> growing = GrowingVocabulary(of(4, 9))
    >>> numbers, n = growing.find(of(2, 9))
    >>> numbers.tolist(), n
    ([2, 1], 3)
    >>> growing.take_in(of(2, 9))
    >>> whole, order = growing.whole()
    >>> whole.keys.tolist(), order.tolist()
    ([2, 4, 9], [2, 0, 1])
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._numbers = _core.KeyNumbers()
        self._numbers.enter(vocabulary.keys)
        self._known, self._order = vocabulary, np.arange(len(vocabulary))
        self._recent: list[Vocabulary] = []

    def __len__(self) -> int:
        return len(self._numbers)

    def find(self, piece: Vocabulary) -> tuple[NDArray[np.int64], int]:
        """Return the numbers of a piece's features, and how many there will be with it."""
        numbers = self._numbers.find(piece.keys)
        is_new = numbers < 0
        n = len(self) + int(is_new.sum())
        numbers[is_new] = np.arange(len(self), n)
        return numbers, n

    def take_in(self, piece: Vocabulary) -> None:
        """Keep the features of a piece."""
        is_new = self._numbers.find(piece.keys) < 0
        if is_new.any():
            new = piece.keep(is_new)
            self._numbers.enter(new.keys)
            self._recent.append(new)

    def whole(self) -> tuple[Vocabulary, NDArray[np.int64]]:
        """Return all features by key, and their numbers in this order."""
        if self._recent:
            recent = Vocabulary.of(self._recent)
            self._known, mine, others = self._known.join(recent)
            order = np.empty(len(self._known), np.int64)
            order[mine], order[others] = self._order, self._numbers.find(recent.keys)
            self._order, self._recent = order, []
        return self._known, self._order
