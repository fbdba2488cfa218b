"""Errors: the worst wrong answers, each with what decided it."""

from __future__ import annotations

from linguine.reports.html import escaped
from linguine.reports.html_cards import render_card
from linguine.reports.page.material import Judged, Material, Shown, Side
from linguine.reports.page.parts import SIDES, share
from linguine.reports.tables import shorten

__all__ = ["render", "render_judged"]

#: Letters of a text that are shown, and of an answer.
_LONGEST, _TOLD = 6_000, 240


def render(material: Material) -> str | None:
    """Return a card for each error."""
    if material.items is None or material.is_pair:
        return None
    if material.items.is_right.all():
        return f'<p class="card">There are none: every answer is {material.items.verdicts[0]}.</p>'
    return "\n".join(render_judged(material, each) for each in material.errors) or None


def render_judged(material: Material, judged: Judged) -> str:
    """Return an example with what each model made of it."""
    items = material.items
    assert items is not None
    place = judged.place
    gold, _ = items.tell(place)
    where = f"{material.source}:{items.lines[place]}"
    if items.place != "line":
        where = f"{material.source}, {items.place} {items.lines[place]}"
    head = f'<p class="gold"><span class="place">{escaped(where)}</span> '
    if not any(each.drawing for each in judged.by):  # which shows both
        head += f'<span class="said">right: <b dir="auto">{_told(gold)}</b></span> '
        for (letter, _), side in zip(SIDES, material.sides, strict=False):
            head += _answer(side, place, letter if material.is_pair else "")
    level = 5 if material.is_pair else 3
    shown = [_shown(each, level) for each in judged.by]
    if not any(shown):
        text = escaped(items.texts[place][:_LONGEST])
        shown = [f'<p class="text" dir="auto">{text}</p>']
    if not material.is_pair:
        return f'<article class="card">{head}</p>{"".join(shown)}</article>'
    both = "".join(
        f'<div><h4 dir="auto">{letter}: {escaped(side.model)}</h4>{each}</div>'
        for (letter, _), side, each in zip(SIDES, material.sides, shown, strict=False)
    )
    return f'<article class="card">{head}</p><div class="two">{both}</div></article>'


def _answer(side: Side, place: int, letter: str) -> str:
    items = side.answered.items
    assert items is not None
    sure = "" if items.confidence is None else f" ({share(float(items.confidence[place]))})"
    who = f"{letter} answered" if letter else "answered"
    told = _told(items.tell(place)[1])
    return f'<span class="said">{who}: <b dir="auto">{told}</b>{sure}</span> '


def _told(answer: str) -> str:
    return escaped(shorten(answer, _TOLD))


def _shown(shown: Shown, level: int) -> str:
    parts = [shown.drawing or ""]
    parts += [
        render_card(each, level=level, is_folded=True, is_inside=True, n_letters=_LONGEST)
        for each in shown.explanations
    ]
    return "".join(parts)
