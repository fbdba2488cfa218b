r"""Slices: the figures of parts of a test set, and which parts are worse than the rest.

If a part is like the rest, any other examples might have been in it. The p-value is the share of
all subsets of its size that are behind their rest at least as far,

.. math:: p = P(F(S) - F(\bar S) \le F(part) - F(rest))

a permutation test. Of many parts one is always the worst, so that the p of all parts are raised
together as by [Holm1979].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import DataError
from linguine.reports.judging.ledger import Ledger, plain_interval
from linguine.reports.judging.parts import make_parts
from linguine.reports.judging.resampling import draw_subsets
from linguine.reports.tables import format_table, shorten

__all__ = ["Part", "Slices", "raised_together", "slice_by", "worse_p_value"]

#: Subsets that are drawn, and what is less likely than this is no accident.
_N_DRAWS, _UNLIKELY = 2_000, 0.05
_ROUNDING = 1e-12
_N_FIGURES = 3


@dataclass(frozen=True, eq=False)
class Part:
    """Some of the examples.

    Parameters
    ----------
    name
        What they have in common.
    ledger
        What they add up to.
    p_value
        How often chance alone would make any of the parts so much worse than the rest; None where
        there is no rest, or nothing to judge.
    """

    name: str
    ledger: Ledger
    p_value: float | None

    @property
    def is_worse(self) -> bool:
        """Whether that is unlikely."""
        return self.p_value is not None and self.p_value < _UNLIKELY

    @cached_property
    def intervals(self) -> dict[str, Any]:
        """The intervals of the figures that have one value."""
        return self.ledger.intervals_of(e for e in self.ledger.figures if e.names is None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        values = self.ledger.values
        return {
            "name": self.name,
            "n": self.ledger.n,
            "figures": {name: v if v == v else None for name, v in values.items()},
            "intervals": {name: plain_interval(each) for name, each in self.intervals.items()},
            "p_value": self.p_value,
            "worse": self.is_worse,
        }


@dataclass(frozen=True, eq=False)
class Slices:
    """All parts by one property of examples, the worst first."""

    by: str
    parts: Sequence[Part]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"by": self.by, "parts": [each.to_dict() for each in self.parts]}

    def to_text(self) -> str:
        """Return a table with a row for each part, and which are worse than the rest."""
        head = self.parts[0].ledger.head
        shown = [e for e in self.parts[0].ledger.figures if e.names is None][: 1 + _N_FIGURES]
        header = [self.by, "n", head.title, "95 % interval"]
        header += [*(each.title for each in shown[1:]), "worse?"]
        rows = []
        for each in self.parts:
            values = [figure.write(each.ledger.values[figure.name]) for figure in shown]
            ends = each.intervals[head.name]
            between = "-" if ends is None else f"{head.write(ends[0])} to {head.write(ends[1])}"
            mark = f"yes, p {_shown(each.p_value)}" if each.is_worse else ""
            row = [shorten(each.name, 30), f"{each.ledger.n:,}", values[0], between]
            rows.append([*row, *values[1:], mark])
        return f"{format_table(header, rows)}\n{self._say()}"

    def _say(self) -> str:
        if len(self.parts) < 2:
            return f"All examples have the same {self.by}: there is nothing to compare."
        if any(each.is_worse for each in self.parts):
            return (
                "worse: chance alone would seldom put any part so far behind the rest (p for all "
                "parts together)."
            )
        return "No part is worse than the rest by more than chance."


def slice_by(ledger: Ledger, values: ArrayLike, by: str = "part", *, seed: int = 0) -> Slices:
    """Return the figures of all parts of a test set.

    Parameters
    ----------
    ledger
        Of an evaluation: ``evaluation.ledger``.
    values
        What each example has, in their order: texts, or numbers, of which many different ones
        become four ranges : (n,).
    by
        What that is called.
    seed
        What subsets are drawn from.

    Examples
    --------
    >>> from linguine.reports import evaluate
    >>> right = [0] * 60 + [1] * 40
    >>> judged = evaluate(np.zeros(100, int), np.array(right), ["ham", "spam"])
    >>> found = slice_by(judged.ledger, ["mail"] * 50 + ["chat"] * 50, "source")
    >>> [(part.name, part.ledger.values["accuracy"], part.is_worse) for part in found.parts]
    [('chat', 0.2, True), ('mail', 1.0, False)]
    """
    places = make_parts(values, by)
    n = sum(len(each) for _, each in places)
    if n != ledger.n:
        raise DataError(
            f"{by} must have a value for each of {ledger.n:,} examples that were judged; got "
            f"{n:,}. Give those of these very examples, in their order."
        )
    p = raised_together([worse_p_value(ledger, each, seed=seed) for _, each in places])
    parts = [
        Part(name, ledger.take(each), one) for (name, each), one in zip(places, p, strict=True)
    ]
    return Slices(by, sorted(parts, key=_goodness))


def worse_p_value(ledger: Ledger, chosen: NDArray[np.int64], *, seed: int = 0) -> float | None:
    """Return how often a part of this size would be as far behind the rest, were it as any other.

    Examples
    --------
    >>> from linguine.reports.judging.figures import share
    >>> ledger = Ledger.of_table([[i >= 5, 1] for i in range(10)], [share("right", 0, 1)])
    >>> worse_p_value(ledger, np.arange(5)) < 0.02, worse_p_value(ledger, np.arange(5, 10)) > 0.9
    (True, True)
    """
    size, figure = len(chosen), ledger.head
    if not 0 < size < ledger.n:
        return None
    table = ledger.rows.dense(figure.columns)
    total = table[ledger.kinds].sum(axis=0)

    def lead(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return figure.sign * (figure.measure(sums) - figure.measure(total - sums))

    here = float(lead(table[ledger.kinds[chosen]].sum(axis=0)[None, :])[0])
    if np.isnan(here):
        return None
    drawn = lead(draw_subsets(table, ledger.kinds, size, n_draws=_N_DRAWS, seed=seed))
    return (1 + int((drawn <= here + _ROUNDING).sum())) / (1 + len(drawn))


def raised_together(p: Sequence[float | None]) -> list[float | None]:
    """Return p-values of several tests, each raised by how many there are that might be as low.

    Examples
    --------
    >>> raised_together([0.01, 0.04, None, 0.03])
    [0.03, 0.06, None, 0.06]
    """
    known = sorted((value, i) for i, value in enumerate(p) if value is not None)
    raised: list[float | None] = [None] * len(p)
    highest = 0.0
    for rank, (value, i) in enumerate(known):
        highest = max(highest, min(1.0, value * (len(known) - rank)))
        raised[i] = highest
    return raised


def _goodness(part: Part) -> tuple[bool, float]:
    value = part.ledger.values[part.ledger.head.name]
    return value != value, part.ledger.head.sign * value


def _shown(p: float | None) -> str:
    return "-" if p is None else "<.001" if p < 0.001 else f"{p:.3f}"
