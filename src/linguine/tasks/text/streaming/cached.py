"""Cached texts: files are read once, and their rows and labels are kept on a disk."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Documents, Examples, Target, find_classes, make_examples
from linguine.data.keeping.scratch import Scratch
from linguine.data.reading.files import Files
from linguine.features import Extractor, Sites
from linguine.features.text.row_cache import RowCache
from linguine.features.threads import count_threads
from linguine.features.weighting import WeighedAs
from linguine.model.concurrency import Resources, one_ahead
from linguine.model.file.schema import list_of, table_of, text, whole
from linguine.tasks.streaming.groups import n_groups
from linguine.tasks.streaming.memory import Memory
from linguine.tasks.streaming.reading import Reading, fingerprint_of
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.streaming.counting import GOLD, WEIGHTS, TextCounting
from linguine.tasks.text.streaming.sample import Sample

__all__ = ["CachedTexts", "n_bytes_of", "read_once", "settle_labels"]

_SAMPLE = "sample"


@dataclass(frozen=True, eq=False)
class CachedTexts:
    """Texts as rows on a disk, with what is known about each in memory."""

    cache: RowCache
    extractor: Extractor  # knows the features
    ids: NDArray[np.uint32]  # the feature that a number of the cache stands for
    examples: Examples
    classes: NDArray[Any]
    sample: Sample

    @property
    def n_rows(self) -> int:
        """How many texts there are."""
        return self.cache.n_rows

    @property
    def is_one_group(self) -> bool:
        """True if all rows are in memory at once."""
        return n_groups(len(self.cache.blocks)) == 1

    def groups(
        self, how: WeighedAs | None, groups: Sequence[Sequence[int]]
    ) -> Iterator[tuple[Sites, NDArray[np.int64]]]:
        """Yield the rows of some blocks at a time, and which rows they are, ascending by block.

        Parameters
        ----------
        how
            How counts become values.
        groups
            The blocks of each group.
        """
        return one_ahead(self._load(each, how) for each in groups)

    def _load(
        self, blocks: Sequence[int], how: WeighedAs | None
    ) -> tuple[Sites, NDArray[np.int64]]:
        n_threads = count_threads(self.extractor.n_threads)
        counts = self.cache.read(blocks, self.ids, n_threads)
        borders = self.cache.first_rows()
        rows = [np.arange(borders[i], borders[i + 1]) for i in blocks]
        return self.extractor.weigh_as(counts, how, in_place=True), np.concatenate(rows)

    def frequencies(self, is_known: NDArray[np.bool_]) -> tuple[NDArray[np.uint32], int]:
        """Return in how many of some rows each feature is, and how many rows these are."""
        n_features = self.extractor.n_features
        total = np.zeros(n_features, np.uint32)
        n_rows, borders = 0, self.cache.first_rows()
        for i in range(len(self.cache.blocks)):
            counts = self.cache.read([i], self.ids, 1)
            chosen = is_known[borders[i] : borders[i + 1]]
            found, n = counts.frequencies(chosen, n_features)
            total, n_rows = total + found, n_rows + n
        return total, n_rows

    def part(self, examples: Examples, rows: NDArray[np.int64]) -> Examples:
        """Return those of some examples whose rows are in a group, as rows of the group."""
        first = np.flatnonzero(np.diff(rows, prepend=-2) != 1)
        last = np.append(first[1:], len(rows)) - 1
        begins = np.searchsorted(examples.rows, rows[first])
        ends = np.searchsorted(examples.rows, rows[last], side="right")
        pieces = [np.arange(a, b) for a, b in zip(begins, ends, strict=True)]
        shift = [
            examples.rows[a:b] - rows[i] + i for a, b, i in zip(begins, ends, first, strict=True)
        ]
        chosen = np.concatenate(pieces)
        return Examples(np.concatenate(shift), examples.gold[chosen], examples.weights[chosen])


class _Reading(Reading[CachedTexts]):
    """Texts become rows of numbered features."""

    parts: ClassVar[Mapping[str, Any]] = {
        "sizes": table_of(whole()),
        "n_blocks": whole(),
        "index": whole(0, (1 << 64) - 1),
        "names": list_of(text),
    }

    def __init__(self, settings: TextSettings, files: Files, extractor: Extractor, at: Scratch):
        super().__init__(files, at, fingerprint_of(settings, files))
        self._settings = settings
        self._has_weights = files.options.get("weight") is not None
        has_weights = self._has_weights
        self.counting = TextCounting(settings, extractor, at, has_weights=has_weights)
        self._n_known = 0  # documents of an earlier attempt

    def restore(self, left: Mapping[str, Any]) -> None:
        """Take what is on the disk."""
        counting = self.counting
        counting.numbering.restore(left["sizes"])
        frequencies = counting.numbering.frequencies
        counting.cache.restore(left["n_blocks"], left["index"], frequencies)
        self._n_known = counting.cache.n_rows
        self._scratch.cut(GOLD, 4 * self._n_known)
        counting.names = {name: i for i, name in enumerate(left["names"])}
        gold, n_names = self._scratch.read(GOLD, np.int32), len(left["names"])
        if len(counting.names) < n_names or ((gold < 0) | (gold >= n_names)).any():
            raise self._scratch.damaged("labels stand twice, or have no name")
        if self._has_weights:
            self._scratch.cut(WEIGHTS, 8 * self._n_known)
        if left["is_read"]:
            kept = self._scratch.load(_SAMPLE)
            if kept is None:
                raise self._scratch.damaged(f"it has no {_SAMPLE}")
            counting.sample.restore(kept)

    def take(self, documents: Documents, n_seen: int) -> None:
        """Count the features of documents, but for those of an earlier attempt."""
        self.counting.take(documents, min(max(self._n_known - n_seen, 0), len(documents)))

    def n_bytes_of(self, documents: Documents) -> int:
        """Return how much text documents are."""
        return n_bytes_of(documents)

    def check(self, memory: Memory) -> None:
        """Raise DataError if there are more features than can be counted."""
        counting = self.counting
        n_numbers = len(counting.numbering.frequencies)
        memory.check_counting(n_numbers, counting.extractor.hash_bits)

    def finish(self) -> None:
        """Write the last block, and the sample."""
        self.counting.finish()
        self._scratch.save(_SAMPLE, self.counting.sample.arrays())

    def standing(self) -> dict[str, Any]:
        """Return what counts."""
        return {
            "sizes": self.counting.numbering.sizes(),
            "n_blocks": len(self.counting.cache.blocks),
            "index": self.counting.cache.checksum(),
            "names": list(self.counting.names),
        }

    def close(self) -> CachedTexts:
        """Choose the features, and the numbers of the labels."""
        gold = self._scratch.read(GOLD, np.int32)
        weights = self._scratch.read(WEIGHTS, np.float64) if self._has_weights else None
        told = gold, list(self.counting.names), weights
        examples, classes = settle_labels(*told, self._settings.class_weight)
        cache, counting = self.counting.cache, self.counting
        ids = counting.numbering.settle(cache.n_rows)
        return CachedTexts(cache, counting.extractor, ids, examples, classes, counting.sample)


def settle_labels(
    gold: NDArray[np.integer],
    names: Sequence[str],
    weights: NDArray[np.float64] | None,
    class_weight: Any,
) -> tuple[Examples, NDArray[Any]]:
    """Return examples and sorted labels, from codes that were given as labels came."""
    ordered = np.array(sorted(names))
    places = np.searchsorted(ordered, np.array(names)).astype(np.int32)
    target = Target(places[gold], ordered)
    classes = find_classes(target)
    told = {"sample_weight": weights, "class_weight": class_weight}
    return make_examples(target, classes, **told), classes


def n_bytes_of(documents: Documents) -> int:
    """Return how much text documents are."""
    columns: Mapping[str, _core.Texts] = documents.columns
    found = itertools.chain(columns.values(), () if columns else (documents.texts,))
    return sum(each.n_bytes + len(each) for each in found)


def read_once(
    settings: TextSettings, files: Files, extractor: Extractor, scratch: Scratch, use: Resources
) -> CachedTexts:
    """Read all texts and put their rows on a disk; go on where an earlier attempt stopped."""
    return _Reading(settings, files, extractor, scratch).run(use)
