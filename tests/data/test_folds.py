"""Folds: dealt by linguine, by scikit-learn, or by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import GroupKFold, KFold, ShuffleSplit, StratifiedKFold

from linguine import DataError, ParameterError
from linguine.data.splitting.folds import read_folds

LABELS = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 1])


def test_every_example_is_held_out_once_and_labels_are_shared_out() -> None:
    folds = read_folds(2, 10, LABELS)
    assert sorted(np.concatenate([each.held for each in folds]).tolist()) == list(range(10))
    assert [np.bincount(LABELS[each.held]).tolist() for each in folds] == [[2, 3], [2, 3]]
    assert all(not set(each.train) & set(each.held) for each in folds)


def test_leave_one_out_holds_out_one_after_the_other() -> None:
    folds = read_folds("leave-one-out", 4)
    assert sorted(each.held.tolist() for each in folds) == [[0], [1], [2], [3]]


@pytest.mark.parametrize(
    "splitter", [KFold(5), StratifiedKFold(2), ShuffleSplit(3, random_state=0)],
    ids=lambda each: type(each).__name__,
)  # fmt: skip
def test_splitters_of_scikit_learn_are_taken(splitter: Any) -> None:
    ours = read_folds(splitter, 10, LABELS)
    theirs = list(splitter.split(np.zeros(10), LABELS))
    assert [each.held.tolist() for each in ours] == [sorted(held) for _, held in theirs]
    assert [each.train.tolist() for each in ours] == [sorted(train) for train, _ in theirs]


def test_pairs_of_places_are_taken_and_so_are_masks_and_generators() -> None:
    held = np.arange(10) < 3
    (fold,) = read_folds(((~held, held) for _ in range(1)), 10)
    assert fold.held.tolist() == [0, 1, 2]
    groups = list(GroupKFold(2).split(LABELS, groups=np.arange(10) % 3))
    assert len(read_folds(groups, 10)) == 2


@pytest.mark.parametrize(
    ("folds", "kind", "said"),
    [
        (1, DataError, "at least 2"),
        (11, DataError, "no more than there are examples; got folds=11 and 10"),
        ("five", ParameterError, "got 'five'"),
        (2.5, ParameterError, "got 2.5"),
        ([], ParameterError, "got none"),
        ([([0, 1], [2]), 3], ParameterError, "pair 1 is 3"),
        ([([0.5], [2])], ParameterError, "pair 0"),
        ([([0, 1], [])], DataError, "pair 0 has 2 and 0"),
        ([([0, 1], [10])], DataError, "from 0 to 9; pair 0 has 0 to 10"),
        ([([0, 1], [1, 2])], DataError, "both sides of pair 0 have 1 examples, such as 1"),
    ],
)
def test_folds_that_cannot_be_are_refused(folds: Any, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        read_folds(folds, 10)
