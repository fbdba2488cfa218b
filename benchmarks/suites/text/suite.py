"""What the text suites measure: data sets times jobs, for every rival that has a trial for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.plan import Order
from benchmarks.rivals.text import TEXT_RIVALS

QUICK = "synthetic"


@dataclass(frozen=True)
class TextJob:
    name: str
    about: str


@dataclass(frozen=True)
class TextSuite:
    """``goals`` are what we want on a data set, from the issue; no measurement."""

    name: str
    about: str
    jobs: tuple[TextJob, ...]
    datasets: tuple[str, ...]
    rivals: tuple[str, ...]
    goals: tuple[tuple[str, float], ...] = ()
    threads: int = 2

    def goal(self, dataset: str) -> float | None:
        return dict(self.goals).get(dataset)


def plan(
    suites: Sequence[TextSuite],
    datasets: Sequence[str],
    only: Sequence[str],
    without: Sequence[str],
    quick: bool,
) -> list[Order]:
    """Everything to measure in one repeat; the rivals of a case stand next to each other."""
    orders = [
        Order(suite.name, dataset, job.name, rival, setting, suite.threads)
        for suite in suites
        for dataset in ((QUICK,) if quick else suite.datasets)
        if not datasets or dataset in datasets
        for job in suite.jobs
        for rival in suite.rivals
        for setting in TEXT_RIVALS[rival].settings(job.name)
    ]
    kept = [order for order in orders if not only or order.matches(only)]
    return [order for order in kept if not order.matches(without)]
