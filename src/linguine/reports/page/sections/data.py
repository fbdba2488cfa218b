"""Data: what the test file has of each label beside what was answered, and what is odd in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.reports.checks.finding import Finding
from linguine.reports.html import escaped
from linguine.reports.page.material import Items, Material
from linguine.reports.page.parts import SIDES, card, facts, head_cells, named, scrolled, share
from linguine.reports.tables import shorten

__all__ = ["render"]

#: Labels that are open, and places of a finding.
_N_OPEN, _N_PLACES = 12, 5


def render(material: Material) -> str | None:
    """Return facts about the texts, a bar for each label, and findings."""
    parts = []
    items = material.items
    if items is not None and len(items):
        parts.append(facts(_sizes(items, material.unit)))
        if _can_be_counted(material, items):
            parts.append(card(_shares(material, items)))
    if material.checkup is not None:
        found = material.checkup.findings
        shown = "".join(_finding(each) for each in found)
        nothing = "<p>Nothing odd was found.</p>"
        parts.append(card(f"<h3>What check finds in it</h3>{shown or nothing}"))
    return "\n".join(parts) or None


def _can_be_counted(material: Material, items: Items) -> bool:
    """Return whether gold and answers have the same names, and these tell of all examples."""
    has_own = material.answered.columns is not None
    return bool(items.names) and len(items.gold) > 0 and not items.has_errors_only and not has_own


def _sizes(items: Items, unit: str) -> list[tuple[str, str]]:
    letters = np.array([len(text) for text in items.texts])
    return [
        ("letters, half have fewer", f"{int(np.median(letters)):,}"),
        ("the longest", f"{int(letters.max()):,}"),
        ("empty", f"{int((letters == 0).sum()):,}"),
    ]


def _shares(material: Material, items: Items) -> str:
    """Return how many examples have each name in gold and in the answers."""
    n_names = len(items.names)
    gold = _count(items.gold, n_names)
    answers = [
        _count(side.answered.items.predicted, n_names)
        for side in material.sides
        if side.answered.items is not None
    ]
    strongest = max(1, int(gold.max()), *(int(each.max()) for each in answers))
    order = np.argsort(-gold, kind="stable")
    titles = ["answered"] if len(answers) == 1 else [f"{SIDES[k][0]} answers" for k in range(2)]
    header = (
        f'<thead><tr><th scope="col">label</th>{head_cells(["in gold", *titles])}'
        '<th scope="col" aria-hidden="true"></th></tr></thead>'
    )
    rows = [
        _row(str(items.names[k]), [int(gold[k]), *(int(each[k]) for each in answers)], strongest)
        for k in order.tolist()
        if gold[k] or any(each[k] for each in answers)
    ]
    most = int(gold.max()) / max(len(items), 1)
    told = f"how often each is there; the most frequent in {share(most)}"
    caption = f"<caption>{told}</caption>"
    shown = scrolled(f"<table>{caption}{header}<tbody>{''.join(rows[:_N_OPEN])}</tbody></table>",
                     "labels of the test data")  # fmt: skip
    if rows[_N_OPEN:]:
        rest = (
            f"<table><caption>the rarer ones</caption>{header}"
            f"<tbody>{''.join(rows[_N_OPEN:])}</tbody></table>"
        )
        shown += (
            f"<details><summary>{len(rows) - _N_OPEN:,} more</summary>"
            f"{scrolled(rest, 'more labels')}</details>"
        )
    return shown


def _count(sets: object, n_names: int) -> NDArray[np.int64]:
    flat = [code for each in sets for code in each]  # type: ignore[attr-defined]
    return np.bincount(np.array(flat, np.int64), minlength=n_names)


def _row(name: str, numbers: list[int], strongest: int) -> str:
    kinds = ["gold", *(kind for _, kind in SIDES)]
    bars = "".join(
        f'<i class="{kind}" style="--w:{100 * n / strongest:.1f}%"></i>'
        for kind, n in zip(kinds, numbers, strict=False)
    )
    cells = "".join(f'<td class="number">{n:,}</td>' for n in numbers)
    return (
        f'<tr><th scope="row" dir="auto">{named(name)}</th>{cells}'
        f'<td class="bars" aria-hidden="true">{bars}</td></tr>'
    )


def _finding(found: Finding) -> str:
    places = "".join(
        f'<li><span class="place">{escaped(item.place)}</span> '
        f"{f'<b>{escaped(shorten(item.note, 160))}</b> ' if item.note else ''}"
        f'<span dir="auto">{escaped(shorten(item.text, 160))}</span></li>'
        for item in found.items[:_N_PLACES]
    )
    listed = (
        f"<details><summary>where: {min(len(found.items), _N_PLACES)} of {found.count:,}</summary>"
        f'<ul class="places">{places}</ul></details>'
        if places
        else ""
    )
    return (
        f'<div class="finding"><p><b>{escaped(found.kind.replace("-", " "))}: {found.count:,}</b> '
        f'{escaped(found.said)}.</p><p class="quiet">{escaped(found.advice)}</p>{listed}</div>'
    )
