"""Learning from blocks on a disk: counts, steps and gradients are sums over groups of blocks."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from linguine.data.keeping.scratch import Scratch
from linguine.learning import Counts, Fitted, Online
from linguine.learning.learners.batch import Batch
from linguine.learning.learners.online_state import OnlineState
from linguine.learning.problem import Problem, Table
from linguine.learning.sums import GradientSum, sum_gradients
from linguine.tasks.streaming.best import BestEpoch, alike
from linguine.tasks.streaming.evaluations import Evaluations
from linguine.tasks.streaming.groups import InBlocks, group
from linguine.tasks.streaming.summed import SummedFit

__all__ = ["Kept", "StreamedFit", "default_epochs", "with_epochs"]

W = TypeVar("W")

_STATE = "state"
#: From so many examples on fewer passes are made than in memory: about a million steps.
_MANY, _STEPS = 100_000, 1_000_000
#: What outlives a checkpoint of an online learner.
_TABLES = ("weights", "bias", "weight_lags", "bias_lags", "weight_squares", "bias_squares")
_NUMBERS = ("learning_rate", "intercept_scaling", "steps_done", "scale", "scale_sum")


def default_epochs(n_examples: int) -> int:
    """Return how many passes an online learner makes over many examples where nobody says.

    Examples
    --------
    >>> [default_epochs(n) for n in (200_000, 1_500_000)]
    [5, 3]
    """
    return max(3, min(10, _STEPS // n_examples))


def with_epochs(learner: Online, n_examples: int) -> Online:
    """Return an online learner that makes fewer passes over many examples, if nobody says."""
    if learner.epochs is not None or n_examples < _MANY:
        return learner
    return dataclasses.replace(learner, epochs=default_epochs(n_examples))


@dataclass(frozen=True)
class Kept:
    """Where a training writes down how far it has come, and how often.

    Parameters
    ----------
    scratch
        The folder; None is nowhere.
    every
        Seconds between two checkpoints.
    """

    scratch: Scratch | None = None
    every: float = 600.0


@dataclass(frozen=True, eq=False)
class StreamedFit(SummedFit[W, InBlocks[W]]):
    """How a learner learns from blocks; ``kept`` is where it goes on from."""

    kept: Kept = dataclasses.field(default_factory=Kept)

    @property
    def _groups(self) -> list[Sequence[int]]:
        return group(range(self.data.n_blocks))

    # --- counting -------------------------------------------------------------------------------

    def _count(self, learner: Counts) -> Fitted[W]:
        state: Any = None
        groups = self._groups
        problem: Any  # which has labels
        for i, problem in enumerate(self.data.problems(groups)):
            state = state or learner.begin(problem)
            if len(problem.example_weights):
                learner.learn(state, problem)
            self._tell("counting", i + 1, len(groups), 0.0)
        weights, bias = learner.answer(state, np.dtype(np.float32))
        return Fitted(self.data.unpack(weights), bias, state=state)

    # --- one example after the other ------------------------------------------------------------

    def _step(self, learner: Online) -> Fitted[W]:
        n = self.data.n_examples
        learner = with_epochs(learner, n)
        n_groups = len(self._groups)
        if n_groups == 1:  # as in memory, as all examples are there at once
            return learner.fit(self.data.whole())
        epochs = learner.count_epochs(n)
        state, epoch, done, best = self._begin(learner)
        clock, loss = time.monotonic(), 0.0
        megabytes = max(self.data.n_bytes / 1e6, 1.0)
        while epoch < epochs:
            draw = np.random.default_rng([self.use.seed, epoch])
            groups = group(draw.permutation(self.data.n_blocks).tolist())
            for i, problem in enumerate(self.data.problems(groups[done:]), done):
                if len(problem.example_weights):
                    loss = learner.advance_part(state, problem, n)
                share = (epoch + (i + 1) / n_groups) * megabytes
                self._tell(f"{learner.name} (MB)", round(share), round(epochs * megabytes), loss)
                if self.kept.scratch is not None and time.monotonic() - clock >= self.kept.every:
                    self._save(state, epoch, i + 1, best)
                    clock = time.monotonic()
            epoch, done = epoch + 1, 0
            if best.is_enough(state, learner.patience):
                break
        state.n_examples += n
        weights, bias = best.answer(state)
        standing = state.standing(max(epoch, 1))
        return Fitted(self.data.unpack(weights), bias, epoch, standing=standing)

    def _first(self) -> Problem[W]:
        """Return the problem of the first group, which settles rates and shapes."""
        problems = self.data.problems(self._groups[:1])
        problem = next(problems)
        problems.close()
        return problem

    def _begin(self, learner: Online) -> tuple[OnlineState, int, int, BestEpoch]:
        """Return the state before the next group, and where that is."""
        state, best = learner.begin(self._first()), BestEpoch(self.judge)
        found = None if self.kept.scratch is None else self.kept.scratch.load(_STATE)
        if found is None:
            return state, 0, 0, best
        assert self.kept.scratch is not None
        with self.kept.scratch.restoring():
            for name in _TABLES:
                setattr(state, name, alike(found[name], getattr(state, name)))
            for name in _NUMBERS:
                setattr(state, name, alike(found[name], np.array(getattr(state, name))).item())
            best.restore(found, state)
            epoch, done = int(found["epoch"]), int(found["group"])
            if min(epoch, state.steps_done) < 0 or not 0 <= done <= len(self._groups):
                raise self.kept.scratch.damaged("it counts on what cannot be")
        return state, epoch, done, best

    def _save(self, state: OnlineState, epoch: int, group: int, best: BestEpoch) -> None:
        assert self.kept.scratch is not None
        tables = {name: getattr(state, name) for name in (*_TABLES, *_NUMBERS)}
        told = {**tables, "epoch": epoch, "group": group, **best.arrays()}
        self.kept.scratch.save(_STATE, told)

    # --- all examples at once -------------------------------------------------------------------

    def _minimise(self, learner: Batch) -> Fitted[W]:
        problem = learner.precise(dataclasses.replace(self._first(), report=self.use.report))
        start, _ = problem.start()
        known = Evaluations(self.kept.scratch, (start.shape[0], start.shape[1]), start.dtype)

        def evaluate(weights: Table, bias: Table) -> tuple[float, Table, Table]:
            found = known.next()
            if found is None:
                found = sum_gradients(self._local(weights, bias))
                known.add(found)
            return found.value, found.by_weights, found.by_bias

        return learner.fit_sum(evaluate, problem, self.data.total_weight)

    def _local(self, weights: Table, bias: Table) -> Iterator[GradientSum]:
        for problem in self.data.problems(self._groups):
            if len(problem.example_weights):
                yield GradientSum.local(problem, weights, bias)

    def _tell(self, phase: str, step: int, total: int, value: float) -> None:
        if self.use.report is not None:
            self.use.report(phase, step, total, value)
