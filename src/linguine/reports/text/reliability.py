"""Reliability: what answers of about the same probability promise and keep, as a table to read."""

from __future__ import annotations

from collections.abc import Sequence

from linguine.reports.significance import wilson_interval
from linguine.reports.tables import format_table, percent
from linguine.reports.text.calibration_error import Bin

__all__ = ["reliability_table"]

#: The diagram: one mark for so much of the share that is right.
_N_MARKS = 20
_KEPT, _PROMISED, _EMPTY = "=", "|", " "


def reliability_table(bins: Sequence[Bin]) -> str:
    """Return a table with a row for each bin: a bar of what is right, a mark at what was said.

    A bin is too sure, or not sure enough, where the interval of what is right does not hold what
    was said: in one of twenty that is luck.

    Examples
    --------
    >>> print(reliability_table([Bin(0.6, 0.67, 200, 0.63, 0.62), Bin(0.93, 1, 400, 0.98, 0.9)]))
    probability    n    said   right        0 to 100 %
    ------------------------------------------------------------------
    60 to 67 %   200  63.0 %  62.0 %  [============|       ]
    93 to 100 %  400  98.0 %  90.0 %  [================== |]  too sure
    """
    bars = [f"{_bar(each)}  {_verdict(each)}" for each in bins]
    width = max(map(len, bars), default=0)
    rows = [
        [
            f"{100 * each.low:.0f} to {100 * each.high:.0f} %",
            f"{each.n:,}",
            percent(each.confidence),
            percent(each.accuracy),
            f"{bar:<{width}}",
        ]
        for each, bar in zip(bins, bars, strict=True)
    ]
    scale = f"{'0 to 100 %':^{_N_MARKS + 2}}"
    return format_table(["probability", "n", "said", "right", f"{scale:<{width}}"], rows)


def _bar(each: Bin) -> str:
    n_kept = round(_N_MARKS * each.accuracy)
    marks = [_KEPT] * n_kept + [_EMPTY] * (_N_MARKS - n_kept)
    marks[min(int(_N_MARKS * each.confidence), _N_MARKS - 1)] = _PROMISED
    return f"[{''.join(marks)}]"


def _verdict(each: Bin) -> str:
    low, high = wilson_interval(round(each.n * each.accuracy), each.n)
    if low <= each.confidence <= high:
        return ""
    return "too sure" if each.confidence > high else "not sure enough"
