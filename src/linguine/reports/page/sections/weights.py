"""Weights: what each label looks for, as bars."""

from __future__ import annotations

from linguine.reports.html_cards import render_weights
from linguine.reports.page.material import Material

__all__ = ["render"]

#: Labels that are open, that are there at all, and features of each.
_N_OPEN, _MOST, _N_EACH = 6, 40, 12


def render(material: Material) -> str | None:
    """Return a card for each label, the most frequent in gold first."""
    overview = material.sides[0].overview
    if material.is_pair or overview is None:
        return None
    top = {name: rows[:_N_EACH] for name, rows in overview.features.items() if rows}
    if not top:
        return None
    scores = material.answered.scores
    if scores is not None:
        support = {name: each.support for name, each in scores[1].items()}
        top = dict(sorted(top.items(), key=lambda each: -support.get(str(each[0]), 0)))
    names = list(top)
    shown = render_weights({name: top[name] for name in names[:_N_OPEN]}, level=3)
    rest = names[_N_OPEN:_MOST]
    if rest:
        n_left = len(names) - _MOST
        left = f"; {n_left:,} others have too few examples here to be shown" if n_left > 0 else ""
        inside = render_weights({name: top[name] for name in rest}, level=3)
        shown += f"<details><summary>{len(rest):,} more{left}</summary>{inside}</details>"
    return shown
