"""Groups: what is learned from is in blocks on a disk, and some of them are in memory at a time.

Blocks follow from the data alone, and so do groups: a sum over groups has the same bits wherever
its terms were worked out.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Protocol, TypeVar

from linguine.learning.problem import Problem
from linguine.tasks.streaming.summed import InPieces

__all__ = ["GROUP", "InBlocks", "group", "n_groups"]

#: So many blocks are in memory at once, drawn from all over the data: files may be sorted.
GROUP = 16

W_co = TypeVar("W_co", covariant=True)


class InBlocks(InPieces[W_co], Protocol[W_co]):
    """What is learned from, in blocks."""

    @property
    def n_blocks(self) -> int:
        """How many there are."""

    @property
    def n_bytes(self) -> int:
        """How many bytes are read in a pass."""

    def problems(self, groups: Sequence[Sequence[int]]) -> Generator[Problem[W_co], None, None]:
        """Yield the problem of each group of blocks, silent; perhaps one without an example.

        The next group is read meanwhile, and never more than that. All problems have weights of
        the same shape, whatever their examples.
        """

    def whole(self) -> Problem[W_co]:
        """Return the problem of all blocks, which are one group, as it is in memory."""


def n_groups(n_blocks: int) -> int:
    """Return how many times blocks are read in a pass.

    Examples
    --------
    >>> [n_groups(n) for n in (1, 16, 17)]
    [1, 1, 2]
    """
    return -(-n_blocks // GROUP)


def group(blocks: Sequence[int]) -> list[Sequence[int]]:
    """Return blocks as groups, in their order.

    Examples
    --------
    >>> [len(each) for each in group(range(40))]
    [16, 16, 8]
    """
    return [blocks[i : i + GROUP] for i in range(0, len(blocks), GROUP)]
