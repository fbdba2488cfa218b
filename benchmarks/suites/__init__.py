"""The suites, by name."""

from benchmarks.jobs import Suite
from benchmarks.suites.classify import CLASSIFY
from benchmarks.suites.sparsity import SPARSITY
from benchmarks.suites.threads import THREADS

SUITES: dict[str, Suite] = {suite.name: suite for suite in (CLASSIFY, THREADS, SPARSITY)}
