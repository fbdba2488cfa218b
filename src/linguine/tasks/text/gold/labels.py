"""Labels to learn from: a column that says nothing is refused, labels with one text are told of."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, DataWarning

if TYPE_CHECKING:
    from linguine.data import Documents, Examples

__all__ = ["check_label_column", "check_two_labels", "mention_lonely_labels"]

#: What people call a column that has another value on each row.
_NUMBERING = frozenset(
    "id ids uuid guid index idx no nr number row line key date time timestamp url file".split()
)
#: Rows from which on labels that hardly repeat are no accident, whatever their column is called;
#: and from which on 1, 2, 3, ... is a numbering.
_MANY, _SOME = 20, 5
#: Share of different values from which on they hardly repeat.
_NEARLY_ALL = 0.9
#: Labels that the warning about lonely ones names.
_N_NAMED = 3


def check_label_column(documents: Documents, settings: Mapping[str, Any]) -> None:
    """Raise DataError if each text has a label of its own and nobody said that it is the label.

    A few texts with a label each are fine: then the name of the column, or 1, 2, 3, ... in it, has
    to speak against it.
    """
    labels, column = documents.label_set, documents.label_column
    if labels is None or column is None or settings["label_column"]:
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
        f"{fix} say {_option(column)} if these really are labels, --task score if they are scores."
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
    if len([name for name in labels.names if name]) < 2:
        raise DataError(
            f"{documents.source}: there must be at least two different labels; all "
            f"{len(documents):,} texts have {labels.names[0]!r}. Add texts with another label, or "
            "say which column holds the labels (--label-column)."
        )


def mention_lonely_labels(examples: Examples, classes: NDArray[Any], *, is_held_out: bool) -> None:
    """Warn once about labels that have a single text: they cannot be learned and held out, too."""
    n_texts = np.bincount(examples.gold, minlength=len(classes))
    lonely = classes[n_texts == 1].tolist()
    if not lonely:
        return
    named = ", ".join(map(repr, lonely[:_N_NAMED]))
    more = f" and {len(lonely) - _N_NAMED:,} more" if len(lonely) > _N_NAMED else ""
    have, they, their = "have", "They are", "their"
    if len(lonely) == 1:
        have, they, their = "has", "It is", "its"
    meaning = "nothing can be held out to check it"
    if is_held_out:
        meaning = (
            f"while {their} text is held out nobody knows the label, so that it counts as wrong in "
            "the estimated accuracy"
        )
    warnings.warn(
        f"{len(lonely):,} of {len(classes):,} labels {have} only one text: {named}{more}. {they} "
        f"learned, but {meaning}. Add texts, or join labels.",
        DataWarning,
        stacklevel=4,
    )
