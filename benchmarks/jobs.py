"""What is measured: a job is an objective for every rival; a suite is data sets times jobs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.datasets import Dataset


@dataclass(frozen=True)
class Job:
    """A problem that every rival is asked to solve, in the convention of docs/design/0001.

    F(theta) = sum_i loss_i + l2/2 |theta|^2 + l1 |theta|_1, a sum over rows; C = 1/l2. An empty
    ``loss`` means that the rivals share an algorithm, not an objective (perceptron, MIRA, counts):
    then no F is reported.
    """

    name: str
    about: str
    loss: str = ""
    multiclass: str = "joint"
    l2: float = 0.0
    l2_per_row: float = 0.0
    l1: float = 0.0
    regularize_intercept: bool = False
    least_labels: int = 2
    most_labels: int | None = None

    def fits(self, n_labels: int) -> bool:
        return self.least_labels <= n_labels <= (self.most_labels or n_labels)

    def l2_for(self, n_rows: int) -> float:
        """The l2 of our sum; stochastic rivals weigh a mean, so theirs is times the rows."""
        return self.l2 + self.l2_per_row * n_rows


@dataclass(frozen=True)
class Suite:
    name: str
    about: str
    jobs: tuple[Job, ...]
    datasets: tuple[str, ...]
    rivals: tuple[str, ...]
    threads: tuple[int, ...] = (2,)

    def cases(self, datasets: dict[str, Dataset]) -> Iterator[tuple[Dataset, Job]]:
        for dataset in datasets.values():
            for job in self.jobs:
                if job.fits(dataset.n_labels):
                    yield dataset, job


@dataclass(frozen=True)
class Run:
    """What a rival is told when it makes its estimator."""

    job: Job
    n_rows: int
    n_labels: int
    n_threads: int
    seed: int

    @property
    def l2(self) -> float:
        return self.job.l2_for(self.n_rows)
