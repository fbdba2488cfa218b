"""Doubts: answers of a file that a model, which has not learned from them, does not believe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.reports.checks.evidence import Evidence
from linguine.reports.checks.finding import Finding, Item

__all__ = ["Doubts", "find_suspicious"]

#: An answer that is likelier wrong than right, by far.
_UNBELIEVED = 0.1
#: Items that are listed if nobody says how many.
_MOST = 1_000


@dataclass(frozen=True, eq=False)
class Doubts:
    """How much each answer is believed by a model that was learned from others.

    Parameters
    ----------
    belief
        Probability of what the file says : (n,).
    differs
        Whether the model answers otherwise : (n,).
    rows
        The example that each belongs to : (n,).
    tell
        From a place to what the file says and what the model says.
    how
        The model, for people.
    lines
        The line that each stands on, for tags and trees; None is the line of the example.
    """

    belief: NDArray[np.float64]
    differs: NDArray[np.bool_]
    rows: NDArray[np.int64]
    tell: Callable[[int], tuple[str, str]]
    how: str
    lines: NDArray[np.int64] | None = None

    def ranking(self) -> NDArray[np.int64]:
        """Return all answers, the least believed first : (n,)."""
        return np.argsort(self.belief, kind="stable")


def find_suspicious(seen: Evidence, doubts: Doubts, n: int | None = None) -> Iterator[Finding]:
    """Yield the answers that are probably wrong: those where another one is far likelier.

    ``n`` lists so many of them, whatever is believed. Labels with a single example are left out.
    """
    order = doubts.ranking()
    order = order[~_is_alone(seen, len(order))[order]]
    if n is None:
        order = order[doubts.differs[order] & (doubts.belief[order] < _UNBELIEVED)]
    else:
        order = order[:n]
    if not len(order):
        return
    yield Finding(
        "suspicious",
        "answers are believed with less than 10 %" if n is None else "answers are believed least",
        f"Look at them, the first first: {doubts.how}. Correct the file where it is wrong; nothing "
        "is changed by --fix.",
        [_item(seen, doubts, int(i)) for i in order[: n or _MOST]],
        len(order),
        is_share=len(doubts.belief) == len(seen),
    )


def _is_alone(seen: Evidence, n: int) -> NDArray[np.bool_]:
    """Return which answers nobody else gives: without them no model knows that there are such.

    They are among the labels with a single example, and no opinion about them is one.
    """
    marks = seen.marks
    if marks is None or len(marks.codes) != n:
        return np.zeros(n, np.bool_)
    is_alone: NDArray[np.bool_] = (marks.counts == 1)[marks.codes]
    return is_alone


def _item(seen: Evidence, doubts: Doubts, i: int) -> Item:
    row = int(doubts.rows[i])
    line = seen.line(row) if doubts.lines is None else int(doubts.lines[i])
    said, better = doubts.tell(i)
    note = f"{said}, rather {better} ({doubts.belief[i]:.3f})"
    return Item(f"{seen.source}:{line}", seen.text(row), note)
