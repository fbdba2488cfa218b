"""The tree of hierarchical softmax: Huffman's, over how often each label was seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linguine.tasks.text.averaged.model import Ways

__all__ = ["ways_of"]

#: What a node counts that has not been made.
_ENDLESS = 10**15


def ways_of(counts: Sequence[int]) -> Ways:
    """Return the ways to labels that come with descending counts; nodes are numbered as made.

    The two rarest are joined, again and again; of equals the node that was made first goes before
    the label. The rarer of the two is on the left.

    Examples
    --------
    >>> ways = ways_of([5, 3, 1])
    >>> [ways.of(label) for label in range(3)]
    [[3], [2, 1], [2, 0]]
    """
    n = len(counts)
    sums = [*counts, *[_ENDLESS] * (n - 1)]
    step_to = [-1] * (2 * n - 1)
    parents = [-1] * (2 * n - 1)
    leaf, node = n - 1, n
    for made in range(n, 2 * n - 1):
        pair = []
        for _ in range(2):
            if leaf >= 0 and sums[leaf] < sums[node]:
                pair.append(leaf)
                leaf -= 1
            else:
                pair.append(node)
                node += 1
        sums[made] = sums[pair[0]] + sums[pair[1]]
        for side, child in enumerate(pair):
            parents[child], step_to[child] = made, 2 * (made - n) + side
    offsets, steps = [0], []
    for label in range(n):
        way, at = [], label
        while parents[at] >= 0:
            way.append(step_to[at])
            at = parents[at]
        steps += way[::-1]
        offsets.append(len(steps))
    return Ways(np.array(offsets, np.int64), np.array(steps, np.int32))
