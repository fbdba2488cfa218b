"""Scores: precision, recall and F1 of each label, relation or type, as a table with bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linguine.reports.page.material import Material
from linguine.reports.page.parts import (
    SIDES,
    card,
    head_cells,
    interval_bar,
    named,
    scrolled,
    tell_figure,
)

if TYPE_CHECKING:
    from linguine.reports.evaluation import Score

__all__ = ["render"]

#: Rows that are open; the others fold away, and beyond that are in JSON only.
_N_OPEN, _MOST = 20, 1_000

Ends = Mapping[str, Any]


def render(material: Material) -> str | None:
    """Return the table, the most frequent first."""
    if material.answered.scores is None or not material.answered.scores[1]:
        return None
    title, scores = material.answered.scores
    order = sorted(scores, key=lambda name: -scores[name].support)[:_MOST]
    if material.is_pair:
        names, rows = _pair(material, order)
    else:
        intervals = _intervals(material.evaluation.ledger.intervals, scores)
        names = ("precision", "recall", "F1", *(["95\u202f% interval of F1"] if intervals else []))
        rows = [_row(name, scores[name], intervals.get(name), bool(intervals)) for name in order]
    header = (
        f'<thead><tr><th scope="col">{named(title)}</th>{head_cells(names)}'
        '<th scope="col" aria-hidden="true"></th><th scope="col" class="number">in gold</th></tr>'
        "</thead>"
    )
    caption = f"<caption>{len(scores):,}, the most frequent first</caption>"
    shown = _table(caption + header, rows[:_N_OPEN])
    if rows[_N_OPEN:]:
        rest = _table(f"<caption>the rarer ones</caption>{header}", rows[_N_OPEN:])
        shown += f"<details><summary>{len(rows) - _N_OPEN:,} more</summary>{rest}</details>"
    return card(shown)


def _intervals(intervals: Mapping[str, Any], scores: Mapping[str, Any]) -> Ends:
    """Return those of the figure that has a value for each of these names."""
    by_name = (each for each in intervals.values() if isinstance(each, Mapping))
    return next((each for each in by_name if set(each) & set(scores)), {})


def _table(head: str, rows: list[str]) -> str:
    return scrolled(f'<table class="scores">{head}<tbody>{"".join(rows)}</tbody></table>', "scores")


def _row(name: str, score: Score, ends: tuple[float, float] | None, has_intervals: bool) -> str:
    numbers = "".join(
        f'<td class="number">{value:.3f}</td>'
        for value in (score.precision, score.recall, score.f1)
    )
    between = "" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"
    between = f'<td class="number quiet">{between}</td>' if has_intervals else ""
    return (
        f'<tr><th scope="row" dir="auto">{named(name)}</th>{numbers}'
        f'{between}<td class="bar" aria-hidden="true">{interval_bar(score.f1, ends)}</td>'
        f'<td class="number">{score.support:,}</td></tr>'
    )


def _pair(material: Material, order: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the F1 of two models beside each other."""
    tables = [side.answered.scores[1] for side in material.sides if side.answered.scores]
    ends = [_intervals(side.answered.evaluation.ledger.intervals, tables[0])
            for side in material.sides]  # fmt: skip
    if len(tables) < 2:
        return (), []
    rows = []
    for name in order:
        values = [table[name].f1 if name in table else 0.0 for table in tables]
        cells = "".join(f'<td class="number">{value:.3f}</td>' for value in values)
        lead = tell_figure(values[1] - values[0], is_share=False, sign=True)
        bars = "".join(
            interval_bar(value, own.get(name), kind)
            for value, own, (_, kind) in zip(values, ends, SIDES, strict=True)
        )
        rows.append(
            f'<tr><th scope="row" dir="auto">{named(name)}</th>{cells}'
            f'<td class="number">{lead}</td><td class="bar" aria-hidden="true">{bars}</td>'
            f'<td class="number">{tables[0][name].support:,}</td></tr>'
        )
    return ("F1 of A", "F1 of B", "B \u2212 A"), rows
