"""Pieces of work beside each other: all results, any piece's failure, nothing left running."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from linguine.model.concurrency import Resources, run_beside, run_in_order


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


@pytest.mark.parametrize(("first", "error"), [(fail, ValueError), (interrupt, KeyboardInterrupt)])
def test_pieces_stop_when_one_fails(
    first: Callable[[Resources], None], error: type[BaseException]
) -> None:
    n_threads = threading.active_count()
    others = threading.Barrier(2)  # so that one is running when the first fails

    def work(i: int, use: Resources) -> None:
        if i < 2:
            others.wait(10)
        (first if i == 0 else work_until_told)(use)

    with pytest.raises(error):
        list(run_in_order(work, 9, Resources(2)))
    assert threading.active_count() == n_threads


def test_pieces_stop_when_nobody_waits_for_them() -> None:
    """As when Ctrl-C arrives here, between two results."""
    n_threads = threading.active_count()
    results = run_in_order(lambda i, use: None if i == 0 else work_until_told(use), 9, Resources(2))
    assert next(results) is None
    results.close()  # type: ignore[attr-defined]
    assert threading.active_count() == n_threads


def test_pieces_behind_another_piece_stop_with_it() -> None:
    has_begun = threading.Event()

    def first(use: Resources) -> None:
        assert has_begun.wait(10)
        raise KeyboardInterrupt

    def piece(i: int, use: Resources) -> None:
        has_begun.set()
        work_until_told(use)

    n_threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        run_beside(first, lambda use: list(run_in_order(piece, 3, use)), Resources(2))
    assert threading.active_count() == n_threads


@pytest.mark.parametrize("n_threads", [1, 2])
def test_pieces_are_silent_but_a_single_one_is_not(n_threads: int) -> None:
    heard: list[int] = []

    def work(i: int, use: Resources) -> int:
        if use.report is not None:
            use.report("work", i, 2, 0.0)
        return use.n_threads

    use = Resources(n_threads, 0, lambda phase, step, total, value: heard.append(step))
    assert list(run_in_order(work, 3, use)) == [1, 1, 1]
    assert heard == []
    assert list(run_in_order(work, 1, use)) == [n_threads]
    assert heard == [0]
