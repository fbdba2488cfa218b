"""Side by side: what a fit may use, and fits that run beside each other."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from linguine.progress import Report

__all__ = ["Resources", "one_ahead", "run_beside", "run_in_order"]

First = TypeVar("First")
Second = TypeVar("Second")


@dataclass(frozen=True)
class Resources:
    """What a fit may use; the parameters are those of :class:`linguine.learning.Problem`."""

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
    thread and is told to stop when ``first`` fails. Each gets one thread. Where the system has no
    more threads, ``second`` follows ``first``.

    Examples
    --------
    >>> run_beside(lambda use: use.n_threads, lambda use: use.report is None, Resources(2))
    (1, False)
    """
    listener = _Listener()
    queue = _Queue(lambda _: second(replace(use, n_threads=1, report=listener)), 1)
    behind = _thread(queue.serve)
    is_beside = _start(behind)
    try:
        result = first(replace(use, n_threads=1))
        if not is_beside:
            queue.serve()
        return result, queue.wait_for(0)
    finally:  # Ctrl-C as well
        listener.stop.set()
        if is_beside:
            behind.join()


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
    listener = _Listener()
    beside = replace(use, n_threads=1, report=listener)
    queue = _Queue(lambda i: work(i, beside), n)
    n_workers = min(use.n_threads, n) if use.n_threads > 1 else 0
    workers = (_thread(queue.serve) for _ in range(n_workers))
    started = list(itertools.takewhile(_start, workers))
    if not started:
        # Silent, but not deaf to one who may stop all of this.
        silent = use.report if isinstance(use.report, _Listener) else None
        yield from (work(i, replace(use, n_threads=1, report=silent)) for i in range(n))
        return
    try:
        yield from map(queue.wait_for, range(n))
    finally:
        listener.stop.set()
        queue.close()
        for worker in started:
            worker.join()


def _thread(work: Callable[[], None]) -> threading.Thread:
    """Return a thread that says things as its maker does; an executor brings logging: 5 ms."""
    return threading.Thread(target=copy_context().run, args=(work,))


def _start(thread: threading.Thread) -> bool:
    """Start a thread; False where the system has no more of them, as in a small container."""
    try:
        thread.start()
    except RuntimeError:
        return False
    return True


class _Queue(Generic[First]):
    """Pieces that are handed out in order; an executor cannot go on when a thread cannot start."""

    def __init__(self, work: Callable[[int], First], n: int) -> None:
        self.work = work
        self._waiting = iter(range(n))
        self._results: dict[int, First | BaseException] = {}
        self._changed = threading.Condition()

    def serve(self) -> None:
        """Work until there is nothing left; what every thread runs."""
        while (i := self._next()) is not None:
            try:
                result: First | BaseException = self.work(i)
            except BaseException as error:
                result = error
            with self._changed:
                self._results[i] = result
                self._changed.notify_all()

    def wait_for(self, i: int) -> First:
        """Return a result once it is there, or raise what went wrong."""
        with self._changed:
            self._changed.wait_for(lambda: i in self._results)
            result = self._results.pop(i)
        if isinstance(result, BaseException):
            raise result
        return result

    def close(self) -> None:
        """Hand out nothing more."""
        with self._changed:
            self._waiting = iter(range(0))

    def _next(self) -> int | None:
        with self._changed:
            return next(self._waiting, None)


def one_ahead(items: Iterator[First]) -> Iterator[First]:
    """Yield items, the next of which is made on another thread meanwhile, and no more than that.

    Examples
    --------
    >>> list(one_ahead(iter([1, 2, 3])))
    [1, 2, 3]
    """
    nothing = object()
    end = threading.Event()

    def take() -> First | object:
        return nothing if end.is_set() else next(items, nothing)

    def start() -> tuple[_Queue[First | object], threading.Thread | None]:
        queue: _Queue[First | object] = _Queue(lambda _: take(), 1)
        thread = _thread(queue.serve)
        return queue, thread if _start(thread) else None

    queue, thread = start()
    try:
        while True:
            if thread is None:
                queue.serve()
            else:
                thread.join()
            item = queue.wait_for(0)
            if item is nothing:
                return
            queue, thread = start()
            yield item  # type: ignore[misc]  # it is not the mark of the end
    finally:  # whoever stops listening, or Ctrl-C
        end.set()
        if thread is not None:
            thread.join()
        close = getattr(items, "close", None)
        if close is not None:
            close()
