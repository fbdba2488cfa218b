"""Parted texts: files are read once, partition by partition, and workers keep the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.data.reading.files import Files, differ
from linguine.data.reading.partitions import cut_files, join_small
from linguine.errors import DataError
from linguine.features import Extractor
from linguine.features.text.merged_features import (
    FoundFeatures,
    Known,
    merge_found,
    name_exact,
    settle_exact,
    settle_hashed,
)
from linguine.features.text.row_cache import RowCache
from linguine.model.concurrency import Resources
from linguine.model.engines.engine import Engine, Handle
from linguine.tasks.text.parted.counted import (
    CountedTexts,
    ReadFile,
    Told,
    count_part,
    find_features,
    joined,
    name_features,
    tell,
)
from linguine.tasks.text.settings import TextSettings
from linguine.tasks.text.streaming.cached import settle_labels
from linguine.tasks.text.streaming.sample import MOST_BYTES, Sample

__all__ = ["PartedTexts", "Rows", "read_parts"]


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a part, whose features are known: what a worker holds."""

    cache: RowCache
    ids: NDArray[np.uint32]  # the feature that a number of the cache stands for
    gold: NDArray[np.integer]  # the label of each row, as the part has numbered them

    def __sizeof__(self) -> int:
        """Return how much it is, so that Dask knows when a worker is full."""
        return self.cache.n_bytes + self.ids.nbytes + self.gold.nbytes


@dataclass(frozen=True, eq=False)
class PartedTexts:
    """Texts as rows that workers hold, with what is known about each here."""

    engine: Engine
    parts: list[Handle]  # of Rows
    borders: NDArray[np.int64]  # the first row of each part, and the end : (n_parts + 1,)
    names: list[tuple[str, ...]]  # the labels of each part, as it has numbered them
    extractor: Extractor  # knows the features
    examples: Examples
    classes: NDArray[Any]
    sample: Sample

    #: No group of rows is all there is.
    is_one_group = False

    @property
    def n_rows(self) -> int:
        """How many texts there are."""
        return int(self.borders[-1])

    def cut(self, examples: Examples) -> list[Chosen]:
        """Return which rows of each part some examples are, in as few bytes as it takes."""
        limits = np.searchsorted(examples.rows, self.borders)
        has_weights = bool((examples.weights != 1.0).any())
        found = []
        for i, names in enumerate(self.names):
            place = slice(limits[i], limits[i + 1])
            is_there = np.zeros(self.borders[i + 1] - self.borders[i], np.bool_)
            is_there[examples.rows[place] - self.borders[i]] = True
            codes = np.searchsorted(self.classes, np.array(names, dtype=self.classes.dtype))
            weights = examples.weights[place] if has_weights else None
            found.append(Chosen(np.packbits(is_there), codes.astype(np.int32), weights))
        return found

    def frequencies(self, is_known: NDArray[np.bool_]) -> tuple[NDArray[np.uint32], int]:
        """Return in how many of some rows each feature is, and how many rows these are."""
        pieces = np.split(is_known, self.borders[1:-1])
        n_features = self.extractor.n_features
        masks = [np.packbits(each) for each in pieces]
        columns = [self.parts, masks]
        found = self.engine.map("frequencies", _frequencies, columns, [n_features])
        total = self.engine.merge("add-frequencies", _add, found)
        return total, int(is_known.sum())


@dataclass(frozen=True, eq=False)
class Chosen:
    """Which rows of a part are examples, one bit each, and what they are."""

    bits: NDArray[np.uint8]
    codes: NDArray[np.int32]  # the label of each code of the part
    weights: NDArray[np.float64] | None  # None: all are 1

    def examples(self, gold: NDArray[np.integer]) -> Examples:
        """Return them, given the codes of all rows of the part."""
        rows = np.flatnonzero(np.unpackbits(self.bits, count=len(gold)))
        weights = np.ones(len(rows)) if self.weights is None else self.weights
        found = self.codes[gold[rows]] if len(rows) else np.zeros(0, np.int32)
        return Examples(rows.astype(np.int64), found, weights)


