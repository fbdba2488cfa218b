r"""Calibration error: how far probabilities are from what happens, and what luck alone makes of it.

Answers fall into B bins of equal width by their probability p; r says which are right.

.. math:: \mathrm{ECE} = \frac{1}{n} \sum_{b=1}^{B} \Big| \sum_{i \in b} (p_i - r_i) \Big|

Even the true probabilities have an error on few texts, as a coin is not heads every other time. So
the error of a model means something only beside that of a model that is right as often as it says:
of answers that are right by lot, each with its own probability.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Bin", "Chance", "calibration_error", "error_by_chance", "make_bins", "reliability"]

#: 15 as in Guo et al. (2017).
_N_BINS = 15
_N_DRAWS = 1_000
#: Answers of nearly the same probability are drawn together, so that many texts cost no more.
_N_GROUPS = _N_BINS * 100


class Chance(NamedTuple):
    """The calibration error that luck alone gives."""

    mean: float
    up_to: float  # in 95 of 100 cases


class Bin(NamedTuple):
    """Answers of about the same probability: what they promise and what they keep."""

    low: float
    high: float
    n: int
    confidence: float  # their mean probability
    accuracy: float  # the share of them that is right


def reliability(confidence: NDArray[np.float64], right: NDArray[Any]) -> tuple[Bin, ...]:
    """Return the bins of the calibration error that have answers, for a picture of it.

    Examples
    --------
    >>> reliability(np.array([0.82, 0.84, 0.82, 0.62]), np.array([1, 1, 0, 1]))[0].n
    1
    """
    bins = _cells(confidence, _N_BINS)
    sums = (np.bincount(bins, weights=each, minlength=_N_BINS) for each in (confidence, right))
    return make_bins(np.bincount(bins, minlength=_N_BINS), *sums)


def make_bins(n: NDArray[Any], promised: NDArray[Any], kept: NDArray[Any]) -> tuple[Bin, ...]:
    """Return the bins that are not empty, of sums over equal parts of 0 to 1 : (n_bins,) each."""
    width = 1 / len(n)
    rows = zip(n.tolist(), promised.tolist(), kept.tolist(), strict=True)
    return tuple(
        Bin(i * width, (i + 1) * width, int(count), p / count, r / count)
        for i, (count, p, r) in enumerate(rows)
        if count
    )


def calibration_error(confidence: NDArray[np.float64], right: NDArray[Any]) -> float:
    """Return the expected calibration error of answers.

    Parameters
    ----------
    confidence
        Probability of each answer : (n,).
    right
        Whether it is right, or how much of it is : (n,).

    Examples
    --------
    >>> round(calibration_error(np.array([0.8, 0.8, 0.8, 0.6]), np.array([1, 1, 0, 1])), 3)
    0.2
    """
    gaps = (bin.n * abs(bin.confidence - bin.accuracy) for bin in reliability(confidence, right))
    return sum(gaps) / len(confidence)


def error_by_chance(confidence: NDArray[np.float64]) -> Chance:
    """Return the calibration error of answers that are right as often as they say.

    They are drawn 1,000 times; the same probabilities always give the same figures.

    Examples
    --------
    >>> error_by_chance(np.full(100, 0.5)).mean < error_by_chance(np.full(25, 0.5)).mean
    True
    """
    groups = _cells(confidence, _N_GROUPS)
    sizes = np.bincount(groups, minlength=_N_GROUPS)
    expected = np.bincount(groups, weights=confidence, minlength=_N_GROUPS)
    p = np.minimum(expected / np.maximum(sizes, 1), 1.0)
    right = np.random.default_rng(0).binomial(sizes, p, size=(_N_DRAWS, _N_GROUPS))
    gaps = (expected - right).reshape(_N_DRAWS, _N_BINS, -1).sum(axis=2)
    errors = np.abs(gaps).sum(axis=1) / len(confidence)
    return Chance(float(errors.mean()), float(np.quantile(errors, 0.95)))


def _cells(confidence: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return which of n cells of equal width each probability is in; 1 is in the last."""
    return np.minimum((confidence * n).astype(np.int64), n - 1)
