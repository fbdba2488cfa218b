"""Label lists: y of texts that have several labels each, or none, from whatever users have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.label_sets import LabelSets
from linguine.data.targets.labels import find_classes, read_target
from linguine.errors import DataError, show_value

__all__ = ["SetTarget", "read_label_lists"]

_SEVERAL = (list, tuple, set, frozenset, np.ndarray)


class SetTarget:
    """A checked y of sets of labels.

    Parameters
    ----------
    sets
        The labels of each text, as indices in ``names``.
    names
        The labels, sorted : (n_labels,).
    is_table
        Whether an indicator matrix was given, whose columns are the labels.
    """

    def __init__(self, sets: LabelSets, names: NDArray[Any], *, is_table: bool = False) -> None:
        self.sets, self.names, self.is_table = sets, names, is_table


def read_label_lists(y: Any) -> SetTarget | None:
    """Return the labels of each text if there are several per text, None if there is one.

    Parameters
    ----------
    y
        Lists, tuples or sets of labels, a column of lists of a data frame or an Arrow table; or an
        indicator matrix, of NumPy, SciPy or pandas: (n_rows, n_labels) of 0 and 1.

    Examples
    --------
    >>> found = read_label_lists([["b", "a"], [], ["b"]])
    >>> found.names.tolist(), [list(each) for each in found.sets]
    (['a', 'b'], [[0, 1], [], [1]])
    >>> read_label_lists(["a", "b", "b"]) is None
    True
    """
    if isinstance(y, str | bytes) or y is None:
        return None
    if hasattr(y, "tocsr"):
        return _read_sparse(y)
    names = getattr(y, "columns", None) if getattr(y, "ndim", 1) == 2 else None
    if hasattr(y, "to_pylist"):
        y = y.to_pylist()
    elif not isinstance(y, Sequence):
        y = np.asarray(y)
        if y.ndim == 2:
            return _read_table(y, names)
        y = y.tolist() if y.dtype.kind == "O" and y.ndim == 1 else ()
    if not any(isinstance(each, _SEVERAL) for each in y):
        return None
    if (table := _as_numbers(y)) is not None:
        found = _read_table(table, None)
        return _read_lists(y) if found is None and _are_labels(table) else found
    return _read_lists(y)


def _read_lists(y: Sequence[Any]) -> SetTarget:
    for row, each in enumerate(y):
        if not isinstance(each, _SEVERAL):
            raise DataError(
                "Each text must have a list of labels, as some texts have one; text "
                f"{row} has {show_value(each)}. Write [{show_value(each)}] for one label, [] for "
                "none."
            )
    flat = [label for each in y for label in each]
    if not flat:
        raise DataError(
            f"Some text must have a label; all {len(y):,} lists of labels are empty. Check how y "
            "was made."
        )
    target = read_target(flat, len(flat))
    names = find_classes(target)
    offsets = np.concatenate([[0], np.cumsum([len(each) for each in y])])
    return SetTarget(LabelSets.of(offsets, target.encode(names), len(names)), names)


def _read_sparse(y: Any) -> SetTarget:
    table = y.tocoo()
    is_there = table.data != 0
    if not np.isin(table.data, (0, 1)).all():
        raise _not_zero_or_one(table.data[~np.isin(table.data, (0, 1))][0])
    n_labels = table.shape[1]
    cells = np.unique(table.row[is_there].astype(np.int64) * n_labels + table.col[is_there])
    sets = LabelSets.of_cells(*np.divmod(cells, n_labels), table.shape[0], n_labels)
    return SetTarget(sets, np.arange(n_labels), is_table=True)


def _read_table(table: NDArray[Any], names: Any) -> SetTarget | None:
    """Return the sets of an indicator matrix; None if its rows may be shares of labels."""
    if table.dtype.kind == "O":
        if any(hasattr(cell, "__len__") for cell in table.ravel()):
            return None
        table = np.array(table.tolist())
    is_indicator = table.dtype.kind == "b" or (
        table.dtype.kind in "iuf"
        and bool(np.isin(table, (0, 1)).all())
        and bool((table.sum(axis=1) != 1).any())
    )
    if not is_indicator:
        return None
    labels = np.arange(table.shape[1]) if names is None else np.asarray(names)
    if labels.dtype.kind == "O":
        labels = np.array([str(each) for each in labels.tolist()])
    order = np.argsort(labels, kind="stable")
    sets = LabelSets.of_table(table.astype(np.bool_)[:, order])
    return SetTarget(sets, labels[order], is_table=True)


def _as_numbers(y: Sequence[Any]) -> NDArray[Any] | None:
    """Return lists of numbers that are all as long as each other, two or more, as a table."""
    if len({len(each) if isinstance(each, _SEVERAL) else -1 for each in y}) > 1:
        return None
    cells = chain.from_iterable(y)
    if isinstance(y[0], set | frozenset) or len(y[0]) < 2:
        return None
    if not all(isinstance(each, int | float | np.number) for each in cells):
        return None
    return np.asarray(y)


def _are_labels(table: NDArray[Any]) -> bool:
    """Return whether numbers are labels: whole, and no shares that sum to one."""
    return table.dtype.kind in "iu" and not bool((table.sum(axis=1) == 1).all())


def _not_zero_or_one(value: Any) -> DataError:
    return DataError(
        f"An indicator matrix must hold 0 and 1; got {value}. Compare it with a threshold first."
    )
