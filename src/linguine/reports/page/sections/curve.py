"""Curve: whether more data would help."""

from __future__ import annotations

from linguine.reports.html import escaped
from linguine.reports.judging.curve_picture import draw_curve
from linguine.reports.judging.learning_curve import LearningCurve
from linguine.reports.page.material import Material
from linguine.reports.page.parts import card, head_cells, scrolled

__all__ = ["render"]


def render(material: Material) -> str | None:
    """Return the picture and its numbers, or how to get them."""
    if material.is_pair:
        return None
    if material.curve is None:
        return card(f"<p>{escaped(material.why_no_curve)}</p>") if material.why_no_curve else None
    curve = material.curve
    drawn = scrolled(draw_curve(curve, with_style=False), "learning curve")
    return card(f'<p>{escaped(curve.say())}</p><div class="drawing">{drawn}</div>{_table(curve)}')


def _table(curve: LearningCurve) -> str:
    head, rows = curve.head, []
    for each in curve.points:
        ends = each.ledger.interval(head.name)
        between = "" if ends is None else f"{head.write(ends[0])} to {head.write(ends[1])}"
        rows.append(
            f'<tr><th scope="row">{each.n:,}</th>'
            f'<td class="number">{head.write(each.value(head.name))}</td>'
            f'<td class="number">{between}</td></tr>'
        )
    names = head_cells((escaped(head.title), "95\u202f% interval"))
    table = (
        f"<table><caption>{escaped(head.title)} by what was learned from</caption><thead><tr>"
        f'<th scope="col">{escaped(curve.unit)}</th>{names}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    return f"<details><summary>the numbers</summary>{scrolled(table, 'learning curve')}</details>"
