"""Fitting a parser to a stream: read once, settle the trees, learn group by group."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linguine.data import Trees
from linguine.data.keeping.scratch import Scratch
from linguine.data.keeping.sentence_cache import SentenceCache
from linguine.learning import Learner
from linguine.learning.problem import Table
from linguine.model.concurrency import Resources
from linguine.tasks.learner import Composed, give_passes
from linguine.tasks.parser.model import ParserModel
from linguine.tasks.parser.parted import trees_in_parts
from linguine.tasks.parser.settings import ParserSettings
from linguine.tasks.parser.streaming.gold import settle_trees
from linguine.tasks.parser.streaming.learning import TreeBlocks
from linguine.tasks.parser.training import EPOCHS_WITH_DEV, make_model, train_parser
from linguine.tasks.streaming.best import Judge
from linguine.tasks.streaming.composing import n_tables, streamed_learner
from linguine.tasks.streaming.groups import group
from linguine.tasks.streaming.memory import Memory
from linguine.tasks.streaming.training import SentenceTraining

__all__ = ["ParserTraining", "blocks_of", "check_memory", "check_streamed"]


def check_streamed(settings: ParserSettings) -> Composed:
    """Return what is learned from a stream; refuse what needs all sentences at once."""
    composed = settings.composed
    return replace(composed, learner=streamed_learner(settings, composed.learner, "sentences"))


class ParserTraining(SentenceTraining[ParserSettings, ParserModel]):
    """How a parser is made of sentences that were read once."""

    _check, _at_once = staticmethod(check_streamed), staticmethod(train_parser)

    def run(self) -> tuple[ParserModel, tuple[str, ...]]:
        """Settle trees and features, and learn."""
        settings = self.settings
        blocks = blocks_of(settings, self.cache, self.scratch, self.use)
        relations = blocks.trees.relations
        learner = check_streamed(settings).choose("tree", max(3, len(relations))).learner
        if self.dev is not None:
            learner = give_passes(learner, settings.options, EPOCHS_WITH_DEV)
        check_memory(Memory.of(self.files), blocks, learner)
        fitted = self._fit(learner, blocks, trees_in_parts, self._judge(blocks))
        size = self.cache.n_sentences, self.cache.n_tokens
        model = make_model(settings, size, blocks.extractor, relations, learner, fitted)
        return model, blocks.trees.notes

    def _judge(self, blocks: TreeBlocks) -> Judge | None:
        """Return what tells the share of held-out words with the right head and relation."""
        if self.dev is None:
            return None
        dev, settings, names = self.dev, self.settings, blocks.trees.relations
        gold = Trees.of(dev, need_relations=len(names) > 1, single_root=settings.single_root)
        asked = np.array(gold.names)[gold.relations]

        def judge(weights: Table, bias: Table) -> float:
            model = ParserModel(
                blocks.extractor,
                blocks.unpack(weights),
                names,
                settings.projective,
                settings.single_root,
                n_threads=self.use.n_threads,
            )
            found = model.parse(dev)
            right = found.heads == gold.heads
            if len(names) > 1:
                right &= np.array(names)[found.relations] == asked
            return float(right.mean())

        return judge


def check_memory(memory: Memory, blocks: TreeBlocks, learner: Learner) -> int:
    """Return how much a learner needs; DataError if that is too much."""
    n_cells = blocks.n_cells
    told = f"{n_cells:,} weights by {learner.name}"
    fix = "take fewer (--shared-bits 20, --relation-bits 15)"
    return memory.check_needed(4 * n_cells * n_tables(learner), told, fix)


def blocks_of(
    settings: ParserSettings, cache: SentenceCache, scratch: Scratch, use: Resources
) -> TreeBlocks:
    """Return sentences as a learner sees them, when their trees and features are settled."""
    trees = settle_trees(settings, cache, scratch)
    extractor = settings.extractor(cache.read(group(range(len(cache.blocks)))[0]))
    extractor.fit_parts(trees.parts(cache))
    composed = check_streamed(settings)
    l2 = composed.choose("tree", max(3, len(trees.relations))).l2
    return TreeBlocks(cache, settings, composed.loss, l2, extractor, trees, use)
