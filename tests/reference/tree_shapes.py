"""Judge of the shape of trees: one sentence, token by token, in plain Python."""

from __future__ import annotations

from itertools import combinations

__all__ = ["is_projective", "is_tree"]


def is_tree(heads: list[int], *, single_root: bool) -> bool:
    """Whether every token reaches the root by walking from head to head."""
    n = len(heads)
    if any(not 0 <= head <= n for head in heads):
        return False
    if single_root and heads.count(0) != 1:
        return False
    for token in range(1, n + 1):
        at, steps = token, 0
        while at != 0 and steps <= n:
            at, steps = heads[at - 1], steps + 1
        if at != 0:
            return False
    return True


def is_projective(heads: list[int]) -> bool:
    """Whether no two arcs cross, the root standing before the first token."""
    arcs = [tuple(sorted((head, token))) for token, head in enumerate(heads, start=1)]
    return not any(a < c < b < d or c < a < d < b for (a, b), (c, d) in combinations(arcs, 2))
