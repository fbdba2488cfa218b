r"""Intervals: what the misses of held-out texts promise about a new one.

=========  ===============================  ================================
link       miss of a text with the score t  interval up to a miss of q
=========  ===============================  ================================
identity   \|t - answer\|                   answer - q to answer + q
log        \|t - mean\| / sqrt(mean)        mean -+ q sqrt(mean), at least 0
ordinal    the probability of the values    the values that are there before
           from the answer outwards, the    more than q is
           likelier side first, until t is
           there
=========  ===============================  ================================

Misses of counts are divided by what a Poisson variable's deviate by, so that large counts have
wider intervals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linguine.model.conformal import Conformal
from linguine.tasks.scores.link import Link

__all__ = ["find_intervals", "find_misses"]

Floats = NDArray[np.float64]
#: A mean of 0 has an interval, too.
_LEAST_MEAN = 1e-6


def find_misses(link: Link, scores: Floats, numbers: Floats) -> Floats:
    """Return how far answers miss the right numbers, as their link measures it : (n,).

    A value that an ordinal model does not know is missed by more than all others.
    """
    if link.kind == "ordinal":
        table = _reached(link, scores)
        places = np.searchsorted(link.values, numbers).clip(max=len(link.values) - 1)
        found = table[np.arange(len(table)), places]
        return np.where(link.values[places] == numbers, found, 2.0)
    answers = link.answers(scores)
    misses = np.abs(numbers - answers)
    return misses / _deviation(answers) if link.kind == "log" else misses


def find_intervals(
    link: Link, conformal: Conformal, scores: Floats, coverage: float
) -> tuple[Floats, Floats]:
    """Return the lower and the upper ends : (n,) each."""
    most = conformal.quantile(coverage)
    if link.kind == "ordinal":
        is_in = _reached(link, scores) <= most
        is_in[np.arange(len(is_in)), link.places(scores)] = True
        first = is_in.argmax(axis=1)
        last = is_in.shape[1] - 1 - is_in[:, ::-1].argmax(axis=1)
        return link.values[first], link.values[last]
    answers = link.answers(scores)
    if link.kind == "log":
        reach = most * _deviation(answers)
        return np.maximum(answers - reach, 0.0), answers + reach
    return answers - most, answers + most


def _deviation(means: Floats) -> Floats:
    return np.sqrt(np.maximum(means, _LEAST_MEAN))


def _reached(link: Link, scores: Floats) -> Floats:
    """Return how probable the values are, of each text, when a value is reached : (n, n_values)."""
    table = link.probabilities(scores)
    n, n_values = table.shape
    rows = np.arange(n)
    # beyond the ends there is nothing to choose
    padded = np.full((n, n_values + 2), -1.0)
    padded[:, 1:-1] = table
    low = link.places(scores) + 1
    high, reached = low.copy(), np.zeros_like(padded)
    mass = padded[rows, low]
    reached[rows, low] = mass
    for _ in range(n_values - 1):
        below, above = padded[rows, low - 1], padded[rows, high + 1]
        goes_up = above > below
        mass = mass + np.where(goes_up, above, below)
        low, high = low - ~goes_up, high + goes_up
        reached[rows, np.where(goes_up, high, low)] = mass
    return reached[:, 1:-1]
