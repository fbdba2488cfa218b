"""Taggers in parts: one process reads the sentences, workers hold them as rows and learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Sentences
from linguine.data.targets.tag_scheme import TagScheme
from linguine.features import TokenExtractor, TokenRows
from linguine.features.token.templates import TokenTemplates
from linguine.features.vocabulary import Vocabulary
from linguine.learning import Batch, ChainData, ChainProblem, ChainWeights
from linguine.learning.chain_part import Cells, ChainPart
from linguine.model.concurrency import Resources
from linguine.model.engines.engine import Engine
from linguine.tasks.learner import Composed
from linguine.tasks.parted.learning import InParts
from linguine.tasks.parted.sentences import SomeBlocks
from linguine.tasks.streaming.groups import group
from linguine.tasks.tagger.fitting import TaggerData, make_problem
from linguine.tasks.tagger.gold.tags import make_rules
from linguine.tasks.tagger.streaming.learning import ChainBlocks

__all__ = ["Frame", "Piece", "chains_in_parts"]


@dataclass(frozen=True, eq=False)
class Seeing:
    """What a worker needs to see the features of sentences."""

    templates: TokenTemplates
    keys: NDArray[np.uint64]
    edge_keys: NDArray[np.uint64] | None
    hidden: tuple[str, ...] | None

    @classmethod
    def of(cls, blocks: ChainBlocks) -> Seeing:
        """Return what the extractor of some blocks has learned, without names."""
        known, edges = blocks.extractor.vocabulary_, blocks.extractor.edge_vocabulary_
        assert known is not None
        told = known.keys, None if edges is None else edges.keys, blocks.hidden
        return cls(blocks.extractor.templates, *told)

    def rows(self, sentences: Sentences) -> TokenRows:
        """Return the rows of sentences."""
        extractor = TokenExtractor(self.templates, n_threads=1)
        edges = None if self.edge_keys is None else _nameless(self.edge_keys)
        extractor.restore(_nameless(self.keys), edges)
        return extractor.rows(replace(sentences, hidden=self.hidden))


def _nameless(keys: NDArray[np.uint64]) -> Vocabulary:
    return Vocabulary(keys, np.zeros(len(keys) + 1, np.int64), np.zeros(0, np.uint8))


@dataclass(frozen=True, eq=False)
class Frame:
    """What all parts are told before they can state their problems."""

    composed: Composed
    choices: dict[str, Any]
    tags: tuple[str, ...]
    scheme: TagScheme
    order: int
    learns_transitions: bool
    ranks: NDArray[np.int32]
    seed: int
    seen: Cells | None = None

    def problem(self, rows: TokenRows, gold: NDArray[np.int32]) -> ChainProblem:
        """Return the problem of some sentences."""
        learns = self.learns_transitions
        rules = make_rules(self.tags, self.scheme, self.order, learns_transitions=learns)
        data = ChainData.of(rows.tokens, rows.offsets, gold, None, rows.edges, self.ranks)
        told = TaggerData(rules, Resources(1, self.seed), rows=data)
        is_batch = isinstance(self.composed.learner, Batch)
        kind = ChainPart if is_batch else ChainProblem
        return make_problem(self.composed, told, kind=kind, seen=self.seen, **self.choices)


@dataclass(frozen=True, eq=False)
class Piece:
    """Some sentences of a worker, as rows."""

    frame: Frame
    rows: TokenRows
    gold: NDArray[np.int32]

    def __sizeof__(self) -> int:
        """Return how much it will be: its own rows besides those it is made of."""
        edges = 0 if self.rows.edges is None else self.rows.edges.indices.nbytes
        return self.rows.tokens.indices.nbytes + edges + self.gold.nbytes

    def __getstate__(self) -> dict[str, Any]:
        """Leave the problem behind: it can be made again."""
        return {name: value for name, value in vars(self).items() if name != "_problem"}

    def problem(self) -> ChainProblem:
        """Return the problem of the part, which stays in memory for the next pass."""
        return self._problem

    @cached_property
    def _problem(self) -> ChainProblem:
        return self.frame.problem(self.rows, self.gold)


def chains_in_parts(blocks: ChainBlocks, engine: Engine) -> InParts[ChainWeights]:
    """Give the sentences of blocks to workers: groups of blocks, which follow from the data."""
    about = blocks.tags.about
    frame = Frame(
        blocks.composed,
        blocks.choices,
        tuple(about.names),
        about.scheme,
        blocks.rules.order,
        blocks.extractor.templates.transitions,
        blocks.ranks,
        blocks.use.seed,
    )
    groups = group(range(blocks.n_blocks))
    texts = [SomeBlocks.of(blocks.cache, each) for each in groups]
    gold = [blocks.tags.read(each) for each in groups]
    seeing = engine.share("features", Seeing.of(blocks))
    rows = engine.map("rows", _see, [texts], [seeing])
    if isinstance(blocks.composed.learner, Batch):
        told = engine.share("frame", frame)
        found = engine.map("cells", _find_cells, [rows, gold], [told])
        n_labels = len(about.names)
        seen = engine.merge("merge-cells", CellMerge(n_labels), found)
        frame, blocks = replace(frame, seen=seen), replace(blocks, seen=seen)
    parts = engine.map("frame-rows", _frame, [rows, gold], [engine.share("frame", frame)])
    return InParts(engine, parts, blocks)


def _see(blocks: SomeBlocks, seeing: Seeing) -> TokenRows:
    return seeing.rows(blocks.sentences())


def _frame(rows: TokenRows, gold: NDArray[np.int32], frame: Frame) -> Piece:
    return Piece(frame, rows, gold)


def _find_cells(rows: TokenRows, gold: NDArray[np.int32], frame: Frame) -> Cells:
    problem = frame.problem(rows, gold)
    assert isinstance(problem, ChainPart)
    return problem.find_cells()


@dataclass(frozen=True)
class CellMerge:
    """The union of cells of neighbours.

    Examples
    --------
    >>> one, two = (np.array([0, 1]), np.array([0])), (np.array([0, 2]), np.array([0, 2]))
    >>> offsets, labels = CellMerge(3)([one, two])
    >>> offsets.tolist(), labels.tolist()
    ([0, 2], [0, 2])
    """

    n_labels: int

    def __call__(self, parts: Sequence[Cells]) -> Cells:
        """Return the cells that any of them has."""
        n_rows = len(parts[0][0]) - 1
        rows = [np.repeat(np.arange(n_rows), np.diff(offsets)) for offsets, _ in parts]
        cells = [
            each * self.n_labels + labels for each, (_, labels) in zip(rows, parts, strict=True)
        ]
        found = np.unique(np.concatenate(cells))
        offsets = np.searchsorted(found, np.arange(n_rows + 1) * self.n_labels)
        return offsets.astype(np.int64), (found % self.n_labels).astype(np.int32)
