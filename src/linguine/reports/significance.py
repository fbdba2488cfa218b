r"""Significance: how far an accuracy can be trusted, and whether one system beats another.

Paired tests look at two systems on the same examples.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import check_number
from linguine.reports.paired_cells import PairedCells

__all__ = [
    "PairedTest",
    "mcnemar",
    "paired_bootstrap",
    "paired_randomization",
    "wilson_interval",
]

Codes = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]
_USUAL = 1.959963984540054  # the normal quantile of 0.975


def wilson_interval(n_right: int, n: int, *, confidence: float = 0.95) -> tuple[float, float]:
    r"""Return the interval of Wilson (1927) for a share; right also near 0, 1 and for small n.

    .. math:: \frac{\hat p + z^2 / 2n \pm z \sqrt{\hat p (1 - \hat p) / n + z^2 / 4 n^2}}
        {1 + z^2 / n}

    Parameters
    ----------
    n_right, n
        How many of how many; n = 0 gives (0, 1), as nothing is known.
    confidence
        Share of such intervals that hold the truth.

    Examples
    --------
    >>> low, high = wilson_interval(90, 100)
    >>> round(low, 3), round(high, 3)
    (0.826, 0.945)
    """
    fix = "Give counts, and a confidence such as 0.95."
    check_number("wilson_interval", "n", n, low=0, integer=True, fix=fix)
    check_number("wilson_interval", "n_right", n_right, low=0, high=n, integer=True, fix=fix)
    if n == 0:
        return 0.0, 1.0
    z = _quantile(confidence)
    share, per_n = n_right / n, z * z / n
    centre = share + per_n / 2
    half = z * math.sqrt(share * (1 - share) / n + per_n / (4 * n))
    low, high = (centre - half) / (1 + per_n), (centre + half) / (1 + per_n)
    return (0.0 if n_right == 0 else low), (1.0 if n_right == n else high)


def _quantile(confidence: float) -> float:
    fix = "Use 0.95."
    bounds = {"low": 0, "high": 1, "low_open": True, "high_open": True}
    check_number("interval", "confidence", confidence, fix=fix, **bounds)  # type: ignore[arg-type]
    if confidence == 0.95:
        return _USUAL
    from statistics import NormalDist  # 5 ms to import

    return NormalDist().inv_cdf((1 + confidence) / 2)


@dataclass(frozen=True)
class PairedTest:
    """The verdict on two systems that answered the same examples.

    ``p_value`` is two-sided: how often systems that are equally good would differ this much.
    ``interval`` holds the difference (first minus second) with 95 % confidence, where the test
    gives one.

    Examples
    --------
    >>> test = PairedTest("mcnemar", "accuracy", 100, 0.90, 0.85, 0.27, None)
    >>> print(test.to_text())
    accuracy 0.900 against 0.850, difference +0.050; p = 0.27 (mcnemar, n = 100)
    """

    test: str
    metric: str
    n: int
    first: float
    second: float
    p_value: float
    interval: tuple[float, float] | None

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first - self.second

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        interval = None if self.interval is None else list(self.interval)
        return {**asdict(self), "interval": interval, "difference": self.difference}

    def to_text(self) -> str:
        """Return the verdict in a line."""
        within = ""
        if self.interval is not None:
            within = f" (95 %: {self.interval[0]:+.3f} to {self.interval[1]:+.3f})"
        return (
            f"{self.metric} {self.first:.3f} against {self.second:.3f}, "
            f"difference {self.difference:+.3f}{within}; "
            f"p = {self.p_value:.2g} ({self.test}, n = {self.n})"
        )


def mcnemar(gold: Codes, first: Codes, second: Codes) -> PairedTest:
    """Compare two accuracies by the exact test of McNemar (1947).

    Of the examples that one system has right and the other wrong, each is a fair coin if the
    systems are equally good.

    Parameters
    ----------
    gold, first, second
        Index of the right label, and the two answers; -1 for no answer : (n,).

    Examples
    --------
    >>> gold = np.zeros(10, dtype=int)
    >>> round(mcnemar(gold, np.array([0] * 10), np.array([1] * 6 + [0] * 4)).p_value, 5)
    0.03125
    """
    cells = PairedCells(gold, first, second)
    only_first = int(cells.counts[cells.is_right[0] & ~cells.is_right[1]].sum())
    only_second = int(cells.counts[cells.is_right[1] & ~cells.is_right[0]].sum())
    n_differ, fewer = only_first + only_second, min(only_first, only_second)
    # log C(n, k) by its ratios: exact to rounding where C(n, k) itself would overflow
    k = np.arange(1, fewer + 1)
    log_ways = np.concatenate([[0.0], np.cumsum(np.log((n_differ - k + 1) / k))])
    p_value = min(1.0, 2.0 * float(np.exp(log_ways - n_differ * math.log(2.0)).sum()))
    return _verdict("mcnemar", cells, "accuracy", p_value)


def paired_bootstrap(
    gold: Codes,
    first: Codes,
    second: Codes,
    *,
    metric: str = "accuracy",
    n_resamples: int = 10_000,
    seed: int = 0,
) -> PairedTest:
    """Compare two systems on resamples of the examples, drawn with replacement.

    The p-value is the share of resamples whose difference is at least as far from the observed
    one as that is from 0 (Berg-Kirkpatrick, Burkett and Klein 2012), on either side.

    Parameters
    ----------
    gold, first, second
        Index of the right label, and the two answers; -1 for no answer : (n,).
    metric
        ``"accuracy"`` or ``"macro-f1"``.
    n_resamples
        More give a finer p-value.
    seed
        The same seed gives the same answer.

    Examples
    --------
    >>> gold = np.zeros(10, dtype=int)
    >>> test = paired_bootstrap(gold, np.array([0] * 10), np.array([1] * 6 + [0] * 4))
    >>> [round(end, 3) for end in test.interval]
    [0.3, 0.9]
    """
    cells = PairedCells(gold, first, second)
    shares = cells.counts / cells.n

    def draw(generator: np.random.Generator, size: int) -> tuple[Floats, Floats]:
        counts = generator.multinomial(cells.n, shares, size=size).astype(np.float64)
        return counts, np.zeros_like(counts)

    differences = cells.resample(draw, metric, n_resamples, seed)
    low, high = np.quantile(differences, [0.025, 0.975])
    observed = cells.difference(metric)
    is_far = np.abs(differences - observed) >= abs(observed) - 1e-12
    p_value = (1 + int(is_far.sum())) / (1 + n_resamples)
    return _verdict("bootstrap", cells, metric, p_value, (float(low), float(high)))


def paired_randomization(
    gold: Codes,
    first: Codes,
    second: Codes,
    *,
    metric: str = "accuracy",
    n_resamples: int = 10_000,
    seed: int = 0,
) -> PairedTest:
    """Compare two systems by swapping their answers at random (Noreen 1989; Yeh 2000).

    If the systems are equally good, a swap changes nothing: the p-value is the share of random
    swaps after which they differ at least as much as they did.

    Parameters
    ----------
    gold, first, second, metric, n_resamples, seed
        As in ``paired_bootstrap``.

    Examples
    --------
    >>> gold = np.zeros(10, dtype=int)
    >>> test = paired_randomization(gold, np.array([0] * 10), np.array([1] * 6 + [0] * 4))
    >>> test.difference, test.p_value < 0.05
    (0.6, True)
    """
    cells = PairedCells(gold, first, second)

    def draw(generator: np.random.Generator, size: int) -> tuple[Floats, Floats]:
        swapped = generator.binomial(cells.counts, 0.5, size=(size, len(cells.counts)))
        return (cells.counts - swapped).astype(np.float64), swapped.astype(np.float64)

    differences = cells.resample(draw, metric, n_resamples, seed)
    is_far = np.abs(differences) >= abs(cells.difference(metric)) - 1e-12
    p_value = (1 + int(is_far.sum())) / (1 + n_resamples)
    return _verdict("randomization", cells, metric, p_value)


def _verdict(
    test: str,
    cells: PairedCells,
    metric: str,
    p_value: float,
    interval: tuple[float, float] | None = None,
) -> PairedTest:
    return PairedTest(test, metric, cells.n, *cells.observe(metric), p_value, interval)
