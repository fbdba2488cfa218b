"""Sentences in blocks: what the learners of taggers are given, group after group."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Sentences
from linguine.features import TokenExtractor
from linguine.learning import Batch, ChainData, ChainProblem, ChainWeights
from linguine.learning.chain_part import Cells, ChainPart
from linguine.learning.problem import Table
from linguine.model.concurrency import Resources, one_ahead
from linguine.progress import Report
from linguine.tasks.learner import Composed
from linguine.tasks.streaming.groups import group
from linguine.tasks.streaming.sentences import SentenceBlocks
from linguine.tasks.tagger.fitting import TaggerData, make_problem
from linguine.tasks.tagger.streaming.gold import StreamedTags

__all__ = ["ChainBlocks"]


@dataclass(frozen=True, eq=False)
class ChainBlocks(SentenceBlocks):
    """Sentences as a learner sees them."""

    composed: Composed
    choices: dict[str, Any]  # what counts as a parameter
    rules: _core.ChainRules
    extractor: TokenExtractor
    tags: StreamedTags
    hidden: tuple[str, ...] | None  # columns that nobody looks at
    use: Resources
    seen: Cells | None = None  # of a batch learner: the cells that are parameters

    def with_cells(self) -> ChainBlocks:
        """Return the same for a batch learner: it gives weights to what all sentences show."""
        if not isinstance(self.composed.learner, Batch):
            return self
        cells: Cells | None = None
        for problem in self._problems(ChainPart, group(range(self.n_blocks))):
            assert isinstance(problem, ChainPart)
            cells = replace(problem, seen=cells).find_cells()
        return replace(self, seen=cells)

    # --- as learners see them -------------------------------------------------------------------

    @property
    def n_cells(self) -> int:
        """How many weights there are."""
        if self.seen is not None:
            return len(self.seen[1])
        n_edges = len(self.extractor.edge_vocabulary_ or ()) * self.rules.n_labels
        n_rows = len(self.extractor.vocabulary_ or ()) + n_edges + self.rules.n_rows
        return n_rows * _core.stride(self.rules.n_labels)

    def problems(self, groups: Sequence[Sequence[int]]) -> Generator[ChainProblem, None, None]:
        """Yield the problem of each group of blocks."""
        yield from self._problems(ChainProblem if self.seen is None else ChainPart, groups)

    def whole(self) -> ChainProblem:
        """Return the problem of all sentences."""
        return self._problem(self._load(range(self.n_blocks)), ChainProblem, self.use.report)

    def shape(self) -> ChainProblem:
        """Return the problem of no sentence, whose weights are those of all."""
        kind = ChainProblem if self.seen is None else ChainPart
        return self._problem(self._load(()), kind, None)

    def unpack(self, weights: Table) -> ChainWeights:
        """Return the weights that are not zero."""
        return self.shape().unpack(weights)

    def _problems(
        self, kind: type[ChainProblem], groups: Sequence[Sequence[int]]
    ) -> Generator[ChainProblem, None, None]:
        for data in one_ahead(self._load(each) for each in groups):
            yield self._problem(data, kind, None)

    def _problem(
        self, data: ChainData, kind: type[ChainProblem], report: Report | None
    ) -> ChainProblem:
        use = dataclasses.replace(self.use, report=report)
        told = TaggerData(self.rules, use, rows=data)
        return make_problem(self.composed, told, kind=kind, seen=self.seen, **self.choices)

    def _load(self, blocks: Sequence[int]) -> ChainData:
        sentences, gold = self._sentences(blocks)
        rows = self.extractor.rows(sentences)
        return ChainData.of(rows.tokens, rows.offsets, gold, None, rows.edges, self.ranks)

    def _sentences(self, blocks: Sequence[int]) -> tuple[Sentences, NDArray[np.int32]]:
        if not blocks:
            assert self.cache.like is not None
            return replace(self.cache.like, hidden=self.hidden), np.zeros(0, np.int32)
        return replace(self.cache.read(blocks), hidden=self.hidden), self.tags.read(blocks)

    @cached_property
    def ranks(self) -> NDArray[np.int32]:
        """Where each feature lies: frequent ones first, which memory likes."""
        counts = self.extractor.counts_
        assert counts is not None
        ranks = np.empty(len(counts), np.int32)
        ranks[np.argsort(-counts.astype(np.int64), kind="stable")] = np.arange(
            len(counts), dtype=np.int32
        )
        return ranks
