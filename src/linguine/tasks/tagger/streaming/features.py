"""Features of a stream: what its sentences show, counted block after block."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.data.reading.column_names import word_column
from linguine.features import TokenExtractor
from linguine.features.named_keys import NamedKeys
from linguine.features.text.growing_table import GrowingTable
from linguine.features.token.plan import visible_columns
from linguine.features.vocabulary import Vocabulary
from linguine.model.concurrency import Resources, one_ahead
from linguine.tasks.streaming.groups import group
from linguine.tasks.streaming.memory import Memory
from linguine.tasks.tagger.model import hash_words

__all__ = ["PER_FEATURE", "Features", "count_features"]

#: What a feature that is counted takes: its key, its place in a table, its name, its count.
PER_FEATURE = 100


class Features:
    """Features of tokens or of edges, with how often they are and how often they must be."""

    def __init__(self, extractor: TokenExtractor, scratch: Scratch, *, edges: bool) -> None:
        self._extractor, self._edges = extractor, edges
        self._known = NamedKeys(scratch, "edge-" if edges else "")
        self._known.forget()
        self._counts = GrowingTable(np.zeros(0, np.uint32))
        self._least = GrowingTable(np.zeros(0, np.uint32), 1)

    def __len__(self) -> int:
        return len(self._known)

    def add(self, sentences: Sentences) -> None:
        """Count those of more sentences."""
        found, counts = self._extractor.count(sentences, edges=self._edges)
        numbers = self._known.number(found)
        for table in (self._counts, self._least):
            table.extend(len(self))
        self._counts.rows[numbers] += counts
        for keys, minimum in self._extractor.minima(sentences, edges=self._edges):
            self._least.rows[numbers[np.searchsorted(found.keys, keys)]] = minimum

    def settle(self) -> tuple[Vocabulary, NDArray[np.uint32]]:
        """Return those that are there often enough, and how often they are."""
        counts = self._counts.rows
        kept, vocabulary = self._known.settle(counts >= self._least.rows)
        return vocabulary, counts[kept]


def count_features(
    extractor: TokenExtractor,
    cache: SentenceCache,
    scratch: Scratch,
    hidden: tuple[str, ...] | None,
    memory: Memory,
    use: Resources,
) -> NDArray[np.uint32]:
    """Let an extractor know the features of all sentences; return the hashes of their words."""
    tokens = Features(extractor, scratch, edges=False)
    edges = Features(extractor, scratch, edges=True) if extractor.has_edges else None
    words = np.zeros(0, np.uint32)
    megabytes, groups = cache.n_bytes / 1e6, group(range(len(cache.blocks)))
    # By groups, as every feature of a piece is given a name.
    for i, read in enumerate(one_ahead(cache.read(each) for each in groups)):
        block = replace(read, hidden=hidden)
        tokens.add(block)
        if edges is not None:
            edges.add(block)
        words = np.union1d(words, hash_words(block.column(word_column(visible_columns(block)))))
        n = len(tokens) + (0 if edges is None else len(edges))
        memory.check_needed(n * PER_FEATURE, f"{n:,} features so far", "keep fewer features, "
                            "by other templates (--template FILE)")  # fmt: skip
        if use.report is not None:
            done = (i + 1) / len(groups) * megabytes
            use.report("counting features (MB)", round(done), round(megabytes), float(n))
    found, extractor.counts_ = tokens.settle()
    known_edges = None
    if edges is not None:
        known_edges, extractor.edge_counts_ = edges.settle()
    extractor.restore(found, known_edges)
    return words.astype(np.uint32)
