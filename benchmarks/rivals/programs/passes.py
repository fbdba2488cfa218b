"""Do the same several times in one process; the best pass is the least disturbed one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
N_PASSES = 7


def time_passes(
    work: Callable[..., T], given: Callable[[], tuple[Any, ...]] = lambda: ()
) -> tuple[T, list[float]]:
    """Return the answer and the seconds of seven passes; a first one fills caches uncounted.

    ``given`` makes what ``work`` is called with, before each pass and off the clock.
    """
    answer = work(*given())
    seconds = []
    for _ in range(N_PASSES):
        arguments = given()
        start = time.perf_counter()
        work(*arguments)
        seconds.append(time.perf_counter() - start)
    return answer, seconds


def speeds(things: str, n: int, seconds: list[float]) -> dict[str, float]:
    """Return fields of a row: how many ``things`` a second in the best pass, and in the mean."""
    mean = sum(seconds) / len(seconds)
    return {f"{things}_per_second": n / min(seconds), f"mean_{things}_per_second": n / mean}
