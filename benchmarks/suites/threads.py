"""Suite 2: what a second thread is worth, and whether it leaves every bit of the weights alone."""

from __future__ import annotations

from benchmarks.jobs import Suite
from benchmarks.suites.classify import JOBS

THREADS = Suite(
    name="threads",
    about="linguine on one thread and on two, with a digest of the weights",
    jobs=JOBS,
    datasets=("20newsgroups", "imdb"),
    rivals=("linguine",),
    threads=(1, 2),
)
