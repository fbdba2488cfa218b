"""Options of the readers of tokens, checked once; and what such a reader has to be able to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from linguine.data.reading.column_names import ColumnNames, default_names, read_names
from linguine.data.reading.column_picks import Pick, has_numbers, read_picks
from linguine.data.reading.options import Bytes, ColumnName, check_choice, check_encoding_errors
from linguine.data.sentences import Sentences
from linguine.errors import check_flag

__all__ = ["TokenOptions", "TokenParser"]

FORMATS = ("auto", "conll", "conllu")
SEPARATORS = ("auto", "tab", "blanks")


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
        Bytes that are not UTF-8 are an error (``"strict"``), become U+FFFD (``"replace"``) or
        are read as Latin-1 (``"latin-1"``).

    Examples
    --------
    >>> TokenOptions(columns="w,pos,tag", tag_column="pos").names.columns
    ['w', 'pos', 'tag']
    """

    format: str = "auto"
    columns: str | Sequence[str] | None = None
    tag_column: ColumnName = None
    needed: Sequence[str] | None = None
    comments: bool = False
    separator: str = "auto"
    encoding_errors: str = "strict"

    def __post_init__(self) -> None:
        check_choice("format", self.format, FORMATS)
        check_choice("separator", self.separator, SEPARATORS)
        check_encoding_errors(self.encoding_errors)
        check_flag("read_sentences", "comments", self.comments)
        self._check_columns()

    def _check_columns(self) -> None:
        if self.columns is not None and has_numbers(self.columns):
            read_picks(self.columns)
        else:
            read_names(self.columns)

    @property
    def names(self) -> ColumnNames:
        """What the user said about the columns, if all of them are named."""
        return ColumnNames(read_names(self.columns), self.tag_column, self.needed)

    def picks(self, n_columns: int) -> list[Pick] | None:
        """Return the columns that are picked out of so many, or None if all are taken."""
        if self.columns is None:
            return None
        if has_numbers(self.columns):
            return read_picks(self.columns)
        names = read_names(self.columns) or []
        is_part = len(names) < n_columns and set(names) <= set(default_names(n_columns))
        return read_picks(names) if is_part else None


class TokenParser(Protocol):
    """Turns bytes into sentences, block after block.

    A block is valid UTF-8 and begins where the last one's consumed part ended. Sentences are
    None while not even one of them is whole; the last block may have none left.
    """

    source: str

    def parse(self, block: Bytes, is_last: bool) -> tuple[Sentences | None, int]:
        """Return all whole sentences, and how many bytes they took."""
        ...
