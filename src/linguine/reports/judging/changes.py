"""Changes: what happens on one test file when one model takes the place of another.

How often both are right, only one, or none; whether chance alone would make such a difference; and
the examples that changed, with what each model saw in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.reports.judging.figures import Figure
from linguine.reports.judging.ledger import Ledger, plain_interval
from linguine.reports.judging.paired import shared_figures, swap_p_value
from linguine.reports.tables import format_table, shorten

if TYPE_CHECKING:
    from linguine.reports.explanation import Explanation

__all__ = ["Change", "Changes", "count_right", "head_of_each"]

#: Terms of an explanation that stand beside those of the other, and how wide they are.
_N_TERMS, _WIDTH = 5, 44
_SELDOM = 0.05
_SIDES = ("A", "B")
_NAMES = ("both right", "only A right", "only B right", "both wrong")


@dataclass(frozen=True, eq=False)
class Change:
    """An example that one model has right and the other has not.

    Parameters
    ----------
    place
        Where it stands, such as ``test.tsv:12``.
    text
        What it says.
    gold, answers
        What is right, and what each model says.
    better
        Which has it right: 0 or 1.
    why
        The explanation of each, or None.
    """

    place: str
    text: str
    gold: str
    answers: tuple[str, str]
    better: int
    why: tuple[Explanation | None, Explanation | None] = (None, None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "place": self.place,
            "text": self.text,
            "gold": self.gold,
            "a": self.answers[0],
            "b": self.answers[1],
            "better": _SIDES[self.better].lower(),
            "explanations": [None if each is None else each.to_dict() for each in self.why],
        }

    def lines(self, width: int) -> Iterator[str]:
        """Yield lines: where it is, what it says, and side by side why."""
        yield f"{self.place}  gold {self.gold}  {_said(self.answers)}"
        yield "  " + shorten(self.text, width - 2)
        left, right = (_terms(each) for each in self.why)
        for i in range(max(len(left), len(right))):
            pair = [side[i] if i < len(side) else "" for side in (left, right)]
            yield f"    {pair[0]:<{_WIDTH}}{pair[1]}".rstrip()


@dataclass(frozen=True, eq=False)
class Changes:
    """What changes from one model to another.

    Parameters
    ----------
    models
        The names of both.
    unit
        What examples are called.
    ledgers
        What their answers add up to.
    right
        Which examples each has right, all of them : (n,) each.
    changed
        Examples of which only one model is right, some of them.
    """

    models: tuple[str, str]
    unit: str
    ledgers: tuple[Ledger, Ledger]
    right: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    changed: Sequence[Change] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many examples both have right, only the first, only the second, none."""
        first, second = self.right
        cells = (first & second, first & ~second, ~first & second, ~first & ~second)
        return {name: int(each.sum()) for name, each in zip(_NAMES, cells, strict=True)}

    @cached_property
    def nearer(self) -> tuple[int, int]:
        """Of the examples that both have wrong: how often the first is nearer, and the second."""
        first, second = (head_of_each(each) for each in self.ledgers)
        wrong = ~self.right[0] & ~self.right[1]
        sign = self.ledgers[0].head.sign
        lead = np.where(wrong, sign * (first - second), 0.0)
        return int((lead > 0).sum()), int((lead < 0).sum())

    @cached_property
    def figures(self) -> list[tuple[Figure, float, float, float | None]]:
        """Each figure, of both models, and how often chance would set equal ones so far apart."""
        first, second = self.ledgers
        return [
            (
                each,
                first.values[each.name],
                second.values[each.name],
                swap_p_value(first, second, name=each.name),
            )
            for each in shared_figures(first, second)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "models": list(self.models),
            "n": self.ledgers[0].n,
            "figures": {
                figure.name: {
                    "a": a,
                    "b": b,
                    "intervals": [
                        plain_interval(each.interval(figure.name)) for each in self.ledgers
                    ],
                    "p_value": p,
                }
                for figure, a, b, p in self.figures
            },
            "counts": {name.replace(" ", "_").lower(): n for name, n in self.counts.items()},
            "both_wrong_a_nearer": self.nearer[0],
            "both_wrong_b_nearer": self.nearer[1],
            "changed": [each.to_dict() for each in self.changed],
        }

    def to_text(self, *, width: int = 100) -> str:
        """Return tables: the figures, who is right how often; and the examples that changed."""
        parts = [f"A: {self.models[0]}\nB: {self.models[1]}", self._table(), self._counts()]
        for side in (1, 0):
            some = [each for each in self.changed if each.better == side]
            if not some:
                continue
            n = self.counts[_NAMES[1 + side]]
            more = f"{len(some):,} of {n:,} shown" if n > len(some) else f"{n:,}"
            parts.append(f"only {_SIDES[side]} is right: {more}")
            parts += ["\n".join(each.lines(width)) for each in some]
        return "\n\n".join(parts)

    def _table(self) -> str:
        rows = []
        for figure, a, b, p in self.figures:
            ends = [_between(figure, each.interval(figure.name)) for each in self.ledgers]
            shown = "-" if p is None else "<.001" if p < 0.001 else f"{p:.3f}"
            better = ""
            if p is not None and p < _SELDOM and a != b:
                better = f"{_SIDES[figure.sign * (b - a) > 0]} is better"
            row = [figure.title, figure.write(a), ends[0], figure.write(b), ends[1]]
            rows.append([*row, _difference(figure, a, b), shown, better])
        header = ["figure", "A", "95 % interval", "B", "95 % interval", "B - A", "p", ""]
        told = "p: how often chance alone would set two equal models so far apart."
        return f"{format_table(header, rows)}\n{told}"

    def _counts(self) -> str:
        both, one, other, none = (f"{n:,}" for n in self.counts.values())
        rows = [["A right", both, one], ["A wrong", other, none]]
        table = format_table([self.unit, "B right", "B wrong"], rows)
        if not any(self.nearer):
            return table
        told = "of those that both have wrong A is nearer in {:,}, and B in {:,}"
        return f"{table}\n{told.format(*self.nearer)}"


