"""Sampling: of many labels some answer for all, where settings are only compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linguine.data import Examples
from linguine.tasks.multilabel.algorithms import TOLERANCE

__all__ = ["TOLERANCES", "some_labels"]

#: Relative duality gaps of fits that are compared, and of those that stay.
TOLERANCES = (TOLERANCE, TOLERANCE)
#: Labels that a search looks at: one group of columns that are solved together.
_FEW = 32


def some_labels(examples: Examples, n_labels: int) -> tuple[Examples, int]:
    """Return the examples with few enough labels for a search, frequent ones and rare ones.

    They are taken at equal distances in the order of how many texts have them. Which texts there
    are stays as it is; one that has none of them is an example against each.

    Examples
    --------
    >>> from linguine.data import LabelSets
    >>> sets = LabelSets.of_table(np.eye(100) > 0)
    >>> texts = Examples(np.arange(100), np.arange(100, dtype=np.int32), np.ones(100), sets)
    >>> some, n_labels = some_labels(texts, 100)
    >>> int(some.sets.n_texts.sum()), n_labels
    (32, 32)
    """
    if examples.sets is None or n_labels <= 2 * _FEW:
        return examples, n_labels
    order = np.argsort(-examples.right_sets.n_texts, kind="stable")
    numbers = np.full(examples.sets.n_labels, -1, np.int64)
    numbers[order[np.arange(_FEW) * n_labels // _FEW]] = np.arange(_FEW)
    return replace(examples, sets=examples.sets.renumber(numbers, _FEW)), _FEW
