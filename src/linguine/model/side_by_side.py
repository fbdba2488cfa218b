"""Side by side: what a fit may use, and fits that run beside each other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from linguine.progress import Report

__all__ = ["Resources", "run_beside", "run_in_order"]

First = TypeVar("First")
Second = TypeVar("Second")


@dataclass(frozen=True)
class Resources:
    """What a fit may use.

    Parameters
    ----------
    n_threads
        Threads; the result does not depend on it.
    seed
        Seed of every shuffle.
    report
        Progress callback, or None.
    """

    n_threads: int = 1
    seed: int = 0
    report: Report | None = None


class _StoppedError(Exception):
    """The other piece of work has failed, or the user has pressed Ctrl-C."""


class _Listener:
    """A silent report: it ends the work that calls it when ``stop`` is set."""

    def __init__(self) -> None:
        self.stop = threading.Event()

    def __call__(self, phase: str, step: int, total: int, value: float) -> None:
        if self.stop.is_set():
            raise _StoppedError


def run_beside(
    first: Callable[[Resources], First], second: Callable[[Resources], Second], use: Resources
) -> tuple[First, Second]:
    """Return the results of two pieces of work that share nothing they write to.

    ``first`` runs here, where Ctrl-C and progress arrive; ``second`` runs silently on another
    thread and is told to stop when ``first`` fails. Each gets one thread.

    Examples
    --------
    >>> run_beside(lambda use: use.n_threads, lambda use: use.report is None, Resources(2))
    (1, False)
    """
    listener = _Listener()
    results: list[Second] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.append(second(replace(use, n_threads=1, report=listener)))
        except BaseException as error:
            failures.append(error)

    behind = threading.Thread(target=work)  # an executor brings logging: 5 ms to import
    behind.start()
    try:
        result = first(replace(use, n_threads=1))
        behind.join()
    except BaseException:  # Ctrl-C as well
        listener.stop.set()
        behind.join()
        raise
    if failures:
        raise failures[0]
    return result, results[0]


def run_in_order(
    work: Callable[[int, Resources], First], n: int, use: Resources
) -> Iterator[First]:
    """Yield work(0), work(1), ... in order, computed on several threads.

    Several pieces run silently, each on one thread; all are told to stop when one fails, and
    when Ctrl-C arrives here. A single piece has all of ``use``.

    Examples
    --------
    >>> list(run_in_order(lambda i, use: i * i, 4, Resources(n_threads=2)))
    [0, 1, 4, 9]
    """
    if n == 1:
        yield work(0, use)
        return
    if use.n_threads == 1:
        # Silent, but not deaf to one who may stop all of this.
        silent = use.report if isinstance(use.report, _Listener) else None
        yield from (work(i, replace(use, report=silent)) for i in range(n))
        return
    from concurrent.futures import ThreadPoolExecutor

    listener = _Listener()
    alone = replace(use, n_threads=1, report=listener)
    executor = ThreadPoolExecutor(use.n_threads)
    try:
        yield from executor.map(lambda i: work(i, alone), range(n))
    finally:
        listener.stop.set()
        executor.shutdown(cancel_futures=True)
