"""Comparison: every algorithm on the same data, in one table with measured columns."""

from __future__ import annotations

import math
import shutil
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from linguine.reports.judging.ledger import plain_interval
from linguine.reports.judging.paired import swap_p_value
from linguine.reports.tables import display_width, duration, format_table, percent, shorten, size

__all__ = ["Column", "Comparison", "share"]


@dataclass(frozen=True)
class Column:
    """A column of a comparison."""

    title: str | None  # what stands above it; None leaves it out of the table
    name: str | None  # what JSON calls it; None leaves it out there
    measure: Callable[[Any], Any]  # takes the value out of an evaluation
    show: Callable[[Any], str] = str  # writes a value; None, which something has not, is a dash


def share(title: str | None, name: str, measure: Callable[[Any], Any], digits: int = 1) -> Column:
    """Return a column of shares."""
    return Column(title, name, measure, lambda value: percent(value, digits))


#: Whether an algorithm is behind the best one by chance.
_BY_CHANCE = Column("p", "p_value", lambda e: None, lambda p: f"{p:.3f}" if p >= 0.001 else "<.001")
#: Those of all scores, for JSON.
_INTERVALS = Column(
    None,
    "intervals",
    lambda e: {
        figure.name: plain_interval(e.ledger.interval(figure.name))
        for figure in e.ledger.figures
        if figure.names is None
    },
)
#: What is measured of every algorithm of every task.
_COST = (
    Column("train", "train_seconds", itemgetter("train_seconds"), duration),
    Column("{rate}/s", "{rate}_per_second", itemgetter("per_second"), lambda n: f"{n:,.0f}"),
    Column("size", "model_bytes", itemgetter("model_bytes"), size),
    Column("non-zero", "nonzero_weights", itemgetter("nonzero_weights"), lambda n: f"{n:,}"),
    Column(
        "probabilities",
        "has_probabilities",
        itemgetter("has_probabilities"),
        lambda has: "yes" if has else "no",
    ),
)


