"""Random dependency trees, for tests of everything that takes one."""

from __future__ import annotations

from hypothesis import strategies as st

__all__ = ["random_trees"]


@st.composite
def random_trees(draw: st.DrawFn, max_size: int = 8) -> list[int]:
    """Return the heads of a tree, of any shape, with one root or more."""
    order = draw(st.permutations(range(1, draw(st.integers(1, max_size)) + 1)))
    heads = [0] * len(order)
    for i, token in enumerate(order[1:], start=1):
        heads[token - 1] = draw(st.sampled_from([0, *order[:i]]))
    return heads
