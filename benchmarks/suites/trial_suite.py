"""What a suite of trials measures: data sets times jobs, for every rival that has a trial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.plan import Order
from benchmarks.rivals.trial import TrialRival


@dataclass(frozen=True)
class TrialJob:
    name: str
    about: str


@dataclass(frozen=True)
class TrialSuite:
    """``columns`` are those of its table, all of the family's unless told.

    A rival runs with the ``threads`` that it can use. ``goals`` are what we want on a data set,
    from the issue; no measurement.
    """

    name: str
    about: str
    jobs: tuple[TrialJob, ...]
    datasets: tuple[str, ...]
    rivals: tuple[str, ...]
    columns: tuple[str, ...] = ()
    goals: tuple[tuple[str, float], ...] = ()
    threads: tuple[int, ...] = (1,)

    def goal(self, dataset: str) -> float | None:
        return dict(self.goals).get(dataset)


def named(*suites: TrialSuite) -> dict[str, TrialSuite]:
    return {suite.name: suite for suite in suites}


def orders_of(
    suites: Iterable[TrialSuite],
    rivals: Mapping[str, TrialRival],
    datasets: Sequence[str],
    quick: str | None,
) -> list[Order]:
    """Everything to measure in one repeat; the rivals of a case stand next to each other.

    ``quick`` is the data set to use instead of all others.
    """
    return [
        Order(suite.name, dataset, job.name, rival, setting, threads)
        for suite in suites
        for dataset in ((quick,) if quick else suite.datasets)
        if not datasets or dataset in datasets
        for job in suite.jobs
        for rival in suite.rivals
        for setting in rivals[rival].settings(job.name)
        for threads in sorted({min(each, rivals[rival].most_threads) for each in suite.threads})
    ]
