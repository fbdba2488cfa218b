"""Trees in blocks: what the learners of parsers are given, group after group."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linguine.features.arc.extractor import ArcExtractor
from linguine.learning import Loss
from linguine.learning.problem import Table
from linguine.learning.tree_problem import TreeData, TreeProblem, TreeWeights
from linguine.model.concurrency import Resources, one_ahead
from linguine.progress import Report
from linguine.tasks.parser.model import feed_sentences
from linguine.tasks.parser.settings import ParserSettings
from linguine.tasks.parser.streaming.gold import StreamedTrees
from linguine.tasks.parser.training import make_problem
from linguine.tasks.streaming.sentences import SentenceBlocks

__all__ = ["TreeBlocks"]


@dataclass(frozen=True, eq=False)
class TreeBlocks(SentenceBlocks):
    """Sentences and their trees as a learner sees them; features are made as it goes."""

    settings: ParserSettings
    loss: Loss
    l2: float
    extractor: ArcExtractor
    trees: StreamedTrees
    use: Resources

    @cached_property
    def n_cells(self) -> int:
        """How many weights there are."""
        return self.shape().n_weight_rows

    def problems(self, groups: Sequence[Sequence[int]]) -> Generator[TreeProblem, None, None]:
        """Yield the problem of each group of blocks."""
        for data in one_ahead(self._load(each) for each in groups):
            yield self._problem(data, None)

    def whole(self) -> TreeProblem:
        """Return the problem of all sentences."""
        return self._problem(self._load(range(self.n_blocks)), self.use.report)

    def shape(self) -> TreeProblem:
        """Return the problem of some sentences, whose weights are those of all."""
        return self._problem(self._load([0]), None)

    def unpack(self, weights: Table) -> TreeWeights:
        """Return the cells as two tables."""
        return self.shape().unpack(weights)

    def _problem(self, data: TreeData, report: Report | None) -> TreeProblem:
        use = dataclasses.replace(self.use, report=report)
        n_relations = len(self.trees.relations)
        return make_problem(
            self.settings, use, self.extractor, n_relations, data, self.loss, self.l2
        )

    def _load(self, blocks: Sequence[int]) -> TreeData:
        sentences = self.cache.read(blocks)
        heads, relations = self.trees.read(blocks)
        fed = feed_sentences(self.extractor, sentences)
        weights = np.ones(sentences.n_sentences)
        return TreeData(fed, sentences.offsets, heads, relations, weights)
