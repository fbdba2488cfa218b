"""Charts: lines, bands, bars and points as SVG that bends to any width, with text beside it.

The drawing is stretched to whatever room there is, so lines keep their width and points their
shape (a point is a line of no length with round ends); numbers stand outside of it as text, as
large on a phone as on a desk. What a chart says is said in words as well, for those who do not see
it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from linguine.reports.html import escaped

__all__ = ["Axis", "band", "bars", "chart", "legend", "line", "points"]

Points = Iterable[tuple[float, float]]


@dataclass(frozen=True)
class Axis:
    """What lies between two numbers, and where it is written.

    Examples
    --------
    >>> Axis(0, 200, (0, 50, 100), "texts").at(50)
    25.0
    """

    low: float
    high: float
    ticks: Sequence[float]
    title: str
    is_share: bool = False
    is_log: bool = False

    def at(self, value: float) -> float:
        """Return the place of a value between 0 and 100."""
        low, high = self.low, self.high
        if self.is_log:
            low, high, value = (math.log(each) for each in (low, high, value))
        part = (value - low) / (high - low) if high > low else 0.5
        return 100 * min(max(part, 0.0), 1.0)

    def tell(self, value: float) -> str:
        """Return a number as it is written."""
        if self.is_share:
            return f"{100 * value:.4g}&#8239;%"
        told = f"{value:,.4g}" if abs(value) < 10_000 else f"{value:,.0f}"
        return told.replace("-", "\u2212")


def line(x: Axis, y: Axis, through: Points, kind: str) -> str:
    """Return a line; its kind is for, against, or quiet."""
    return f'<path class="line {kind}" d="{_path(x, y, through)}"/>'


def band(x: Axis, y: Axis, between: Iterable[tuple[float, float, float]], kind: str) -> str:
    """Return what lies between two lines: x, the lower and the upper."""
    rows = list(between)
    there = [(at, high) for at, _, high in rows]
    back = [(at, low) for at, low, _ in reversed(rows)]
    return f'<path class="band {kind}" d="{_path(x, y, [*there, *back])}Z"/>'


def bars(x: Axis, y: Axis, boxes: Iterable[tuple[float, float, float]], kind: str) -> str:
    """Return bars from the ground: from x, to x, and how high."""
    shown = []
    for begin, end, height in boxes:
        left, width, tall = x.at(begin), x.at(end) - x.at(begin), y.at(height)
        shown.append(
            f'<rect class="bar {kind}" x="{left + 0.2:.2f}" y="{100 - tall:.2f}" '
            f'width="{max(width - 0.4, 0.1):.2f}" height="{tall:.2f}"/>'
        )
    return "".join(shown)


def points(x: Axis, y: Axis, places: Iterable[tuple[float, float, str]], kind: str) -> str:
    """Return points, each with what is said when it is pointed at."""
    shown = []
    for across, up, told in places:
        title = f"<title>{escaped(told)}</title>" if told else ""
        path = f"M{x.at(across):.2f} {100 - y.at(up):.2f}h0"
        shown.append(f'<path class="point {kind}" d="{path}">{title}</path>')
    return "".join(shown)


def chart(x: Axis, y: Axis, marks: Iterable[str], *, name: str, text: str, kind: str = "") -> str:
    """Return marks between two axes; name and text say what there is to see."""
    grid = "".join(
        f'<path class="grid" d="M0 {100 - y.at(tick):.2f}H100"/>' for tick in y.ticks
    ) + "".join(f'<path class="grid" d="M{x.at(tick):.2f} 0V100"/>' for tick in x.ticks)
    ups = "".join(
        f'<span class="up" style="bottom:{y.at(tick):.2f}%">{y.tell(tick)}</span>'
        for tick in y.ticks
    )
    along = "".join(
        f'<span class="along" style="left:{x.at(tick):.2f}%">{x.tell(tick)}</span>'
        for tick in x.ticks
    )
    return (
        f'<div class="chart {kind}"><p class="axis">{escaped(y.title)}</p>'
        f'<div class="plot"><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" '
        f'aria-label="{escaped(name)}"><desc>{escaped(text)}</desc>{grid}{"".join(marks)}</svg>'
        f'<div aria-hidden="true">{ups}{along}</div></div>'
        f'<p class="axis across">{escaped(x.title)}</p></div>'
    )


def legend(entries: Iterable[tuple[str, str]]) -> str:
    """Return what lines are called, by their kind."""
    shown = "".join(
        f'<li><span class="swatch {kind}" aria-hidden="true"></span>'
        f'<span dir="auto">{escaped(name)}</span></li>'
        for kind, name in entries
    )
    return f'<ul class="legend-list">{shown}</ul>'


def _path(x: Axis, y: Axis, through: Points) -> str:
    places = [f"{x.at(across):.2f} {100 - y.at(up):.2f}" for across, up in through]
    return "M" + "L".join(places) if places else ""
