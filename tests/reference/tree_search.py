r"""The best tree of longer sentences, the slow way: for judging what enumeration cannot reach.

Crossing arcs allowed: Chu-Liu/Edmonds as it is told, by recursion [McDonald2005]. Every word takes
its best head; a cycle becomes one word, into which an arc costs what it breaks; the smaller
problem is solved and its arcs are put back. One root: each word in turn is the only one that may
hang on 0.

Projective: the tree over words i .. j with head h is the tree of h's side and the tree of a
modifier's side, put together. Five loops, so O(n^5).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Arcs = dict[tuple[int, int], float]


def find_cycle(heads: dict[int, int]) -> list[int] | None:
    """Return the words of a cycle of best heads, if there is one."""
    for start in heads:
        seen: list[int] = []
        word = start
        while word in heads and word not in seen:
            seen.append(word)
            word = heads[word]
        if word in seen:
            return seen[seen.index(word) :]
    return None


def edmonds(arcs: Arcs, words: set[int]) -> dict[int, int] | None:
    """Return the heads of the best tree over words (the root is 0), None if there is none."""
    heads = {}
    for m in words:
        into = {h: s for (h, k), s in arcs.items() if k == m and s > -np.inf}
        if not into:
            return None
        heads[m] = max(into, key=lambda h: into[h])
    cycle = find_cycle(heads)
    if cycle is None:
        return heads
    joined = max(words) + 1
    smaller: Arcs = {}
    stands_for: dict[tuple[int, int], tuple[int, int]] = {}
    for (h, m), s in arcs.items():
        if h in cycle and m in cycle:
            continue
        arc = (joined if h in cycle else h, joined if m in cycle else m)
        value = s - arcs[heads[m], m] if m in cycle else s
        if value > smaller.get(arc, -np.inf):
            smaller[arc] = value
            stands_for[arc] = (h, m)
    inner = edmonds(smaller, (words - set(cycle)) | {joined})
    if inner is None:
        return None
    result = {m: heads[m] for m in cycle}
    for m, h in inner.items():
        old_head, old_word = stands_for[h, m]
        result[old_word] = old_head
    return result


def best_crossing(scores: Array, single_root: bool) -> float:
    """Return the score of the best tree, crossing arcs allowed."""
    n = len(scores)
    tops = []
    for root in range(1, n + 1) if single_root else [0]:
        arcs = {
            (h, m): float(scores[m - 1, h])
            for m in range(1, n + 1)
            for h in range(n + 1)
            if h != m and (h > 0 or root in (0, m))
        }
        heads = edmonds(arcs, set(range(1, n + 1)))
        tops.append(-np.inf if heads is None else sum(arcs[h, m] for m, h in heads.items()))
    return float(max(tops))


def best_projective(scores: Array, single_root: bool) -> float:
    """Return the score of the best projective tree."""
    n = len(scores)

    @cache
    def side(i: int, j: int, h: int, n_modifiers: int | None) -> float:
        """Return the best tree over i .. j with head h, which has so many modifiers (None: any)."""
        if i == j:
            return -np.inf if n_modifiers else 0.0
        if n_modifiers == 0:
            return -np.inf
        left = None if n_modifiers is None else n_modifiers - 1
        best = -np.inf
        for k in range(i, j):  # i .. k and k + 1 .. j, one of them with head h
            near, far = ((i, k), (k + 1, j)) if h <= k else ((k + 1, j), (i, k))
            rest = side(*near, h, left)
            for m in range(max(far[0], 1), far[1] + 1):
                best = max(best, rest + scores[m - 1, h] + side(*far, m, None))
        return float(best)

    return side(0, n, 0, 1 if single_root else None)
