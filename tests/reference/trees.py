r"""Dependency trees by enumeration: every assignment of heads, kept if it is a tree.

.. math::
    s(y) = \sum_m s(h_m, m), \quad h_m \in \{0 .. n\} \setminus \{m\}

A tree reaches the root 0 from every word by following heads. It is projective if every word
between a head and its modifier descends from the head; it has a single root if exactly one word
hangs on 0. The scores of a sentence are ``scores[m - 1, h]`` : (n, n + 1), -inf where an arc is
excluded.
"""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Heads = tuple[int, ...]


def chain_to_root(heads: Heads, word: int) -> list[int] | None:
    """Return the word, its head, that one's head .. 0; None where they run in a circle."""
    chain = [word]
    while chain[-1] != 0:
        chain.append(heads[chain[-1] - 1])
        if len(chain) > len(heads) + 1:
            return None
    return chain


def is_tree(heads: Heads) -> bool:
    """Whether every word leads to the root."""
    return all(chain_to_root(heads, m) is not None for m in range(1, len(heads) + 1))


def is_projective(heads: Heads) -> bool:
    """Whether all words between a head and its modifier descend from the head."""
    for m, h in enumerate(heads, start=1):
        for between in range(min(h, m) + 1, max(h, m)):
            chain = chain_to_root(heads, between)
            if chain is None or h not in chain:
                return False
    return True


@cache
def all_trees(n: int, projective: bool, single_root: bool) -> tuple[Heads, ...]:
    """Return all trees of n words, in lexicographic order of their heads."""
    choices = [[h for h in range(n + 1) if h != m] for m in range(1, n + 1)]
    return tuple(
        heads
        for heads in itertools.product(*choices)
        if is_tree(heads)
        and (not projective or is_projective(heads))
        and (not single_root or heads.count(0) == 1)
    )


def score(scores: Array, heads: Heads) -> float:
    """Add up the arcs."""
    return float(sum(scores[m, h] for m, h in enumerate(heads)))


def possible(scores: Array, projective: bool, single_root: bool) -> list[tuple[float, Heads]]:
    """Return the trees without excluded arcs and their scores, best first."""
    rated = [(score(scores, y), y) for y in all_trees(len(scores), projective, single_root)]
    return sorted((r for r in rated if r[0] > -np.inf), key=lambda r: (-r[0], r[1]))


def log_partition(scores: Array, projective: bool, single_root: bool) -> tuple[float, Array]:
    """Return log Z and the probability of each arc, in the shape of the scores."""
    trees = possible(scores, projective, single_root)
    shares = np.zeros_like(scores)
    if not trees:
        return -np.inf, shares
    values = np.array([value for value, _ in trees])
    top = values.max()
    log_z = float(top + np.log(np.exp(values - top).sum()))
    for value, heads in trees:
        shares[np.arange(len(heads)), list(heads)] += np.exp(value - log_z)
    return log_z, shares
