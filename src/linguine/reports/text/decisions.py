"""What decisions are worth beside the answers: sets of labels, and costs of mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.costs import Costs
from linguine.reports.significance import wilson_interval
from linguine.reports.tables import percent, with_interval

__all__ = ["CostFigures", "SetFigures"]

#: Sizes of sets that are told apart.
_N_SIZES = 4


@dataclass(frozen=True, eq=False)
class SetFigures:
    """How often sets of labels hold the right one, and how large they are.

    Examples
    --------
    >>> table = np.array([[1, 0], [1, 1], [0, 0]]) > 0
    >>> found = SetFigures.of(table, np.array([0, 0, 1]), 0.9)
    >>> round(found.covered, 3), found.mean_size
    (0.667, 1.0)
    """

    coverage: float  # that was asked for
    n: int
    n_covered: int
    sizes: NDArray[np.int64]  # texts with a set of 0, 1, 2, ... labels

    @classmethod
    def of(
        cls, table: NDArray[np.bool_], gold: NDArray[np.integer[Any]], coverage: float
    ) -> SetFigures:
        """Count sets : (n, n_labels); gold beyond the labels is in none of them : (n,)."""
        is_known = gold < table.shape[1]
        covered = table[np.flatnonzero(is_known), gold[is_known]]
        return cls(coverage, len(gold), int(covered.sum()), np.bincount(table.sum(axis=1)))

    @property
    def covered(self) -> float:
        """Share of the sets that hold the right label."""
        return self.n_covered / self.n

    @property
    def mean_size(self) -> float:
        """Labels in a set."""
        return float(self.sizes @ np.arange(len(self.sizes))) / self.n

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "coverage": self.coverage,
            "covered": self.covered,
            "covered_interval": list(wilson_interval(self.n_covered, self.n)),
            "mean_size": self.mean_size,
            "sizes": self.sizes.tolist(),
        }

    def to_text(self) -> str:
        """Return them in a line."""
        ends = wilson_interval(self.n_covered, self.n)
        shown = [f"{percent(n / self.n)} of {k}" for k, n in enumerate(self.sizes[:_N_SIZES])]
        if (more := int(self.sizes[_N_SIZES:].sum())) > 0:
            shown.append(f"{percent(more / self.n)} larger")
        return (
            f"Sets for a coverage of {percent(self.coverage)}: "
            f"{with_interval('covered', self.covered, ends)}; {self.mean_size:.2f} labels on "
            f"average ({', '.join(shown)})."
        )


@dataclass(frozen=True)
class CostFigures:
    """What answers cost on average, and what simpler rules would."""

    mean: float
    mean_of_likeliest: float  # if the likeliest label were always the answer
    mean_of_one: float  # of the one answer that costs least on these texts
    n: int

    @classmethod
    def of(
        cls,
        costs: Costs,
        gold: NDArray[np.integer[Any]],
        answers: NDArray[np.integer[Any]],
        likeliest: NDArray[np.integer[Any]],
    ) -> CostFigures:
        """Count costs; texts whose right label has none are left out : (n,) each."""
        known = gold < len(costs.table)
        right = gold[known]
        always = costs.table[right].mean(axis=0).min()
        means = [costs.mean(right, each[known]) for each in (answers, likeliest)]
        return cls(means[0], means[1], float(always), int(known.sum()))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return dict(vars(self))

    def to_text(self) -> str:
        """Return them in a line."""
        return (
            f"Cost of an answer: {self.mean:.4g} on average over {self.n:,} texts; likeliest "
            f"labels {self.mean_of_likeliest:.4g}, the best single answer {self.mean_of_one:.4g}."
        )
