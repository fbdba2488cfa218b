"""How work grows with its input: twice the input may take at most three times the work."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

#: Below this a clock says nothing; no code of interest is quadratic and as fast on these inputs.
TOO_SHORT = 0.02


def assert_linear(
    make: Callable[[int], Callable[[], object]], n: int, *, repeats: int = 12
) -> None:
    """Run what ``make`` makes for inputs of n and 2 n; best of some, in seconds of the processor.

    Linear work takes twice as long, quadratic work four times: three is between. What is measured
    is the time of this thread, so other programs matter little, and the best of some even less.
    """
    small, large = make(n), make(2 * n)
    first = second = float("inf")
    for _ in range(repeats):  # taking turns, so that both see the same machine
        first, second = min(first, _seconds(small)), min(second, _seconds(large))
        if second < max(3 * first, TOO_SHORT):
            return
    raise AssertionError(f"{n:,} took {first:.3f} s, twice as many {second:.3f} s")


def _seconds(work: Callable[[], object]) -> float:
    gc.disable()  # how long it takes depends on what all other tests have left behind
    try:
        begin = time.thread_time()
        work()
        return time.thread_time() - begin
    finally:
        gc.enable()
