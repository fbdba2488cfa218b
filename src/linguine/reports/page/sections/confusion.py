"""Confusion: what was taken for what, as a table of tints, or the largest confusions of many."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.reports.page.material import Material
from linguine.reports.page.parts import card, heat_table, named

__all__ = ["render"]

#: Labels that a table has; of more, the largest confusions are listed.
_WIDEST = 24
_N_LISTED = 30


def render(material: Material) -> str | None:
    """Return the table or the list."""
    if material.answered.confusion is None or material.is_pair:
        return None
    names, counts = material.answered.confusion
    others = material.answered.columns
    if min(counts.shape) < 2:
        return None
    if max(counts.shape) > _WIDEST and others is None:
        listed = _list(list(names), counts)
        return card(listed) if listed else None
    columns = [*(others or names), *(["(none)"] if counts.shape[1] == len(names) + 1 else [])]
    table = heat_table(
        names,
        columns[: counts.shape[1]],
        counts,
        caption="how often each was answered",
        corner="gold \\ answer",
        is_right=None
        if others is None
        else (lambda i, j: bool(counts[i, j] == counts[:, j].max())),
        first=0 if others is None else len(names),
        links_right=material.items is None or not material.items.has_errors_only,
    )
    return card(table)


def _list(names: list[str], counts: NDArray[np.int64]) -> str:
    wrong = counts.copy()
    np.fill_diagonal(wrong[:, : len(names)], 0)
    worst = np.argsort(-wrong, axis=None, kind="stable")[:_N_LISTED]
    columns = [*names, "(none)"]
    rows = []
    for place in worst.tolist():
        i, j = divmod(place, counts.shape[1])
        if wrong[i, j]:
            link = f'<a href="#items" data-gold="{i}" data-predicted="{j}">{wrong[i, j]:,}</a>'
            rows.append(
                f'<tr><th scope="row" dir="auto">{named(names[i])}</th>'
                f'<td dir="auto">{named(columns[j])}</td><td class="number">{link}</td></tr>'
            )
    if not rows:
        return ""
    return (
        "<table><caption>the largest confusions</caption><thead><tr>"
        '<th scope="col">gold</th><th scope="col">was taken for</th>'
        f'<th scope="col" class="number">times</th></tr></thead><tbody>{"".join(rows)}</tbody>'
        "</table>"
    )
