"""Gold trees of a stream: checked and made ready once, block after block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences, Trees
from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.trees import NO_RELATION
from linguine.errors import DataError
from linguine.tasks.parser.settings import ParserSettings
from linguine.tasks.parser.training import Moved, make_projective, note_of_moved
from linguine.tasks.streaming.sentences import GoldFile

__all__ = ["StreamedTrees", "settle_trees"]


@dataclass(frozen=True, eq=False)
class StreamedTrees:
    """The trees of all sentences, on the disk."""

    relations: tuple[str, ...]
    notes: tuple[str, ...]
    heads: GoldFile
    numbers: GoldFile  # of the relations, as they first came
    places: NDArray[np.int32]  # what these have become

    def read(self, blocks: Sequence[int]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the head and the relation of each token of some blocks."""
        return self.heads.read(blocks), self.places[self.numbers.read(blocks)]

    def parts(self, cache: SentenceCache) -> Iterator[tuple[Sentences, NDArray[np.int32]]]:
        """Yield the sentences of one block after the other, with their heads."""
        for i, block in enumerate(cache):
            yield block, self.heads.read([i])


def settle_trees(settings: ParserSettings, cache: SentenceCache, scratch: Scratch) -> StreamedTrees:
    """Check the trees of all sentences, and make them ready to learn from."""
    heads, relations = (GoldFile(scratch, name, cache) for name in ("heads", "relations"))
    numbers: dict[str, int] = {}
    moved = Moved(0, 0)
    for block in cache:
        trees = Trees.of(block, single_root=settings.single_root)
        _check_relations(block, trees, numbers)
        if settings.projective:
            trees, here = make_projective(trees, settings.single_root)
            moved = Moved(moved.n_trees + here.n_trees, moved.n_words + here.n_words)
        own = [numbers.setdefault(name, len(numbers)) for name in trees.names]
        heads.append(trees.heads)
        relations.append(np.array(own, np.int32)[trees.relations])
    names = sorted(numbers)
    places = np.empty(len(names), np.int32)
    places[[numbers[name] for name in names]] = np.arange(len(names))
    notes = note_of_moved(moved, cache.n_sentences)
    return StreamedTrees(tuple(names), tuple(notes), heads, relations, places)


def _check_relations(block: Sentences, trees: Trees, known: dict[str, int]) -> None:
    """Raise DataError if only some of the blocks have relations."""
    if known and trees.has_relations == (NO_RELATION in known):
        raise DataError(
            f"{block.place(0)}: every token needs a relation to its head, or none has one; here "
            f"{'there are some' if trees.has_relations else 'there are none'}, and before it was "
            f"not so. Fill them in, or write {NO_RELATION!r} for all tokens."
        )
