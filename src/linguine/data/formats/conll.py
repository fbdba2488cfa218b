"""CoNLL files: one token per line, its columns beside it, an empty line after each sentence."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from linguine import _core
from linguine.data.formats.recognition import ending_of
from linguine.data.reading.column_names import ColumnNames, show
from linguine.data.reading.column_picks import NamedColumns, pick_columns
from linguine.data.reading.options import Bytes, ColumnName
from linguine.data.reading.source import check_path, source_name
from linguine.data.reading.stream import decoded
from linguine.data.reading.token_options import TokenOptions, TokenParser
from linguine.data.sentences import Original, Sentences
from linguine.data.token_column import TokenColumn
from linguine.errors import DataError, said

__all__ = ["ConllParser", "describe_empty", "parse_whole", "read_conll"]

TABBED = (".tsv", ".tab")


def read_conll(
    path: str | os.PathLike[str],
    columns: str | Sequence[str] | None = None,
    tag_column: ColumnName = None,
    *,
    needed: Sequence[str] | None = None,
    comments: bool = False,
    separator: str = "auto",
    encoding_errors: str = "strict",
) -> Sentences:
    r"""Read all sentences of a file with one token per line.

    ``-DOCSTART-`` lines are borders between sentences and no tokens.

    Parameters
    ----------
    path
        A file, plain or compressed with gzip or zstd; or ``"-"``, standard input.
    columns, tag_column, needed, comments, separator, encoding_errors
        As in :class:`TokenOptions`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "chunks.conll"
    >>> _ = path.write_text("He PRP B-NP\nsat VBD B-VP\n\nWhy WRB B-ADVP\n")
    >>> sentences = read_conll(path, columns="w,pos,tag")
    >>> sentences.texts_of("w"), sentences.tags().names
    ([['He', 'sat'], ['Why']], ['B-ADVP', 'B-NP', 'B-VP'])
    """
    options = TokenOptions(
        "conll", columns, tag_column, needed, comments, separator, encoding_errors
    )
    place = check_path(path)
    content = decoded(place, encoding_errors)
    return parse_whole(ConllParser(source_name(place), options), content)


def parse_whole(parser: TokenParser, content: Bytes) -> Sentences:
    """Return all sentences of a file; it must have some."""
    sentences, _ = parser.parse(content, is_last=True)
    if sentences is None:
        raise DataError(describe_empty(parser.source, is_blank=not bytes(content).strip()))
    return sentences


def describe_empty(source: str, *, is_blank: bool) -> str:
    """Return what is wrong with a file without a single token."""
    got = "an empty file" if is_blank else "no line with a token"
    return (
        f"{source}: expected at least one sentence, got {got}. "
        "Write one token per line, and an empty line after each sentence."
    )


class ConllParser:
    r"""Reads columns of tokens, block after block.

    Parameters
    ----------
    source
        Name of the file, for messages.
    options
        Names of the columns and what separates them.

    Examples
    --------
    >>> parser = ConllParser("x.conll", TokenOptions())
    >>> block = np.frombuffer(b"Dogs N\nbark V\n\nSit", dtype=np.uint8)
    >>> sentences, consumed = parser.parse(block, is_last=False)
    >>> sentences.texts_of("w"), consumed
    ([['Dogs', 'bark']], 15)
    """

    is_universal = False

    def __init__(self, source: str, options: TokenOptions) -> None:
        self.source = source
        self.options = options
        self._separator = options.separator
        if self._separator == "auto" and ending_of(source) in TABBED:
            self._separator = "tab"
        self._named = NamedColumns([], None)
        self._line = 1
        self._first_line = 0

    def parse(self, block: Bytes, is_last: bool) -> tuple[Sentences | None, int]:
        """Return all whole sentences, and how many bytes they took."""
        columns, offsets, lines, begins, is_tabbed, first, consumed, self._line, fault = (
            _core.parse_conll(
                block,
                separator=self._separator,
                comments=self.options.comments,
                universal=self.is_universal,
                n_columns=len(self._names),
                first_line=self._line,
                is_last=is_last,
            )
        )
        if not self._names and first[0]:
            self._first_line = first[0]
            self._separator = "tab" if is_tabbed else "blanks"
            self._named = self.choose_names(len(columns), first[0], _text(first[1]))
        if fault is not None:
            kind, line, number, text = fault
            self.complain(kind, f"{self.source}:{line}", number, _text(text))
        if not self._names or not consumed:
            return None, consumed
        if not columns:  # nothing but comments and empty lines after the last sentence
            columns = [(np.zeros(0, np.int32), _core.Texts([])) for _ in self._names]
        table = {
            name: TokenColumn(*column) for name, column in zip(self._names, columns, strict=True)
        }
        original = Original(
            block[:consumed], begins, self._separator == "tab", len(self._names), self.is_universal
        )
        found = Sentences(
            table, offsets, self.source, lines, original, self._named.tag, self._named.hidden
        )
        return found, consumed

    @property
    def _names(self) -> list[str]:
        return self._named.names

    def choose_names(self, n_columns: int, line: int, text: str) -> NamedColumns:
        """Return the names of the columns, of the tag column, and what is not to be looked at."""
        picks = self.options.picks(n_columns)
        if picks is None:
            return NamedColumns(*self.options.names.choose(n_columns, self.source, line, text))
        named = pick_columns(picks, n_columns, self.source, self.options.tag_column)
        ColumnNames(needed=self.options.needed).check(
            named.names, f"{self.source}:{line}", n_columns, text
        )
        return named

    def complain(self, kind: str, place: str, number: int, text: str) -> NoReturn:
        """Raise what is wrong with a line."""
        n_expected = len(self._names)
        is_tabbed = self._separator == "tab"
        if text.startswith("#") and not self.options.comments:
            advice = f"If lines that begin with '# ' are comments, say {said('comments', True)}."
        elif number < n_expected and is_tabbed and " " in text:
            advice = "Check for spaces instead of tabs."
        elif number < n_expected:
            advice = "Fill in what is missing; an empty line ends a sentence."
        elif is_tabbed:
            advice = "Remove the tabs that are too many."
        else:
            advice = "Remove the blanks inside a cell, or separate all columns by tabs."
        what = "tab-separated column" if is_tabbed else "column"
        raise DataError(
            f"{place}: expected {n_expected} {what}{'' if n_expected == 1 else 's'}, "
            f"as on line {self._first_line}; got {number}: {show(text)}. {advice}"
        )


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")
