"""Sentences in parts: groups of blocks as bytes, which one process reads and sends to workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linguine.data import Sentences
from linguine.data.keeping.held import Held
from linguine.data.keeping.sentence_cache import SentenceCache

__all__ = ["SomeBlocks"]


@dataclass(frozen=True, eq=False)
class SomeBlocks:
    """Sentences as bytes."""

    held: Held
    standing: dict[str, Any]

    @classmethod
    def of(cls, cache: SentenceCache, blocks: Sequence[int]) -> SomeBlocks:
        """Return some blocks as they are on the disk, ready to be sent."""
        keeper = Held()
        made = SentenceCache(keeper)
        made.like = cache.like
        for i in blocks:
            block = cache.blocks[i]
            made.write_block(cache.read_block(i), block.n_rows, block.n_entries, block.checksum)
        return cls(keeper, made.standing())

    def __sizeof__(self) -> int:
        """Return how much it is, so that Dask knows when a worker is full."""
        return self.held.n_bytes

    def sentences(self) -> Sentences:
        """Return them as they were."""
        cache = SentenceCache(self.held)
        cache.restore(self.standing)
        return cache.read(range(len(cache.blocks)))
