r"""Conformal sets: labels of which a promised share of sets holds the right one.

How far a text with the label y is from its label is :math:`m = 1 - p(y | x)`. The set of a new
text has all labels that are no farther than most held-out texts were from theirs:

.. math:: C(x) = \{y : 1 - p(y | x) \le m_{(k)}\}, \quad k = \lceil (n + 1)\, c \rceil

Of all sets with that coverage these are the smallest on average, if the probabilities are right:
[Sadinle2019]. By label, the k-th is found among the texts of each label (Mondrian): then texts of
every label are covered alike, in larger sets.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.model.conformal import MOST_MISSES, check_coverage, find_rank, kept_ranks

__all__ = ["ConformalSets", "n_kept"]

#: Misses that each label keeps, if it has so many.
_FEWEST = 10


@dataclass(frozen=True, eq=False)
class ConformalSets:
    """The misses of held-out texts, by their right labels.

    Parameters
    ----------
    misses
        Of label after label, ascending within each; about 2,000 quantiles if there are more.
    n
        How many texts each label had : (n_labels,).

    Examples
    --------
    >>> p = np.array([[0.9, 0.1], [0.8, 0.2], [0.7, 0.3], [0.4, 0.6]])
    >>> found = ConformalSets.of(p, np.array([0, 0, 0, 1]))
    >>> found.sets(np.array([[0.95, 0.05], [0.5, 0.5]]), 0.8).astype(int).tolist()
    [[1, 0], [0, 0]]
    """

    misses: NDArray[np.float64]
    n: NDArray[np.int64]

    @classmethod
    def of(cls, p: NDArray[np.float64], gold: NDArray[np.integer]) -> ConformalSets:
        """Return what is kept of the misses of some texts; gold are indices of labels : (n,)."""
        misses = 1.0 - p[np.arange(len(p)), gold]
        n = np.bincount(gold, minlength=p.shape[1]).astype(np.int64)
        ordered = misses[np.lexsort((misses, gold))]
        starts = np.concatenate([[0], np.cumsum(n)])[:-1]
        places = [
            start + kept_ranks(int(each), kept) - 1
            for start, each, kept in zip(starts, n, n_kept(n), strict=True)
        ]
        return cls(ordered[np.concatenate(places)], n)

    def sets(
        self, p: NDArray[np.float64], coverage: float, *, by_label: bool = False
    ) -> NDArray[np.bool_]:
        """Return which labels are in the set of each text : (n_texts, n_labels)."""
        coverage = check_coverage(coverage, "set")
        limits = self._by_label(coverage) if by_label else self._limit(coverage)
        return np.asarray(1.0 - p <= limits)

    def _limit(self, coverage: float) -> float:
        """Return the miss of the rank among all; a kept one stands for those up to it."""
        rank = find_rank(int(self.n.sum()), coverage, "A set")
        stand_for = np.concatenate(
            [
                np.diff(kept_ranks(int(each), kept), prepend=0)
                for each, kept in zip(self.n, n_kept(self.n), strict=True)
            ]
        )
        order = np.argsort(self.misses, kind="stable")
        reached = np.cumsum(stand_for[order])
        return float(self.misses[order][np.searchsorted(reached, rank)])

    def _by_label(self, coverage: float) -> NDArray[np.float64]:
        """Return the miss of the rank among the texts of each label; inf where they are too few.

        A label of which too little is known belongs to every set.
        """
        limits = np.full(len(self.n), np.inf)
        kept = n_kept(self.n)
        starts = np.cumsum(kept) - kept
        for k, n in enumerate(self.n.tolist()):
            rank = int(np.ceil((n + 1) * coverage - 1e-9))
            if rank <= n:
                at = int(np.searchsorted(kept_ranks(n, int(kept[k])), rank))
                limits[k] = self.misses[starts[k] + at]
        return limits


def n_kept(n: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many misses each label keeps : (n_labels,)."""
    total = int(n.sum())
    if total <= MOST_MISSES:
        return n
    share = -(-n * MOST_MISSES // total)
    return np.minimum(n, np.maximum(share, _FEWEST))
