"""How many threads a call may use."""

from __future__ import annotations

import os

from linguine.errors import check_number

__all__ = ["count_threads"]


def count_threads(n_threads: int | None, owner: str = "estimator") -> int:
    """Return the number of threads: all processors that this process may use, or as many as asked.

    Four for each processor are the most, or 16: more would only wait for each other. The result
    of a fit does not depend on it.
    """
    if hasattr(os, "sched_getaffinity"):
        n_processors = len(os.sched_getaffinity(0))
    else:
        n_processors = os.cpu_count() or 1
    if n_threads is None:
        return n_processors
    fix = "Use None for all processors."
    check_number(owner, "n_threads", n_threads, low=1, integer=True, fix=fix)
    return min(int(n_threads), max(4 * n_processors, 16))
