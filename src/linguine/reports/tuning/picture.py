"""Picture of a tuning: training and held-out error against the penalty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.errors import ParameterError, show_value
from linguine.reports.lab.drawing import in_style, make_figure
from linguine.reports.lab.errors import draw_errors
from linguine.reports.tuning.table import describe_changes, name_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linguine.reports.tuning.result import Tried, Tuning

__all__ = ["draw_tuning"]

#: What is beyond so many times the least is drawn on a scale of powers.
_WIDE = 8.0
_PENALTIES = ("C", "l2", "l1")


@in_style
def draw_tuning(found: Tuning, parameter: str | None = None) -> Figure:
    """Draw it; see :meth:`Tuning.plot`."""
    name = _choose(found) if parameter is None else parameter
    line = sorted((_x(name, each), i) for i, each in enumerate(found.tried)
                  if _is_beside(found, name, each))  # fmt: skip
    if len(line) < 2:
        has = [each for each in _names(found) if each != name]
        raise ParameterError(
            "must be a number that has several values that were tried on all folds; got "
            f"{show_value(name)}. {'Choose among ' + ', '.join(has) if has else 'Try more'}.",
            owner="Tuning.plot",
            parameter="parameter",
        )
    rows = [found.tried[i] for _, i in line]
    sign = found.figure.sign
    top = 1.0 if sign > 0 else 0.0
    values = np.array([[top - sign * _number(e.in_training), top - sign * _number(e.score)]
                       for e in rows])  # fmt: skip
    x = [place for place, _ in line]
    best = [i for _, i in line].index(found.chosen)
    figure, (axes,) = make_figure(6.4, 4.2)
    called = "best" if found.chosen == found.best else "taken"
    draw_errors(axes, x, values, ("training", "held-out"), best=best, called=called, marker="o")
    ends = [each.interval for each in rows]
    if all(each is not None for each in ends):
        low, high = np.array(ends, np.float64).T
        axes.fill_between(x, top - sign * low, top - sign * high, alpha=0.15, linewidth=0,
                          color=axes.lines[1].get_color(), gid="interval")  # fmt: skip
    is_wide = x[0] > 0 and x[-1] / x[0] >= _WIDE
    axes.set(xscale="log" if is_wide else "linear", ylabel=f"1 - {name_of(found.figure)}")
    axes.set_ylim(bottom=0 if values.min() >= 0 else None)
    axes.set_xlabel(_label(name))
    others = {key: value for key, value in found.winner.changes.items() if key != name}
    axes.set_title(f"{found.judged_by}{', ' if others else ''}{describe_changes(others)}")
    axes.legend(loc="best")
    return figure


def _label(name: str) -> str:
    if name in ("C", "l2"):
        return "weight of the penalty, $\\lambda$" + (" = 1 / C" if name == "C" else "")
    return name


def _choose(found: Tuning) -> str:
    names = _names(found)
    return next((each for each in _PENALTIES if each in names), next(iter(names), ""))


def _names(found: Tuning) -> list[str]:
    """Return what numbers have several values."""
    return [
        name
        for name, value in found.winner.changes.items()
        if _is_number(value)
        and len({repr(e.changes[name]) for e in found.tried if _is_beside(found, name, e)}) > 1
    ]


def _is_beside(found: Tuning, name: str, each: Tried) -> bool:
    """Return whether a setting was judged, and differs from what was taken in one thing alone."""
    if not each.is_whole or name not in each.changes or each.in_training is None:
        return False
    ours, theirs = dict(found.winner.changes), dict(each.changes)
    value = theirs.pop(name)
    return ours.pop(name, None) is not None and repr(ours) == repr(theirs) and _is_number(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _x(name: str, each: Tried) -> float:
    value = float(each.changes[name])
    return 1.0 / value if name == "C" else value


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
