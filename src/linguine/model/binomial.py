r"""Exact bounds on a share: how many of how many were right, and what that says about all.

.. math:: P(X \ge k) = \sum_{i=k}^{n} \binom{n}{i} p^i (1-p)^{n-i} = I_p(k, n - k + 1)

The bounds of Clopper and Pearson (1934) are the shares p at which what was seen becomes too
odd: [Brown2001]. No normal approximation, which fails near 1, where promises are made.
"""

from __future__ import annotations

import math

__all__ = ["at_least", "at_most", "lower_bound", "upper_bound"]

_TINY = 1e-300
#: Halvings of an interval of length 1: beyond, doubles do not change.
_HALVINGS = 60


def at_least(k: int, n: int, p: float) -> float:
    """Return the probability of k or more successes in n independent trials.

    Examples
    --------
    >>> round(at_least(2, 2, 0.9), 4), round(at_least(1, 2, 0.9), 4), at_least(0, 2, 0.9)
    (0.81, 0.99, 1.0)
    """
    return 1.0 if k <= 0 else 0.0 if k > n else _beta_share(p, k, n - k + 1)


def at_most(k: int, n: int, p: float) -> float:
    """Return the probability of k or fewer successes in n independent trials."""
    return at_least(n - k, n, 1.0 - p)


def lower_bound(k: int, n: int, confidence: float) -> float:
    """Return the share that the truth is above, with so much confidence, if k of n were right.

    Examples
    --------
    >>> round(lower_bound(59, 59, 0.95), 4), round(lower_bound(98, 100, 0.95), 4)
    (0.9505, 0.9384)
    """
    low, high = 0.0, 1.0
    if k <= 0:
        return low
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if at_least(k, n, middle) <= 1.0 - confidence:
            low = middle
        else:
            high = middle
    return low


def upper_bound(k: int, n: int, confidence: float) -> float:
    """Return the share that the truth is below, with so much confidence, if k of n were right."""
    return 1.0 - lower_bound(n - k, n, confidence)


def _beta_share(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b), by its continued fraction.

    Eq. (26.5.8) of [Abramowitz1964], which converges quickly below the mean; above it, I_x(a, b) is
    1 - I_{1-x}(b, a).
    """
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _beta_share(1.0 - x, b, a)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    log_front += a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1.0 / _away(1.0 - (a + b) * x / (a + 1.0))
    fraction, m = d, 0
    while True:  # Lentz: a ratio of two terms a step; about the square root of a + b steps
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d, c = 1.0 / _away(1.0 + even * d), _away(1.0 + even / c)
        fraction *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1.0 / _away(1.0 + odd * d), _away(1.0 + odd / c)
        fraction *= d * c
        if abs(d * c - 1.0) < 1e-15 or m > 100_000:
            return min(1.0, math.exp(log_front) * fraction / a)


def _away(value: float) -> float:
    """Return a value that can be divided by."""
    return value if abs(value) > _TINY else _TINY
