"""Items: every answer, to be searched and filtered; packed, and drawn as they are looked at."""

from __future__ import annotations

from collections.abc import Sequence

from linguine.reports.html import escaped
from linguine.reports.page.material import Items, Material
from linguine.reports.page.packing import pack
from linguine.reports.page.parts import named

__all__ = ["render"]

#: What is right: 1 of the first model, 2 of the second, 3 of both.
_KINDS = {
    "0,2": "A {wrong}", "1,3": "A {right}", "0,1": "B {wrong}", "2,3": "B {right}",
    "2": "only B {right}", "1": "only A {right}", "0": "both {wrong}", "3": "both {right}",
}  # fmt: skip


def render(material: Material) -> str | None:
    """Return the search box and the packed items."""
    items = material.items
    if items is None or not len(items):
        return None
    other = material.sides[1].answered.items if material.is_pair else None
    packed = pack(items, other)
    fields = [
        '<label class="wide">Words<input type="search" id="find" autocomplete="off" '
        'placeholder="text to look for"></label>',
        *_names(items, ["A ", "B "] if material.is_pair else [""]),
        _kinds(items.verdicts, is_pair=material.is_pair),
        *_confidence(items, "A " * material.is_pair),
        *_order(items, is_pair=material.is_pair),
    ]
    return (
        f'<p class="about">{escaped(packed.note)}</p>'
        '<div class="card"><noscript><p>The list needs JavaScript, which is off.</p></noscript>'
        f'<form class="filters" id="filters" role="search" hidden>{"".join(fields)}'
        '<button type="reset">clear</button></form>'
        '<p id="count" role="status"></p><ol id="list" class="items"></ol>'
        '<button type="button" id="more" hidden>show more</button></div>'
        f'<script type="text/plain" id="packed">{packed.data}</script>'
    )


def _select(title: str, name: str, options: str) -> str:
    return f'<label>{escaped(title)}<select id="{name}">{options}</select></label>'


def _names(items: Items, who: Sequence[str]) -> list[str]:
    if not items.names:
        return []
    options = "".join(
        f'<option value="{i}">{named(name)}</option>' for i, name in enumerate(items.names)
    )
    whole = f'<option value="">any</option>{options}<option value="-1">(none)</option>'
    answers = zip(who, ("predicted", "predicted2"), strict=False)
    return [
        _select("Wrong: right is" if items.has_errors_only else "Right", "gold", whole),
        *(_select(f"{letter}answered".capitalize(), name, whole) for letter, name in answers),
    ]


def _kinds(verdicts: tuple[str, str], *, is_pair: bool) -> str:
    right, wrong = verdicts
    kinds = {"0": wrong, "1": right}
    if is_pair:
        kinds = {key: told.format(right=right, wrong=wrong) for key, told in _KINDS.items()}
        kinds["differ"] = "A and B differ"
    options = "".join(f'<option value="{key}">{told}</option>' for key, told in kinds.items())
    return _select("Answer", "kind", f'<option value="">all</option>{options}')


def _confidence(items: Items, who: str) -> list[str]:
    if items.confidence is None:
        return []
    return [
        f'<label>{title}<span class="percent"><input type="number" id="{name}" min="0" max="100" '
        f'step="any" placeholder="{edge}" inputmode="decimal">%</span></label>'
        for title, name, edge in (
            (f"{who}sure from".capitalize(), "low", 0),
            ("to", "high", 100),
        )
    ]


def _order(items: Items, *, is_pair: bool) -> list[str]:
    orders = [("", "as in the file"), ("worst", "worst of A first" if is_pair else "worst first")]
    if items.confidence is not None:
        orders += [("unsure", "least sure first"), ("sure", "surest first")]
    options = "".join(f'<option value="{value}">{told}</option>' for value, told in orders)
    return [_select("Order", "order", options)]
