"""Gold columns: several columns that say together what a text is, shares or votes of people.

Shares stand in columns ``p:spam``, ``p:ham``; a label that is named ``teacher:`` is the columns
whose names begin so. Votes stand in a column for each annotator.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace

from linguine.data.reading.columns import LABEL_NAMES, choose_column, find_known
from linguine.data.reading.options import ReadOptions
from linguine.errors import DataError, DataWarning, said

__all__ = ["GoldColumns", "find_gold", "without_gold"]

#: What the names of columns of shares begin with, unless somebody says otherwise.
PREFIX = "p:"


@dataclass(frozen=True)
class GoldColumns:
    """Names of columns, and what those of shares begin with; votes have no prefix."""

    names: tuple[str, ...]
    prefix: str = ""

    @property
    def labels(self) -> list[str]:
        """The labels whose shares the columns hold."""
        return [name[len(self.prefix) :].strip() for name in self.names]


def find_gold(names: Sequence[str], options: ReadOptions, source: str) -> GoldColumns | None:
    """Return the columns that say together what a text is; None if one column does, or none.

    Examples
    --------
    >>> find_gold(["text", "p:spam", "p:ham"], ReadOptions(), "mail.csv").labels
    ['spam', 'ham']
    >>> find_gold(["label", "text", "p:spam", "p:ham"], ReadOptions(), "mail.csv")
    """
    if not options.need_labels:
        return None
    asked = options.labels
    if len(asked) > 1:
        places = [choose_column(each, list(names), "label", source) for each in asked]
        return GoldColumns(tuple(names[i] for i in dict.fromkeys(places)))
    first = next(iter(asked), None)
    if first is None:
        is_open = find_known(list(names), LABEL_NAMES) is None
        found = _beginning(names, PREFIX)
        return GoldColumns(found, PREFIX) if is_open and len(found) > 1 else None
    if not isinstance(first, str) or first in names or not first.endswith(":"):
        return None
    found = _beginning(names, first)
    if len(found) < 2:
        raise DataError(
            f"{source}: {said('label', first)} must be the beginning of two columns or more; the "
            f"columns are {', '.join(names[:20])}. Call them {first}spam, {first}ham, or name the "
            "column of the label."
        )
    return GoldColumns(found, first)


def without_gold(names: Sequence[str], options: ReadOptions, source: str) -> ReadOptions:
    """Return how to look for the other columns of a file whose first line has these names."""
    gold = find_gold(names, options, source)
    if gold is None:
        _tell_of_shares(names, options, source)
        return options
    is_named = any(isinstance(each, str) and not each.isdecimal() for each in options.labels)
    header = True if options.header is None and (gold.prefix or is_named) else options.header
    return replace(options, label=None, votes=None, need_labels=False, header=header)


def _beginning(names: Sequence[str], prefix: str) -> tuple[str, ...]:
    return tuple(name for name in names if name.startswith(prefix) and name[len(prefix) :].strip())


def _tell_of_shares(names: Sequence[str], options: ReadOptions, source: str) -> None:
    """Warn that a column of labels was taken, though there are shares, too."""
    shares = _beginning(names, PREFIX)
    if len(shares) > 1 and options.need_labels and not options.labels:
        label = names[find_known(list(names), LABEL_NAMES) or 0]
        warnings.warn(
            f"{source}: the column {label!r} is taken for the label, though {shares[0]!r} and "
            f"{len(shares) - 1} more hold shares of labels. Say {said('label', PREFIX)} to learn "
            f"from these, or {said('label', label)} to leave it at that.",
            DataWarning,
            stacklevel=2,
        )
