"""Parsers in parts: one process reads the sentences, workers hold them and learn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.features.arc.extractor import ArcExtractor
from linguine.learning import Loss
from linguine.learning.tree_problem import TreeData, TreeProblem, TreeWeights
from linguine.model.concurrency import Resources
from linguine.model.engines.engine import Engine
from linguine.tasks.parser.model import feed_sentences
from linguine.tasks.parser.settings import ParserSettings
from linguine.tasks.parser.streaming.learning import TreeBlocks
from linguine.tasks.parser.training import make_problem
from linguine.tasks.parted.learning import InParts
from linguine.tasks.parted.sentences import SomeBlocks
from linguine.tasks.streaming.groups import group

__all__ = ["Frame", "Piece", "trees_in_parts"]


@dataclass(frozen=True, eq=False)
class Frame:
    """What all parts are told before they can state their problems."""

    settings: ParserSettings
    extractor: ArcExtractor
    n_relations: int
    loss: Loss
    l2: float
    seed: int

    def problem(
        self, blocks: SomeBlocks, heads: NDArray[np.int32], relations: NDArray[np.int32]
    ) -> TreeProblem:
        """Return the problem of some sentences."""
        sentences = blocks.sentences()
        fed = feed_sentences(self.extractor, sentences)
        weights = np.ones(sentences.n_sentences)
        data = TreeData(fed, sentences.offsets, heads, relations, weights)
        told = self.extractor, self.n_relations, data, self.loss, self.l2
        return make_problem(self.settings, Resources(1, self.seed), *told)


@dataclass(frozen=True, eq=False)
class Piece:
    """Some sentences of a worker, and their trees."""

    frame: Frame
    blocks: SomeBlocks
    heads: NDArray[np.int32]
    relations: NDArray[np.int32]

    def __sizeof__(self) -> int:
        """Return how much it will be: sentences as the core reads them, and the trees."""
        return self.blocks.held.n_bytes + 8 * len(self.heads)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the problem behind: it can be made again."""
        return {name: value for name, value in vars(self).items() if name != "_problem"}

    def problem(self) -> TreeProblem:
        """Return the problem of the part, which stays in memory for the next pass."""
        return self._problem

    @cached_property
    def _problem(self) -> TreeProblem:
        return self.frame.problem(self.blocks, self.heads, self.relations)


def trees_in_parts(blocks: TreeBlocks, engine: Engine) -> InParts[TreeWeights]:
    """Give the sentences of blocks to workers: groups of blocks, which follow from the data."""
    n_relations = len(blocks.trees.relations)
    told = blocks.extractor, n_relations, blocks.loss, blocks.l2, blocks.use.seed
    frame = engine.share("frame", Frame(blocks.settings, *told))
    groups = group(range(blocks.n_blocks))
    trees = [blocks.trees.read(each) for each in groups]
    columns: list[list[Any]] = [
        [SomeBlocks.of(blocks.cache, each) for each in groups],
        [heads for heads, _ in trees],
        [relations for _, relations in trees],
    ]
    return InParts(engine, engine.map("trees", _piece, columns, [frame]), blocks)


def _piece(
    blocks: SomeBlocks, heads: NDArray[np.int32], relations: NDArray[np.int32], frame: Frame
) -> Piece:
    return Piece(frame, blocks, heads, relations)
