"""Timing: how often something can be done in a second."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["measure_speed"]

#: Work is timed for at least so long; one batch of a small file is over too soon.
_SECONDS = 0.1


def measure_speed(work: Callable[[], object], n_done: int) -> float:
    """Return how many a second are done by work that does some number of them.

    Examples
    --------
    >>> measure_speed(lambda: None, 10) > 0
    True
    """
    n_rounds, start = 0, time.perf_counter()
    while (seconds := time.perf_counter() - start) < _SECONDS or n_rounds == 0:
        work()
        n_rounds += 1
    return n_rounds * n_done / seconds
