"""Column names: what the columns of tokens are called, and which of them holds the tag.

Without names the first column is ``w``, the last ``tag`` and those between ``c1``, ``c2``, ...
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from linguine.data.reading.columns import choose_column
from linguine.data.reading.options import ColumnName
from linguine.errors import DataError, ParameterError

__all__ = [
    "ALIASES",
    "TAG",
    "UNIVERSAL",
    "WORD",
    "ColumnNames",
    "default_names",
    "read_names",
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
class ColumnNames:
    """What the user said about the columns.

    Parameters
    ----------
    columns
        Names in the order of the file; None: ``w``, ``c1``, ``c2``, ..., ``tag``.
    tag_column
        Column of the tags, by name or by number counted from 1; None: ``tag`` or the last.
    needed
        Names without which the file is of no use, as when a model reads it to predict; the
        columns behind them, and the tag, may then be missing. None: all names.

    Examples
    --------
    >>> names = ColumnNames(["w", "pos", "tag"], needed=["w", "pos"])
    >>> names.choose(3, "x.conll", 1, "a DT O"), names.choose(2, "x.conll", 1, "a DT")
    ((['w', 'pos', 'tag'], 'tag'), (['w', 'pos'], None))
    """

    columns: list[str] | None = None
    tag_column: ColumnName = None
    needed: Sequence[str] | None = None

    def choose(
        self, n_columns: int, source: str, line: int, text: str
    ) -> tuple[list[str], str | None]:
        """Return the names of a file's columns and the name of its tag column, if it has one."""
        names = self.columns
        if names == list(UNIVERSAL) and n_columns < len(UNIVERSAL):
            # A model of CoNLL-U reads words in plain columns.
            names = [WORD, str(self.tag_column or "upos")]
        if names is None:
            names, tag = self._default(n_columns, source)
        else:
            tag = self._tag_among(names, source)
            if n_columns < len(names) and self.needed is not None:
                names, tag = [name for name in names if name != tag][:n_columns], None
        self.check(names, f"{source}:{line}", n_columns, text)
        if n_columns != len(names):
            raise DataError(
                f"{source}:{line}: expected {len(names)} columns, one for each of the names "
                f"{', '.join(names)}; got {n_columns}: {show(text)}. "
                f"Give one name for each column of the file, or pick some by number: 1:{names[0]},"
                f"{n_columns}:{names[-1]}."
            )
        return names, tag

    def check(self, names: Sequence[str], place: str, n_columns: int, text: str) -> None:
        """Raise DataError unless all needed columns are among the names."""
        missing = [
            name
            for name in self.needed or ()
            if name not in names and ALIASES.get(name) not in names
        ]
        if missing:
            plural = "" if n_columns == 1 else "s"
            raise DataError(
                f"{place}: expected the columns {', '.join(self.needed or ())}; missing: "
                f"{', '.join(missing)}. Got {n_columns} column{plural}: {show(text)}. "
                "Add what is missing, or use a model that does without it."
            )

    def _default(self, n_columns: int, source: str) -> tuple[list[str], str | None]:
        if self.tag_column not in (None, TAG):
            names = [WORD, *(f"c{i}" for i in range(1, n_columns))]
            return names, names[choose_column(self.tag_column, names, "tag_column", source)]
        names = default_names(n_columns)
        if n_columns == 1 and self.tag_column is None:
            return names, None
        return names, names[choose_column(TAG, names, "tag_column", source)]

    def _tag_among(self, names: list[str], source: str) -> str | None:
        if self.tag_column is not None:
            return names[choose_column(self.tag_column, names, "tag_column", source)]
        if TAG in names:
            return TAG
        return names[-1] if len(names) > 1 else None
