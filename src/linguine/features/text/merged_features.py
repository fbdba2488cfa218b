"""Merged features: those of parts, counted apart, become those of all texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data.runs import offsets_of
from linguine.features.text.extractor import Extractor
from linguine.features.text.numbering import (
    LEFT_OUT,
    HashedNumbers,
    choose,
)
from linguine.features.vocabulary import Vocabulary

__all__ = [
    "FoundFeatures",
    "Known",
    "merge_found",
    "name_exact",
    "settle_exact",
    "settle_hashed",
]


@dataclass(frozen=True, eq=False)
class FoundFeatures:
    """The features of some parts.

    Parameters
    ----------
    frequencies
        In how many texts each is.
    keys
        Ascending; None where the features are all buckets there can be.
    owners
        The first part that has it, and knows its name; None of buckets.
    """

    frequencies: NDArray[np.uint32]
    keys: NDArray[np.uint64] | None = None
    owners: NDArray[np.int32] | None = None

    @classmethod
    def of_part(
        cls, keys: NDArray[np.uint64] | None, frequencies: NDArray[np.uint32], part: int
    ) -> FoundFeatures:
        """Return those of a part, given by its own numbers."""
        if keys is None:
            return cls(frequencies)
        order = np.argsort(keys, kind="stable")
        return cls(frequencies[order], keys[order], np.full(len(keys), part, np.int32))


def merge_found(parts: Sequence[FoundFeatures]) -> FoundFeatures:
    """Return the features of neighbours.

    Examples
    --------
    >>> some = [FoundFeatures.of_part(np.array(keys, np.uint64), np.ones(2, np.uint32), i)
    ...         for i, keys in enumerate([[7, 3], [5, 7]])]
    >>> merged = merge_found(some)
    >>> merged.keys.tolist(), merged.frequencies.tolist(), merged.owners.tolist()
    ([3, 5, 7], [1, 1, 2], [0, 1, 0])
    """
    frequencies = [each.frequencies for each in parts]
    if parts[0].keys is None:
        return FoundFeatures(np.sum(frequencies, axis=0, dtype=np.uint32))
    keys = np.concatenate([each.keys for each in parts if each.keys is not None])
    owners = np.concatenate([each.owners for each in parts if each.owners is not None])
    order = np.argsort(keys, kind="stable")  # of equals the first part's comes first
    keys, joined = keys[order], np.concatenate(frequencies)[order]
    first = np.flatnonzero(np.diff(keys, prepend=~keys[:1]) != 0)
    counted = np.add.reduceat(joined, first) if len(first) else joined
    return FoundFeatures(counted.astype(np.uint32), keys[first], owners[order][first])


@dataclass(frozen=True, eq=False)
class Known:
    """The features that were kept, as a worker needs them to find their ids.

    Parameters
    ----------
    n_features
        How many there are.
    keys
        Ascending; a feature's id is its place. None: they are buckets.
    ranks
        The id of each bucket.
    """

    n_features: int
    keys: NDArray[np.uint64] | None = None
    ranks: NDArray[np.uint32] | None = None

    def ids(self, keys: NDArray[np.uint64] | None) -> NDArray[np.uint32]:
        """Return the id of each number of a part, or 2**32 - 1 for one that was left out."""
        if self.ranks is not None:
            return self.ranks
        assert keys is not None
        assert self.keys is not None
        places = np.searchsorted(self.keys, keys)
        is_there = places < len(self.keys)
        is_there[is_there] = self.keys[places[is_there]] == keys[is_there]
        return np.where(is_there, places, LEFT_OUT).astype(np.uint32)


def settle_exact(
    extractor: Extractor,
    found: FoundFeatures,
    n_documents: int,
) -> tuple[Known, NDArray[np.int32], NDArray[np.uint32]]:
    """Return what is kept of exact features, who knows the name of each, and in how many texts."""
    assert found.keys is not None
    assert found.owners is not None
    kept = choose(extractor, found.keys, found.frequencies, n_documents)
    known = Known(int(kept.sum()), np.ascontiguousarray(found.keys[kept]))
    return known, found.owners[kept], found.frequencies[kept]


def name_exact(
    extractor: Extractor,
    known: Known,
    frequencies: NDArray[np.uint32],
    n_documents: int,
    named: Sequence[tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]],
) -> None:
    """Tell an extractor the features and their names: of each part, ids, lengths and letters."""
    assert known.keys is not None
    lengths = np.zeros(known.n_features, np.int64)
    for ids, sizes, _ in named:
        lengths[ids] = sizes
    offsets = offsets_of(lengths)
    letters = np.zeros(int(offsets[-1]), np.uint8)
    for ids, sizes, found in named:
        begins = np.repeat(offsets[ids] - offsets_of(sizes)[:-1], sizes)
        letters[begins + np.arange(len(found))] = found
    vocabulary = Vocabulary(known.keys, offsets, letters)
    extractor.check_found(vocabulary, n_documents)
    extractor.restore(vocabulary, None, n_documents, frequencies)


def settle_hashed(extractor: Extractor, found: FoundFeatures, n_documents: int) -> Known:
    """Tell an extractor which buckets are kept."""
    assert extractor.hash_bits is not None
    numbering = HashedNumbers(extractor, extractor.hash_bits)
    numbering.frequencies = found.frequencies
    ranks = numbering.settle(n_documents)
    return Known(extractor.n_features, None, ranks)
