"""Plot: two axes and their ticks, for pictures of figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from linguine.reports.svg import text_at

__all__ = ["AXES_STYLE", "Axis", "draw_axes", "nice_ticks"]

#: Rules of the axes; colours are filled in by whoever paints.
AXES_STYLE = """\
.tree .grid { stroke: $quiet; stroke-opacity: .25; stroke-width: 1; fill: none; }
.tree .rule { stroke: $quiet; stroke-width: 1; fill: none; }
.tree .tick { fill: $quiet; font-size: 12px; }
.tree .name { fill: $ink; font-size: 13px; }
"""
_TICK, _NAME, _BASELINE = 18, 40, 4
_STEPS = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class Axis:
    """From values to places on a picture.

    Parameters
    ----------
    low, high
        Values at its ends.
    begin, end
        Their places, in pixels.
    ticks
        Values that are named, and how.
    name
        What it shows.
    is_log
        Whether a factor, and not a difference, is a length.

    Examples
    --------
    >>> Axis(1.0, 100.0, 0.0, 200.0, [], "texts", is_log=True).at(10.0)
    100.0
    """

    low: float
    high: float
    begin: float
    end: float
    ticks: Sequence[tuple[float, str]]
    name: str
    is_log: bool = False

    def at(self, value: float) -> float:
        """Return the place of a value."""
        low, high, here = self.low, self.high, value
        if self.is_log:
            low, high, here = math.log(low), math.log(high), math.log(value)
        share = (here - low) / (high - low) if high > low else 0.5
        return self.begin + share * (self.end - self.begin)


def nice_ticks(low: float, high: float, n: int = 7) -> list[float]:
    """Return about n round numbers from low to high.

    Examples
    --------
    >>> nice_ticks(0.0, 1.0)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    wide = max(high - low, 1e-9) / n
    unit = 10.0 ** math.floor(math.log10(wide))
    step = next(each * unit for each in _STEPS if each * unit >= wide * 0.999)
    first, last = math.ceil(low / step - 1e-6), math.floor(high / step + 1e-6)
    return [round(k * step, 12) for k in range(first, last + 1)]


def draw_axes(x: Axis, y: Axis) -> list[str]:
    """Return the parts of two axes: lines across at the ticks of y, names at both."""
    parts = []
    for value, name in y.ticks:
        at = y.at(value)
        parts.append(f'<path class="grid" d="M{x.begin:.1f} {at:.1f}H{x.end:.1f}"/>')
        parts.append(text_at("tick left", x.begin - 8, at + _BASELINE, name))
    parts.append(f'<path class="rule" d="M{x.begin:.1f} {y.begin:.1f}H{x.end:.1f}"/>')
    parts += [text_at("tick", x.at(value), y.begin + _TICK, name) for value, name in x.ticks]
    parts.append(text_at("name", (x.begin + x.end) / 2, y.begin + _NAME, x.name))
    parts.append(text_at("name start", 8, y.end - 12, y.name))
    return parts
