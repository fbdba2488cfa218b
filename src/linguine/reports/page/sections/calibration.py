"""Calibration: whether answers of a probability of 80 % are right eight times of ten."""

from __future__ import annotations

from collections.abc import Sequence

from linguine.reports.page.charts import Axis, bars, chart, legend, line, points
from linguine.reports.page.material import Material, Side
from linguine.reports.page.parts import SIDES, card, head_cells, named, scrolled, share
from linguine.reports.significance import wilson_interval
from linguine.reports.text.calibration_error import Bin

__all__ = ["render"]

_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def render(material: Material) -> str | None:
    """Return the reliability diagram, the errors, and all numbers."""
    found = [
        (letter, kind, side)
        for (letter, kind), side in zip(SIDES, material.sides, strict=False)
        if side.answered.reliability
    ]
    if not found:
        return None
    x = Axis(0, 1, _SHARES, "probability of the answer", is_share=True)
    y = Axis(0, 1, _SHARES, "share of them that is right", is_share=True)
    marks = [_amounts(x, y, found[0][2])] if len(found) == 1 else []
    marks.append(line(x, y, ((0, 0), (1, 1)), "quiet dashed"))
    told, entries = [], [("quiet dashed", "as often right as it says")]
    for letter, kind, side in found:
        bins = side.answered.reliability or ()
        marks += _curve(x, y, bins, kind)
        name = f"{letter}: {side.model}" if material.is_pair else "what it keeps"
        entries.append((kind, name))
        told.append(_error(side, letter if material.is_pair else ""))
    if len(found) == 1:
        entries.append(("amount", f"how many {found[0][2].answered.counted}"))
    text = " ".join(told).replace("&#8239;", " ").replace("<b>", "").replace("</b>", "")
    drawn = chart(x, y, marks, name="reliability diagram", text=text, kind="square")
    tables = "".join(_table(letter, side, is_pair=material.is_pair) for letter, _, side in found)
    return card(
        f'<div class="beside">{drawn}<div><p>{"</p><p>".join(told)}</p>{legend(entries)}'
        f'<p class="quiet">A line below the diagonal promises more than it keeps. Bars across a '
        f"point are its interval, 19 times of 20.</p>{tables}</div></div>"
    )


def _amounts(x: Axis, y: Axis, side: Side) -> str:
    bins = side.answered.reliability or ()
    most = max(each.n for each in bins)
    return bars(x, y, [(each.low, each.high, 0.3 * each.n / most) for each in bins], "amount")


def _curve(x: Axis, y: Axis, bins: Sequence[Bin], kind: str) -> list[str]:
    marks = []
    for each in bins:
        low, high = wilson_interval(round(each.n * each.accuracy), each.n)
        marks.append(line(x, y, ((each.confidence, low), (each.confidence, high)), f"{kind} thin"))
    marks.append(line(x, y, [(each.confidence, each.accuracy) for each in bins], kind))
    said = [
        (
            each.confidence,
            each.accuracy,
            f"says {100 * each.confidence:.1f} %, is right in {100 * each.accuracy:.1f} % "
            f"of {each.n:,}",
        )
        for each in bins
    ]
    return [*marks, points(x, y, said, kind)]


def _error(side: Side, letter: str) -> str:
    bins = side.answered.reliability or ()
    error = sum(each.n * abs(each.confidence - each.accuracy) for each in bins) / sum(
        each.n for each in bins
    )
    luck = side.answered.luck
    beside = "" if luck is None else f" Luck alone gives up to {luck:.3f}."
    who = f"{letter}: " if letter else ""
    n = f"{sum(each.n for each in bins):,} {side.answered.counted}"
    return f"{who}Calibration error (ECE) of {n}: <b>{error:.3f}</b>.{beside}"


def _table(letter: str, side: Side, *, is_pair: bool) -> str:
    rows = "".join(
        f'<tr><th scope="row">{share(each.low, 0)} to {share(each.high, 0)}</th>'
        f'<td class="number">{share(each.confidence)}</td>'
        f'<td class="number">{share(each.accuracy)}</td><td class="number">{each.n:,}</td></tr>'
        for each in side.answered.reliability or ()
    )
    name = f"{letter}: {named(side.model)}, by probability" if is_pair else "by probability"
    head = head_cells(("says", "is right", side.answered.counted))
    table = (
        f'<table><caption>{name}</caption><thead><tr><th scope="col">between</th>'
        f"{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    who = f"the numbers of {letter}" if is_pair else "the numbers"
    return f"<details><summary>{who}</summary>{scrolled(table, who)}</details>"
