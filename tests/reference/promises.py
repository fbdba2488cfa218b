"""Promises and sets the slow way: exact fractions, one threshold and one text after another."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, comb


def at_least(k: int, n: int, p: Fraction) -> Fraction:
    """P(X >= k) of n trials, term by term."""
    terms = (comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))
    return sum(terms, Fraction(0))


def last_that_passes(
    p: Sequence[float],
    right: Sequence[bool],
    levels: Sequence[float],
    start: int,
    precision: Fraction,
    risk: Fraction,
) -> int | None:
    """Go from threshold to threshold until one cannot be vouched for."""
    found = None
    for j in range(start, len(levels)):
        answered = [i for i in range(len(p)) if p[i] >= levels[j]]
        n_right = sum(right[i] for i in answered)
        if not answered or at_least(n_right, len(answered), precision) > risk:
            return found
        found = j
    return found


def label_sets(
    held: Sequence[Sequence[float]],
    gold: Sequence[int],
    asked: Sequence[Sequence[float]],
    coverage: Fraction,
    label: int | None = None,
) -> list[list[bool]]:
    """Put a label into a set if it is no farther than the k-th of the held-out texts was.

    With ``label`` only texts that have it are looked at; too few let every label in.
    """
    chosen = [i for i in range(len(held)) if label is None or gold[i] == label]
    misses = sorted(1.0 - held[i][gold[i]] for i in chosen)
    k = ceil((len(misses) + 1) * coverage)
    limit = misses[k - 1] if k <= len(misses) else 2.0
    return [[1.0 - p <= limit for p in row] for row in asked]
