r"""Significance: how far an accuracy can be trusted, and whether one system beats another.

Paired tests look at two systems on the same examples.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import check_number

__all__ = ["paired_p_value", "wilson_interval"]

Counts = NDArray[np.integer[Any]]
#: Different amounts from which on their sum is as good as normal.
_MANY_SIZES = 1_000
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


def paired_p_value(first: Counts, second: Counts, *, n_draws: int = 10_000, seed: int = 0) -> float:
    r"""Return how often two systems that are equally good would differ at least this much.

    If they are, each example might as well have had their answers swapped, which turns the sign of
    its difference :math:`d_i`. The p-value is the share of swaps after which they differ no less:

    .. math:: p = P\Bigl(\Bigl|\sum_i \pm d_i\Bigr| \ge \Bigl|\sum_i d_i\Bigr|\Bigr)

    Where all examples count the same (a text is right or wrong) this is the exact test of McNemar
    (1947); else swaps are drawn: approximate randomization (Noreen 1989; Yeh 2000). Where more than
    a thousand examples differ by different amounts, as scores do, the sum of swaps is normal.

    Parameters
    ----------
    first, second
        How much of each example the two have right, such as the tokens of a sentence : (n,).
        Examples have to be independent of each other, which the tokens of a sentence are not.
    n_draws
        More give a finer p-value.
    seed
        The same seed gives the same answer.

    Examples
    --------
    >>> round(paired_p_value(np.ones(10, int), np.array([0] * 6 + [1] * 4)), 5)
    0.03125
    """
    differences = np.asarray(first, np.int64) - np.asarray(second, np.int64)
    sizes, n_of_size = np.unique(np.abs(differences[differences != 0]), return_counts=True)
    if len(sizes) == 0:
        return 1.0
    if len(sizes) == 1:
        return _sign_test(int((differences > 0).sum()), int((differences < 0).sum()))
    if len(sizes) > _MANY_SIZES:
        length = math.sqrt(float((n_of_size * sizes.astype(np.float64) ** 2).sum()))
        return math.erfc(abs(int(differences.sum())) / length / math.sqrt(2.0))
    # Examples of one size are alike: how many of them keep their sign is all that matters.
    generator = np.random.default_rng(seed)
    kept = generator.binomial(n_of_size, 0.5, size=(n_draws, len(sizes)))
    n_far = int((np.abs((2 * kept - n_of_size) @ sizes) >= abs(int(differences.sum()))).sum())
    return (1 + n_far) / (1 + n_draws)


def _sign_test(n_more: int, n_less: int) -> float:
    """Return how often fair coins fall at least as unevenly, either way."""
    n, fewer = n_more + n_less, min(n_more, n_less)
    # log C(n, k) by its ratios: exact to rounding where C(n, k) itself would overflow
    k = np.arange(1, fewer + 1)
    log_ways = np.concatenate([[0.0], np.cumsum(np.log((n - k + 1) / k))])
    return min(1.0, 2.0 * float(np.exp(log_ways - n * math.log(2.0)).sum()))
