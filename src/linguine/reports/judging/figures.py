"""Figures: what a score is made of, so that it can be had of other sums as well.

Accuracy, F1 and their like follow from sums over examples. A figure takes the columns of sums that
it needs and returns its value for each row of them; NaN where there is nothing to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Figure", "f1", "f1_of_each", "macro_f1", "name_figure", "share"]

Floats = NDArray[np.float64]

#: How figures are called where their own names would puzzle.
_NAMES = {
    "macro_f1": "macro-F1", "micro_f1": "micro-F1", "f1": "F1", "uas": "UAS", "las": "LAS",
    "clas": "CLAS", "r2": "R²", "mae": "MAE", "rmse": "RMSE", "macro_ap": "macro-AP",
    "example_f1": "F1 of texts", "nmi": "NMI",
}  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """A score that follows from sums.

    Parameters
    ----------
    name
        What JSON calls it.
    columns
        The sums that it needs.
    measure
        From these sums : (n_rows, n_needed) to values : (n_rows,), or (n_rows, n_names).
    names
        What it is about, if there is one value for each of several.
    counts_examples
        Whether it is a share of the examples: the first sum of as many as there are.
    is_share
        Whether it lies between 0 and 1.
    is_ratio
        Whether it is the first sum over the second.
    sign
        1 if more is better, -1 if less is.

    Examples
    --------
    >>> share("accuracy", 0, 1).measure(np.array([[9.0, 10.0]]))
    array([0.9])
    """

    name: str
    columns: tuple[int, ...]
    measure: Callable[[Floats], Floats]
    names: tuple[str, ...] | None = None
    counts_examples: bool = False
    is_share: bool = True
    is_ratio: bool = False
    sign: int = 1

    def of(self, sums: Floats) -> Floats:
        """Return the values for all sums : (n_rows, n_columns)."""
        return self.measure(sums[:, list(self.columns)])

    @property
    def title(self) -> str:
        """What people call it."""
        return name_figure(self.name)

    def write(self, value: float) -> str:
        """Return a value as people write it; a dash for one that there is not.

        Examples
        --------
        >>> share("accuracy", 0, 1).write(0.9), share("mae", 0, 1, is_share=False).write(1.25)
        ('90.0 %', '1.25')
        """
        if value != value:
            return "-"
        return f"{100 * value:.1f} %" if self.is_share else f"{value:,.3g}"


def name_figure(name: str) -> str:
    """Return what people call a figure.

    Examples
    --------
    >>> name_figure("macro_f1"), name_figure("sentence_accuracy")
    ('macro-F1', 'sentence accuracy')
    """
    words = ("F1" if word == "f1" else word for word in name.split("_"))
    return _NAMES.get(name, " ".join(words))


def share(
    name: str,
    part: int,
    whole: int,
    *,
    counts_examples: bool = False,
    is_share: bool = True,
    sign: int = 1,
) -> Figure:
    """Return the figure of one sum over another."""
    return Figure(
        name,
        (part, whole),
        lambda sums: _divide(sums[:, 0], sums[:, 1]),
        counts_examples=counts_examples,
        is_share=is_share,
        is_ratio=True,
        sign=sign,
    )


def f1(name: str, gold: int, predicted: int, right: int) -> Figure:
    """Return the figure of precision and recall together, of these three sums.

    Examples
    --------
    >>> f1("f1", 0, 1, 2).measure(np.array([[4.0, 1.0, 1.0]]))
    array([0.4])
    """
    return Figure(
        name,
        (gold, predicted, right),
        lambda sums: _divide(2 * sums[:, 2], sums[:, 0] + sums[:, 1]),
    )


def f1_of_each(name: str, names: Sequence[str], first: int = 0) -> Figure:
    """Return the figure of the F1 of each: sums of gold, of predicted and of right, one by one."""
    return Figure(name, _three(first, len(names)), _f1_of_each, names=tuple(names))


def macro_f1(name: str, n_names: int, first: int = 0, *, only_gold: bool = False) -> Figure:
    """Return the mean F1 of those that occur: in gold or predicted, or in gold.

    Examples
    --------
    >>> macro_f1("macro_f1", 2).measure(np.array([[4.0, 0.0, 1.0, 0.0, 1.0, 0.0]]))
    array([0.4])
    """

    def measure(sums: Floats) -> Floats:
        values = _f1_of_each(sums)  # of more names, where two systems know different ones
        has = sums[:, : sums.shape[1] // 3] > 0 if only_gold else ~np.isnan(values)
        return _divide(np.where(has, np.nan_to_num(values), 0.0).sum(axis=1), has.sum(axis=1))

    return Figure(name, _three(first, n_names), measure)


def _three(first: int, n: int) -> tuple[int, ...]:
    return tuple(range(first, first + 3 * n))


def _f1_of_each(sums: Floats) -> Floats:
    gold, predicted, right = np.split(sums, 3, axis=1)
    return _divide(2 * right, gold + predicted)


def _divide(parts: Floats, wholes: Floats | NDArray[np.int64]) -> Floats:
    shares: Floats = np.full(parts.shape, np.nan)
    np.divide(parts, wholes, out=shares, where=wholes > 0)
    return shares
