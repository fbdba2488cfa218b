"""Two pieces of work beside each other: both results, either's failure, nothing left running."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from linguine.model.side_by_side import Resources, run_beside


def work_until_told(use: Resources) -> None:
    assert use.report is not None
    while True:
        use.report("work", 1, 2, 0.0)
        time.sleep(0.001)


def fail(use: Resources) -> None:
    raise ValueError("no")


def interrupt(use: Resources) -> None:
    raise KeyboardInterrupt


def test_a_failure_behind_is_raised_here() -> None:
    with pytest.raises(ValueError, match="no"):
        run_beside(lambda use: 1, fail, Resources(2))


@pytest.mark.parametrize(("first", "error"), [(fail, ValueError), (interrupt, KeyboardInterrupt)])
def test_work_behind_stops_when_the_first_fails(
    first: Callable[[Resources], None], error: type[BaseException]
) -> None:
    n_threads = threading.active_count()
    with pytest.raises(error):
        run_beside(first, work_until_told, Resources(2))
    assert threading.active_count() == n_threads
