"""Column names: what the columns of tokens are called, all of them or some that are picked.

Without names the first column is ``w``, the last ``tag`` and those between ``c1``, ``c2``, ...
``1:w,4:tag`` picks the first column under the name ``w`` and the fourth under ``tag``; ``1,4`` is
the same. Names without numbers are those that columns have when nobody names them: ``w,tag`` is the
first and the last one. The columns between stay where they are, but nothing looks at them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from linguine.errors import ParameterError, whole_number

__all__ = [
    "ALIASES",
    "TAG",
    "UNIVERSAL",
    "WORD",
    "Pick",
    "default_names",
    "find_name",
    "has_numbers",
    "read_names",
    "read_picks",
    "show",
    "word_column",
]

WORD = "w"
TAG = "tag"
UNIVERSAL = (
    "id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc",
)  # fmt: skip
ALIASES = {WORD: "form", "form": WORD}
NAME = re.compile(r"[^\W\d][\w-]*")  # what a template can name
PREVIOUS_TAG = "y"  # in templates
NUMBERED = re.compile(r"(\d+)(?::(.*))?", re.DOTALL)


def find_name(name: str, there: Collection[str]) -> str | None:
    """Return a name if it is there, or else its alias: the words are both ``w`` and ``form``."""
    return next((each for each in (name, ALIASES.get(name)) if each in there), None)


def show(line: str) -> str:
    """Return a line as messages quote it."""
    return repr(line if len(line) <= 60 else line[:57] + "...")


def default_names(n_columns: int) -> list[str]:
    """Return what columns are called when nobody names them.

    Examples
    --------
    >>> default_names(4), default_names(1)
    (['w', 'c1', 'c2', 'tag'], ['w'])
    """
    names = [WORD, *(f"c{i}" for i in range(1, n_columns))]
    return [*names[:-1], TAG] if n_columns > 1 else names


def word_column(columns: Sequence[str]) -> str:
    """Return the name of the column of the words."""
    return next((name for name in ALIASES if name in columns), columns[0])


def read_names(columns: str | Sequence[str] | None) -> list[str] | None:
    """Check names of columns, given as a list or separated by commas.

    Examples
    --------
    >>> read_names("w,pos, tag")
    ['w', 'pos', 'tag']
    """
    if columns is None:
        return None
    names = columns.split(",") if isinstance(columns, str) else list(columns)
    names = [name.strip() if isinstance(name, str) else name for name in names]
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or not NAME.fullmatch(name) or name == PREVIOUS_TAG:
            raise ParameterError(
                "must be names of letters, digits, '_' and '-' that templates can use, "
                f"and not 'y', which means the tag; got {name!r}. For example 'w,pos,tag'.",
                parameter="columns",
            )
        if name in seen:
            raise ParameterError(
                f"must have different names; {name!r} is there twice. Rename one of them.",
                parameter="columns",
            )
        seen.add(name)
    if not names:
        raise ParameterError(
            "must name at least one column; got none. Say 'w,tag'.", parameter="columns"
        )
    return names


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
        number = None if found is None else whole_number(found[1])
        if found is not None and number is None:
            raise ParameterError(
                "must pick columns by numbers that a file can have; got one of "
                f"{len(found[1]):,} digits. Count the columns from 1.",
                parameter="columns",
            )
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
