"""Sentences in blocks: files of tokens are read once, into a cache for taggers and parsers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.model.file.schema import list_of, maybe, record, text, whole
from linguine.tasks.streaming.memory import Memory
from linguine.tasks.streaming.reading import Reading

__all__ = ["GoldFile", "SentenceBlocks", "SentenceReading", "n_bytes_of"]


class SentenceReading(Reading[SentenceCache]):
    """Sentences become blocks; nothing else is kept of them, so that memory does not grow."""

    parts: ClassVar[Mapping[str, Any]] = {
        "n_blocks": whole(),
        "index": whole(0, (1 << 64) - 1),
        "like": maybe(
            record(
                {
                    "source": text,
                    "tag_column": maybe(text),
                    "hidden": maybe(list_of(text)),
                    "columns": list_of(text, at_least=1),
                }
            )
        ),
    }

    def __init__(self, files: Any, scratch: Scratch, fingerprint: str) -> None:
        super().__init__(files, scratch, fingerprint)
        self._cache = SentenceCache(scratch)
        self._n_known = 0

    def take(self, block: Sentences, n_seen: int) -> None:
        """Keep sentences, but for those of an earlier attempt."""
        known = min(max(self._n_known - n_seen, 0), len(block))
        if known < len(block):
            self._cache.append(block.take(slice(known, None)))

    def n_bytes_of(self, block: Sentences) -> int:
        """Return how much text sentences are."""
        return n_bytes_of(block)

    def check(self, memory: Memory) -> None:
        """Do nothing: what grows is on the disk."""

    def finish(self) -> None:
        """Write the last block."""
        self._cache.finish()

    def close(self) -> SentenceCache:
        """Return all blocks."""
        return self._cache

    def standing(self) -> dict[str, Any]:
        """Return what counts."""
        return self._cache.standing()

    def restore(self, left: Mapping[str, Any]) -> None:
        """Take the blocks that are there."""
        self._cache.restore(left)
        self._n_known = self._cache.n_sentences


@dataclass(frozen=True, eq=False)
class SentenceBlocks:
    """Cached sentences, counted as learners want to know it; each weighs 1."""

    cache: SentenceCache

    @property
    def n_blocks(self) -> int:
        """How many blocks there are."""
        return len(self.cache.blocks)

    @property
    def n_bytes(self) -> int:
        """How many bytes are read in a pass."""
        return self.cache.n_bytes

    @property
    def n_examples(self) -> int:
        """How many sentences there are."""
        return self.cache.n_sentences

    @property
    def total_weight(self) -> float:
        """The sum of their weights."""
        return float(self.cache.n_sentences)


def n_bytes_of(sentences: Sentences) -> int:
    """Return how much text sentences are, with what stands between them."""
    if sentences.original is not None:
        return len(sentences.original.data)
    cells = sum(each.values.n_bytes for each in sentences.columns.values())
    return int(cells) + sentences.n_tokens * len(sentences.columns)


class GoldFile:
    """The right answers, a number for each token, as they were made ready once.

    Parameters
    ----------
    scratch, name
        The folder, and the name of the file; what it held before is forgotten.
    cache
        The sentences.
    """

    def __init__(self, scratch: Scratch, name: str, cache: SentenceCache) -> None:
        self._scratch, self._name, self._firsts = scratch, name, cache.first_tokens()
        scratch.cut(name, 0)

    def append(self, codes: NDArray[np.int32]) -> None:
        """Add those of the next block."""
        self._scratch.append(self._name, codes.astype(np.int32))

    def read(self, blocks: Sequence[int]) -> NDArray[np.int32]:
        """Return those of some blocks, in this order."""
        found = []
        for i in blocks:
            begin, end = (4 * int(self._firsts[j]) for j in (i, i + 1))
            cells = self._scratch.read_at(self._name, begin, end - begin)
            if len(cells) < end - begin:
                raise self._scratch.cut_short(self._name)
            found.append(cells.view(np.int32))
        return np.concatenate(found)
