"""Which fits to run, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from benchmarks.datasets import DATASETS, QUICK
from benchmarks.rivals import RIVALS
from benchmarks.suites import SUITES


@dataclass(frozen=True)
class Order:
    """One thing to measure, as it is handed to a fresh process."""

    suite: str
    dataset: str
    job: str
    rival: str
    setting: str
    threads: int

    @property
    def case(self) -> str:
        return f"{self.dataset}/{self.job}"

    def __str__(self) -> str:
        return f"{self.suite}/{self.case}/{self.rival}/{self.setting}/{self.threads}"

    def matches(self, patterns: Sequence[str]) -> bool:
        """By any part (`ridge`, `liblinear`) or by the whole with wildcards (`classify/imdb/*`)."""
        parts = {self.suite, self.dataset, self.job, self.case, self.rival, self.setting}
        return any(pattern in parts or fnmatch(str(self), pattern) for pattern in patterns)


def plan(
    datasets: Sequence[str], only: Sequence[str], without: Sequence[str], quick: bool
) -> list[Order]:
    """Everything to measure in one repeat; the rivals of a case stand next to each other."""
    orders = []
    for suite in SUITES.values():
        names = QUICK if quick else suite.datasets
        chosen = {name: DATASETS[name] for name in names if not datasets or name in datasets}
        for dataset, job in suite.cases(chosen):
            for rival in (RIVALS[name] for name in suite.rivals):
                orders += [
                    Order(suite.name, dataset.name, job.name, rival.name, setting, threads)
                    for setting in rival.settings(job.name)
                    for threads in suite.threads
                ]
    kept = [order for order in orders if not only or order.matches(only)]
    return [order for order in kept if not order.matches(without)]