class Comparison:
    """A table of algorithms, in the order in which they were added.

    Parameters
    ----------
    scores
        The columns of the task.
    unit
        What is counted.
    n_train, n_test
        How many there are.
    rate
        What is counted by the second; None is the unit.

    Examples
    --------
    >>> import numpy as np
    >>> from linguine.reports import evaluate
    >>> judged = evaluate(np.zeros(10, int), np.array([0] * 9 + [1]), ["ham", "spam"])
    >>> scores = [share("accuracy", "accuracy", lambda e: e.accuracy)]
    >>> table = Comparison(scores, "texts", n_train=450, n_test=10)
    >>> table.add("svm", judged, train_seconds=0.012, per_second=5e4, model_bytes=81_920,
    ...           nonzero_weights=5_120, has_probabilities=True)
    >>> print(table.to_text(width=80))
    450 texts to train on, 10 to test on
    <BLANKLINE>
    algorithm  accuracy   95 % interval
    -----------------------------------
    svm          90.0 %  59.6 to 98.2 %
    <BLANKLINE>
    algorithm  train  texts/s     size  non-zero  probabilities
    -----------------------------------------------------------
    svm        12 ms   50,000  81.9 kB     5,120            yes
    """

    def __init__(
        self,
        scores: Sequence[Column],
        unit: str,
        n_train: int,
        n_test: int,
        *,
        rate: str | None = None,
    ) -> None:
        self.unit, self.rate, self.n_train, self.n_test = unit, rate or unit, n_train, n_test
        self._scores = tuple(scores)
        self._measured: list[tuple[str, Any, dict[str, Any]]] = []

    def add(self, algorithm: str, evaluation: Any, in_training: Any = None, **cost: Any) -> None:
        """Add a row: what an evaluation says, on what was learned from too, and what it cost."""
        known = None if in_training is None else self._scores[0].measure(in_training)
        self._measured.append((algorithm, evaluation, {**cost, "in_training": known}))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as plain data."""
        columns = [
            (column.name.format(rate=self.rate), values)
            for column, values in self._columns()
            if column.name is not None
        ]
        return [
            {"algorithm": algorithm, **{name: _plain(values[i]) for name, values in columns}}
            for i, (algorithm, _, _) in enumerate(self._measured)
        ]

    def best(self) -> dict[str, Any]:
        """Return the row of the best algorithm; ties go to the smaller model."""
        return self.rows[self._best()]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"n_train": self.n_train, "n_test": self.n_test, "algorithms": self.rows}

    def to_text(self, *, width: int | None = None) -> str:
        """Return the table as plain text; what no algorithm has is left out.

        What is wider than ``width``, by default that of the terminal, becomes two tables: how good
        each algorithm is, and what it costs; or more, where that is too wide as well.
        """
        columns = [
            _Shown(
                column in _COST,
                [column.title.format(rate=self.rate), *(_show(column, each) for each in values)],
            )
            for column, values in self._columns()
            if column.title is not None and any(value is not None for value in values)
        ]
        names = ["algorithm", *(shorten(algorithm, 30) for algorithm, _, _ in self._measured)]
        width = shutil.get_terminal_size().columns if width is None else width
        parts = [f"{self.n_train:,} {self.unit} to train on, {self.n_test:,} to test on"]
        for some in _cut(columns, width - max(map(display_width, names))) or [[]]:
            header, *rows = zip(names, *(each.cells for each in some), strict=True)
            parts.append(format_table(header, rows))
        if len(self._measured) > 1:
            best, head = self.rows[self._best()], self._head()
            told = (
                f"p: how often chance alone would set two equal systems so far apart in {head} as "
                f"this one and the best, {shorten(best['algorithm'], 30)}."
            )
            parts.append(textwrap.fill(told, max(width, 20)))
        return "\n\n".join(parts)

    def _best(self) -> int:
        measured = self._measured
        return max(
            range(len(measured)),
            key=lambda i: (_goodness(measured[i][1]), -measured[i][2]["model_bytes"]),
        )

    def _head(self) -> str:
        """Return the name of the score that algorithms are compared by."""
        name: str = self._measured[0][1].ledger.head.name
        shown = (each.title for each in self._scores if each.name == name and each.title)
        return next(shown, name)

    def _columns(self) -> list[tuple[Column, list[Any]]]:
        """Return all columns with their values, which are the same number for each."""
        evaluations = [evaluation for _, evaluation, _ in self._measured]
        costs = [cost for _, _, cost in self._measured]
        first, *others = self._scores
        return [
            *self._with_interval(first, evaluations),
            *self._in_training(first, costs),
            *(pair for each in others for pair in self._with_interval(each, evaluations)),
            (_INTERVALS, list(map(_INTERVALS.measure, evaluations))),
            (_BY_CHANCE, self._p_values()),
            *((column, list(map(column.measure, costs))) for column in _COST),
        ]

    def _with_interval(
        self, column: Column, evaluations: list[Any]
    ) -> list[tuple[Column, list[Any]]]:
        """Return a score and, beside the one that algorithms are compared by, its interval."""
        made: list[tuple[Column, list[Any]]] = [(column, list(map(column.measure, evaluations)))]
        if evaluations and column.name == evaluations[0].ledger.head.name:
            ends = [each.ledger.interval(column.name) for each in evaluations]
            show = _shown_ends(column)
            made.append((Column("95 % interval", None, lambda e: None, show), ends))
        return made

    def _in_training(
        self, first: Column, costs: list[dict[str, Any]]
    ) -> list[tuple[Column, list[Any]]]:
        """Return the first score on what was learned from, if somebody has measured it."""
        values = [cost["in_training"] for cost in costs]
        if all(value is None for value in values):
            return []
        column = Column("in training", f"training_{first.name}", lambda e: None, first.show)
        return [(column, values)]

    def _p_values(self) -> list[float | None]:
        """Return how often chance alone would set each as far behind the best; None for that."""
        if not self._measured:
            return []
        best, ledgers = self._best(), [each.ledger for _, each, _ in self._measured]
        return [
            None if i == best else swap_p_value(each, ledgers[best])
            for i, each in enumerate(ledgers)
        ]


class _Shown(NamedTuple):
    """A column as it is written."""

    is_cost: bool
    cells: list[str]  # the title first

    @property
    def width(self) -> int:
        return 2 + max(map(display_width, self.cells))


def _cut(columns: Sequence[_Shown], width: int) -> list[list[_Shown]]:
    """Return the columns of each table that is needed."""
    if sum(each.width for each in columns) <= width:
        return [list(columns)] if columns else []
    tables: list[list[_Shown]] = []
    for is_cost in (False, True):
        room = 0
        for each in (column for column in columns if column.is_cost is is_cost):
            if room < each.width:
                tables.append([])
                room = width
            tables[-1].append(each)
            room -= each.width
    return tables


def _goodness(evaluation: Any) -> float:
    """Return the score that algorithms are compared by, more being better; none is worst."""
    ledger = evaluation.ledger
    value: float = ledger.head.sign * ledger.values[ledger.head.name]
    return value if value == value else -math.inf


def _shown_ends(column: Column) -> Callable[[Any], str]:
    """Return how intervals of a score are written; the sign of percent stands once."""

    def show(ends: Any) -> str:
        low, high = map(column.show, ends)
        return f"{low.removesuffix(' %')} to {high}"

    return show


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _show(column: Column, value: Any) -> str:
    return "-" if value is None else column.show(value)
