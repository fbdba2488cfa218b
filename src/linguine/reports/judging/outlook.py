"""Outlook: what twice the data would probably give, and how well the same guess did before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.reports.judging.figures import Figure
from linguine.reports.judging.ledger import CONFIDENCE, Interval
from linguine.reports.judging.power_law import FEWEST_SIZES, PowerLaw, fit_power_law

__all__ = ["Outlook", "look_ahead"]

#: How far ahead one looks, how far back the sizes have to reach, and how many of them are looked
#: at: those of a few texts obey no law yet.
_TIMES, _REACH, _MOST_SIZES = 2, 8, 5
#: Law after law, of errors that might as well have been measured.
_N_DRAWS = 200
_USUAL, _LEAST, _UNKNOWN = 1.96, 1e-4, 0.02


@dataclass(frozen=True)
class Outlook:
    """A figure that nobody has measured.

    Parameters
    ----------
    n
        Of how many examples.
    value, interval
        What the law says, and between what it lies: by what is known of the errors, and wider by
        as much as the same guess, one size before, was wrong.
    now
        The figure of the largest size.
    n_now
        The largest size.
    promised
        What the law of all sizes but the largest says about the largest.
    law
        The law of the errors.
    first
        The least size that it goes through.
    is_better_high
        Whether 1 is the best; else 0 is.
    """

    n: int
    value: float
    interval: tuple[float, float]
    now: float
    n_now: int
    promised: float
    law: PowerLaw
    first: int
    is_better_high: bool = True

    def figure_at(self, n: float) -> float:
        """Return what the law says of n examples."""
        return _turned(self.law.error(n), self.is_better_high)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "n": self.n,
            "value": self.value,
            "interval": list(self.interval),
            "law": {
                "limit": self.law.limit,
                "factor": self.law.factor,
                "exponent": self.law.exponent,
            },
            "check": {"n": self.n_now, "promised": self.promised, "measured": self.now},
        }

    def say(self, figure: Figure, unit: str) -> str:
        """Return it as a sentence, with why it is no promise."""
        value, now, low, high, promised = map(
            figure.write, (self.value, self.now, *self.interval, self.promised)
        )
        hopes = (
            f"bring {figure.title} to about {value} ({low} to {high}), after {now} now"
            if (self.value > self.now) == self.is_better_high and value != now
            else f"bring no better {figure.title} than the {now} of now ({low} to {high})"
        )
        return (
            f"Twice the data ({self.n:,} {unit}) would probably {hopes}. That is a power law "
            f"through these figures and no measurement: it knows neither other kinds of {unit} nor "
            f"better features. Without the largest size it would have said {promised} of it, where "
            f"{now} was measured."
        )


def look_ahead(
    sizes: Sequence[int],
    values: Sequence[float],
    intervals: Sequence[Interval],
    *,
    is_better_high: bool = True,
) -> Outlook | None:
    """Return what twice the data would probably give; None where too few sizes say something.

    Parameters
    ----------
    sizes
        What was learned from, the least first : n_sizes.
    values, intervals
        The figures that came of it : n_sizes.
    is_better_high
        Whether 1 is the best; else 0 is.

    Examples
    --------
    >>> found = look_ahead([50, 100, 200, 400], [0.65, 0.744, 0.81, 0.857], [None] * 4)
    >>> round(found.value, 2), found.n
    (0.89, 800)
    """
    kept = [i for i, value in enumerate(values) if value == value]
    if len(kept) < FEWEST_SIZES or sizes[kept[-1]] < _REACH * sizes[kept[0]]:
        return None
    n = np.array([sizes[i] for i in kept], np.float64)
    measured = np.array([values[i] for i in kept], np.float64)
    deviations = np.array([_deviation(intervals[i]) for i in kept])

    errors = np.array([_turned(value, is_better_high) for value in measured])
    last = slice(-_MOST_SIZES, None)
    law = fit_power_law(n[last], errors[last], deviations[last])
    earlier = slice(-_MOST_SIZES - 1, -1)
    before = fit_power_law(n[earlier], errors[earlier], deviations[earlier])
    ahead, largest = _TIMES * float(n[-1]), float(n[-1])
    wrong = abs(before.error(largest) - float(errors[-1]))
    low, high = _ends(n[last], errors[last], deviations[last], ahead)
    ends = sorted(_turned(each, is_better_high) for each in (max(low - wrong, 0.0), high + wrong))
    return Outlook(
        int(ahead),
        _turned(law.error(ahead), is_better_high),
        (ends[0], ends[1]),
        float(measured[-1]),
        int(largest),
        _turned(before.error(largest), is_better_high),
        law,
        int(n[last][0]),
        is_better_high,
    )


def _turned(value: float, is_better_high: bool) -> float:
    """Return the error of a figure, or the figure of an error."""
    return 1.0 - value if is_better_high else value


def _deviation(ends: Interval) -> float:
    return _UNKNOWN if ends is None else max((ends[1] - ends[0]) / (2 * _USUAL), _LEAST)


def _ends(
    n: NDArray[np.float64], errors: NDArray[np.float64], deviations: NDArray[np.float64], at: float
) -> list[float]:
    """Return between what the error lies, of laws through errors that might have been measured."""
    drawn = np.random.default_rng(0).normal(errors, deviations, size=(_N_DRAWS, len(n)))
    found = [fit_power_law(n, np.maximum(each, 0.0), deviations).error(at) for each in drawn]
    quantiles = np.quantile(found, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return [float(each) for each in quantiles]
