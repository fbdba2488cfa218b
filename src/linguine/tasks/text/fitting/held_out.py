"""Held-out scores: what the model says about rows that it has not learned from.

They tell how accurate it is and how far its scores can be trusted. Texts are counted once for all
folds; what a fold knows of the features is worked out from the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data import Examples, LabelSets
from linguine.data.examples import assign_folds
from linguine.features import Sites
from linguine.model.concurrency import Resources
from linguine.model.prediction import choose_labels
from linguine.tasks.text.fitting.recipe import Recipe, WarmStart

__all__ = [
    "FEWEST_TEXTS",
    "Fold",
    "HeldOut",
    "Plan",
    "Weigh",
    "choose_plan",
    "held_out_scores",
    "join_folds",
    "make_folds",
    "score_fold",
]


#: Below so many texts nothing is held out: too few are left to learn from and to judge by.
FEWEST_TEXTS = 4


@dataclass(frozen=True)
class Plan:
    """How rows are held out."""

    n_folds: int  # in how many parts they are dealt
    n_fits: int  # how many parts are held out, one after another; fewer is cheaper

    def __str__(self) -> str:
        if self.n_fits == self.n_folds:
            return f"{self.n_folds} folds"
        return f"{self.n_fits} of {self.n_folds} folds"


def choose_plan(n_rows: int) -> Plan:
    """Return all of 5 folds for small data, one for large: 1,000 rows settle one or two slopes."""
    return Plan(5, 5) if n_rows < 5_000 else Plan(5, 1)


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Scores of held-out examples, and what they should have been."""

    scores: NDArray[np.float64]  # (n, n_columns)
    gold: NDArray[np.int32]  # (n,)
    weights: NDArray[np.float64]  # (n,)
    rows: NDArray[np.int64] | None = None  # (n,), which are of one row, if rows have several labels
    sets: LabelSets | None = None  # the labels of each example, where a text may have several

    @property
    def shares(self) -> NDArray[np.float64]:
        """How much each example counts: 1, and together 1 for those of one text : (n,)."""
        if self.rows is None:
            return np.ones(len(self.gold))
        _, place = np.unique(self.rows, return_inverse=True)
        totals = np.bincount(place, weights=self.weights)
        return np.asarray(self.weights / totals[place], np.float64)

    def accuracy(self, n_labels: int) -> float:
        """Return the weighted share of right answers: what a search for settings maximises."""
        right, weights = self.right(n_labels)
        return float(np.average(right, weights=weights))

    def right(self, n_labels: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Return which answers are right, and how much each counts.

        Of sets of labels an answer is whether a label that a text has is among its best, of which
        there are as many as it has labels: no threshold is needed to tell.
        """
        if self.sets is None:
            return choose_labels(self.scores, n_labels) == self.gold, self.weights
        sets = self.sets
        order = np.argsort(-self.scores, axis=1, kind="stable")
        ranks = np.empty_like(order)
        np.put_along_axis(ranks, order, np.arange(order.shape[1])[None, :], axis=1)
        rows = sets.rows
        return ranks[rows, sets.codes] < sets.sizes[rows], self.weights[rows]


@dataclass(frozen=True, eq=False)
class Fold:
    """What is learned from, and what is held out."""

    train: Examples
    rest: Examples
    is_known: NDArray[np.bool_]  # rows that are learned from : (highest row + 1,)


#: From the rows that a fold learns from to all rows, weighted as if only those were known.
Weigh = Callable[[NDArray[np.bool_]], Sites]


def make_folds(
    examples: Examples, plan: Plan, numbers: NDArray[np.int64] | None = None
) -> list[Fold]:
    """Deal the examples out; folds with an empty side are left out.

    ``numbers`` is the fold of each example, if they are not to be dealt in runs : (n,).
    """
    if numbers is None:
        numbers = assign_folds(examples, n_folds=plan.n_folds)
    folds = []
    for number in range(plan.n_fits):
        is_held = numbers == number
        train, rest = examples.subset(~is_held), examples.subset(is_held)
        if len(rest) and len(train):
            is_known = np.zeros(int(examples.rows.max()) + 1, np.bool_)
            is_known[train.rows] = True
            folds.append(Fold(train, rest, is_known))
    return folds


def score_fold(
    recipe: Recipe,
    fold: Fold,
    sites: Sites,
    n_labels: int,
    use: Resources,
    warm: WarmStart | None = None,
) -> NDArray[np.float32]:
    """Fit the recipe without a fold and return the scores of the fold's examples."""
    return recipe.score(sites, fold.train, fold.rest.rows, n_labels, use, warm)


def held_out_scores(
    recipe: Recipe,
    weigh: Weigh,
    examples: Examples,
    n_labels: int,
    plan: Plan,
    use: Resources,
    warm: Sequence[WarmStart | None] = (),
) -> HeldOut:
    """Fit the recipe without each fold in turn and score that fold.

    A held-out text is seen as a new one would be: with the features, and the idf, of the texts
    that are learned from. The fit of each fold begins where ``warm`` says, which is overwritten by
    what it found; empty begins at zero.
    """
    folds = make_folds(examples, plan)
    starts = warm or [None] * len(folds)
    tables = [
        score_fold(recipe, fold, weigh(fold.is_known), n_labels, use, start)
        for fold, start in zip(folds, starts, strict=False)
    ]
    return join_folds(folds, tables)


def join_folds(folds: list[Fold], tables: list[NDArray[np.float32]]) -> HeldOut:
    """Return the scores of all folds together."""
    sets, gold = folds[0].rest.sets, np.concatenate([each.rest.gold for each in folds])
    return HeldOut(
        np.concatenate(tables).astype(np.float64),
        gold,
        np.concatenate([each.rest.weights for each in folds]),
        np.concatenate([each.rest.rows for each in folds]),
        None if sets is None else sets.take(gold),
    )
