"""The label column: refuse one that says nothing, or that was not named and numbers the rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linguine.errors import DataError

if TYPE_CHECKING:
    from linguine.data import Documents

__all__ = ["check_label_column", "check_two_labels"]

#: What people call a column that has another value on each row.
_NUMBERING = frozenset(
    "id ids uuid guid index idx no nr number row line key date time timestamp url file".split()
)
#: Rows from which on labels that hardly repeat are no accident, whatever their column is called;
#: and from which on 1, 2, 3, ... is a numbering.
_MANY, _SOME = 20, 5
#: Share of different values from which on they hardly repeat.
_NEARLY_ALL = 0.9


def check_label_column(documents: Documents, settings: Mapping[str, Any]) -> None:
    """Raise DataError if each text has a label of its own and nobody said that it is the label.

    A few texts with a label each are fine: then the name of the column, or 1, 2, 3, ... in it, has
    to speak against it.
    """
    labels, column = documents.label_set, documents.label_column
    if labels is None or column is None or settings["label_column"] is not None:
        return
    n_rows, n_labels = len(documents), len(labels.names)
    if n_rows < 2 or n_labels < _NEARLY_ALL * n_rows:
        return
    is_numbering = _has_name_of_numbering(column) or (n_rows >= _SOME and _counts_up(labels.names))
    if n_rows < _MANY and not is_numbering:
        return
    texts = set(documents.text_columns)
    others = [name for name in documents.columns if name not in texts and name != column]
    fix = f"Say which column holds the labels: {' or '.join(map(_option, others[:3]))}; or"
    if not others:
        fix = "Add a column of labels; or"
    raise DataError(
        f"{documents.source}: a label must be shared by several texts; the column {column!r} would "
        f"be the label, and it has {n_labels:,} different values on {n_rows:,} rows, as ids have. "
        f"{fix} say {_option(column)} if these really are labels."
    )


def _option(column: str) -> str:
    return (
        f"--label-column {column if column.isidentifier() or column.isdecimal() else repr(column)}"
    )


def _has_name_of_numbering(column: str) -> bool:
    name = column.strip().casefold()
    return name in _NUMBERING or name.endswith(("_id", "-id", " id"))


def _counts_up(names: list[str]) -> bool:
    """Return True for whole numbers without a gap, in any order."""
    if not all(name.isdecimal() and len(name) < 19 for name in names):
        return False
    numbers = sorted(map(int, names))
    return numbers[-1] - numbers[0] == len(numbers) - 1


def check_two_labels(documents: Documents) -> None:
    """Raise DataError if there is nothing to tell apart."""
    labels = documents.label_set
    assert labels is not None
    if len(labels.names) < 2:
        raise DataError(
            f"{documents.source}: there must be at least two different labels; all "
            f"{len(documents):,} texts have {labels.names[0]!r}. Add texts with another label, or "
            "say which column holds the labels (--label-column)."
        )
