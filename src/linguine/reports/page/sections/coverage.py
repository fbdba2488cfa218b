"""Coverage: how much less goes wrong if the least sure answers are left to somebody else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.reports.judging.plot import nice_ticks
from linguine.reports.page.charts import Axis, band, chart, legend, line
from linguine.reports.page.material import Items, Material
from linguine.reports.page.parts import SIDES, card, head_cells, named, scrolled, share
from linguine.reports.significance import wilson_interval

__all__ = ["render"]

#: Places of the curve, and answers below which a share says too little.
_N_PLACES, _FEWEST = 100, 30
#: How often answers are wanted to be right.
_WANTED = (0.9, 0.95, 0.98, 0.99, 0.995)


def render(material: Material) -> str | None:
    """Return the curve of each model, and what has to be left out to be right so often."""
    found = [
        (letter, kind, side, side.answered.items)
        for (letter, kind), side in zip(SIDES, material.sides, strict=False)
        if side.answered.items is not None
        and side.answered.items.confidence is not None
        and len(side.answered.items) > _FEWEST
    ]
    if not found:
        return None
    curves = [_curve(items) for _, _, _, items in found if items is not None]
    highest = max(float(rows[:, 3].max()) for rows in curves)
    if highest <= 0:
        return None
    x = Axis(0, 1, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), "share that is answered, the surest first",
             is_share=True)  # fmt: skip
    y = Axis(0, highest, nice_ticks(0, highest, 5), "wrong among the answered", is_share=True)
    marks, entries, tables = [], [], []
    for (letter, kind, side, items), rows in zip(found, curves, strict=True):
        marks.append(band(x, y, [(at, low, high) for at, _, low, high in rows.tolist()], kind))
        marks.append(line(x, y, [(at, wrong) for at, wrong, _, _ in rows.tolist()], kind))
        assert items is not None
        tables.append(_table(items, f"{letter}: {named(side.model)}" if material.is_pair else ""))
        entries.append((kind, f"{letter}: {side.model}" if material.is_pair else side.model))
    told = []
    for (letter, _, _, _), rows in zip(found, curves, strict=True):
        half = float(np.interp(0.5, rows[:, 0], rows[:, 1]))
        who = f" of {letter}" if material.is_pair else ""
        told.append(
            f"Of all answers{who} {100 * rows[-1, 1]:.1f}\u202f% are wrong, of the surest half "
            f"{100 * half:.1f}\u202f%."
        )
    text = " ".join(told)
    drawn = chart(x, y, marks, name="coverage against error", text=text)
    shown = legend(entries) if material.is_pair else ""
    return card(
        f'<div class="beside">{drawn}<div>{shown}<p>{text}</p>{"".join(tables)}</div></div>'
    )


def _curve(items: Items) -> NDArray[np.float64]:
    """Return the share that is answered, the error among it, and its interval : (n_places, 4)."""
    wrong = _wrong_by_confidence(items)[1]
    n = len(wrong)
    places = np.unique(np.linspace(_FEWEST, n, _N_PLACES).astype(np.int64))
    n_wrong = np.cumsum(wrong)[places - 1]
    rows = []
    for size, bad in zip(places.tolist(), n_wrong.tolist(), strict=True):
        low, high = wilson_interval(int(bad), int(size))
        rows.append((size / n, bad / size, low, high))
    return np.array(rows)


def _wrong_by_confidence(items: Items) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    assert items.confidence is not None
    order = np.argsort(-items.confidence, kind="stable")
    return items.confidence[order], ~items.is_right[order]


def _table(items: Items, name: str) -> str:
    """Return how sure an answer must be so that so many of these are right, here."""
    sure, wrong = _wrong_by_confidence(items)
    n = len(wrong)
    right = 1 - np.cumsum(wrong) / np.arange(1, n + 1)
    # Answers that are equally sure are given together.
    is_end = np.append(sure[1:] < sure[:-1], True)
    rows = []
    for wanted in _WANTED:
        ends = np.flatnonzero((right >= wanted) & is_end & (np.arange(1, n + 1) >= _FEWEST))
        told = '<td class="number quiet" colspan="2">cannot be had by leaving out</td>'
        if len(ends):
            last = int(ends[-1])
            least = "all" if last == n - 1 else f"from {share(float(sure[last]))}"
            told = f'<td class="number">{least}</td><td class="number">{share((last + 1) / n)}</td>'
        rows.append(f'<tr><th scope="row">{share(wanted)}</th>{told}</tr>')
    caption = "to be right so often, answer only where the model is so sure; on these very texts"
    who = f"{name}: " if name else ""
    table = (
        f'<table><caption>{who}{caption}</caption><thead><tr><th scope="col">right</th>'
        f"{head_cells(['sure', 'answered'])}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
    return scrolled(table, "how sure to be")
