"""Folds: which examples are learned from, and which are held out to judge by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data.examples import Examples, assign_folds
from linguine.errors import DataError, ParameterError, named, said, show_value

__all__ = ["LEAVE_ONE_OUT", "Fold", "deal_folds", "read_folds"]

#: As many folds as examples.
LEAVE_ONE_OUT = "leave-one-out"
Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Fold:
    """Examples that are learned from, and others to judge by.

    Parameters
    ----------
    number
        Counted from 0.
    train, held
        Places of examples, ascending.
    is_dev
        Whether ``held`` are places in a file of its own.
    """

    number: int
    train: Rows
    held: Rows
    is_dev: bool = False

    def __str__(self) -> str:
        return "dev" if self.is_dev else f"fold {self.number + 1}"


def deal_folds(n: int, n_folds: int, strata: ArrayLike | None = None) -> list[Fold]:
    """Deal examples to folds that have about the same share of each label.

    Neighbours stay together, as :func:`linguine.data.examples.assign_folds` says.

    Parameters
    ----------
    n
        How many examples there are.
    n_folds
        How many folds.
    strata
        Number of each example's label; None is one for all : (n,).

    Examples
    --------
    >>> [fold.held.tolist() for fold in deal_folds(5, 2)]
    [[3, 4], [0, 1, 2]]
    """
    label = np.zeros(n, np.int32) if strata is None else np.asarray(strata, np.int32)
    number = assign_folds(Examples(np.arange(n), label, np.ones(n)), n_folds=n_folds)
    return [
        Fold(i, np.flatnonzero(number != i), np.flatnonzero(number == i)) for i in range(n_folds)
    ]


def read_folds(folds: Any, n: int, strata: ArrayLike | None = None) -> list[Fold]:
    """Return folds: of a number, of a splitter of scikit-learn, or of pairs of places.

    Parameters
    ----------
    folds
        A number; ``"leave-one-out"``; what has ``split(X, y)``; or pairs (train, test).
    n
        How many examples there are.
    strata
        Number of each example's label : (n,).

    Examples
    --------
    >>> [fold.train.tolist() for fold in read_folds([([0, 1], [2]), ([2], [0])], 3)]
    [[0, 1], [2]]
    """
    if folds == LEAVE_ONE_OUT and isinstance(folds, str):
        folds = n
    if isinstance(folds, int | np.integer) and not isinstance(folds, bool):
        if not 2 <= folds <= n:
            raise DataError(
                f"Folds must be at least 2, and no more than there are examples; got "
                f"{said('folds', int(folds))} and {n:,} examples. Use {said('folds', min(5, n))}, "
                f"or give a file of its own to judge by ({named('dev')})."
            )
        return deal_folds(n, int(folds), strata)
    if hasattr(folds, "split") and not isinstance(folds, str):
        label = np.zeros(n, np.int32) if strata is None else np.asarray(strata)
        folds = folds.split(np.zeros((n, 1)), label)
    if isinstance(folds, str | bytes) or not isinstance(folds, Iterable):
        raise ParameterError(
            f"must be a number, {LEAVE_ONE_OUT!r}, a splitter of scikit-learn or pairs of places "
            f"(train, test); got {show_value(folds)}. Use {said('folds', 5)}.",
            parameter="folds",
        )
    made = [_read_pair(i, each, n) for i, each in enumerate(folds)]
    if not made:
        raise ParameterError(f"must be some; got none. Use {said('folds', 5)}.", parameter="folds")
    return made


def _read_pair(number: int, pair: Any, n: int) -> Fold:
    try:
        train, held = (_read_places(each) for each in pair)
    except (TypeError, ValueError):
        raise ParameterError(
            f"must be pairs of places (train, test); pair {number} is {show_value(pair)}. Give "
            "lists of whole numbers, counted from 0.",
            parameter="folds",
        ) from None
    if not len(train) or not len(held):
        raise DataError(
            "Every fold must learn from some examples and judge by others; pair "
            f"{number} has {len(train)} and {len(held)}. Leave it out."
        )
    if min(train[0], held[0]) < 0 or max(train[-1], held[-1]) >= n:
        raise DataError(
            f"Folds must be places of examples, from 0 to {n - 1}; pair {number} has "
            f"{min(train[0], held[0])} to {max(train[-1], held[-1])}. Make them for these data."
        )
    if len(both := np.intersect1d(train, held)):
        raise DataError(
            "A fold must not judge by what it learned from; both sides of pair "
            f"{number} have {len(both)} examples, such as {both[0]}. Leave them out on one side."
        )
    return Fold(number, train, held)


def _read_places(given: Any) -> Rows:
    places = np.asarray(given)
    if places.dtype == np.bool_:
        places = np.flatnonzero(places)
    if places.ndim != 1 or (len(places) and places.dtype.kind not in "iu"):
        raise ValueError("no places")
    return np.unique(places.astype(np.int64))
