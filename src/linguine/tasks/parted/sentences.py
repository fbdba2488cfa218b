"""Sentences in parts: groups of blocks as bytes, which one process reads and sends to workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from linguine.data import Sentences
from linguine.data.keeping.held import Held
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.learning.problem import Problem, Table
from linguine.model.engines.engine import Engine, Handle

__all__ = ["SentenceParts", "SomeBlocks"]

W_co = TypeVar("W_co", covariant=True)


class Whole(Protocol[W_co]):
    """Sentences as the stream has them, which tell what all parts have alike."""

    @property
    def n_examples(self) -> int:
        """How many sentences there are."""

    @property
    def total_weight(self) -> float:
        """The sum of their weights."""

    def shape(self) -> Problem[W_co]:
        """Return a problem that has the penalty and the weights' shape."""

    def unpack(self, weights: Table) -> W_co:
        """Return a table that a learner found as the task's own weights."""


@dataclass(frozen=True, eq=False)
class SentenceParts(Generic[W_co]):
    """Sentences as learners see them, by the parts that workers hold."""

    engine: Engine
    parts: list[Handle]
    whole: Whole[W_co]

    @property
    def n_examples(self) -> int:
        """How many sentences there are."""
        return self.whole.n_examples

    @property
    def total_weight(self) -> float:
        """The sum of their weights."""
        return self.whole.total_weight

    def shape(self) -> Problem[W_co]:
        """Return a problem that has the penalty and the weights' shape."""
        return self.whole.shape()

    def unpack(self, weights: Table) -> W_co:
        """Return a table that a learner found as the task's own weights."""
        return self.whole.unpack(weights)


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
