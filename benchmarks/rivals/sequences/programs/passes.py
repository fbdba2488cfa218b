"""Tag several times in one process; the best pass is the least disturbed one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

N_PASSES = 7


def time_passes(tag: Callable[[], list[list[str]]]) -> list[list[str]]:
    """Print a row; the first pass, which fills caches, is not counted."""
    tags = tag()
    seconds = []
    for _ in range(N_PASSES):
        start = time.perf_counter()
        tag()
        seconds.append(time.perf_counter() - start)
    n_tokens, mean = sum(map(len, tags)), sum(seconds) / N_PASSES
    speeds = {"tokens_per_second": n_tokens / min(seconds)}
    speeds["mean_tokens_per_second"] = n_tokens / mean
    print(json.dumps({"seconds": min(seconds), **speeds}))
    return tags
