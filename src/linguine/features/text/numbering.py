"""Numbering: features get numbers as they come, and ids when all texts have been read.

Hashed features have their bucket as number; exact ones are numbered in a table, and their keys and
names wait on a disk. Which of them are kept, and their ids, is then what an extractor that sees all
texts at once would choose.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.keeping.keeper import Keeper
from linguine.errors import ParameterError, said
from linguine.features.buckets import Buckets
from linguine.features.named_keys import NamedKeys
from linguine.features.text.counted import CountedRows
from linguine.features.text.extractor import Extractor
from linguine.features.text.growing_table import GrowingTable
from linguine.features.text.limits import limit_of
from linguine.features.vocabulary import Vocabulary

__all__ = [
    "LEFT_OUT",
    "ExactNumbers",
    "HashedNumbers",
    "Numbering",
    "choose",
    "number_features",
]

LEFT_OUT = np.uint32(0xFFFFFFFF)


class Numbering(Protocol):
    """What turns texts into rows of numbers, and in the end numbers into ids."""

    @property
    def frequencies(self) -> NDArray[np.uint32]:
        """In how many texts each feature is, by number; whoever keeps rows counts here."""
        ...

    def count(self, texts: _core.Texts, columns: Mapping[str, Any]) -> CountedRows:
        """Return the counts of numbered features."""
        ...

    def settle(self, n_documents: int) -> NDArray[np.uint32]:
        """Tell the extractor which features there are; return the id of each number."""
        ...

    def sizes(self) -> dict[str, int]:
        """Return how much of the files on the disk counts."""
        ...

    def restore(self, sizes: Mapping[str, int]) -> None:
        """Go on with as much."""
        ...


def number_features(extractor: Extractor, scratch: Keeper) -> Numbering:
    """Return the numbering of an extractor that has not seen a text."""
    if extractor.min_count > 1:
        raise ParameterError(
            "Texts that are larger than memory are counted by how many have a feature, not how "
            f"often it is there; got {said('min_count', extractor.min_count)}. Use "
            f"{said('min_df', extractor.min_count)}."
        )
    if extractor.hash_bits is None:
        return ExactNumbers(extractor, scratch)
    return HashedNumbers(extractor, extractor.hash_bits)


class HashedNumbers:
    """Buckets: memory is bounded from the beginning."""

    def __init__(self, extractor: Extractor, bits: int) -> None:
        self._extractor, self._bits = extractor, bits
        keys = np.arange(1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
        self._every = _core.Buckets(keys, bits)
        self.frequencies: NDArray[np.uint32] = np.zeros(1 << bits, np.uint32)

    def count(self, texts: _core.Texts, columns: Mapping[str, Any]) -> CountedRows:
        """Return the counts of all buckets."""
        return self._extractor.number(texts, columns, self._every)

    def settle(self, n_documents: int) -> NDArray[np.uint32]:
        """Keep the buckets within the limits."""
        is_kept = _within(self._extractor, self.frequencies, n_documents)
        numbers = np.flatnonzero(is_kept).astype(np.uint32)
        buckets = Buckets.numbered(numbers, self._bits, {})
        _restore(self._extractor, buckets, n_documents, self.frequencies[is_kept])
        return _ranks(is_kept)

    def sizes(self) -> dict[str, int]:
        """Return that nothing is on the disk."""
        return {}

    def restore(self, sizes: Mapping[str, int]) -> None:
        """Do nothing: who restores the rows counts their features."""


class ExactNumbers:
    """A table of all keys in memory: 24 bytes a feature, until rare ones are left out."""

    def __init__(self, extractor: Extractor, scratch: Keeper) -> None:
        self._extractor = extractor
        self._known = NamedKeys(scratch)
        self._counted = GrowingTable(np.zeros(0, np.uint32))

    @property
    def frequencies(self) -> NDArray[np.uint32]:
        """In how many texts each feature is : (n_numbers,)."""
        return self._counted.rows

    def count(self, texts: _core.Texts, columns: Mapping[str, Any]) -> CountedRows:
        """Return the counts of all features; new ones get numbers."""
        found, _, counts = self._extractor.find(texts, columns)
        assert isinstance(found, Vocabulary)
        numbers = self._known.number(found).astype(counts.indices.dtype)
        self._counted.extend(len(self._known))
        return CountedRows(counts.indptr, numbers[counts.indices], counts.values)

    def settle(self, n_documents: int) -> NDArray[np.uint32]:
        """Keep the features within the limits, and their names."""
        frequencies = self.frequencies
        is_kept = choose(self._extractor, self._known.keys(), frequencies, n_documents)
        kept, vocabulary = self._known.settle(is_kept)
        _restore(self._extractor, vocabulary, n_documents, frequencies[kept])
        ids = np.full(len(frequencies), LEFT_OUT, np.uint32)
        ids[kept] = np.arange(len(kept), dtype=np.uint32)
        return ids

    def sizes(self) -> dict[str, int]:
        """Return the sizes of the files of keys and names."""
        return self._known.sizes()

    def restore(self, sizes: Mapping[str, int]) -> None:
        """Take the keys that are on the disk."""
        self._known.restore(sizes)
        self._counted.extend(len(self._known))


def choose(
    extractor: Extractor,
    keys: NDArray[np.uint64],
    frequencies: NDArray[np.uint32],
    n_documents: int,
) -> NDArray[np.bool_]:
    """Return which features are within the limits of an extractor."""
    is_kept = _within(extractor, frequencies, n_documents)
    most = extractor.max_features
    if most is not None and is_kept.sum() > most:
        found = np.flatnonzero(is_kept)
        best = np.lexsort((keys[found], -frequencies[found].astype(np.int64)))
        is_kept[found[best[most:]]] = False
    return is_kept


def _within(
    extractor: Extractor, frequencies: NDArray[np.uint32], n_documents: int
) -> NDArray[np.bool_]:
    """Return which features are in as many texts as they must and may be."""
    least = max(extractor.least(n_documents), 1)
    most = limit_of(extractor.max_df, n_documents, math.floor)
    return np.asarray((frequencies >= least) & (frequencies <= most))


def _ranks(is_kept: NDArray[np.bool_]) -> NDArray[np.uint32]:
    ranks = np.cumsum(is_kept, dtype=np.uint32) - np.uint32(1)
    ranks[~is_kept] = LEFT_OUT
    return np.asarray(ranks, np.uint32)


def _restore(
    extractor: Extractor,
    vocabulary: Vocabulary | Buckets,
    n_documents: int,
    frequencies: NDArray[np.uint32],
) -> None:
    extractor.check_found(vocabulary, n_documents)
    extractor.restore(vocabulary, None, n_documents, frequencies)
