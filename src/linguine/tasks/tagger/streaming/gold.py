"""Gold tags of a stream: made ready once, block after block, by what all of them show together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.targets.tag_scheme import TagScheme
from linguine.data.targets.tags import UNKNOWN
from linguine.tasks.streaming.sentences import GoldFile
from linguine.tasks.tagger.gold.tags import (
    TrainingTags,
    kind_of,
    note_of_repairs,
    prepare_tags,
    recognise_parts,
)
from linguine.tasks.tagger.settings import TaggerSettings

__all__ = ["StreamedTags", "settle_tags"]


@dataclass(frozen=True, eq=False)
class StreamedTags:
    """The tags of all sentences, on the disk; the rest as if they were in memory."""

    about: TrainingTags  # without codes
    kind: str
    file: GoldFile
    places: NDArray[np.int32]  # of the names, by the numbers on the disk

    def read(self, blocks: Sequence[int]) -> NDArray[np.int32]:
        """Return the tag of each token of some blocks, -1 where it is unknown."""
        return self.places[self.file.read(blocks)]


def settle_tags(settings: TaggerSettings, cache: SentenceCache, scratch: Scratch) -> StreamedTags:
    """Make the tags of all sentences ready to learn from, as :func:`prepare_tags` does."""
    found = recognise_parts(cache, unknown=settings.unknown_tags)
    census = _Census(GoldFile(scratch, "gold", cache))
    for block in cache:
        census.add(
            prepare_tags(
                block,
                scheme=settings.scheme,
                strict=settings.strict,
                unknown=settings.unknown_tags,
                found=found,
            )
        )
    return census.close()


class _Census:
    """The tags of block after block."""

    def __init__(self, file: GoldFile) -> None:
        self._file = file
        self._numbers: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        self._facts: dict[str, Any] = {}
        self._notes: dict[str, None] = {}
        self._n_repaired, self._repaired = 0, ""
        self._scheme = TagScheme.PLAIN

    def add(self, tags: TrainingTags) -> None:
        own = [self._numbers.setdefault(name, len(self._numbers)) for name in tags.names]
        self._file.append(np.append(np.array(own, np.int32), np.int32(UNKNOWN))[tags.codes])
        counts = np.bincount(tags.codes[tags.codes != UNKNOWN], minlength=len(own)).tolist()
        self._counts.update(dict(zip(tags.names, counts, strict=True)))
        for name, value in tags.facts.items():
            before = self._facts.get(name, 0)
            self._facts[name] = before + value if isinstance(value, int) else value
        n_repaired = tags.facts.get("n_repaired", 0)
        of_repairs = note_of_repairs(n_repaired, tags.repaired)
        self._notes |= {each: None for each in tags.notes if each != of_repairs}
        self._n_repaired += n_repaired
        self._repaired = self._repaired or tags.repaired
        self._scheme = tags.scheme

    def close(self) -> StreamedTags:
        names = sorted(self._numbers, key=lambda name: (-self._counts[name], name))
        notes = tuple(self._notes)
        if self._n_repaired:
            notes += (note_of_repairs(self._n_repaired, self._repaired),)
        places = np.full(len(names) + 1, UNKNOWN, np.int32)
        places[[self._numbers[name] for name in names]] = np.arange(len(names))
        kind = kind_of(names, np.array([self._counts[name] for name in names]), self._scheme)
        nobody = np.zeros(0, np.int32)
        about = TrainingTags(tuple(names), nobody, self._scheme, self._facts, notes)
        return StreamedTags(about, kind, self._file, places)
