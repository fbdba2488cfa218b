"""Summed fits: what learning from blocks on a disk and from the parts of workers have alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from linguine.learning import Counts, Fitted, Learner, Online
from linguine.learning.learners.batch import Batch
from linguine.learning.problem import Table
from linguine.model.concurrency import Resources
from linguine.tasks.streaming.best import Judge

__all__ = ["InPieces", "SummedFit"]

W = TypeVar("W")
W_co = TypeVar("W_co", covariant=True)
Pieces = TypeVar("Pieces")


class InPieces(Protocol[W_co]):
    """What is learned from, in pieces that follow from the data alone."""

    @property
    def n_examples(self) -> int:
        """How many examples are learned from."""

    @property
    def total_weight(self) -> float:
        """The sum of their weights."""

    def unpack(self, weights: Table) -> W_co:
        """Return a table that a learner found as the task's own weights."""


@dataclass(frozen=True, eq=False)
class SummedFit(ABC, Generic[W, Pieces]):
    """How a learner learns from pieces.

    Parameters
    ----------
    learner
        One that counts, one that sees all examples by their gradients, or one of steps.
    data
        What it learns from.
    use
        Threads, seed and progress.
    judge
        What says when an online learner stops; None: it makes all its passes.
    """

    learner: Learner
    data: Pieces
    use: Resources
    judge: Judge | None = None

    def run(self) -> Fitted[W]:
        """Find theta."""
        learner = self.learner
        if isinstance(learner, Counts):
            return self._count(learner)
        if isinstance(learner, Batch):
            return self._minimise(learner)
        assert isinstance(learner, Online)
        return self._step(learner)

    @abstractmethod
    def _count(self, learner: Counts) -> Fitted[W]: ...

    @abstractmethod
    def _minimise(self, learner: Batch) -> Fitted[W]: ...

    @abstractmethod
    def _step(self, learner: Online) -> Fitted[W]: ...
