"""Two systems on the same examples, counted by what happened.

What an example adds to a metric depends only on its cell (gold, first's answer, second's
answer), so a resample is a draw of cell counts: ten thousand resamples cost a few matrix products.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, check_number
from linguine.registry import Registry

__all__ = ["PairedCells"]

Codes = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]
#: Resamples that are held in memory at a time.
_BLOCK = 500


class PairedCells:
    """The distinct (gold, first, second) and how often each occurs.

    Parameters
    ----------
    gold, first, second
        Index of the right label, and the two answers; -1 for no answer : (n,).

    Examples
    --------
    >>> cells = PairedCells(np.array([0, 0, 1]), np.array([0, 0, 1]), np.array([0, 1, 1]))
    >>> cells.counts.tolist(), round(cells.difference("accuracy"), 3)
    ([1, 1, 1], 0.333)
    """

    def __init__(self, gold: Codes, first: Codes, second: Codes) -> None:
        columns = [np.asarray(column) for column in (gold, first, second)]
        self.n = len(columns[0])
        if self.n == 0 or any(c.shape != (self.n,) or c.dtype.kind not in "iu" for c in columns):
            got = ", ".join(f"{column.dtype} {column.shape}" for column in columns)
            raise DataError(
                "A paired test needs three columns of label indices of one length, at least 1; "
                f"got {got}. Give the index of each label, and -1 for no answer."
            )
        if columns[0].min() < 0:
            raise DataError(
                "Every example of a paired test needs a gold label; number "
                f"{int(columns[0].argmin())} has {columns[0].min()}. Leave such examples out."
            )
        # A cell as one number, since numbers sort much faster than rows.
        values, codes = np.unique(np.concatenate(columns), return_inverse=True)
        of_gold, of_first, of_second = codes.reshape(3, self.n)
        k = len(values)
        keys, self.counts = np.unique((of_gold * k + of_first) * k + of_second, return_counts=True)
        cells = values[np.stack([keys // (k * k), keys // k % k, keys % k], axis=1)]
        self.answers = (cells[:, 1], cells[:, 2])
        self.is_right = tuple(answers == cells[:, 0] for answers in self.answers)
        labels = values[values >= 0]
        self.gold = (cells[:, :1] == labels).astype(np.float64)  # (n_cells, n_labels)
        self.given = tuple((a[:, None] == labels).astype(np.float64) for a in self.answers)

    def difference(self, metric: str) -> float:
        """Return the first system's metric minus the second's."""
        return float(np.subtract(*self.observe(metric)))

    def observe(self, metric: str) -> tuple[float, float]:
        """Return the metric of both systems."""
        kept = self.counts[None].astype(np.float64)
        values = _METRICS.get(metric)(self, kept, np.zeros_like(kept))
        return float(values[0][0]), float(values[1][0])

    def resample(
        self,
        draw: Callable[[np.random.Generator, int], tuple[Floats, Floats]],
        metric: str,
        n_resamples: int,
        seed: int,
    ) -> Floats:
        """Return the difference of each resample : (n_resamples,).

        Parameters
        ----------
        draw
            Gives the counts of the cells that keep their answers and of those that swap them,
            each (size, n_cells).
        metric, n_resamples, seed
            As in ``paired_bootstrap``.
        """
        fix = "Use 10000."
        check_number("paired test", "n_resamples", n_resamples, low=1, integer=True, fix=fix)
        measure, generator = _METRICS.get(metric), np.random.default_rng(seed)
        sizes = [min(_BLOCK, n_resamples - begin) for begin in range(0, n_resamples, _BLOCK)]
        pairs = (measure(self, *draw(generator, size)) for size in sizes)
        return np.concatenate([first - second for first, second in pairs])


def _accuracy(cells: PairedCells, kept: Floats, swapped: Floats) -> tuple[Floats, Floats]:
    first, second = cells.is_right
    n = (kept + swapped).sum(axis=1)
    return (kept @ first + swapped @ second) / n, (kept @ second + swapped @ first) / n


def _macro_f1(cells: PairedCells, kept: Floats, swapped: Floats) -> tuple[Floats, Floats]:
    """Mean over the labels that occur of 2 hits / (gold + given)."""
    of_gold = (kept + swapped) @ cells.gold
    first, second = cells.given
    hits_first, hits_second = first * cells.gold, second * cells.gold

    def mean_f1(hits: Floats, given: Floats) -> Floats:
        total = of_gold + given
        f1 = np.divide(2 * hits, total, out=np.zeros_like(total), where=total > 0)
        return np.asarray(f1.sum(axis=1) / np.maximum((total > 0).sum(axis=1), 1))

    return (
        mean_f1(kept @ hits_first + swapped @ hits_second, kept @ first + swapped @ second),
        mean_f1(kept @ hits_second + swapped @ hits_first, kept @ second + swapped @ first),
    )


_METRICS = Registry("metric", {"accuracy": _accuracy, "macro-f1": _macro_f1})
