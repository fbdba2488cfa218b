"""Options of the readers of tokens, checked once, and the names that they give to columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from linguine.data.formats.table import TOKEN_FORMATS
from linguine.data.reading.column_names import (
    TAG,
    UNIVERSAL,
    WORD,
    Pick,
    default_names,
    find_name,
    has_numbers,
    read_names,
    read_picks,
    show,
)
from linguine.data.reading.columns import choose_column
from linguine.data.reading.options import ColumnName, check_choice, check_encoding_errors
from linguine.errors import DataError, check_flag, named

__all__ = ["NamedColumns", "TokenOptions", "find_picks", "pick_columns"]

SEPARATORS = ("auto", "tab", "blanks")


class NamedColumns(NamedTuple):
    """The names of a file's columns, that of its tags, and those that were not picked, if any."""

    names: list[str]
    tag: str | None
    hidden: tuple[str, ...] | None = None


@dataclass(frozen=True)
class TokenOptions:
    """How to read a file of tokens.

    Parameters
    ----------
    format
        ``"conll"``, ``"conllu"``, or ``"auto"``: by the ending of the name, then by the content.
    columns
        Names of the columns; None: ``w``, ``c1``, ``c2``, ..., ``tag``. CoNLL-U has its own.
        Numbers (``1:w,4:tag``), or fewer of these names than there are columns (``w,tag``), pick
        some; nothing looks at the others.
    tag_column
        Column of the tags, by name or by number counted from 1; None: ``tag``, or the last
        one, or in CoNLL-U ``upos``.
    needed
        Columns that must be there, as when a model reads the file to predict; None: all.
    comments
        Whether lines that begin with ``#`` and a space are comments; in CoNLL-U they always are.
    separator
        What stands between columns: ``"tab"``, one each; ``"blanks"``, any number of spaces
        and tabs; ``"auto"``: tabs in .tsv files and where the first token has them.
    encoding_errors
        As in :func:`linguine.data.read_documents`.

    Examples
    --------
    >>> options = TokenOptions(columns="w,pos,tag", needed=["w", "pos"])
    >>> tuple(options.name_columns(3, "x.conll", 1, "a DT O"))
    (['w', 'pos', 'tag'], 'tag', None)
    >>> tuple(options.name_columns(2, "x.conll", 1, "a DT"))
    (['w', 'pos'], None, None)
    """

    format: str = "auto"
    columns: str | Sequence[str] | None = None
    tag_column: ColumnName = None
    needed: Sequence[str] | None = None
    comments: bool = False
    separator: str = "auto"
    encoding_errors: str = "strict"

    def __post_init__(self) -> None:
        check_choice("format", self.format, ("auto", *TOKEN_FORMATS))
        check_choice("separator", self.separator, SEPARATORS)
        check_encoding_errors(self.encoding_errors)
        check_flag("read_sentences", "comments", self.comments)
        self.picks(0)  # looks at all names

    def name_columns(self, n_columns: int, source: str, line: int, text: str) -> NamedColumns:
        """Return what the columns of a file are called, given its first line."""
        picks = self.picks(n_columns)
        if picks is None:
            found = self._name_all(n_columns, source)
        else:
            found = pick_columns(picks, n_columns, source, self.tag_column)
        names = found.names
        self.check_needed(names, f"{source}:{line}", n_columns, text)
        if n_columns != len(names):
            raise DataError(
                f"{source}:{line}: expected {len(names)} columns, one for each of the names "
                f"{', '.join(names)}; got {n_columns}: {show(text)}. "
                f"Give one name for each column of the file, or pick some by number: 1:{names[0]},"
                f"{n_columns}:{names[-1]}."
            )
        return found

    def check_needed(self, names: Sequence[str], place: str, n_columns: int, text: str) -> None:
        """Raise DataError unless all needed columns are among the names."""
        missing = [name for name in self.needed or () if find_name(name, names) is None]
        if missing:
            plural = "" if n_columns == 1 else "s"
            raise DataError(
                f"{place}: expected the columns {', '.join(self.needed or ())}; missing: "
                f"{', '.join(missing)}. Got {n_columns} column{plural}: {show(text)}. "
                "Add what is missing, or use a model that does without it."
            )

    def _name_all(self, n_columns: int, source: str) -> NamedColumns:
        names = read_names(self.columns)
        if names is None:
            is_usual = self.tag_column in (None, TAG)
            names = default_names(n_columns) if is_usual else default_names(n_columns + 1)[:-1]
        if names == list(UNIVERSAL) and n_columns < len(UNIVERSAL):
            # A model of CoNLL-U reads words in plain columns.
            names = [WORD, str(self.tag_column or "upos")]
        tag = _find_tag(self.tag_column, names, names, source)
        if n_columns < len(names) and self.needed is not None:
            names, tag = [name for name in names if name != tag][:n_columns], None
        return NamedColumns(names, tag)

    def picks(self, n_columns: int) -> list[Pick] | None:
        """Return the columns that are picked out of so many, or None if all are taken."""
        if self.columns is None:
            return None
        if has_numbers(self.columns):
            return read_picks(self.columns)
        names = read_names(self.columns) or []
        is_part = len(names) < n_columns and set(names) <= set(default_names(n_columns))
        return read_picks(names) if is_part else None


def _find_tag(
    wanted: ColumnName, names: list[str], among: Sequence[str], source: str
) -> str | None:
    """Return the tag column that is wanted, else ``tag`` or the last of some."""
    if wanted is not None:
        return names[choose_column(wanted, names, "tag_column", source)]
    return TAG if TAG in among else among[-1] if len(among) > 1 else None


def find_picks(picks: Sequence[Pick], known: Sequence[str], source: str) -> list[int]:
    """Return the index of each picked column among the names that columns have anyway."""
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
        name = find_name(str(each.name), known)
        if name is None:
            raise DataError(
                f"{source}: names of some columns must be those that the file has anyway, "
                f"{', '.join(known)}; got {str(each)!r}. Name all {len(known)} columns, or say "
                f"which one it is: 1:w,{len(known)}:tag."
            )
        found.append(list(known).index(name))
    for place in found:
        if found.count(place) > 1:
            raise DataError(
                f"{source}: {named('columns')} must pick each column once; {known[place]!r}, "
                f"number {place + 1}, is there twice. Leave one of them out."
            )
    return found


def pick_columns(
    picks: Sequence[Pick], n_columns: int, source: str, tag_column: ColumnName = None
) -> NamedColumns:
    """Return the names of all columns of a file, when only some of them are wanted.

    Of numbers without a name the first is ``w`` and the last ``tag``.

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
    tag = _find_tag(tag_column, names, shown, source)
    return NamedColumns(names, tag, tuple(each for each in names if each not in (*shown, tag)))
