"""Restarts: several climbs from starts of their own, of which the best is kept."""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import TypeVar

from linguine.learning.generative.em import Climb
from linguine.model.concurrency import Resources, run_in_order

__all__ = ["best_of_starts"]

Parameters = TypeVar("Parameters")
Beliefs = TypeVar("Beliefs", bound=Sized)


def best_of_starts(
    start: Callable[[int, Resources], Climb[Parameters, Beliefs]],
    n_starts: int,
    use: Resources,
    phase: str,
) -> Climb[Parameters, Beliefs]:
    """Return where the best of several climbs has come to; the first of equals.

    Parameters
    ----------
    start
        From the number of a start, and what it may use, to where it has come to.
    n_starts
        How many there are.
    use
        What they may use together.
    phase
        What the report calls them.
    """
    best: Climb[Parameters, Beliefs] | None = None
    for i, found in enumerate(run_in_order(start, n_starts, use)):
        if best is None or found.objective > best.objective:
            best = found
        if use.report is not None and n_starts > 1:
            use.report(phase, i + 1, n_starts, -best.objective)
    assert best is not None
    return best
