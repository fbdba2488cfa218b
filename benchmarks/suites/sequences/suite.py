"""What the sequence suites measure: data sets times jobs, for every rival that has a trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.plan import Order
from benchmarks.rivals.sequences import SEQUENCE_RIVALS

QUICK = "synthetic"


@dataclass(frozen=True)
class SequenceJob:
    name: str
    about: str


@dataclass(frozen=True)
class SequenceSuite:
    """``columns`` are those of its table; a rival runs with the ``threads`` that it can use."""

    name: str
    about: str
    jobs: tuple[SequenceJob, ...]
    datasets: tuple[str, ...]
    rivals: tuple[str, ...]
    columns: tuple[str, ...]
    threads: tuple[int, ...] = (1,)


def plan(
    suites: Sequence[SequenceSuite],
    datasets: Sequence[str],
    only: Sequence[str],
    without: Sequence[str],
    quick: bool,
) -> list[Order]:
    """Everything to measure in one repeat; the rivals of a case stand next to each other."""
    orders = [
        Order(suite.name, dataset, job.name, rival, setting, threads)
        for suite in suites
        for dataset in ((QUICK,) if quick else suite.datasets)
        if not datasets or dataset in datasets
        for job in suite.jobs
        for rival in suite.rivals
        for setting in SEQUENCE_RIVALS[rival].settings(job.name)
        for threads in suite.threads
        if threads <= SEQUENCE_RIVALS[rival].most_threads
    ]
    kept = [order for order in orders if not only or order.matches(only)]
    return [order for order in kept if not order.matches(without)]
