"""What work costs, and how it grows: twice the input may take at most three times the work."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

#: Below this a clock says nothing; no code of interest is quadratic and as fast on these inputs.
TOO_SHORT = 0.02


def assert_linear(
    make: Callable[[int], Callable[[], object]], n: int, *, repeats: int = 12
) -> None:
    """Run what ``make`` makes for inputs of n and 2 n; best of some, in seconds of the processor.

    Linear work takes twice as long, quadratic work four times: three is between. What is measured
    is the time of the processor, so other programs matter little, and the best of some even less.
    """
    small, large = make(n), make(2 * n)
    first = second = float("inf")
    for _ in range(repeats):  # taking turns, so that both see the same machine
        first, second = min(first, _seconds(small)), min(second, _seconds(large))
        if second < max(3 * first, TOO_SHORT):
            return
    raise AssertionError(f"{n:,} took {first:.3f} s, twice as many {second:.3f} s")


@dataclass
class Cost:
    """Seconds of the processor; known when the work is done."""

    seconds: float = 0.0


@contextmanager
def measured() -> Iterator[Cost]:
    """What the work inside costs, whatever other tests have left behind and others do beside it."""
    cost = Cost()
    gc.disable()  # else the work may pay for looking through what a thousand tests have made
    try:
        begin = time.process_time()
        yield cost
        cost.seconds = time.process_time() - begin
    finally:
        gc.enable()


def _seconds(work: Callable[[], object]) -> float:
    with measured() as cost:
        work()
    return cost.seconds
