"""Versus: the figures of two models beside each other, and whether luck explains the difference."""

from __future__ import annotations

import numpy as np

from linguine.reports.html import escaped
from linguine.reports.judging.figures import Figure, name_figure
from linguine.reports.judging.ledger import Ledger
from linguine.reports.judging.paired import shared_figures, swap_p_value
from linguine.reports.page.material import Items, Material
from linguine.reports.page.parts import (
    SIDES,
    card,
    facts,
    head_cells,
    interval_bar,
    scrolled,
    tell_figure,
)

__all__ = ["render"]

#: Below this chance alone would set two equal models so far apart too seldom to believe in it.
_SELDOM = 0.05


def render(material: Material) -> str | None:
    """Return a row for each figure, and who is right where."""
    if not material.is_pair:
        return None
    first, second = (side.answered.evaluation.ledger for side in material.sides)
    rows = [_row(each, first, second) for each in shared_figures(first, second)]
    names = "".join(
        f'<li><b class="letter {kind}">{letter}</b> <span dir="auto">{escaped(side.model)}</span>'
        "</li>"
        for (letter, kind), side in zip(SIDES, material.sides, strict=True)
    )
    head = head_cells(("A", "B", "B \u2212 A", "p"))
    table = (
        "<table><caption>p is how often two equally good models would be at least so far apart by "
        'luck; the same examples, paired</caption><thead><tr><th scope="col">figure</th>'
        f'{head}<th scope="col">so</th><th scope="col" aria-hidden="true"></th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    both = [side.answered.items for side in material.sides]
    parts = [
        f'<ul class="models">{names}</ul>',
        facts(material.facts.items()),
        card(scrolled(table, "figures of both models")),
    ]
    if both[0] is not None and both[1] is not None:
        parts.append(card(_agreement(both[0], both[1], material.unit)))
    return "\n".join(parts)


def _row(figure: Figure, first: Ledger, second: Ledger) -> str:
    values = [each.values[figure.name] for each in (first, second)]
    cells = ""
    for (_, _), ledger, value in zip(SIDES, (first, second), values, strict=True):
        ends = ledger.interval(figure.name)
        between = ""
        if ends is not None:
            low, high = (tell_figure(end, figure.is_share) for end in ends)
            between = f'<span class="ends">{low} to {high}</span>'
        cells += f'<td class="number"><b>{tell_figure(value, figure.is_share)}</b>{between}</td>'
    bars = ""
    if figure.is_share:
        bars = "".join(
            interval_bar(value, ledger.interval(figure.name), kind)
            for (_, kind), ledger, value in zip(SIDES, (first, second), values, strict=True)
        )
    p = swap_p_value(first, second, name=figure.name) if first.n == second.n else None
    lead = (values[1] - values[0]) * figure.sign
    so = "luck would do" if p is None or p >= _SELDOM or lead == 0 else SIDES[lead > 0][0]
    so = f"{so} is better" if len(so) == 1 else so
    told = "" if p is None else "&lt; 0.001" if p < 0.001 else f"{p:.3f}"
    return (
        f'<tr><th scope="row">{escaped(name_figure(figure.name))}</th>{cells}'
        f'<td class="number">{tell_figure(values[1] - values[0], figure.is_share, sign=True)}</td>'
        f'<td class="number">{told}</td><td class="so">{so}</td>'
        f'<td class="bar" aria-hidden="true">{bars}</td></tr>'
    )


def _agreement(first: Items, second: Items, unit: str) -> str:
    """Return how many each has right, as a table whose numbers show their examples."""
    table = np.zeros((2, 2), np.int64)
    np.add.at(table, ((~first.is_right).astype(int), (~second.is_right).astype(int)), 1)
    right, wrong = first.verdicts
    rows = ""
    for i, mine in enumerate((right, wrong)):
        cells = ""
        for j in range(2):
            n = int(table[i, j])
            kind = "for" if i == j == 0 else "against" if i == j else ""
            # which of the two are right: 1 is the first, 2 the second
            link = f'<a href="#items" data-kind="{(not i) + 2 * (not j)}">{n:,}</a>'
            tint = f' class="{kind}" style="--t:{n / max(len(first), 1):.3f}"' if kind else ""
            cells += f"<td{tint}>{link if n else '0'}</td>"
        rows += f'<tr><th scope="row">A {mine}</th>{cells}</tr>'
    caption = f"{unit} that each has {right}; a number shows them"
    head = f'<th scope="col">B {right}</th><th scope="col">B {wrong}</th>'
    return scrolled(
        f'<table class="heat"><caption>{escaped(caption)}</caption><thead><tr>'
        f'<th scope="col"><span class="hidden">model A</span></th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>",
        caption,
    )
