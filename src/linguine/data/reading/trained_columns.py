"""Trained columns: the names by which a model's training file was read, for files that come later.

Where a later file has them and nobody names others, they are its text and its label. So they come
before the names that everybody knows, and otherwise change nothing but what messages say.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from linguine.errors import DataWarning, Verbatim, said

if TYPE_CHECKING:
    from linguine.data.reading.options import ReadOptions

__all__ = ["TrainedColumns", "as_told", "as_trained", "tell_of_others"]


@dataclass(frozen=True)
class TrainedColumns:
    """The columns of a training file; several labels are those of several annotators.

    Examples
    --------
    >>> columns = TrainedColumns(text=("prompt",), label=("answer",))
    >>> columns.are_named_in(["id", "prompt", "answer"]), columns.are_named_in(["a", "b"])
    (True, False)
    """

    text: tuple[str, ...] = ()
    label: tuple[str, ...] = ()
    weight: str | None = None

    @classmethod
    def of(cls, told: Mapping[str, Any], *, with_weight: bool = True) -> TrainedColumns | None:
        """Return what a model tells of its columns; None if that is nothing.

        Of texts to judge by each counts once, and so they have no weight.
        """
        found = cls(
            tuple(told.get("text_columns") or ()),
            tuple(told.get("label_columns") or ()),
            told.get("weight_column") if with_weight else None,
        )
        return None if found == cls() else found

    def are_named_in(self, fields: Sequence[str]) -> bool:
        """Return True if a first line names the texts or the labels."""
        names = [field.strip() for field in fields]
        return _has(names, self.text) or _has(names, self.label)

    @property
    def paths(self) -> tuple[str, ...]:
        """The names that are members of members in JSON."""
        return tuple(each for each in (*self.text, *self.label) if "." in each)


def as_trained(names: Sequence[str], options: ReadOptions) -> ReadOptions:
    """Return how to read a file with these columns: as in training, where nobody says otherwise.

    Examples
    --------
    >>> from linguine.data.reading.options import ReadOptions
    >>> options = ReadOptions(trained_on=TrainedColumns(text=("prompt",), label=("answer",)))
    >>> found = as_trained(["text", "answer"], options)
    >>> found.text, found.label
    (None, 'answer')
    """
    told = options.trained_on
    if told is None or options.header is False:
        return options
    found: dict[str, Any] = {}
    said_already = {str(each) for each in (*options.texts, *options.labels)}
    for role in _open_roles(options):
        wanted: tuple[str, ...] = getattr(told, role)
        if _has(names, wanted) and said_already.isdisjoint(wanted):
            found[role] = list(wanted) if len(wanted) > 1 else wanted[0]
    if options.weight is None and told.weight in names:
        found["weight"] = told.weight
    return replace(options, **found) if found else options


def tell_of_others(options: ReadOptions, taken: Mapping[str, str | None], source: str) -> None:
    """Warn if other columns were taken than in training, though nobody named them.

    ``taken`` are the columns that were chosen as text and as label, as people would call them.
    """
    roles = [role for role in _open_roles(options) if taken.get(role)]
    if not roles:
        return
    here = " and ".join(f"{taken[role]} as the {role}" for role in roles)
    warnings.warn(
        f"{source}: a model is asked about the columns that it was trained on, "
        f"{' and '.join(_of_training(options, role) for role in roles)}; this file has none of "
        f"that name, so it is read with {here}. Rename its columns, or say which are meant: "
        f"{' '.join(said(role, Verbatim('NAME')) for role in roles)}.",
        DataWarning,
        stacklevel=2,
    )


def as_told(options: ReadOptions, role: str) -> str:
    """Return what an error says if training had a name for what nobody names here."""
    is_known = role in _open_roles(options)
    return f"; the model was trained on {_of_training(options, role)}" if is_known else ""


def _of_training(options: ReadOptions, role: str) -> str:
    names = ", ".join(map(repr, getattr(options.trained_on, role)))
    return f"{names} for the {role}"


def _open_roles(options: ReadOptions) -> list[str]:
    """Return what training had columns for, and nobody has named here."""
    told = options.trained_on
    if told is None:
        return []
    may_be_several = len(told.label) < 2 or options.votes is not None
    is_open = {
        "text": told.text and not options.texts,
        "label": told.label and not options.labels and options.need_labels and may_be_several,
    }
    return [role for role, each in is_open.items() if each]


def _has(names: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return True if all columns are there; the beginning of names, ``p:``, needs two."""
    return bool(wanted) and all(
        each in names or (each.endswith(":") and sum(name.startswith(each) for name in names) > 1)
        for each in wanted
    )
