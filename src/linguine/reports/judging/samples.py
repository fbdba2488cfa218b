"""Samples: examples to learn from, of which each smaller sample is part of the larger ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ParameterError

__all__ = ["nested_order", "usual_sizes", "wanted_sizes"]

#: The smallest sample that anybody asks about, the most sizes, and how many examples of a label.
_SMALLEST, _MOST_SIZES, _OF_A_LABEL = 16, 9, 2


def nested_order(n: int, strata: NDArray[np.integer] | None, seed: int) -> NDArray[np.int64]:
    """Return an order of n examples of which every beginning is a fair sample.

    Parameters
    ----------
    n
        How many examples.
    strata
        The label of each, of which every beginning has its share : (n,). The first two examples
        have different labels, as nothing can be learned from one.
    seed
        The same seed gives the same order.

    Examples
    --------
    >>> labels = np.array([0] * 6 + [1] * 2)
    >>> order = nested_order(8, labels, seed=0)
    >>> sorted(labels[order[:4]].tolist()), sorted(labels[order[:2]].tolist())
    ([0, 0, 0, 1], [0, 1])
    """
    generator = np.random.default_rng(seed)
    shuffled = generator.permutation(n)
    if strata is None:
        return shuffled
    labels, of_label, n_each = np.unique(
        np.asarray(strata)[shuffled], return_inverse=True, return_counts=True
    )
    # The k-th of n_y examples of a label belongs to the first (k + u) / n_y of all.
    order = np.argsort(of_label, kind="stable")
    k = np.empty(n, np.int64)
    k[order] = np.arange(n) - np.repeat(np.cumsum(n_each) - n_each, n_each)
    due = (k + generator.random(len(labels))[of_label]) / n_each[of_label]
    most = np.argsort(-n_each, kind="stable")[:2]
    due[(k == 0) & np.isin(of_label, most)] = -1.0
    return shuffled[np.argsort(due, kind="stable")]


def usual_sizes(n: int, n_labels: int = 1) -> list[int]:
    """Return powers of two up to all examples, which come last.

    Examples
    --------
    >>> usual_sizes(450, n_labels=3), usual_sizes(5)
    ([16, 32, 64, 128, 256, 450], [5])
    """
    least = max(_SMALLEST, _OF_A_LABEL * n_labels)
    powers = [2**k for k in range(n.bit_length()) if least <= 2**k <= n / 2**0.5]
    return [*powers[-_MOST_SIZES + 1 :], n]


def wanted_sizes(sizes: Sequence[float], n: int, unit: str) -> list[int]:
    """Return numbers of examples, the smallest first: whole numbers, or shares of all n of them.

    Examples
    --------
    >>> wanted_sizes([0.5, 100, 1.0], 1000, "texts")
    [100, 500, 1000]
    """
    found = set()
    for each in sizes:
        is_share = isinstance(each, float) and 0 < each <= 1
        size = round(each * n) if is_share else int(each)
        if (size != each and not is_share) or not 1 <= size <= n:
            raise ParameterError(
                f"must be numbers of {unit} from 1 to {n:,}, which is all there are, or shares "
                f"such as 0.5; got {each:g}. Leave it out for powers of two.",
                parameter="sizes",
            )
        found.add(size)
    return sorted(found)
