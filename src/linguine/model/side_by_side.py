"""Side by side: one piece of work behind another, on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from linguine.model.recipe import Resources

__all__ = ["run_beside"]

First = TypeVar("First")
Second = TypeVar("Second")


class _StoppedError(Exception):
    """The other piece of work has failed, or the user has pressed Ctrl-C."""


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
    stop = threading.Event()

    def listen(phase: str, step: int, total: int, value: float) -> None:
        if stop.is_set():
            raise _StoppedError

    with ThreadPoolExecutor(1) as executor:
        behind = executor.submit(second, replace(use, n_threads=1, report=listen))
        try:
            result = first(replace(use, n_threads=1))
        except BaseException:
            stop.set()
            raise
        return result, behind.result()
