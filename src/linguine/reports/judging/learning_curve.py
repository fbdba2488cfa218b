"""Learning curve: how good models are that learned from some of the examples, then from more.

It tells whether more data would help. All sizes are judged on one test file, and each sample holds
the smaller ones, so that figures differ by size and not by luck as far as that can be.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linguine.errors import DataError
from linguine.reports.judging.figures import Figure
from linguine.reports.judging.ledger import Ledger, plain_interval
from linguine.reports.judging.outlook import Outlook, look_ahead
from linguine.reports.tables import duration, format_table

__all__ = ["LearningCurve", "Point"]

#: Figures beside the first that are shown.
_N_FIGURES = 3
_WIDTH = 88


@dataclass(frozen=True, eq=False)
class Point:
    """A model that learned from some of the examples.

    Parameters
    ----------
    n
        How many.
    ledger
        What its answers to the test file add up to.
    seconds
        How long it learned.
    """

    n: int
    ledger: Ledger
    seconds: float = 0.0

    def value(self, name: str) -> float:
        """Return a figure; NaN if this model has none of this name."""
        return self.ledger.values.get(name, math.nan)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        singles = [each.name for each in self.ledger.figures if each.names is None]
        return {
            "n": self.n,
            "seconds": self.seconds,
            "figures": {name: _finite(self.ledger.values[name]) for name in singles},
            "intervals": {name: plain_interval(self.ledger.interval(name)) for name in singles},
        }


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """The figures of models by how much they learned from.

    Parameters
    ----------
    points
        The models, the one that learned least first.
    unit
        What examples are called: texts, sentences.

    Examples
    --------
    >>> from linguine.reports.judging.figures import share
    >>> right = share("accuracy", 0, 1, counts_examples=True)
    >>> def judged(n_right):
    ...     return Ledger.of_table([[i < n_right, 1] for i in range(1000)], [right])
    >>> found = [Point(n, judged(k)) for n, k in [(50, 650), (100, 744), (200, 810), (400, 857)]]
    >>> curve = LearningCurve(found, "texts")
    >>> round(curve.outlook.value, 2), curve.outlook.n
    (0.89, 800)
    """

    points: Sequence[Point]
    unit: str

    def __post_init__(self) -> None:
        if not self.points:
            raise DataError(
                "a learning curve needs a size that something can be learned from; got none. Give "
                "larger sizes, or more examples."
            )

    @property
    def head(self) -> Figure:
        """The figure that is looked at."""
        return self.points[-1].ledger.head

    @property
    def n_test(self) -> int:
        """How many examples the figures come from."""
        return self.points[-1].ledger.n

    @cached_property
    def outlook(self) -> Outlook | None:
        """What twice the data would probably give; None where the sizes cannot tell."""
        name = self.head.name
        return look_ahead(
            [each.n for each in self.points],
            [each.value(name) for each in self.points],
            [each.ledger.interval(name) for each in self.points],
            is_better_high=self.head.sign > 0,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "unit": self.unit,
            "n_test": self.n_test,
            "figure": self.head.name,
            "points": [each.to_dict() for each in self.points],
            "outlook": None if self.outlook is None else self.outlook.to_dict(),
            "said": self.say(),
        }

    def to_text(self) -> str:
        """Return a table with a row for each size, and what they say about more data."""
        figures = [each for each in self.points[-1].ledger.figures if each.names is None]
        shown = figures[: 1 + _N_FIGURES]
        header = [self.unit, shown[0].title, "95 % interval"]
        header += [*(each.title for each in shown[1:]), "seconds"]
        rows = [self._row(each, shown) for each in self.points]
        told = f"each judged on the same {self.n_test:,} {self.unit}"
        return "\n\n".join(
            [format_table(header, rows, n_left=0), told, textwrap.fill(self.say(), _WIDTH)]
        )

    def say(self) -> str:
        """Return what twice the data would probably give, and why not to be too sure of it."""
        if self.outlook is None:
            return (
                "What more data would give cannot be told from so few sizes: give at least four "
                "that reach over a factor of eight, such as eighths, quarters, halves and all."
            )
        return self.outlook.say(self.head, self.unit)

    def _row(self, point: Point, shown: Sequence[Figure]) -> list[str]:
        ledger, head = point.ledger, self.head
        values = [each.write(point.value(each.name)) for each in shown]
        ends = ledger.interval(head.name)
        between = "-" if ends is None else f"{head.write(ends[0])} to {head.write(ends[1])}"
        return [f"{point.n:,}", values[0], between, *values[1:], duration(point.seconds)]


def _finite(value: float) -> float | None:
    return value if value == value else None
