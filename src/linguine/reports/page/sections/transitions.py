"""Transitions: how well each tag follows each other, as a table of tints."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linguine.reports.html import escaped
from linguine.reports.page.material import Material
from linguine.reports.page.parts import card, named, scrolled

__all__ = ["render"]

#: Tags that a table has; of more, the first and the last transitions are listed.
_WIDEST, _N_LISTED = 26, 15


def render(material: Material) -> str | None:
    """Return the table, or the likeliest and the least likely ones."""
    overview = material.sides[0].overview
    if material.is_pair or overview is None or not overview.transitions:
        return None
    moves = overview.transitions
    names = list(dict.fromkeys(name for before, here, _ in moves for name in (before, here)))
    order = sorted(names)
    return card(_table(order, moves) if len(order) <= _WIDEST else _lists(moves))


def _table(names: Sequence[str], moves: Sequence[tuple[str, str, float]]) -> str:
    place = {name: i for i, name in enumerate(names)}
    weights = np.full((len(names), len(names)), np.nan)
    for before, here, weight in moves:
        weights[place[before], place[here]] = weight
    middle = float(np.nanmedian(weights)) if np.nanmax(weights) <= 0 else 0.0
    strongest = float(np.nanmax(np.abs(weights - middle))) or 1.0
    head = "".join(f'<th scope="col" dir="auto">{named(name)}</th>' for name in names)
    rows = []
    for i, name in enumerate(names):
        cells = "".join(_cell(weights[i, j], middle, strongest) for j in range(len(names)))
        rows.append(f'<tr><th scope="row" dir="auto">{named(name)}</th>{cells}</tr>')
    caption = "weight of the tag of a column behind that of a row"
    return scrolled(
        f'<table class="heat small"><caption>{caption}; \u2013 is never allowed</caption>'
        f'<thead><tr><th scope="col">before \\ here</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>",
        caption,
    )


def _cell(weight: float, middle: float, strongest: float) -> str:
    if np.isnan(weight):
        return "<td>\u2013</td>"
    lead = weight - middle
    side = "for" if lead >= 0 else "against"
    told = f"{weight:+.1f}".replace("-", "\u2212")
    return f'<td class="{side}" style="--t:{abs(lead) / strongest:.3f}"><b>{told}</b></td>'


def _lists(moves: Sequence[tuple[str, str, float]]) -> str:
    shown = []
    for title, rows in (
        ("the likeliest", moves[:_N_LISTED]),
        ("the least likely", moves[::-1][:_N_LISTED]),
    ):
        body = "".join(
            f'<tr><th scope="row" dir="auto">{named(before)}</th><td dir="auto">{named(here)}</td>'
            f'<td class="number">{weight:+.2f}</td></tr>'
            for before, here, weight in rows
        )
        shown.append(
            f"<div><table><caption>{escaped(title)}</caption><thead><tr>"
            '<th scope="col">before</th><th scope="col">here</th>'
            f'<th scope="col" class="number">weight</th></tr></thead><tbody>{body}</tbody></table>'
            "</div>"
        )
    return f'<div class="beside">{"".join(shown)}</div>'
