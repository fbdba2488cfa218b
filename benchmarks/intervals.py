"""Median and its interval, without any assumption about the noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import median


@dataclass(frozen=True)
class Interval:
    """A median with an order-statistic interval that covers it with probability ``coverage``."""

    median: float
    low: float
    high: float
    coverage: float

    def show(self, digits: int = 3) -> str:
        return f"{self.median:.{digits}g} [{self.low:.{digits}g}, {self.high:.{digits}g}]"


def interval(values: Sequence[float], wanted: float = 0.9) -> Interval:
    """The tightest pair of order statistics that covers the median with probability ``wanted``.

    The number B of values below the true median is Binomial(n, 1/2), so the pair
    (x_(k), x_(n+1-k)) covers it with probability 1 - 2 P(B < k). With fewer than five values
    not even the extremes reach 0.9; then they are given.
    """
    ordered, n = sorted(values), len(values)
    k = 1
    while k + 1 <= n // 2 and _coverage(n, k + 1) >= wanted:
        k += 1
    return Interval(median(ordered), ordered[k - 1], ordered[n - k], _coverage(n, k))


def _coverage(n: int, k: int) -> float:
    return 1 - 2 * sum(comb(n, j) for j in range(k)) / 2**n
