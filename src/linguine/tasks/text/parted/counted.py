"""Counted texts: what a worker holds of a part, as rows of features with their own numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.keeping.held import Held
from linguine.data.reading.files import Shape, check_streamed, shape_of
from linguine.data.reading.partitions import Partition
from linguine.features import Weighting
from linguine.features.named_keys import NamedKeys
from linguine.features.text.merged_features import FoundFeatures
from linguine.features.text.row_cache import RowCache
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.streaming.counting import GOLD, WEIGHTS, TextCounting

__all__ = [
    "CountedTexts",
    "ReadFile",
    "Told",
    "count_part",
    "find_features",
    "name_features",
    "tell",
]

#: Letters of features, and what only leads to them.
_LETTERS = ("lengths", "names")


@dataclass(frozen=True, eq=False)
class CountedTexts:
    """The rows of a part before anybody knows which features there are.

    Parameters
    ----------
    held
        Packed rows, keys and names of features.
    cache
        What reads the rows.
    frequencies
        In how many rows each feature is, by number.
    is_hashed
        True if numbers are buckets.
    told
        What the whole training asks of a part.
    """

    held: Held
    cache: RowCache
    frequencies: NDArray[np.uint32]
    is_hashed: bool
    told: Told

    def __sizeof__(self) -> int:
        """Return how much it is, so that Dask knows when a worker is full."""
        return self.held.n_bytes + self.frequencies.nbytes

    @property
    def keys(self) -> NDArray[np.uint64] | None:
        """The keys of features by their numbers; None: they are buckets."""
        return None if self.is_hashed else NamedKeys(self.held).keys()


@dataclass(frozen=True, eq=False)
class Told:
    """What a part tells about its texts: a few bytes for each.

    Parameters
    ----------
    gold
        The label of each text, as a place in ``names`` : (n_rows,).
    names
        Labels in the order in which they came.
    weights
        Of each text; None where they have none.
    files
        What all files must have alike, and how many texts each has.
    sample
        Some texts, to name hash buckets by.
    """

    gold: NDArray[np.integer]
    names: tuple[str, ...]
    weights: NDArray[np.float64] | None
    files: list[ReadFile]
    sample: dict[str, NDArray[Any]]


@dataclass
class ReadFile:
    """What is known of a file, or of a piece of it, that was read."""

    path: str
    shape: Shape | None = None  # None: no text was there
    n_texts: int = 0


def count_part(
    part: Sequence[Partition], settings: TextSettings, weighting: Weighting, sample_bytes: int
) -> CountedTexts:
    """Read some partitions and count the features of their texts."""
    held, extractor = Held(), settings.extractor(weighting)
    extractor.n_threads = 1  # a worker has as many tasks at a time as it may use
    counting = TextCounting(
        settings,
        extractor,
        held,
        has_weights=part[0].options.get("weight") is not None,
        sample_bytes=sample_bytes,
    )
    files = [ReadFile(each.path) for each in part]
    for partition, file in zip(part, files, strict=True):
        for documents in partition.documents():
            check_streamed(documents)
            file.shape = file.shape or shape_of(documents, partition.path)
            file.n_texts += len(documents)
            counting.take(documents)
    counting.finish()
    gold = held.read(GOLD, np.int32)
    told = Told(
        gold.astype(np.min_scalar_type(len(counting.names))),
        tuple(counting.names),
        held.read(WEIGHTS, np.float64) if held.size(WEIGHTS) else None,
        files,
        counting.sample.arrays(),
    )
    held.forget(GOLD, WEIGHTS)
    frequencies = counting.numbering.frequencies.copy()
    is_hashed = extractor.hash_bits is not None
    return CountedTexts(held, counting.cache, frequencies, is_hashed, told)


def tell(counted: CountedTexts) -> Told:
    """Return what is asked of a part."""
    return counted.told


def find_features(counted: CountedTexts, part: int) -> FoundFeatures:
    """Return the features of a part."""
    return FoundFeatures.of_part(counted.keys, counted.frequencies, part)


def name_features(
    counted: CountedTexts, wanted: NDArray[np.uint64]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the lengths and the letters of the names of some features, whose keys ascend."""
    known = NamedKeys(counted.held)
    _, found = known.settle(np.isin(known.keys(), wanted))
    return np.diff(found.name_offsets).astype(np.int32), found.name_bytes


def joined(parts: Sequence[Told]) -> tuple[NDArray[np.int32], list[str]]:
    """Return the labels of all texts as places in one list of names, and the list."""
    names: dict[str, int] = {}
    gold = []
    for each in parts:
        places = [names.setdefault(name, len(names)) for name in each.names]
        gold.append(np.array(places, np.int32)[each.gold])
    return np.concatenate(gold), list(names)
