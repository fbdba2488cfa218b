r"""Conformal quantiles: how large a miss is expected, promised by nothing but exchange.

If the misses of n held-out examples and of a new one may have come in any order, then

.. math:: P(m_{new} \le m_{(k)}) \ge c, \quad k = \lceil (n + 1)\, c \rceil

for every coverage c, whatever the model: section 2 of [Lei2018].
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.errors import NotAvailableError, check_number

__all__ = [
    "MOST_MISSES",
    "USUAL_COVERAGE",
    "Conformal",
    "check_coverage",
    "find_rank",
    "kept_ranks",
]

#: Quantiles that are kept; of more misses each is rounded up, by a two-thousandth of the coverage.
MOST_MISSES = 2_000
#: What intervals promise where nobody says.
USUAL_COVERAGE = 0.9


@dataclass(frozen=True, eq=False)
class Conformal:
    """The misses of held-out examples.

    Parameters
    ----------
    misses
        Ascending; of more than 2,000 that many quantiles.
    n
        How many there were.

    Examples
    --------
    >>> found = Conformal.of(np.arange(1.0, 10.0))
    >>> found.quantile(0.9), found.quantile(0.5)
    (9.0, 5.0)
    """

    misses: NDArray[np.float64]
    n: int

    @classmethod
    def of(cls, misses: NDArray[np.float64]) -> Conformal:
        """Return what is kept of some misses."""
        ordered, n = np.sort(misses.astype(np.float64)), len(misses)
        if n > MOST_MISSES:
            ordered = ordered[kept_ranks(n) - 1]
        return cls(ordered, n)

    @property
    def most_coverage(self) -> float:
        """The largest coverage that so many examples can promise."""
        return self.n / (self.n + 1)

    def quantile(self, coverage: float) -> float:
        """Return the miss that a new example exceeds with a probability of 1 - coverage at most."""
        rank = find_rank(self.n, coverage, "An interval")
        at = rank - 1
        if self.n > MOST_MISSES:
            at = int(np.searchsorted(kept_ranks(self.n), rank))
        return float(self.misses[at])


def find_rank(n: int, coverage: float, what: str) -> int:
    """Return the rank, from 1, of the miss that bounds a new one; ``what`` is made of it."""
    rank = math.ceil((n + 1) * coverage - 1e-9)
    if rank > n:
        needed = math.ceil(coverage / (1 - coverage) - 1e-9)
        most = math.floor(100 * n / (n + 1))
        raise NotAvailableError(
            f"{what} with a coverage of {coverage:g} needs {needed:,} held-out texts or more; this "
            f"model has {n:,}. Ask for {most / 100:g} at most, or train on more texts."
        )
    return rank


def kept_ranks(n: int, n_kept: int = MOST_MISSES) -> NDArray[np.int64]:
    """Return the ranks that are kept of n misses, from 1."""
    return -(-np.arange(1, n_kept + 1, dtype=np.int64) * n // n_kept)


def check_coverage(coverage: object, what: str = "interval") -> float:
    """Return a coverage, or raise ParameterError."""
    bounds = {"low": 0, "high": 1, "low_open": True, "high_open": True}
    fix = f"Use 0.9 for {what}s that hold nine of ten."
    check_number(what, "coverage", coverage, fix=fix, **bounds)  # type: ignore[arg-type]
    return float(coverage)  # type: ignore[arg-type]
