"""Options of label trees: how wide they are, how much of them is searched, what they keep."""

from __future__ import annotations

from dataclasses import dataclass

from linguine.errors import check_number

__all__ = ["MOST_BRANCHES", "TreeOptions"]

#: Children of a node that a model file can number with room to spare.
MOST_BRANCHES = 1 << 14


@dataclass(frozen=True)
class TreeOptions:
    """How a tree is grown.

    Parameters
    ----------
    branches
        Children of a node, at most; the next lower power of two counts.
    beam
        How many nodes of a level are followed.
    prune
        Weights below this share of the largest of their label are dropped.
    """

    branches: int = 64
    beam: int = 16
    prune: float = 0.05

    def check(self, owner: str) -> None:
        """Raise ParameterError unless a tree can be grown so."""
        check_number(owner, "branches", self.branches, low=2, high=MOST_BRANCHES, integer=True,
                     fix="Try 64.")  # fmt: skip
        check_number(owner, "beam", self.beam, low=1, high=1 << 20, integer=True, fix="Try 16.")
        check_number(owner, "prune", self.prune, low=0, high=1, high_open=True, fix="Try 0.05.")
