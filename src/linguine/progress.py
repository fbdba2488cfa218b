"""Progress of long fits: one callback, shown as a bar, as log lines, or by the user's function."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from linguine.errors import ParameterError

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

__all__ = ["Progress", "ProgressOption", "Report", "make_bar", "resolve"]

_SECONDS_BETWEEN_LOG_LINES = 5.0


@dataclass(frozen=True)
class Progress:
    """How far a fit has come.

    Parameters
    ----------
    phase
        What is running, such as ``"lbfgs"``; ``"reading (MB)"`` counts megabytes.
    step
        Epochs or iterations done, or megabytes.
    total
        The most there can be.
    value
        Objective, or mean loss of the epoch.

    Examples
    --------
    >>> str(Progress("lbfgs", 3, 100, 12.5))
    'lbfgs 3/100: 12.5'
    """

    phase: str
    step: int
    total: int
    value: float

    def __str__(self) -> str:
        return f"{self.phase} {self.step}/{self.total}: {self.value:.6g}"


#: What the core calls: (phase, step, total, value).
Report: TypeAlias = Callable[[str, int, int, float], None]
#: What a user may pass as ``progress=``.
ProgressOption: TypeAlias = bool | Callable[[Progress], object] | None


@contextmanager
def resolve(progress: ProgressOption) -> Iterator[Report | None]:
    """Give the callback for the core while a fit runs, and tidy up behind it.

    Parameters
    ----------
    progress
        None or False (silent), True (a bar on a terminal, log lines elsewhere), or a
        function that receives :class:`Progress`.
    """
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with _bar() if sys.stderr.isatty() else _log_lines() as report:
            yield report
    elif callable(progress):
        function = progress

        def forward(phase: str, step: int, total: int, value: float) -> None:
            function(Progress(phase, step, total, value))

        yield forward
    else:
        raise ParameterError(
            f"progress must be None, True or a function; got {progress!r}. "
            "Use progress=True for a bar, or a function that takes one Progress."
        )


def make_bar(numbers: str, *, transient: bool = False) -> Bar:
    """Return a bar on standard error: what is done, how much of it in numbers, the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}", markup=False),  # a name in brackets is no colour
        BarColumn(),
        TextColumn(numbers),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=transient,
    )


@contextmanager
def _bar() -> Iterator[Report]:
    numbers = "{task.completed:.0f}/{task.total:.0f} {task.fields[unit]}  {task.fields[value]:.6g}"
    with make_bar(numbers) as bar:
        tasks: dict[str, TaskID] = {}

        def report(phase: str, step: int, total: int, value: float) -> None:
            if phase not in tasks:
                name, is_size, _ = phase.partition(" (MB)")
                unit = "MB" if is_size else "rounds"
                tasks[phase] = bar.add_task(name, total=total, value=value, unit=unit)
            bar.update(tasks[phase], completed=step, total=total, value=value)

        yield report


@contextmanager
def _log_lines() -> Iterator[Report]:
    import logging  # 10 ms that a silent process need not spend

    logger = logging.getLogger("linguine.progress")
    # The user asked to see something: without a handler of theirs INFO lines would vanish.
    own_handler = None if logger.hasHandlers() else logging.StreamHandler()
    level = logger.level
    if own_handler is not None:
        logger.addHandler(own_handler)
        logger.setLevel(logging.INFO)
    last: Progress | None = None
    logged: Progress | None = None
    next_line = time.monotonic() + _SECONDS_BETWEEN_LOG_LINES

    def report(phase: str, step: int, total: int, value: float) -> None:
        nonlocal last, logged, next_line
        last = Progress(phase, step, total, value)
        if time.monotonic() >= next_line:
            logger.info("%s", last)
            logged = last
            next_line = time.monotonic() + _SECONDS_BETWEEN_LOG_LINES

    try:
        yield report
        if last is not None and last is not logged:
            logger.info("%s", last)
    finally:
        if own_handler is not None:
            logger.removeHandler(own_handler)
            logger.setLevel(level)
