"""Trials: one setting on one fold, the plain way, which every estimator has.

A task that can do it faster (one extraction for all folds, a fit that begins where another ended)
has a role called ``sharing``; it gives the same scores.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from linguine.data.splitting.folds import Fold
from linguine.errors import ConvergenceWarning, DataError, DataWarning
from linguine.reports.judging.figures import Figure, share
from linguine.reports.judging.ledger import Ledger
from linguine.tasks.tuning.clock import Clock
from linguine.tasks.tuning.grid import Point, fresh

if TYPE_CHECKING:
    from linguine.model.concurrency import Resources

__all__ = [
    "Judged",
    "Plain",
    "Sharing",
    "Subject",
    "judged_by",
    "right_or_wrong",
    "role_of",
    "sample",
]

Table = NDArray[np.float64]
Rows = NDArray[np.int64]
#: What one example has that has several labels.
_SEVERAL = (list, tuple, set, frozenset, dict)
_N_RANGES = 10


class Judged(NamedTuple):
    """What a setting is worth on a fold."""

    figure: Figure  # of the columns of the tables
    held: Table  # what each held-out example adds : (n_held, n_columns)
    known: Table  # what examples add that were learned from : (n, n_columns)


class Sharing(Protocol):
    """What a task does faster than one fit after the other."""

    def knows(self, point: int) -> bool:
        """Return whether it can do a setting at all."""

    def score(self, point: int, fold: Fold, use: Resources) -> Judged | None:
        """Return what a setting is worth on a fold; None: do it the plain way."""

    def leave_one_out(self, point: int) -> Judged | None:
        """Return what it is worth on each example, learned from all others; None: fit it."""


def role_of(estimator: Any, name: str) -> Any:
    """Return a module of the room of an estimator's task; None if there is none."""
    for each in type(estimator).__mro__:
        room = each.__module__.rpartition(".")[0]
        if room.startswith("linguine.tasks.") and find_spec(f"{room}.{name}") is not None:
            return import_module(f"{room}.{name}")
    return None


def sample(rows: Rows, n: int) -> Rows:
    """Return n of some places, or all of fewer, spread evenly: to judge by what was learned."""
    return rows[np.linspace(0, len(rows) - 1, min(n, len(rows))).round().astype(np.int64)]


def right_or_wrong(is_right: NDArray[np.bool_]) -> Table:
    """Return the table of examples that are right or wrong; it belongs to accuracy."""
    return np.column_stack([is_right, np.ones(len(is_right))]).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Subject:
    """What is learned from, and how estimators learn from it and are judged.

    Parameters
    ----------
    given
        What ``fit`` takes: data that were read, or X and y.
    dev
        What settings are judged by, in the same form; None: folds.
    learn, judge
        How an estimator learns from some of it; what its answers add to scores.
    learns_numbers
        Whether y are numbers, and not labels.
    """

    given: tuple[Any, ...]
    dev: tuple[Any, ...] | None
    learn: Callable[..., Any]
    judge: Callable[..., Ledger]
    learns_numbers: bool = False

    @property
    def n(self) -> int:
        """How many examples there are."""
        return _length(self.given[0])

    @cached_property
    def labels(self) -> tuple[list[str], NDArray[np.int32]] | None:
        """The names of labels, and the label of each example, where each has one; or None.

        Of numbers it is which of ten ranges they are in.
        """
        if self.numbers is not None:
            edges = np.quantile(self.numbers, np.linspace(0, 1, _N_RANGES + 1)[1:-1])
            return [], np.searchsorted(edges, self.numbers).astype(np.int32)
        found = getattr(self.given[0], "label_set", None)
        if found is not None:
            return list(found.names), np.asarray(found.codes, np.int32)
        y = self.given[1] if len(self.given) > 1 else None
        if y is None or getattr(y, "ndim", 1) != 1 or any(isinstance(e, _SEVERAL) for e in y):
            return None
        distinct, places = np.unique([str(each) for each in y], return_inverse=True)
        return distinct.tolist(), places.astype(np.int32)

    @cached_property
    def numbers(self) -> Table | None:
        """The numbers that are learned, if they are numbers : (n,)."""
        if not self.learns_numbers:
            return None
        found = getattr(self.given[0], "label_set", None)
        y = self.given[1] if found is None else np.array(found.names)[found.codes]
        try:
            return np.asarray(y, np.float64)
        except ValueError:
            return None  # whoever learns from them says what is wrong

    @property
    def strata(self) -> NDArray[np.int32] | None:
        """What folds have equal shares of."""
        return None if self.labels is None else self.labels[1]

    def take(self, rows: Rows, *, is_dev: bool = False) -> tuple[Any, ...]:
        """Return some examples."""
        whole = self.given if not is_dev or self.dev is None else self.dev
        return tuple(None if each is None else _take(each, rows) for each in whole)

    def cut(self, rows: Rows) -> Subject:
        """Return a subject of some of the examples."""
        return replace(self, given=self.take(rows), dev=None)


class Plain:
    """Every setting is learned anew on every fold."""

    def __init__(self, points: Sequence[Point], subject: Subject, clock: Clock) -> None:
        self.points, self.subject, self.clock = points, subject, clock

    def score(self, point: int, fold: Fold) -> Judged:
        """Return what a setting is worth on a fold."""
        subject = self.subject
        estimator = fresh(self.points[point].estimator)
        if "progress" in estimator.get_params():
            estimator.progress = self.clock.poll
        with warnings.catch_warnings():
            # The fit on all examples says what there is to say, once.
            for each in (DataWarning, ConvergenceWarning):
                warnings.simplefilter("ignore", each)
            estimator = subject.learn(estimator, *subject.take(fold.train))
            held = subject.judge(estimator, *subject.take(fold.held, is_dev=fold.is_dev))
            known = subject.judge(estimator, *subject.take(sample(fold.train, len(fold.held))))
        judged = judged_by(held, known)
        if subject.numbers is not None and judged.figure.name == "r2" and not fold.is_dev:
            _centre(judged.held, subject.numbers[fold.held], subject.numbers)
        return judged


def judged_by(held: Ledger, known: Ledger) -> Judged:
    """Return what evaluations of held-out and of learned examples say, by their first figure."""
    head = held.head
    tables = [each.rows.dense(head.columns)[each.kinds] for each in (held, known)]
    figure = Figure(
        head.name, tuple(range(len(head.columns))), head.measure,
        counts_examples=head.counts_examples, is_share=head.is_share, is_ratio=head.is_ratio,
        sign=head.sign,
    )  # fmt: skip
    if figure.counts_examples:  # the part first, as in the shared way
        figure = share(head.name, 0, 1, counts_examples=True)
    return Judged(figure, *tables)


def _centre(table: Table, numbers: Table, everywhere: Table) -> None:
    """Let right numbers be told from the mean of all, not of a fold, so that folds add up."""
    table[:, 1] += numbers.mean() - everywhere.mean()
    table[:, 2] = np.square(table[:, 1])


def _length(data: Any) -> int:
    try:
        return data.shape[0] if hasattr(data, "shape") else len(data)
    except TypeError:
        raise DataError(
            f"Examples must be such that one can take some of them; got {type(data).__name__}. "
            "Give a list, an array, the name of a file, or what was read."
        ) from None


def _take(data: Any, rows: Rows) -> Any:
    if hasattr(data, "iloc"):
        return data.iloc[rows]
    if hasattr(data, "take") and not isinstance(data, np.ndarray):
        return data.take(rows)
    return data[rows] if hasattr(data, "shape") else [data[i] for i in rows.tolist()]
