"""Clock: how long a search may take, and how far it has come."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from linguine.errors import ParameterError, check_number
from linguine.progress import Report

__all__ = ["Clock", "OutOfTimeError", "read_seconds"]

_UNITS = {"s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
#: A fit is begun if so many times the longest one so far are left: it, and that on all examples.
_ROOM = 2.0


class OutOfTimeError(Exception):
    """The budget is spent; what was found until then stands."""


class Clock:
    """Measures fits, tells of them, and ends the search when the budget is spent.

    Parameters
    ----------
    budget
        Seconds; None has no end.
    report
        Whom to tell.
    """

    def __init__(self, budget: float | None, report: Report | None = None) -> None:
        self.budget, self.report = budget, report
        self.start = time.monotonic()
        self.longest, self.n_done, self.n_fits, self.best = 0.0, 0, 0, 0.0

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.start

    @contextmanager
    def fit(self) -> Iterator[None]:
        """Measure a fit; raise OutOfTimeError if there is no time for it."""
        begin = self.spent
        if self.budget is not None and self.budget - begin < _ROOM * self.longest:
            raise OutOfTimeError
        yield
        self.longest = max(self.longest, self.spent - begin)
        self.n_done += 1
        if self.report is not None:
            self.report("tune", self.n_done, max(self.n_fits, self.n_done), self.best)
        self._tell_time()

    def poll(self, *_: Any) -> None:
        """Raise OutOfTimeError when the budget is spent; what a fit calls on its way."""
        if self.budget is not None and self.spent > self.budget:
            raise OutOfTimeError
        self._tell_time()

    def watch(self, phase: str, step: int, total: int, value: float) -> None:
        """Do so as the core calls it."""
        self.poll()

    def _tell_time(self) -> None:
        if self.report is not None and self.budget is not None:
            spent, total = int(self.spent), int(max(self.budget, 1))
            self.report("seconds left", min(spent, total), total, max(self.budget - spent, 0.0))


def read_seconds(value: Any) -> float:
    """Return a number of seconds: a number, or a text such as ``"90s"``, ``"5m"`` or ``"1h"``.

    Examples
    --------
    >>> read_seconds("90s"), read_seconds("1.5m"), read_seconds(3)
    (90.0, 90.0, 3.0)
    """
    if isinstance(value, str):
        found = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*(s|m|min|h)?\s*", value)
        if found is None:
            raise ParameterError(
                f"must be seconds, or a number with s, m or h; got {value[:40]!r}. Try '60s'.",
                parameter="budget",
            )
        value = float(found[1]) * _UNITS[found[2] or "s"]
    check_number(
        "tune", "budget", value, low=0, low_open=True, high_open=True, fix="Try 60 seconds."
    )
    return float(value)
