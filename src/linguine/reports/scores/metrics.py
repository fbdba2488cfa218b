r"""Metrics of scores: how far answers are from the right numbers, and whether they are in order.

.. math::
    R^2 = 1 - \frac{\sum_i (t_i - \hat t_i)^2}{\sum_i (t_i - \bar t)^2}, \quad
    \mathrm{MAE} = \frac1n \sum_i |t_i - \hat t_i|, \quad
    \mathrm{RMSE} = \sqrt{\frac1n \sum_i (t_i - \hat t_i)^2}

Spearman's correlation is that of the ranks; equal numbers share the mean of theirs [Spearman1904].
Kendall's is tau-b: pairs in the same order less pairs in the other, of those that are not equal on
one side [Kendall1945].
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import DataError
from linguine.reports.judging.figures import Figure, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.scores.evaluation import ScoreEvaluation

__all__ = ["evaluate_scores", "kendall", "spearman"]

Floats = NDArray[np.float64]
#: Misses are compared in units of the scores' variance over so many.
_FINENESS = 1e6
#: No miss counts for more: their sum has to fit.
_MOST = 1e12


def evaluate_scores(
    gold: ArrayLike,
    answers: ArrayLike,
    *,
    values: ArrayLike | None = None,
    ends: tuple[ArrayLike, ArrayLike] | None = None,
    coverage: float | None = None,
) -> ScoreEvaluation:
    """Return what answers are worth.

    Parameters
    ----------
    gold, answers
        The right numbers, and what was answered : (n,).
    values
        Of ordered values: all that there are.
    ends, coverage
        Lower and upper ends of intervals, and how often they promise to hold the right number.

    Examples
    --------
    >>> found = evaluate_scores([1, 2, 3, 4], [1.5, 2, 3, 3.5])
    >>> found.r2, found.mae, found.spearman
    (0.9, 0.25, 1.0)
    """
    right, said = np.asarray(gold, np.float64), np.asarray(answers, np.float64)
    if len(right) == 0 or right.shape != said.shape:
        raise DataError(
            f"Scores are judged one by one; got {len(right)} right ones and {len(said)} answers. "
            "Give at least one, and as many of both."
        )
    misses, around = right - said, right - right.mean()
    total = float(np.square(around).sum())
    squares = np.square(misses)
    variance = total / len(right) or 1.0
    shares: dict[str, NDArray[np.bool_]] = {}
    ordered: dict[str, Any] = {}
    if values is not None:
        shares["accuracy"] = misses == 0
        shares["within_one"] = _is_within_one(right, said, np.asarray(values, np.float64))
        ordered = {"kendall": kendall(right, said)}
    held: dict[str, Any] = {}
    if ends is not None:
        low, high = (np.asarray(each, np.float64) for each in ends)
        shares["coverage"] = (low <= right) & (right <= high)
        held = {
            "promised": coverage,
            "mean_width": float((high - low).mean()),
        }
    return ScoreEvaluation(
        n=len(right),
        r2=1.0 - float(squares.sum()) / total if total > 0 else None,
        mae=float(np.abs(misses).mean()),
        rmse=math.sqrt(float(squares.mean())),
        spearman=spearman(right, said),
        mean_gold=float(right.mean()),
        mean_answer=float(said.mean()),
        outcomes=-np.minimum(squares / variance * _FINENESS, _MOST).round().astype(np.int64),
        ledger=_ledger(around, misses, shares),
        **ordered,
        **held,
        **{name: float(each.mean()) for name, each in shares.items()},
    )


def _ledger(around: Floats, misses: Floats, shares: dict[str, NDArray[np.bool_]]) -> Ledger:
    """Return what each text adds; right scores are given by how far they are from their mean."""
    ones = np.ones(len(misses))
    sums = [ones, around, np.square(around), np.square(misses), np.abs(misses), *shares.values()]
    figures = [
        Figure("r2", (0, 1, 2, 3), _r2, is_share=False),
        share("mae", 4, 0, is_share=False, sign=-1),
        Figure("rmse", (0, 3), lambda s: np.sqrt(s[:, 1] / s[:, 0]), is_share=False, sign=-1),
        *(share(name, 5 + i, 0, counts_examples=True) for i, name in enumerate(shares)),
    ]
    return Ledger.of_table(np.column_stack(sums), figures)


def _r2(sums: Floats) -> Floats:
    n, total, squares, missed = sums.T
    variance = squares - total**2 / n
    return np.asarray(1.0 - missed / np.where(variance > 0, variance, np.nan))


def spearman(a: Floats, b: Floats) -> float | None:
    """Return the correlation of the ranks; None where all of one side are equal.

    Examples
    --------
    >>> spearman(np.array([1.0, 2.0, 3.0]), np.array([10.0, 30.0, 20.0]))
    0.5
    """
    x, y = (_ranks(each) for each in (a, b))
    x, y = x - x.mean(), y - y.mean()
    size = math.sqrt(float((x * x).sum() * (y * y).sum()))
    # with an even number of digits left, a correlation of 1 is 1
    return round(float((x * y).sum()) / size, 15) if size > 0 else None


def _ranks(numbers: Floats) -> Floats:
    _, place, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - 0.5 * (counts - 1))[place])


def kendall(a: Floats, b: Floats) -> float | None:
    """Return Kendall's tau-b of numbers with few different values; None where one side is equal.

    Examples
    --------
    >>> kendall(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0]))
    0.3333333333333333
    """
    rows, i = np.unique(a, return_inverse=True)
    columns, j = np.unique(b, return_inverse=True)
    table = np.zeros((len(rows), len(columns)))
    np.add.at(table, (i, j), 1.0)
    # of each cell, how many are in cells after it in both, or in one and before it in the other
    below = np.cumsum(table[::-1], axis=0)[::-1] - table
    right = np.cumsum(below[:, ::-1], axis=1)[:, ::-1] - below
    left = np.cumsum(below, axis=1) - below
    difference = float((table * (right - left)).sum())
    n = len(a)
    pairs = n * (n - 1) / 2
    free = [pairs - float((s * (s - 1) / 2).sum()) for s in (table.sum(axis=1), table.sum(axis=0))]
    size = math.sqrt(free[0] * free[1])
    return difference / size if size > 0 else None


def _is_within_one(gold: Floats, answers: Floats, values: Floats) -> NDArray[np.bool_]:
    """Return which answers are the right value or one beside it."""
    known = np.unique(np.concatenate([values, gold]))
    places = (np.searchsorted(known, each) for each in (gold, answers))
    first, second = places
    return np.asarray(np.abs(first - second) <= 1)
