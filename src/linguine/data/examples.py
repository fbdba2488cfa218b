"""Examples: which row of X has which label, how much it counts, and what is held out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data.label_sets import LabelSets
from linguine.errors import DataError, check_number

__all__ = ["Examples", "assign_folds", "split_held_out"]


@dataclass(frozen=True, eq=False)
class Examples:
    """Triples (row, gold label, weight) that point into a matrix which is never copied.

    A soft label is the same row several times with fractional weights; a held-out
    split is a subset of the triples.

    Parameters
    ----------
    rows
        Row of X, ascending : (n_examples,).
    gold
        Index of the right label : (n_examples,).
    weights
        Positive weight in the sum of losses : (n_examples,).
    sets
        Sets of labels, all of which are right; gold is then the number of a set. None: gold is
        the label.

    Examples
    --------
    >>> import numpy as np
    >>> examples = Examples(np.arange(3), np.array([0, 1, 1], np.int32), np.ones(3))
    >>> examples.label_weights(2).tolist()
    [1.0, 2.0]
    """

    rows: NDArray[np.int64]
    gold: NDArray[np.int32]
    weights: NDArray[np.float64]
    sets: LabelSets | None = None

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def n_rows(self) -> int:
        """How many rows there are; those with a soft label are several examples."""
        return int((np.diff(self.rows) > 0).sum()) + 1 if len(self.rows) else 0

    def subset(self, chosen: NDArray[np.bool_]) -> Examples:
        """Return the examples where ``chosen`` is True, in the same order."""
        return Examples(self.rows[chosen], self.gold[chosen], self.weights[chosen], self.sets)

    @property
    def right_sets(self) -> LabelSets:
        """The labels of each example : n_examples sets."""
        assert self.sets is not None
        return self.sets.take(self.gold)

    @property
    def native_sets(self) -> tuple[NDArray[np.int64], NDArray[np.int32]] | None:
        """The sets as the core takes them."""
        return None if self.sets is None else (self.sets.offsets, self.sets.codes)

    def spread(self) -> Examples:
        """Return an example for each label of a set; those without labels are none."""
        if self.sets is None:
            return self
        found = self.right_sets
        return Examples(self.rows[found.rows], found.codes, self.weights[found.rows])

    def label_weights(self, n_labels: int) -> NDArray[np.float64]:
        """Return the total weight of each label : (n_labels,)."""
        each = self.spread()
        totals = np.bincount(each.gold, weights=each.weights, minlength=n_labels)
        return totals.astype(np.float64, copy=False)


def split_held_out(examples: Examples, *, fraction: float, seed: int) -> tuple[Examples, Examples]:
    """Split examples into a training and a held-out part with the same share of each label.

    A row with a soft label stays whole, and counts for its heaviest label. Every label
    keeps at least one row for training.

    Parameters
    ----------
    examples
        What to split.
    fraction
        Share of each label's rows that is held out.
    seed
        The same seed gives the same split.

    Examples
    --------
    >>> gold = np.repeat([0, 1], 50).astype(np.int32)
    >>> train, held_out = split_held_out(
    ...     Examples(np.arange(100), gold, np.ones(100)), fraction=0.1, seed=0)
    >>> held_out.label_weights(2).tolist()
    [5.0, 5.0]
    """
    check_number(
        "early stopping",
        "validation_fraction",
        fraction,
        low=0,
        high=1,
        low_open=True,
        high_open=True,
        fix="Use 0.1 to hold out a tenth of the rows.",
    )
    rows, strata = _shuffled_strata(examples, seed)
    n_held = [min(int(fraction * len(each) + 0.5), len(each) - 1) for each in strata]
    held = np.concatenate([each[:n] for each, n in zip(strata, n_held, strict=True)])
    is_held = np.isin(examples.rows, rows[held])
    if not is_held.any():
        raise DataError(
            "early_stopping needs at least one held-out row; "
            f"validation_fraction={fraction} of {len(rows)} rows leaves none. "
            "Raise validation_fraction or use early_stopping=False."
        )
    return examples.subset(~is_held), examples.subset(is_held)


def assign_folds(examples: Examples, *, n_folds: int) -> NDArray[np.int64]:
    """Return the fold of each example; every fold has about the same share of each label.

    A row with a soft label stays whole. The rows of a label are dealt in runs, the last run to
    fold 0: neighbours in a file are often siblings (one thread, day or author), and a model that
    has seen its sibling finds a row easier than those to come. Labels with fewer rows than folds
    are dealt one by one.

    Examples
    --------
    >>> gold = np.repeat([0, 1], 6).astype(np.int32)
    >>> assign_folds(Examples(np.arange(12), gold, np.ones(12)), n_folds=3).tolist()
    [2, 2, 1, 1, 0, 0, 2, 2, 1, 1, 0, 0]
    """
    rows, label_of = _heaviest_labels(examples)
    folds = np.empty(len(rows), np.int64)
    dealt = 0  # go on where the last label stopped, so that folds of rare labels differ
    for members in _strata(label_of):
        n = len(members)
        if n < n_folds:
            folds[members] = (dealt + np.arange(n)) % n_folds
            dealt += n
        else:
            folds[members] = n_folds - 1 - np.arange(n) * n_folds // n
    return folds[np.searchsorted(rows, examples.rows)]


def _heaviest_labels(examples: Examples) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the distinct rows, and the heaviest label of each; the rarest of a set."""
    if examples.sets is not None:
        return examples.rows, _rarest_labels(examples.right_sets)
    order = np.lexsort((-examples.weights, examples.rows))
    rows, first = np.unique(examples.rows[order], return_index=True)
    return rows, examples.gold[order[first]]


def _rarest_labels(sets: LabelSets) -> NDArray[np.int32]:
    """Return the label of each set that the fewest have, and one more for those without any."""
    rarity = np.argsort(np.argsort(sets.n_texts, kind="stable"), kind="stable")
    rarest = np.full(len(sets), sets.n_labels, np.int32)
    order = np.lexsort((rarity[sets.codes], sets.rows))
    rows, first = np.unique(sets.rows[order], return_index=True)
    rarest[rows] = sets.codes[order[first]]
    return rarest


def _strata(label_of: NDArray[np.int32]) -> list[NDArray[np.int64]]:
    """Return the places of each label that occurs."""
    order = np.argsort(label_of, kind="stable")
    starts = np.flatnonzero(np.diff(label_of[order], prepend=-1))
    return np.split(order, starts[1:])


def _shuffled_strata(
    examples: Examples, seed: int
) -> tuple[NDArray[np.int64], list[NDArray[np.int64]]]:
    """Return the distinct rows, and of each label the places of those it is heaviest in."""
    rows, label_of = _heaviest_labels(examples)
    generator = np.random.default_rng(seed)
    return rows, [generator.permutation(each) for each in _strata(label_of)]
