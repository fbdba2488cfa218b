"""Bars: how far a command has come and how long it will take, for whoever watches."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from linguine.progress import make_bar
from linguine.serving.terminal.console import note

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["is_watched", "show_share", "show_steps", "wanted_progress"]

#: What is over sooner needs no bar, and does not load one.
_PATIENCE = 1.0


def is_watched(output: str | None = None) -> bool:
    """Return True if standard error is a terminal that answers do not go to as well.

    A bar between the answers on one screen would be neither. ``output`` is a file for them.
    """
    return sys.stderr.isatty() and (output is not None or not sys.stdout.isatty())


def wanted_progress(*, quiet: bool, verbose: bool) -> bool | None:
    """Return True for a bar on a terminal; a log has lines only if somebody asked for them."""
    return True if not quiet and (verbose or sys.stderr.isatty()) else None


@contextmanager
def show_steps(
    n_steps: int | None, *, is_shown: bool, unit: str = "steps"
) -> Iterator[Callable[[str], None]]:
    """Show named steps: call the function when one begins. A log gets a line for each."""
    if not is_shown:
        yield lambda name: None
        return
    if not sys.stderr.isatty():
        yield lambda name: note(f"linguine: {name}")
        return
    with make_bar(f"{{task.completed:.0f}}/{{task.total:.0f}} {unit}", transient=True) as bar:
        task = bar.add_task("", total=n_steps, completed=-1)

        def begin(name: str) -> None:
            bar.update(task, description=name, advance=1)

        yield begin


@contextmanager
def show_share(
    path: str, block_bytes: int, *, is_shown: bool, unit: str = "texts"
) -> Iterator[Callable[[int], None]]:
    """Show how much of a file has been read: call the function with each block's documents."""
    start, n_done, n_blocks = time.monotonic(), 0, 0
    name = "standard input" if path == "-" else os.path.basename(path)
    bar: Progress | None = None

    def advance(n_documents: int) -> None:
        nonlocal bar, n_done, n_blocks
        n_done, n_blocks = n_done + n_documents, n_blocks + 1
        if not is_shown or (bar is None and time.monotonic() < start + _PATIENCE):
            return
        if bar is None:
            bar = _bar()
            bar.start()
            bar.add_task("", total=_size(path))
        done = min(n_blocks * block_bytes, _size(path) or 0)
        bar.update(bar.task_ids[0], completed=done, description=f"{name}: {n_done:,} {unit}")

    try:
        yield advance
    finally:
        if bar is not None:
            bar.stop()


def _size(path: str) -> int | None:
    # how much of a pipe or a compressed file there is nobody knows before
    is_plain = os.path.isfile(path) and not path.endswith((".gz", ".zst"))
    return os.path.getsize(path) if is_plain else None


def _bar() -> Progress:
    return make_bar("{task.percentage:3.0f} %", transient=True)
