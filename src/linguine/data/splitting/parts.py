"""Parts: which example goes to training, to development and to the test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import DataError

__all__ = ["assign_parts"]


def assign_parts(
    n_examples: int,
    shares: Sequence[float],
    *,
    seed: int = 0,
    strata: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> NDArray[np.int64]:
    """Return the part of each example; part 0 gets what the others leave.

    Parameters
    ----------
    n_examples
        How many examples there are.
    shares
        Share of each further part, such as ``[0.1, 0.2]`` for parts 1 and 2.
    seed
        The same seed gives the same parts.
    strata
        Number of each example's label: every part gets about the same share of each, and part 0
        at least one example of each : (n_examples,).
    groups
        Examples with the same number stay together : (n_examples,).

    Examples
    --------
    >>> parts = assign_parts(10, [0.2], strata=[0, 1] * 5)
    >>> parts.tolist().count(1), parts.tolist().count(0)
    (2, 8)
    >>> assign_parts(4, [0.5], groups=[0, 0, 1, 1]).tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])
    True
    """
    _check_shares(shares)
    of_group = np.arange(n_examples) if groups is None else np.asarray(groups)
    _, first, members, sizes = np.unique(
        of_group, return_index=True, return_inverse=True, return_counts=True
    )
    label = np.zeros(n_examples, np.int64) if strata is None else np.asarray(strata)
    # By label, shuffled within: then every so many-th example is a fair sample of all labels.
    order = np.lexsort((np.random.default_rng(seed).permutation(len(first)), label[first]))
    part = np.zeros(len(first), np.int64)
    free, left = order, 1.0
    for number, share in enumerate(shares, 1):
        taken = _every(sizes[free], share / left)
        taken &= ~_last_of_label(label[first][free])
        part[free[taken]] = number
        free, left = free[~taken], left - share
    return part[members]


def _every(sizes: NDArray[np.int64], share: float) -> NDArray[np.bool_]:
    """Return a share of groups in an order, spread evenly by the sizes of them."""
    taken, owed = [], 0.0
    for size in sizes.tolist():
        owed += size * share
        taken.append(owed >= size / 2)
        owed -= size if taken[-1] else 0
    return np.array(taken, np.bool_)


def _last_of_label(labels: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the last group of each label, which stays to be learned from."""
    return np.append(labels[1:] != labels[:-1], True)


def _check_shares(shares: Sequence[float]) -> None:
    if all(0 < share < 1 for share in shares) and sum(shares) < 1 - 1e-9 and len(shares):
        return
    raise DataError(
        "Parts beside the one to learn from must have shares between 0 and 1 that leave something; "
        f"got {', '.join(f'{share:g}' for share in shares) or 'none'}. Try 0.2 for the test."
    )