def head_of_each(ledger: Ledger) -> NDArray[np.float64]:
    """Return the first figure of each example alone; 1 where there is nothing to judge : (n,)."""
    figure = ledger.head
    with np.errstate(divide="ignore", invalid="ignore"):
        values = figure.measure(ledger.rows.dense(figure.columns))
    return np.where(np.isnan(values), 1.0, values)[ledger.kinds]


def count_right(ledger: Ledger) -> NDArray[np.bool_]:
    """Return which examples are all right, by the first figure alone; nothing to judge is right.

    Examples
    --------
    >>> from linguine.reports.judging.figures import share
    >>> ledger = Ledger.of_table([[3, 4], [4, 4], [0, 0]], [share("right", 0, 1)])
    >>> count_right(ledger).astype(int).tolist()
    [0, 1, 1]
    """
    return head_of_each(ledger) >= 1.0


def _between(figure: Figure, ends: Any) -> str:
    return "-" if ends is None else f"{figure.write(ends[0])} to {figure.write(ends[1])}"


def _difference(figure: Figure, a: float, b: float) -> str:
    return f"{100 * (b - a):+.1f}" if figure.is_share else f"{b - a:+.3g}"


def _said(answers: Sequence[str]) -> str:
    return "  ".join(f"{side} {each}" for side, each in zip(_SIDES, answers, strict=True))


def _terms(why: Explanation | None) -> list[str]:
    """Return what decided, in lines that fit beside those of the other model."""
    if why is None:
        return []
    terms = why.terms()[:_N_TERMS]
    against = "" if why.runner_up is None else f" against {why.runner_up}"
    head = shorten(f"{why.subject or why.label}{against}: {why.lead:+.2f}", _WIDTH - 2)
    lines = [f"{each.contribution:+.2f} {each.title}" for each in terms]
    return [head, *(shorten(each, _WIDTH - 2) for each in lines)]
