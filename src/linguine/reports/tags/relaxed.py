r"""Relaxed scores of spans: what is nearly right earns something, as in MUC-5 [Chinchor1993].

Task 9.1 of SemEval-2013 [SeguraBedmar2013] counts in four ways what a predicted span has in common
with a gold one:

======== ============================================ ==========================
name     is right                                     is half right
======== ============================================ ==========================
strict   the same boundaries and type
exact    the same boundaries, whatever the type
partial  the same boundaries, whatever the type       a token in common
type     the same type, and a token in common
======== ============================================ ==========================

.. math:: P = \frac{n_{right} + \frac12 n_{half}}{n_{predicted}}, \quad
    R = \frac{n_{right} + \frac12 n_{half}}{n_{gold}}

Each span is paired with one other at most, so that one long answer over two names is not right
twice; among all pairings the one that earns most counts. As spans of one reading do not overlap,
going through both from left to right finds it: of two that overlap, waiting gains nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.data.targets.tag_scheme import Spans

__all__ = ["RELAXED", "Credit", "relaxed_credits"]

Counts = NDArray[np.int64]
#: The ways besides the strict one.
RELAXED = ("exact", "partial", "type")
_HALF = 0.5


class Credit(NamedTuple):
    """What was earned: the places of gold spans, and how much of each was found."""

    gold: Counts
    earned: NDArray[np.float64]


def relaxed_credits(gold: Spans, predicted: Spans) -> dict[str, Credit]:
    """Return what the gold spans earn in each relaxed way.

    Examples
    --------
    >>> from linguine.data.targets.tag_scheme import spans
    >>> tags, offsets = ["B-PER", "I-PER", "B-LOC", "O"], np.array([0, 4])
    >>> gold, answer = (spans(np.array(each), offsets, tags) for each in ([0, 1, 3, 2],
    ...                                                                   [0, 3, 3, 0]))
    >>> {name: each.earned.sum().item() for name, each in relaxed_credits(gold, answer).items()}
    {'exact': 1.0, 'partial': 1.5, 'type': 1.0}
    """
    ours, theirs = _overlaps(gold, predicted)
    same = gold.begin[ours] == predicted.begin[theirs]
    same &= gold.end[ours] == predicted.end[theirs]
    exact = ours[same]  # which overlap nothing else
    half = _pair(ours[~same], theirs[~same])
    alike = gold.type_code[ours] == predicted.type_code[theirs]
    typed = _pair(ours[alike], theirs[alike])
    return {
        "exact": Credit(exact, np.ones(len(exact))),
        "partial": Credit(
            np.concatenate([exact, half]), np.repeat([1.0, _HALF], [len(exact), len(half)])
        ),
        "type": Credit(typed, np.ones(len(typed))),
    }


def _overlaps(gold: Spans, predicted: Spans) -> tuple[Counts, Counts]:
    """Return the places of all that have a token in common, from left to right."""
    first = np.searchsorted(predicted.end, gold.begin, side="right")
    n = np.maximum(np.searchsorted(predicted.begin, gold.end, side="left") - first, 0)
    ours = np.repeat(np.arange(len(gold)), n)
    within = np.arange(len(ours)) - np.repeat(np.cumsum(n) - n, n)
    return ours, np.repeat(first, n) + within


def _pair(ours: Counts, theirs: Counts) -> Counts:
    """Return the gold spans that get one of their own, as many as can be."""
    # Where neither side has it twice, which is nearly everywhere, there is nothing to choose.
    alone = np.bincount(ours)[ours] * np.bincount(theirs)[theirs] == 1 if len(ours) else ours > 0
    taken, last = [], (-1, -1)
    for g, p in zip(ours[~alone].tolist(), theirs[~alone].tolist(), strict=True):
        if g > last[0] and p > last[1]:
            taken.append(g)
            last = (g, p)
    return np.sort(np.concatenate([ours[alone], np.array(taken, np.int64)]))
