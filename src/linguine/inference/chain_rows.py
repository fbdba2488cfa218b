"""Structural rows of a chain: which weights a label has, given the labels before it.

A row per label before, one for the start, one for the end; then for k = 2 .. order one per k labels
before, a number of base L whose first digit may be L, START: ``core/inference/chain/rules.hpp``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["MOST_HISTORIES", "MOST_ORDER", "NONE", "UNKNOWN", "first_row", "rows_before"]

#: Two labels have so many histories of so many labels.
MOST_ORDER = 15
#: Of tables over labels ** order, a token's; 200 labels of order 2.
MOST_HISTORIES = 40_000
#: Structural rows that a token has not, and that nobody knows.
NONE, UNKNOWN = -1, -2


def first_row(k: int, n_labels: int) -> int:
    """Return where the rows of k labels before begin; of order + 1, how many rows there are.

    Examples
    --------
    >>> [first_row(k, 3) for k in (1, 2, 3, 4)]
    [0, 5, 17, 53]
    """
    longer = sum((n_labels + 1) * n_labels ** (j - 1) for j in range(2, k))
    return 0 if k == 1 else n_labels + 2 + longer


def rows_before(
    labels: NDArray[np.integer[Any]], offsets: NDArray[np.int64], n_labels: int, order: int
) -> NDArray[np.int64]:
    """Return the structural rows that each token has : (n_tokens, order).

    That of k labels before it, or of START and fewer; ``NONE`` where START is farther away,
    ``UNKNOWN`` where one of the labels is not known.

    Examples
    --------
    >>> rows_before(np.array([0, 1, 1, 0]), np.array([0, 3, 4]), 2, 2).tolist()
    [[2, -1], [0, 8], [1, 5], [2, -1]]
    """
    gold, L = np.asarray(labels, np.int64), n_labels
    place = np.arange(len(gold)) - np.repeat(offsets[:-1], np.diff(offsets))
    rows = np.full((len(gold), order), NONE, np.int64)
    code, is_known = np.zeros_like(gold), np.ones(len(gold), np.bool_)
    for k in range(1, order + 1):
        before = np.where(place >= k, np.roll(gold, k), L)
        is_known &= before >= 0
        code += before * L ** (k - 1)
        found = np.where(is_known, first_row(k, L) + code, UNKNOWN)
        rows[:, k - 1] = np.where(place >= k - 1, found, NONE)
    return rows
