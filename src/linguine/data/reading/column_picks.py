"""Column picks: some columns of a wider file, by number or by the names that it has anyway.

``1:w,4:tag`` is the first column under the name ``w`` and the fourth under ``tag``; ``1,4`` is the
same. Names without numbers are those that columns have when nobody names them: ``w,tag`` is the
first and the last one. The columns between stay where they are, but nothing looks at them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from linguine.data.reading.column_names import ALIASES, TAG, WORD, default_names, read_names
from linguine.data.reading.columns import choose_column
from linguine.data.reading.options import ColumnName
from linguine.errors import DataError, ParameterError, named

__all__ = ["NamedColumns", "Pick", "find_picks", "has_numbers", "pick_columns", "read_picks"]

NUMBERED = re.compile(r"(\d+)(?::(.*))?", re.DOTALL)


class NamedColumns(NamedTuple):
    """The names of a file's columns, that of its tags, and those that were not picked, if any."""

    names: list[str]
    tag: str | None
    hidden: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Pick:
    """A column that was asked for: by its number from 1, its name, or both."""

    number: int | None
    name: str | None

    def __str__(self) -> str:
        return ":".join(str(each) for each in (self.number, self.name) if each is not None)


def has_numbers(columns: str | Sequence[str] | None) -> bool:
    """Return True if columns are picked by number, at least one of them."""
    if columns is None:
        return False
    cells = columns.split(",") if isinstance(columns, str) else columns
    return any(NUMBERED.fullmatch(str(cell).strip()) is not None for cell in cells)


def read_picks(columns: str | Sequence[str]) -> list[Pick]:
    """Check columns that are picked, given as a list or separated by commas.

    Examples
    --------
    >>> [str(each) for each in read_picks("1:w, 4,tag")]
    ['1:w', '4', 'tag']
    """
    cells = columns.split(",") if isinstance(columns, str) else columns
    picks = []
    for cell in cells:
        found = NUMBERED.fullmatch(str(cell).strip())
        name = cell if found is None else found[2]
        number = None if found is None else int(found[1])
        picks.append(Pick(number, name.strip() if isinstance(name, str) else name))
    read_names([each.name for each in picks if each.name is not None] or [WORD])
    numbers = [each.number for each in picks if each.number is not None]
    for number in numbers:
        if numbers.count(number) > 1:
            raise ParameterError(
                f"must pick each column once; number {number} is there twice. Leave one of them "
                "out.",
                parameter="columns",
            )
    return picks


def find_picks(picks: Sequence[Pick], known: Sequence[str], source: str) -> list[int]:
    """Return the index of each picked column.

    Parameters
    ----------
    picks
        What was asked for.
    known
        The names that the columns have anyway.
    source
        Name of the file, for messages.
    """
    found = []
    for each in picks:
        if each.number is not None:
            if not 1 <= each.number <= len(known):
                raise DataError(
                    f"{source}: {named('columns')} must be numbers from 1 to {len(known)}, the "
                    f"columns of the file; got {str(each)!r}. Count from 1."
                )
            found.append(each.number - 1)
            continue
        names = [name for name in (each.name, ALIASES.get(str(each.name))) if name in known]
        if not names:
            raise DataError(
                f"{source}: names of some columns must be those that the file has anyway, "
                f"{', '.join(known)}; got {str(each)!r}. Name all {len(known)} columns, or say "
                f"which one it is: {WORD_AND_TAG.format(len(known))}."
            )
        found.append(list(known).index(str(names[0])))
    for place in found:
        if found.count(place) > 1:
            raise DataError(
                f"{source}: {named('columns')} must pick each column once; {known[place]!r}, "
                f"number {place + 1}, is there twice. Leave one of them out."
            )
    return found


WORD_AND_TAG = "1:w,{}:tag"


def pick_columns(
    picks: Sequence[Pick], n_columns: int, source: str, tag_column: ColumnName = None
) -> NamedColumns:
    """Return the names of all columns of a file, when only some of them are wanted.

    Parameters
    ----------
    picks
        What was asked for. Of numbers without a name the first is ``w`` and the last ``tag``.
    n_columns, source
        Of the file.
    tag_column
        Column of the tags, by name or by number; None: ``tag`` or the last that is picked.

    Examples
    --------
    >>> pick_columns(read_picks("1,4"), 4, "x.conll")
    NamedColumns(names=['w', 'c1', 'c2', 'tag'], tag='tag', hidden=('c1', 'c2'))
    >>> pick_columns(read_picks("2:w"), 3, "x.conll", tag_column=3).hidden
    ('c0',)
    """
    places = find_picks(picks, default_names(n_columns), source)
    given = [each.name for each in picks]
    if WORD not in given and "form" not in given and given[0] is None:
        given[0] = WORD
    if TAG not in given and len(given) > 1 and given[-1] is None and tag_column in (None, TAG):
        given[-1] = TAG
    names = [f"c{i}" for i in range(n_columns)]
    for place, name in zip(places, given, strict=True):
        if name is not None:
            if name in names and names.index(name) != place:  # a column that nobody picked
                names[names.index(name)] += "_"
            names[place] = name
    if tag_column == TAG and TAG not in names:
        names[-1] = TAG
    shown = [names[place] for place in places]
    tag: str | None
    if tag_column is not None:
        tag = names[choose_column(tag_column, names, "tag_column", source)]
    else:
        tag = TAG if TAG in shown else shown[-1] if len(shown) > 1 else None
    return NamedColumns(names, tag, tuple(each for each in names if each not in (*shown, tag)))
