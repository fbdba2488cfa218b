"""Learning from parts: counts, gradients and mixed passes are sums over parts, merged in a tree."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from linguine.learning import Counts, Fitted, Online
from linguine.learning.learners.batch import Batch
from linguine.learning.learners.mixing import Mixed, Mixture, mix
from linguine.learning.learners.online_state import OnlineState
from linguine.learning.problem import Problem, Table
from linguine.learning.sums import GradientSum, add_counts, add_gradients
from linguine.model.engines.engine import Engine, Handle
from linguine.tasks.streaming.best import BestEpoch
from linguine.tasks.streaming.learning import with_epochs
from linguine.tasks.streaming.summed import InPieces, SummedFit

__all__ = ["InParts", "Part", "PartedFit", "Whole"]

W = TypeVar("W")
W_co = TypeVar("W_co", covariant=True)


class Part(Protocol[W_co]):
    """What a worker holds: a piece of the data that can state its problem."""

    def problem(self) -> Problem[W_co]:
        """Return the problem of the part; those of all parts have weights of the same shape."""


class Whole(InPieces[W_co], Protocol[W_co]):
    """What is learned from, as the one who asks knows it: what all parts have alike."""

    def shape(self) -> Problem[W_co]:
        """Return a problem that has the penalty and the weights' shape."""


@dataclass(frozen=True, eq=False)
class InParts(Generic[W_co]):
    """What is learned from, in parts that workers hold and that follow from the data alone."""

    engine: Engine
    parts: list[Handle]  # a Part each; the first has an example
    whole: Whole[W_co]


@dataclass(frozen=True, eq=False)
class PartedFit(SummedFit[W, InParts[W]]):
    """How a learner learns from parts."""

    def _count(self, learner: Counts) -> Fitted[W]:
        engine = self.data.engine
        tell = self._tell("counting")
        found = engine.map("counts", _count_part, [self.data.parts], [learner], tell)
        state = engine.merge("add-counts", add_counts, found)
        weights, bias = learner.answer(state, np.dtype(np.float32))
        return Fitted(self.data.whole.unpack(weights), bias, state=state)

    def _minimise(self, learner: Batch) -> Fitted[W]:
        engine = self.data.engine
        problem = dataclasses.replace(self.data.whole.shape(), report=self.use.report)

        def evaluate(weights: Table, bias: Table) -> tuple[float, Table, Table]:
            theta = engine.share("weights", (weights, bias))
            found = engine.map("gradient", _gradient_of_part, [self.data.parts], [theta])
            total = engine.merge("add-gradients", add_gradients, found)
            return total.value, total.by_weights, total.by_bias

        return learner.fit_sum(evaluate, problem, self.data.whole.total_weight)

    def _step(self, learner: Online) -> Fitted[W]:
        engine, n = self.data.engine, self.data.whole.n_examples
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
        return Fitted(self.data.whole.unpack(weights), bias, mixed.n_epochs, standing=standing)

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