def _frequencies(part: Rows, mask: NDArray[np.uint8], n_features: int) -> NDArray[np.uint32]:
    counts = part.cache.read(range(len(part.cache.blocks)), part.ids, 1)
    is_known = np.unpackbits(mask, count=len(part.gold)).astype(np.bool_)
    return counts.frequencies(is_known, n_features)[0]


def _add(parts: Sequence[NDArray[np.uint32]]) -> NDArray[np.uint32]:
    return np.asarray(np.sum(parts, axis=0, dtype=np.uint32))


def _settle(counted: CountedTexts, known: Known) -> Rows:
    return Rows(counted.cache, known.ids(counted.keys), counted.told.gold)


def read_parts(
    settings: TextSettings, files: Files, extractor: Extractor, engine: Engine, use: Resources
) -> PartedTexts:
    """Let workers read all texts and keep their rows; settle features and labels."""
    labelled = {**files.options, "need_labels": True}
    parts = join_small(cut_files(replace(files, options=labelled)))
    sample_bytes = MOST_BYTES // len(parts)
    told = [settings, extractor.weighting, sample_bytes]
    tell_progress = None
    if use.report is not None:
        report = use.report

        def tell_progress(done: int, n: int) -> None:
            report("counting (parts)", done, n, 0.0)

    counted = engine.map("count", count_part, [parts], told, tell_progress)
    answers: list[Told] = engine.gather(engine.map("tell", tell, [counted]))
    _check_alike([file for each in answers for file in each.files])
    numbers = list(range(len(counted)))
    features = engine.map("find-features", find_features, [counted, numbers])
    found = engine.merge("merge-features", merge_found, features)
    n_rows = [len(each.gold) for each in answers]
    borders = np.cumsum([0, *n_rows])
    known = _settle_features(extractor, found, int(borders[-1]), counted, engine)
    shared = [engine.share("features", known)]
    rows = engine.map("settle", _settle, [counted], shared)
    gold, names = joined(answers)
    weights = None
    if files.options.get("weight") is not None:
        weights = np.concatenate([each.weights for each in answers if each.weights is not None])
    examples, classes = settle_labels(gold, names, weights, settings.class_weight)
    reads = settings.reads
    sample = Sample(() if reads.is_one_text else reads.names[1:])
    for each in answers:
        sample.restore(each.sample)
    by_part = [each.names for each in answers]
    return PartedTexts(engine, rows, borders, by_part, extractor, examples, classes, sample)


def _settle_features(
    extractor: Extractor,
    found: FoundFeatures,
    n_rows: int,
    counted: Sequence[Handle],
    engine: Engine,
) -> Known:
    if extractor.hash_bits is not None:
        return settle_hashed(extractor, found, n_rows)
    known, owners, frequencies = settle_exact(extractor, found, n_rows)
    assert known.keys is not None
    ids = [np.flatnonzero(owners == i) for i in range(len(counted))]
    wanted = [known.keys[each] for each in ids]
    named = engine.gather(engine.map("name-features", name_features, [counted, wanted]))
    letters = [(each, *name) for each, name in zip(ids, named, strict=True)]
    name_exact(extractor, known, frequencies, n_rows, letters)
    return known


def _check_alike(files: Sequence[ReadFile]) -> None:
    """Raise DataError for files of different kinds, and for one without a text."""
    n_texts: dict[str, int] = {}
    first: ReadFile | None = None
    for each in files:
        n_texts[each.path] = n_texts.get(each.path, 0) + each.n_texts
        if each.shape is None:
            continue
        first = first or each
        if each.shape != first.shape:
            raise differ(each.path, each.shape, first.path, first.shape or {})
    for path, n in n_texts.items():
        if not n:
            raise DataError(
                f"{path}: expected at least one document, got only blank lines. Check that it was "
                "written completely."
            )
