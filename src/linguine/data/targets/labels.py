"""Labels: from the user's y to class indices, or a clear word about what is wrong with y."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from numbers import Integral, Number, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data.runs import offsets_of
from linguine.data.targets.soft_labels import SoftLabels
from linguine.data.texts import FRAMES
from linguine.errors import DataError, show_value

__all__ = ["Target", "find_classes", "join_classes", "read_target"]

# Proportions that a user computed in float32 sum to one up to about 1e-7 per label.
_SUM_TOLERANCE = 1e-5
_PREFIX = "p:"  # of columns of shares
_MANY = 20_000  # labels from which on hashing pays
_SEVERAL = (list, tuple, set, frozenset)
_LABEL_KINDS = "biufUSTO"  # bool, integers, whole floats, strings, objects of one type


@dataclass(frozen=True, eq=False)
class Target:
    """A checked y: one label per row, or proportions of labels per row.

    Parameters
    ----------
    values
        Labels (n_rows,); of proportions the likeliest.
    names
        If the labels are codes already: what they stand for, sorted : (n_names,).
    soft
        The proportions; None if each row has one label.

    Examples
    --------
    >>> target = read_target(["spam", "ham", "spam"], 3)
    >>> classes = find_classes(target)
    >>> target.encode(classes).tolist()
    [1, 0, 1]
    """

    values: NDArray[Any]
    names: NDArray[Any] | None = None
    soft: SoftLabels | None = None

    @classmethod
    def of_soft(cls, soft: SoftLabels) -> Target:
        """Return a target of proportions."""
        return cls(soft.likeliest, soft.names, soft)

    @property
    def is_soft(self) -> bool:
        """True when y holds proportions of labels."""
        return self.soft is not None

    @property
    def likeliest(self) -> NDArray[Any]:
        """The label of each row, of proportions the likeliest : (n_rows,)."""
        return self.values if self.names is None else np.asarray(self.names[self.values])

    def hard(self, who: str) -> Target:
        """Return itself, or raise DataError if it holds proportions, which ``who`` cannot take."""
        if self.is_soft:
            raise DataError(
                f"{who} needs one label per text; got proportions. "
                "Give the labels, for example proportions.argmax(axis=1)."
            )
        return self

    def encode(self, classes: NDArray[Any]) -> NDArray[np.int32]:
        """Return the index of each label in the sorted ``classes`` : (n_rows,)."""
        if self.names is not None:
            return np.asarray(np.searchsorted(classes, self.names).astype(np.int32)[self.values])
        return np.searchsorted(classes, self.values).astype(np.int32)


def read_target(y: ArrayLike | Iterable[Any] | None, n_rows: int) -> Target:
    """Check y and return it as an array.

    Parameters
    ----------
    y
        Labels (n_rows,) of one type; or label proportions: a table (n_rows, n_labels), a data
        frame with a column for each label, a mapping from labels to shares for each row, or
        :class:`SoftLabels`.
    n_rows
        Number of rows of X.
    """
    if y is None:
        raise DataError(
            "fit requires y to be passed, but the target y is None. Give one label per row of X."
        )
    values = _as_array(y)
    if isinstance(values, SoftLabels):
        _check_length(len(values), n_rows)
        return Target.of_soft(values)
    if values.ndim not in (1, 2):
        raise DataError(
            "y should be a 1d array of labels or a 2d array (n_rows, n_labels) of proportions; "
            f"got an array of shape {values.shape}. Give one label per row of X."
        )
    _check_length(len(values), n_rows)
    if values.ndim == 2:
        names = _names_of_columns(y)
        shares = _check_proportions(values)
        return Target.of_soft(SoftLabels.of_matrix(shares, names or np.arange(shares.shape[1])))
    return Target(_check_labels(values))


def _check_length(n: int, n_rows: int) -> None:
    if n != n_rows:
        raise DataError(
            f"X and y must have the same length; X has {n_rows} rows, y has {n}. "
            "Check how the two were read."
        )


def _names_of_columns(y: Any) -> list[Any]:
    """Return the labels that the columns of a data frame are called by, without p: before all."""
    if type(y).__name__ not in FRAMES:
        return []
    names = list(getattr(y, "column_names", None) or y.columns)
    are_shares = all(isinstance(name, str) and name.startswith(_PREFIX) for name in names)
    return [name[len(_PREFIX) :] for name in names] if are_shares else names


def find_classes(target: Target) -> NDArray[Any]:
    """Return the sorted distinct labels of y; of proportions all that are named : (n_labels,)."""
    if target.soft is not None:
        return target.soft.names
    if target.names is not None:
        is_there = np.bincount(target.values, minlength=len(target.names)) > 0
        return np.array(target.names[is_there].tolist())
    return _distinct(target.values)


def _as_array(y: ArrayLike | Iterable[Any]) -> NDArray[Any] | SoftLabels:
    if isinstance(y, SoftLabels):
        return y
    if hasattr(y, "tocsr"):
        raise DataError(
            "y must be a dense array; got a sparse matrix. Use y.toarray() for label proportions."
        )
    if isinstance(y, str | bytes | Mapping | Set):
        raise DataError(
            f"y must be a list of labels in the order of the rows; got {type(y).__name__}. "
            "Give one label per row of X."
        )
    if isinstance(y, Iterator):
        y = list(y)
    if isinstance(y, Sequence):
        return _from_sequence(y)
    values = np.asarray(y)
    if values.dtype.kind == "O" and values.ndim == 1:
        is_number = _check_one_type(values)
        return np.asarray(values.tolist()) if is_number else values
    return values


def _from_mappings(y: Sequence[Any]) -> SoftLabels:
    """Return proportions by name; a plain label among them has the share 1."""
    for i, row in enumerate(y):
        if isinstance(row, _SEVERAL):
            raise _has_several(i, row)
    rows = [row if isinstance(row, Mapping) else {row: 1.0} for row in y]
    labels = [label for row in rows for label in row]
    given = _check_labels(np.asarray(_from_sequence(labels)))
    names, codes = np.unique(given, return_inverse=True)
    shares = np.empty(len(labels))
    entries = ((i, each) for i, row in enumerate(rows) for each in row.items())
    for entry, (i, (label, share)) in enumerate(entries):
        if not isinstance(share, Real) or isinstance(share, bool):
            raise DataError(
                f"Row {i} of y: the share of a label must be a number; got {show_value(share)} "
                f"for {show_value(label)}. Give probabilities, such as {{'spam': 0.8, 'ham': 0.2}}."
            )
        shares[entry] = share
    offsets = offsets_of([len(row) for row in rows])
    return SoftLabels.of_entries(
        names, offsets, codes.astype(np.int32), shares, place=lambda row: f"Row {row} of y"
    )


def _from_sequence(y: Sequence[Any]) -> NDArray[Any] | SoftLabels:
    # NumPy turns [1, "a"] into two strings without a word, so look before it does.
    kinds = set(map(type, y))
    if any(issubclass(kind, Mapping) for kind in kinds):
        return _from_mappings(y)
    is_nested = any(issubclass(kind, _SEVERAL) for kind in kinds)
    if is_nested:
        return _from_rows(y)
    is_number = _check_one_type(y)
    values = np.asarray(y)
    if is_number and values.dtype.kind == "f" and all(issubclass(kind, Integral) for kind in kinds):
        return np.array(y, dtype=object)  # whole numbers beyond 64 bits stay exact
    return values


def _from_rows(y: Sequence[Any]) -> NDArray[Any]:
    """Return proportions; lists of labels are not one label per row."""
    for row, given in enumerate(y):
        is_list = isinstance(given, _SEVERAL)
        if not is_list or len(given) != len(y[0]) or any(hasattr(v, "__len__") for v in given):
            raise _has_several(row, given)
    return np.asarray(y)


def _has_several(row: int, given: Any) -> DataError:
    return DataError(
        "Each row must have one label; several labels per row (multi-label) are not supported. "
        f"Row {row} of y is {show_value(given)}. Give one label per row: a str or an integer."
    )


def _family(kind: type) -> str:
    """Types whose labels may stand beside each other."""
    for family in (str, bytes, Number, np.generic):
        if issubclass(kind, family):
            return "number" if family in (Number, np.generic) else family.__name__
    return kind.__name__


def _check_one_type(labels: Iterable[Any]) -> bool:
    """Reject mixed and unusable types; return True if the labels are numbers."""
    first: dict[str, tuple[type, int]] = {}
    labels = list(labels)
    for kind in dict.fromkeys(map(type, labels)):
        first.setdefault(
            _family(kind), (kind, next(i for i, each in enumerate(labels) if type(each) is kind))
        )
    if len(first) > 1:
        (kind_a, row_a), (kind_b, row_b) = list(first.values())[:2]
        raise DataError(
            f"All labels must have one type; y mixes {kind_a.__name__} (row {row_a}) and "
            f"{kind_b.__name__} (row {row_b}). "
            "Convert them, for example [str(label) for label in y]."
        )
    family = next(iter(first), "number")
    if family not in ("str", "bytes", "number"):
        raise DataError(
            f"Unknown label type: labels must be strings or integers; y has {family} at row 0. "
            "Convert them, for example [str(label) for label in y]."
        )
    return family == "number"


def _check_labels(values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype.kind not in _LABEL_KINDS:
        raise DataError(
            f"Unknown label type: labels must be strings or integers; y has dtype {values.dtype}. "
            "Convert them with y.astype(str)."
        )
    if values.dtype.kind == "f":
        _check_finite(values, "a label")
        if len(bad := np.flatnonzero(values != np.round(values))):
            raise DataError(
                "Unknown label type: continuous. Labels must be strings or whole numbers; "
                f"y has {values[bad[0]]} at row {bad[0]}. Cut the numbers into classes first."
            )
    return values


def _check_proportions(values: NDArray[Any]) -> NDArray[np.float64]:
    n_labels = values.shape[1]
    if values.dtype.kind not in "biuf" or n_labels < 2:
        raise DataError(
            "A 2d y must hold proportions of at least two labels, one column each; "
            f"got shape {values.shape} and dtype {values.dtype}. "
            "y should be a 1d array if each row has one label."
        )
    proportions = values.astype(np.float64)
    _check_finite(proportions, "a proportion")
    wrong = (proportions < 0).any(axis=1) | (abs(proportions.sum(axis=1) - 1) > _SUM_TOLERANCE)
    if len(bad := np.flatnonzero(wrong)):
        shown = list(chain(proportions[bad[0], :4].tolist(), ["..."] if n_labels > 4 else []))
        raise DataError(
            "Label proportions must be non-negative and each row must sum to 1; "
            f"row {bad[0]} of y is {shown} (unknown label type: continuous-multioutput "
            "is not supported). Divide each row by its sum."
        )
    return proportions


def _check_finite(values: NDArray[Any], what: str) -> None:
    if not np.isfinite(values).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(values))[0])
        raise DataError(
            f"y must not contain NaN or infinity; {what} at row {place[0]} is {values[place]}. "
            "Drop or repair these rows."
        )


def join_classes(tables: list[NDArray[Any]]) -> NDArray[Any]:
    """Return the sorted union of several sets of labels, which must be of one type."""
    kinds = {each.dtype.kind in "biuf" for each in tables}
    if len(kinds) > 1:
        shown = [type(each[0].item() if each.dtype.kind != "O" else each[0]) for each in tables]
        names = " and ".join(dict.fromkeys(kind.__name__ for kind in shown))
        raise DataError(
            f"All labels must have one type; the classes so far and the new ones mix {names}. "
            "Convert them, for example [str(label) for label in y]."
        )
    return _distinct(np.concatenate(tables))


def _distinct(values: NDArray[Any]) -> NDArray[Any]:
    if len(values) > _MANY:
        return np.unique(values)
    # Counting makes numpy sort; to find them by hashing it loads numpy.ma first, which takes 10 ms.
    return np.unique(values, return_counts=True)[0]
