"""Windows: the smallest and the largest number in each of many stretches of an array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["extremes_within"]

Integers = NDArray[np.signedinteger[Any]]


def extremes_within(
    low: Integers, high: Integers, begins: Integers, widths: Integers
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the smallest of ``low`` and the largest of ``high`` in each window.

    They come from tables of windows that double, O(n log n) for all windows together.

    Parameters
    ----------
    low, high
        Numbers : (n,).
    begins, widths
        Where windows begin, and how many numbers they hold : (n_windows,).

    Returns
    -------
    lowest, highest
        The largest and the smallest of all integers where a window holds nothing : (n_windows,).

    Examples
    --------
    >>> numbers = np.array([3, 1, 4, 1, 5])
    >>> lowest, highest = extremes_within(numbers, numbers, np.array([0, 2]), np.array([3, 3]))
    >>> lowest.tolist(), highest.tolist()
    ([1, 1], [4, 5])
    """
    limits = np.iinfo(np.int64)
    lowest = np.full(len(begins), limits.max)
    highest = np.full(len(begins), limits.min)
    width = 1
    while width <= widths.max(initial=0):
        fitting = np.flatnonzero((width <= widths) & (widths < 2 * width))
        one, other = begins[fitting], begins[fitting] + widths[fitting] - width  # together all
        lowest[fitting] = np.minimum(low[one], low[other])
        highest[fitting] = np.maximum(high[one], high[other])
        low, high = np.minimum(low[:-width], low[width:]), np.maximum(high[:-width], high[width:])
        width *= 2
    return lowest, highest
