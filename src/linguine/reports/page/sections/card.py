"""Card: what the model is, from what it was made, what it is for, and what it is not."""

from __future__ import annotations

from linguine.reports.html import escaped
from linguine.reports.page.material import Card, Material
from linguine.reports.page.parts import SIDES, facts

__all__ = ["render"]


def render(material: Material) -> str | None:
    """Return the card of each model."""
    shown = []
    for (letter, _), side in zip(SIDES, material.sides, strict=False):
        if side.card is not None:
            title = f"{letter}: {side.model}" if material.is_pair else ""
            shown.append(_card(side.card, title))
    return "\n".join(shown) or None


def _card(card: Card, title: str) -> str:
    level = "h4" if title else "h3"
    head = f'<h3 dir="auto">{escaped(title)}</h3>' if title else ""
    use = card.use or (
        "Not said by who made it. As far as these figures go: for texts like those that it has "
        "learned from and was judged by here, where answers that are wrong as often as here can "
        "be borne."
    )
    limits = "".join(f'<li dir="auto">{escaped(each)}</li>' for each in card.limits)
    return (
        f'<article class="card model">{head}<p>{escaped(card.about)}</p>{facts(card.facts)}'
        f'<{level}>Intended use</{level}><p dir="auto">{escaped(use)}</p>'
        f"<{level}>Limits</{level}><ul>{limits}</ul></article>"
    )
