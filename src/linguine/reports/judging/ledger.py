r"""Ledger: what each example of a test set adds to the sums that scores are made of.

From it follow, for every task alike, the intervals of all scores, those of a part of the examples,
and whether another system's are better by more than chance. An interval is that of the bootstrap
between the percentiles of the draws [Efron1979]; a share of the examples, such as the accuracy of
texts, has the one of Wilson (1927), which is right near 0 and 1 and for few examples too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.reports.judging.figures import Figure
from linguine.reports.judging.resampling import Rows, draw_sums
from linguine.reports.significance import wilson_interval

__all__ = ["CONFIDENCE", "Interval", "Ledger"]

#: A figure lies between; None where nothing can be said.
Interval: TypeAlias = "tuple[float, float] | None"
Floats = NDArray[np.float64]

#: Share of such intervals that hold the truth.
CONFIDENCE = 0.95
N_DRAWS = 1_000


@dataclass(frozen=True, eq=False)
class Ledger:
    """Examples, what each adds to sums, and the figures that these make.

    Parameters
    ----------
    kinds
        The kind of each example : (n,). Examples of a kind add the same.
    rows
        What an example of each kind adds.
    figures
        Scores; the first is the one that systems and slices are compared by.

    Examples
    --------
    >>> from linguine.reports.judging.figures import share
    >>> ledger = Ledger.of_table([[3, 4], [4, 4], [1, 4], [4, 4]], [share("right", 0, 1)])
    >>> ledger.values["right"], ledger.intervals["right"]
    (0.75, (0.4375, 1.0))
    """

    kinds: NDArray[np.int64]
    rows: Rows
    figures: tuple[Figure, ...]

    @classmethod
    def of_table(cls, table: ArrayLike, figures: Iterable[Figure]) -> Ledger:
        """Return the ledger of a table with a row for each example : (n, n_columns)."""
        rows = Rows.of_table(table)
        return cls(np.arange(rows.n_kinds), rows, tuple(figures))

    @classmethod
    def of_marks(
        cls,
        columns: Sequence[NDArray[Any]],
        marks: Sequence[tuple[NDArray[Any], NDArray[Any]]],
        n_names: int,
        figures: Iterable[Figure],
    ) -> Ledger:
        """Return the ledger of columns of sums and, behind them, of things that have a name.

        Parameters
        ----------
        columns
            What each example adds : (n,) each.
        marks
            Example and name of each thing in gold, of each predicted, and of each right one.
        n_names
            How many names there are; each has a column of gold, predicted and right ones.
        figures
            Scores.
        """
        n, first = len(columns[0]), len(columns)
        rows = [np.tile(np.arange(n), first), *(each for each, _ in marks)]
        places = [first + i * n_names + name for i, (_, name) in enumerate(marks)]
        values = [*columns, *(np.ones(len(each)) for each in places)]
        shape = (n, first + 3 * n_names)
        entries = [np.repeat(np.arange(first), n), *places]
        return cls(
            np.arange(n),
            Rows(np.concatenate(rows), np.concatenate(entries), np.concatenate(values), shape),
            tuple(figures),
        )

    @classmethod
    def empty(cls) -> Ledger:
        """Return the ledger of nothing, which has no figures."""
        return cls.of_table(np.zeros((0, 1)), ())

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.kinds)

    @property
    def head(self) -> Figure:
        """The figure that systems are compared by."""
        return self.figures[0]

    def figure(self, name: str) -> Figure:
        """Return a figure by its name."""
        return next(each for each in self.figures if each.name == name)

    def names_of(self, columns: tuple[int, ...]) -> tuple[str, ...] | None:
        """Return what columns of gold, predicted and right ones are about; None: nothing named."""
        named = (each.names for each in self.figures if each.names and each.columns == columns)
        return next(named, None)

    @cached_property
    def totals(self) -> Floats:
        """The sums over all examples : (1, n_columns)."""
        return self.rows.add_up(np.bincount(self.kinds, minlength=self.rows.n_kinds)[None, :])

    @cached_property
    def values(self) -> dict[str, float]:
        """The figures, by name, but for those with several values; NaN: there is none."""
        single = (each for each in self.figures if each.names is None)
        return {each.name: float(each.of(self.totals)[0]) for each in single}

    @cached_property
    def intervals(self) -> dict[str, Any]:
        """The interval of each figure, by name; of those with several values, by their names."""
        return self.intervals_of(self.figures)

    def interval(self, name: str) -> Interval:
        """Return the interval of one figure."""
        found: Interval = self.intervals.get(name)
        return found

    def intervals_of(
        self, figures: Iterable[Figure], *, n_draws: int = N_DRAWS, seed: int = 0
    ) -> dict[str, Any]:
        """Return the intervals of some figures; the same seed gives the same."""
        figures, sums = tuple(figures), None
        found: dict[str, Any] = {}
        for each in figures:
            if each.counts_examples:
                part, whole = self.totals[0, list(each.columns)].tolist()
                found[each.name] = wilson_interval(round(part), round(whole)) if whole else None
                continue
            if sums is None:
                sums = draw_sums(self.rows, self.kinds, n_draws=n_draws, seed=seed)
            found[each.name] = self._percentiles(each, sums)
        return found

    def take(self, chosen: NDArray[Any]) -> Ledger:
        """Return the ledger of some examples: their places, or True for each of them."""
        return Ledger(self.kinds[chosen], self.rows, self.figures)

    def to_dict(self) -> dict[str, Any]:
        """Return all intervals for JSON."""
        return {name: plain_interval(each) for name, each in self.intervals.items()}

    def _percentiles(self, figure: Figure, sums: Floats) -> Any:
        drawn, here = figure.of(sums), figure.of(self.totals)[0]
        if figure.names is None:
            return _between(figure, float(here), drawn, self.n)
        n_each = self.totals[0, list(figure.columns)][: len(figure.names)]
        columns = zip(figure.names, here.tolist(), drawn.T, n_each.tolist(), strict=True)
        return {
            name: _between(figure, value, values, round(n))
            for name, value, values, n in columns
            if not np.isnan(value)
        }


def _between(figure: Figure, value: float, drawn: Floats, n: int) -> Interval:
    """Return the percentiles of what was drawn for a figure of n things."""
    drawn = drawn[~np.isnan(drawn)]
    if np.isnan(value):
        return None
    if len(drawn) and drawn.min() < drawn.max():
        ends = np.quantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
        return float(ends[0]), float(ends[1])
    # Where all draws are alike they tell nothing about what was not seen.
    if not figure.is_share:
        return None
    if 0 < value < 1:
        return 0.0, 1.0
    return wilson_interval(n if value else 0, n)


def plain_interval(interval: Any) -> Any:
    """Return an interval, or several by name, for JSON."""
    if isinstance(interval, Mapping):
        return {name: plain_interval(each) for name, each in interval.items()}
    return None if interval is None else list(interval)
