"""CoNLL files: one token per line, its columns beside it, an empty line after each sentence.

CoNLL-U, the treebanks of Universal Dependencies, has ten columns separated by tabs. Its comments,
multiword tokens (1-2) and empty nodes (8.1) are no tokens, but stay where they are when a file is
written back.
"""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from linguine import _core
from linguine.data.formats.table import TABBED, ending_of
from linguine.data.reading.column_names import UNIVERSAL, find_name, read_picks, show
from linguine.data.reading.columns import choose_column
from linguine.data.reading.options import Bytes
from linguine.data.reading.token_options import NamedColumns, TokenOptions, find_picks
from linguine.data.sentences import Original, Sentences
from linguine.data.token_lists import TokenColumn
from linguine.errors import DataError, ParameterError, said

__all__ = ["ConllParser", "ConlluParser"]

_UNIVERSAL_TAGS = "upos"


class ConllParser:
    r"""Reads columns of tokens, block after block.

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
        self._is_blank = True

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
            self._is_blank = self._is_blank and not bytes(block).strip()
            return None, consumed
        if not columns:  # nothing but comments and empty lines after the last sentence
            columns = [(np.zeros(0, np.int32), _core.Texts([])) for _ in self._names]
        table = TokenColumn.by_name(self._names, columns)
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
        return self.options.name_columns(n_columns, self.source, line, text)

    def nothing_there(self) -> DataError:
        """Return what is wrong with a file without a single token."""
        got = "an empty file" if self._is_blank else "no line with a token"
        return DataError(
            f"{self.source}: expected at least one sentence, got {got}. "
            "Write one token per line, and an empty line after each sentence."
        )

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


class ConlluParser(ConllParser):
    """Reads treebanks, block after block."""

    is_universal = True

    def __init__(self, source: str, options: TokenOptions) -> None:
        self._picks = [] if options.columns is None else read_picks(options.columns)
        if options.needed is not None:  # what a model calls columns of another file
            self._picks = []
        for each in self._picks:
            if each.name is not None and find_name(each.name, UNIVERSAL) is None:
                raise ParameterError(
                    "cannot be named in CoNLL-U, where they are "
                    f"{', '.join(UNIVERSAL)}; got {', '.join(map(str, self._picks))}. "
                    "Leave the names out, pick some of these, or read the file with "
                    f"{said('format', 'conll')}.",
                    parameter="columns",
                )
        super().__init__(source, options)

    def choose_names(self, n_columns: int, line: int, text: str) -> NamedColumns:
        """Return the ten names, the name of the tag column, and what is not to be looked at."""
        names = list(UNIVERSAL)
        self.options.check_needed(names, f"{self.source}:{line}", n_columns, text)
        picked = [names[i] for i in find_picks(self._picks, names, self.source)]
        wanted = self.options.tag_column
        tag = picked[-1] if len(picked) > 1 and _UNIVERSAL_TAGS not in picked else _UNIVERSAL_TAGS
        if wanted is not None and (wanted in names or self.options.needed is None):
            tag = names[choose_column(wanted, names, "tag_column", self.source)]
        hidden = [each for each in names if each not in (*picked, tag)] if picked else None
        return NamedColumns(names, tag, None if hidden is None else tuple(hidden))

    def complain(self, kind: str, place: str, number: int, text: str) -> NoReturn:
        """Raise what is wrong with a line."""
        cells = text.split("\t")
        if kind == "id":
            raise DataError(
                f"{place}: ids must count 1, 2, ... in each sentence (or be 1-2 or 8.1); "
                f"expected {number}, got {show(cells[0])}. "
                "Number the tokens again; an empty line ends a sentence."
            )
        if kind == "head":
            raise DataError(
                f"{place}: HEAD must be the id of a token, 0 for the root or _; "
                f"got {show(cells[6])}. Check the seventh column."
            )
        advice = (
            "Check for spaces instead of tabs."
            if number < len(UNIVERSAL) and " " in text
            else "Write _ where a column is empty."
        )
        raise DataError(
            f"{place}: expected {len(UNIVERSAL)} tab-separated fields, got {number}: "
            f"{show(text)}. {advice}"
        )


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")
