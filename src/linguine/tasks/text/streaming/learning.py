"""Texts in blocks: what their learners are given, group after group."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.features import Extractor, Sites
from linguine.features.weighting import WeighedAs
from linguine.learning import Fitted, LabelProblem, LabelWeights, Learner
from linguine.learning.problem import Table
from linguine.model.composition import Composition
from linguine.model.concurrency import Resources
from linguine.model.prediction import choose_labels, finite_bias, score_rows
from linguine.progress import Report
from linguine.tasks.streaming.best import Judge
from linguine.tasks.streaming.groups import group
from linguine.tasks.streaming.learning import Kept, StreamedFit
from linguine.tasks.text.streaming.cached import CachedTexts
from linguine.tasks.text.streaming.sample import Sample

__all__ = ["ReadTexts", "SomeTexts", "TextBlocks"]


class ReadTexts(Protocol):
    """Texts that were read once, wherever their rows are."""

    @property
    def extractor(self) -> Extractor:
        """What knows the features."""

    @property
    def examples(self) -> Examples:
        """Their labels and weights."""

    @property
    def classes(self) -> NDArray[Any]:
        """The labels by their codes."""

    @property
    def sample(self) -> Sample:
        """A few of them."""

    @property
    def n_rows(self) -> int:
        """How many texts there are."""

    @property
    def is_one_group(self) -> bool:
        """True if all rows are in memory at once."""

    def frequencies(self, is_known: NDArray[np.bool_]) -> tuple[NDArray[np.uint32], int]:
        """Return in how many of some rows each feature is, and how many rows these are."""


Read = TypeVar("Read", bound=ReadTexts)


@dataclass(frozen=True, eq=False)
class SomeTexts(ABC, Generic[Read]):
    """How some of the texts are learned from."""

    composition: Composition
    texts: Read
    how: WeighedAs | None  # how counts become values
    examples: Examples  # those that are learned from
    use: Resources
    judged_by: tuple[Sites, Examples] | None = None  # who says when an online learner stops

    @abstractmethod
    def fit(self) -> Fitted[LabelWeights]:
        """Find theta."""

    @abstractmethod
    def scores(self, fitted: Fitted[LabelWeights], examples: Examples) -> NDArray[np.float32]:
        """Return the scores of examples : (n_examples, n_columns)."""

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return len(self.texts.classes)

    @property
    def n_examples(self) -> int:
        """How many texts are learned from."""
        return len(self.examples)

    @property
    def total_weight(self) -> float:
        """The sum of their weights."""
        return float(self.examples.weights.sum())

    def unpack(self, weights: Table) -> LabelWeights:
        """Return the table itself."""
        return weights

    @property
    def learner(self) -> Learner:
        """What learns."""
        learner = self.composition.learner
        assert not isinstance(learner, str)  # a recipe has made it
        return learner

    @property
    def judge(self) -> Judge | None:
        """What says how good weights are: the share of right answers to others."""
        return None if self.judged_by is None else self._share_of_right

    def _share_of_right(self, weights: Table, bias: Table) -> float:
        assert self.judged_by is not None
        sites, examples = self.judged_by
        table = score_rows(sites, weights, finite_bias(bias), self.n_labels, self.use.n_threads)
        right = choose_labels(table[examples.rows], self.n_labels) == examples.gold
        return float(np.average(right, weights=examples.weights))


@dataclass(frozen=True, eq=False)
class TextBlocks(SomeTexts[CachedTexts]):
    """Texts whose rows are on a disk."""

    kept: Kept = dataclasses.field(default_factory=Kept)

    def fit(self) -> Fitted[LabelWeights]:
        """Find theta."""
        return StreamedFit(self.learner, self, self.use, self.judge, self.kept).run()

    def scores(self, fitted: Fitted[LabelWeights], examples: Examples) -> NDArray[np.float32]:
        """Return the scores of examples : (n_examples, n_columns)."""
        bias, found = finite_bias(fitted.bias), []
        blocks = np.searchsorted(self.texts.cache.first_rows(), examples.rows, side="right") - 1
        for sites, rows in self.texts.groups(self.how, group(np.unique(blocks).tolist())):
            part = self.texts.part(examples, rows)
            table = score_rows(sites, fitted.weights, bias, self.n_labels, self.use.n_threads)
            found.append(table[part.rows])
        return np.concatenate(found)

    # --- as learners see them -------------------------------------------------------------------

    @property
    def n_blocks(self) -> int:
        """How many blocks there are."""
        return len(self.texts.cache.blocks)

    @property
    def n_bytes(self) -> int:
        """How many bytes are read in a pass."""
        return self.texts.cache.n_bytes

    def problems(self, groups: Sequence[Sequence[int]]) -> Generator[LabelProblem, None, None]:
        """Yield the problem of each group of blocks."""
        for sites, rows in self.texts.groups(self.how, groups):
            yield self._problem(sites, rows, report=None)

    def whole(self) -> LabelProblem:
        """Return the problem of all texts."""
        (everything,) = self.texts.groups(self.how, [range(self.n_blocks)])
        return self._problem(*everything, report=self.use.report, judged_by=self.judged_by)

    def _problem(
        self, sites: Sites, rows: NDArray[np.int64], report: Report | None, **more: Any
    ) -> LabelProblem:
        _, problem = self.composition.compose(
            sites,
            self.texts.part(self.examples, rows),
            self.n_labels,
            n_threads=self.use.n_threads,
            seed=self.use.seed,
            report=report,
            **more,
        )
        return problem
