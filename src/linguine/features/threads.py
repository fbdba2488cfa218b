"""How many threads a call may use."""

from __future__ import annotations

import os

from linguine.errors import check_number

__all__ = ["count_threads"]


def count_threads(n_threads: int | None, owner: str = "estimator") -> int:
    """Return the number of threads: as asked, or all that this process may use."""
    if n_threads is not None:
        fix = "Use None for all processors."
        check_number(owner, "n_threads", n_threads, low=1, high=1024, integer=True, fix=fix)
        return int(n_threads)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
