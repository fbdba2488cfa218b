"""Input of texts with several labels: documents with lists, and whatever Python users have."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Documents, Examples, Target, join_classes, make_examples
from linguine.data.targets.label_lists import SetTarget, read_label_lists
from linguine.errors import DataError

__all__ = ["make_set_examples", "read_sets"]


def read_sets(texts: Any, labels: Any) -> SetTarget | None:
    """Return the labels of each text if there are several per text, None if there is one."""
    if isinstance(texts, Documents) and labels is None:
        lists = texts.label_lists
        return None if lists is None else SetTarget(lists.sets, np.array(lists.names))
    return None if labels is None else read_label_lists(labels)


def make_set_examples(
    target: SetTarget,
    n_texts: int,
    sample_weight: ArrayLike | None = None,
    known: NDArray[Any] | None = None,
) -> tuple[Examples, NDArray[Any]]:
    """Return an example for each text, and all labels: those that are known and those of the texts.

    Texts of weight zero are left out.
    """
    sets = target.sets
    if len(sets) != n_texts:
        raise DataError(
            f"Texts and labels must have the same length; there are {n_texts} texts, and labels of "
            f"{len(sets)}. Check how the two were read."
        )
    classes = target.names
    if known is not None:
        classes = join_classes([known, classes]) if len(classes) else known
    numbers = np.searchsorted(classes, target.names)
    weighted = make_examples(
        Target(np.zeros(n_texts, np.int32)), np.zeros(1), sample_weight=sample_weight
    )
    return (
        Examples(
            weighted.rows,
            weighted.rows.astype(np.int32),
            weighted.weights,
            sets.renumber(numbers, len(classes)),
        ),
        classes,
    )
