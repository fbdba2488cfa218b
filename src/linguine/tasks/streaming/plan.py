"""Plan: what a training will take, said before it begins, from a sample."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from linguine.data.reading.files import Files
from linguine.learning import Counts, Learner, Online
from linguine.tasks.streaming.learning import default_epochs

__all__ = ["Foreseen", "Head", "Passes", "foresee_passes", "grow", "read_head", "rows_of"]

#: How much is read, of how many files at most.
_BYTES, _N_FILES = 8 << 20, 8
#: Gradients that L-BFGS asks for until it is exact enough, about: 25 to 80 on the data we know.
_EVALUATIONS = 60
#: What is counted is counted again without each fold that calibrates.
_FOLDS = 4


@dataclass(frozen=True)
class Foreseen:
    """What a training will take, about."""

    unit: str  # what an example is called, several of them
    n_examples: int
    n_bytes: int
    n_features: int
    n_labels: int
    n_passes: int
    seconds: float
    memory_bytes: int
    model_bytes: int
    cache_bytes: int
    learner: str
    in_memory_bytes: int  # of a training that holds all examples
    is_streamed: bool  # because they do not fit, or a checkpoint is wanted
    n_sampled: int

    @property
    def facts(self) -> dict[str, Any]:
        """The same as plain data."""
        return dataclasses.asdict(self)


@dataclass(frozen=True)
class Head(Files):
    """The beginnings of some files: what a plan is made from."""

    sampled: tuple[Any, ...] = ()
    n_sampled: int = 0  # bytes

    @property
    def n_bytes(self) -> int:
        """How much text was read."""
        return self.n_sampled

    def blocks(self, block_bytes: int | None = None) -> Iterator[Any]:
        """Yield what was read already."""
        return iter(self.sampled)

    def share_of(self, files: Files) -> float:
        """Return how many times as much the files hold."""
        return max(files.n_bytes, self.n_bytes) / max(self.n_bytes, 1)


def read_head(files: Files, n_bytes_of: Callable[[Any], int], most: int = _BYTES) -> Head:
    """Return the beginnings of some of the files, together as many bytes at most, about."""
    chosen = files.paths[:: -(-len(files.paths) // _N_FILES)]
    sampled: list[Any] = []
    n_bytes = 0
    for path in chosen:
        n_read = 0
        for block in dataclasses.replace(files, paths=(path,)).blocks(1 << 18):
            sampled.append(block)
            n_read += n_bytes_of(block)
            if n_read >= most // len(chosen):
                break
        n_bytes += n_read
    told = {name: getattr(files, name) for name in ("paths", "memory", "options")}
    return Head(**told, sampled=tuple(sampled), n_sampled=n_bytes)


@dataclass(frozen=True)
class Passes:
    """How a learner goes over the examples.

    Parameters
    ----------
    learner
        The learner, cut short: it makes one pass, to be timed.
    whole
        As it will learn.
    """

    learner: Learner
    whole: Learner

    def count(self, n_examples: int, seconds: float) -> tuple[int, float]:
        """Return how many passes there will be, and the seconds of each, by those of the short one.

        A minimum asks for two gradients before it has made a step.
        """
        if isinstance(self.whole, Online):
            return self.whole.epochs or default_epochs(n_examples), seconds
        if isinstance(self.whole, Counts):
            return _FOLDS, seconds
        return _EVALUATIONS, seconds / 2


def foresee_passes(learner: Learner) -> Passes:
    """Return a learner and the same with one pass."""
    if isinstance(learner, Online):
        return Passes(dataclasses.replace(learner, epochs=1), learner)
    if isinstance(learner, Counts):
        return Passes(learner, learner)
    return Passes(dataclasses.replace(learner, max_iterations=1), learner)  # type: ignore[type-var]


def grow(before: int, after: int, share: float) -> float:
    """Return how many features there will be: they grow by a power of the text (Heaps' law).

    Parameters
    ----------
    before, after
        How many there are in half of the sample, and in all of it.
    share
        How many times as much there is as in the sample.

    Examples
    --------
    >>> round(grow(50, 100, 4.0)), round(grow(8, 8, 2.0))
    (400, 8)
    """
    power = min(max(math.log2(max(after, 1) / max(before, 1)), 0.05), 1.0)
    return float(max(after, 1) * share**power)


def rows_of(foreseen: Foreseen) -> list[tuple[str, str]]:
    """Return the same for people: a name, and what belongs to it."""
    from linguine.reports.tables import size

    seconds = foreseen.seconds
    lasts = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
    at_once = f"all at once: about {size(foreseen.in_memory_bytes)}"
    chosen = "part by part" if foreseen.is_streamed else "all at once, which fits"
    return [
        (foreseen.unit, f"about {foreseen.n_examples:,}, {size(foreseen.n_bytes)}"),
        ("labels", f"{foreseen.n_labels} in the sample of {foreseen.n_sampled:,}"),
        ("features", f"about {foreseen.n_features:,}"),
        ("learner", f"{foreseen.learner} part by part, {foreseen.n_passes} passes"),
        ("memory", f"about {size(foreseen.memory_bytes)} part by part; {at_once}"),
        ("disk", f"about {size(foreseen.cache_bytes)} while it learns part by part"),
        ("time", f"about {lasts} part by part"),
        ("model", f"about {size(foreseen.model_bytes)}"),
        ("chosen", chosen),
    ]
