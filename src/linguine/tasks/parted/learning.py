"""Learning from parts: counts, gradients and mixed passes are sums over parts, merged in a tree."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from linguine.learning import Counts, Fitted, Learner, Online
from linguine.learning.learners.batch import Batch
from linguine.learning.learners.mixing import Mixed, Mixture, mix
from linguine.learning.learners.online_state import OnlineState
from linguine.learning.problem import Problem, Table
from linguine.learning.sums import GradientSum, add_counts, add_gradients
from linguine.model.concurrency import Resources
from linguine.model.engines.engine import Engine, Handle
from linguine.tasks.streaming.best import BestEpoch, Judge
from linguine.tasks.streaming.learning import with_epochs

__all__ = ["InParts", "Part", "PartedFit"]

W = TypeVar("W")
W_co = TypeVar("W_co", covariant=True)


class Part(Protocol[W_co]):
    """What a worker holds: a piece of the data that can state its problem."""

    def problem(self) -> Problem[W_co]:
        """Return the problem of the part; those of all parts have weights of the same shape."""


class InParts(Protocol[W_co]):
    """What is learned from, in parts that follow from the data alone."""

    @property
    def engine(self) -> Engine:
        """Who works."""

    @property
    def parts(self) -> list[Handle]:
        """A :class:`Part` each; the first has an example."""

    @property
    def n_examples(self) -> int:
        """How many examples are learned from."""

    @property
    def total_weight(self) -> float:
        """The sum of their weights."""

    def shape(self) -> Problem[W_co]:
        """Return a problem without an example, which has the penalty and the weights' shape."""

    def unpack(self, weights: Table) -> W_co:
        """Return a table that a learner found as the task's own weights."""


@dataclass(frozen=True, eq=False)
class PartedFit(Generic[W]):
    """How a learner learns from parts.

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
    data: InParts[W]
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
        return self._mix(learner)

    def _count(self, learner: Counts) -> Fitted[W]:
        engine = self.data.engine
        tell = self._tell("counting")
        found = engine.map("counts", _count_part, [self.data.parts], [learner], tell)
        state = engine.merge("add-counts", add_counts, found)
        weights, bias = learner.answer(state, np.dtype(np.float32))
        return Fitted(self.data.unpack(weights), bias, state=state)

    def _minimise(self, learner: Batch) -> Fitted[W]:
        engine = self.data.engine
        problem = dataclasses.replace(self.data.shape(), report=self.use.report)

        def evaluate(weights: Table, bias: Table) -> tuple[float, Table, Table]:
            theta = engine.share("weights", (weights.copy(), bias.copy()))
            found = engine.map("gradient", _gradient_of_part, [self.data.parts], [theta])
            total = engine.merge("add-gradients", add_gradients, found)
            return total.value, total.by_weights.copy(), total.by_bias.copy()

        return learner.fit_sum(evaluate, problem, self.data.total_weight)

    def _mix(self, learner: Online) -> Fitted[W]:
        engine, n = self.data.engine, self.data.n_examples
        learner = with_epochs(learner, n)
        epochs = learner.count_epochs(n)
        (begun,) = engine.gather(engine.map("begin", _begin, [self.data.parts[:1]], [learner]))
        mixed, best = Mixed(begun, -(-n // learner.batch_size)), BestEpoch(self.judge)
        for epoch in range(epochs):
            start = engine.share("weights", mixed.start)
            told = [learner, start, epoch, n]
            passes = engine.map("pass", _pass_over_part, [self.data.parts], told)
            found = engine.merge("mix", mix, passes)
            mixed.advance(found)
            if self.use.report is not None:
                self.use.report(learner.name, epoch + 1, epochs, found.loss)
            if best.is_enough(mixed, learner.patience):
                break
        weights, bias = best.answer(mixed)
        standing = mixed.standing(n)
        return Fitted(self.data.unpack(weights), bias, mixed.n_epochs, standing=standing)

    def _tell(self, phase: str) -> Any:
        report = self.use.report
        return None if report is None else lambda done, n: report(phase, done, n, 0.0)


def _count_part(part: Part[Any], learner: Counts) -> Any:
    problem: Any = part.problem()  # which has labels
    state = learner.begin(problem)
    if len(problem.example_weights):
        learner.learn(state, problem)
    return state


def _gradient_of_part(part: Part[Any], theta: tuple[Table, Table]) -> GradientSum | None:
    problem = part.problem()
    # What was sent may be memory that nobody can write to, which the core asks for.
    weights, bias = (np.require(each, requirements=("C", "W")) for each in theta)
    return GradientSum.local(problem, weights, bias) if len(problem.example_weights) else None


def _begin(part: Part[Any], learner: Online) -> OnlineState:
    return learner.begin(part.problem())


def _pass_over_part(
    part: Part[Any], learner: Online, start: OnlineState, epoch: int, n_examples: int
) -> Mixture | None:
    problem = part.problem()
    if not len(problem.example_weights):
        return None
    return Mixture.local(learner, problem, start, epoch, n_examples)
