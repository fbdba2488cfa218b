"""Comparison: every algorithm on the same data, in one table with measured columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from linguine.reports.tables import duration, format_table, percent, shorten, size

__all__ = ["Column", "Comparison", "interval", "share"]


@dataclass(frozen=True)
class Column:
    """A column of a comparison.

    Parameters
    ----------
    title
        What stands above it; None leaves it out of the table.
    name
        What JSON calls it; None leaves it out there.
    measure
        Takes the value out of an evaluation.
    show
        Writes a value; None, which something has not, is a dash.
    """

    title: str | None
    name: str | None
    measure: Callable[[Any], Any]
    show: Callable[[Any], str] = str


def share(title: str | None, name: str, measure: Callable[[Any], Any], digits: int = 1) -> Column:
    """Return a column of shares."""
    return Column(title, name, measure, lambda value: percent(value, digits))


def interval(title: str | None, name: str | None, measure: Callable[[Any], Any]) -> Column:
    """Return a column of intervals."""
    return Column(title, name, measure, lambda ends: " to ".join(map(percent, ends)))


def _get(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda row: row[name]


#: What is measured of every algorithm of every task.
_COST = (
    Column("train", "train_seconds", _get("train_seconds"), duration),
    Column("{rate}/s", "{rate}_per_second", _get("per_second"), lambda n: f"{n:,.0f}"),
    Column("model size", "model_bytes", _get("model_bytes"), size),
    Column("non-zero", "nonzero_weights", _get("nonzero_weights"), lambda n: f"{n:,}"),
    Column(
        "probabilities",
        "has_probabilities",
        _get("has_probabilities"),
        lambda has: "yes" if has else "no",
    ),
)


class Comparison:
    """A table of algorithms, in the order in which they were added.

    Parameters
    ----------
    scores
        The columns of the task; the first decides which algorithm is the best.
    unit
        What is counted.
    n_train, n_test
        How many there are.
    rate
        What is counted by the second; None is the unit.

    Examples
    --------
    >>> table = Comparison([share("accuracy", "accuracy", lambda e: e)], "texts", 450, 150)
    >>> table.add("svm", 0.9, train_seconds=0.012, per_second=5e4, model_bytes=81_920,
    ...           nonzero_weights=5_120, has_probabilities=True)
    >>> print(table.to_text())
    450 texts to train on, 150 to test on
    <BLANKLINE>
    algorithm  accuracy  train  texts/s  model size  non-zero  probabilities
    ------------------------------------------------------------------------
    svm          90.0 %  12 ms   50,000     81.9 kB     5,120            yes
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
        self._cells: list[tuple[str, list[tuple[Column, Any]]]] = []

    def add(self, algorithm: str, evaluation: Any, **cost: Any) -> None:
        """Add a row: what an evaluation says, and what it cost to get there."""
        cells = [(column, column.measure(evaluation)) for column in self._scores]
        cells += [(column, column.measure(cost)) for column in _COST]
        self._cells.append((algorithm, cells))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as plain data."""
        return [
            {"algorithm": algorithm, **dict(self._named(cells))} for algorithm, cells in self._cells
        ]

    def best(self) -> dict[str, Any]:
        """Return the row with the highest first score; ties go to the smaller model."""
        first = self._scores[0].name or ""
        return max(self.rows, key=lambda row: (row[first], -row["model_bytes"]))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"n_train": self.n_train, "n_test": self.n_test, "algorithms": self.rows}

    def to_text(self) -> str:
        """Return the table as plain text; what no algorithm has is left out."""
        columns = [
            i
            for i, column in enumerate((*self._scores, *_COST))
            if column.title is not None and any(cells[i][1] is not None for _, cells in self._cells)
        ]
        titles = [(*self._scores, *_COST)[i].title or "" for i in columns]
        rows = [
            [shorten(algorithm, 30), *(_show(*cells[i]) for i in columns)]
            for algorithm, cells in self._cells
        ]
        head = f"{self.n_train:,} {self.unit} to train on, {self.n_test:,} to test on"
        header = ["algorithm", *(title.format(rate=self.rate) for title in titles)]
        return f"{head}\n\n{format_table(header, rows)}"

    def _named(self, cells: Iterable[tuple[Column, Any]]) -> Iterable[tuple[str, Any]]:
        for column, value in cells:
            if column.name is not None:
                plain = list(value) if isinstance(value, tuple) else value
                yield column.name.format(rate=self.rate), plain


def _show(column: Column, value: Any) -> str:
    return "-" if value is None else column.show(value)
