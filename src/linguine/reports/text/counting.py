"""Counting labels text by text, for intervals, tests and slices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from linguine.reports.judging.figures import f1, f1_of_each, macro_f1, share
from linguine.reports.judging.ledger import Ledger
from linguine.reports.judging.resampling import Rows

__all__ = ["count_labels"]


def count_labels(cells: NDArray[np.int64], labels: Sequence[str]) -> Ledger:
    """Return what each text adds to the scores of labels.

    Parameters
    ----------
    cells
        Place of each text in a table with a row for each right label, and a column for no answer
        and for each answer : (n,).
    labels
        The labels.

    Examples
    --------
    >>> count_labels(np.array([1, 1, 2, 5]), ["ham", "spam"]).values["accuracy"]
    0.75
    """
    n_labels = len(labels)
    found, kinds = np.unique(cells, return_inverse=True)
    gold, answer = np.divmod(found, n_labels + 1)
    kind = np.arange(len(found))
    is_answered, is_right = answer > 0, gold == answer - 1
    entries = (
        (kind, 0 * gold),
        (kind[is_right], 0 * gold[is_right] + 1),
        (kind[is_answered], 0 * gold[is_answered] + 2),
        (kind, gold + 3),
        (kind[is_answered], answer[is_answered] + n_labels + 2),
        (kind[is_right], gold[is_right] + 2 * n_labels + 3),
    )
    of_kind, columns = (np.concatenate(each) for each in zip(*entries, strict=True))
    rows = Rows(of_kind, columns, np.ones(len(columns)), (len(kind), 3 * n_labels + 3))
    figures = (
        share("accuracy", 1, 0, counts_examples=True),
        macro_f1("macro_f1", n_labels, 3),
        f1("micro_f1", 0, 2, 1),
        share("coverage", 2, 0, counts_examples=True),
        f1_of_each("labels", labels, 3),
    )
    return Ledger(kinds.reshape(-1), rows, figures)
