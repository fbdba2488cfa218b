"""CoNLL-U: treebanks of Universal Dependencies, ten columns separated by tabs.

Comments, multiword tokens (1-2) and empty nodes (8.1) are no tokens, but stay where they are
when a file is written back.
"""

from __future__ import annotations

from typing import NoReturn

from linguine.data.formats.conll import ConllParser
from linguine.data.reading.column_names import UNIVERSAL, find_name, read_picks, show
from linguine.data.reading.columns import choose_column
from linguine.data.reading.token_options import NamedColumns, TokenOptions, find_picks
from linguine.errors import DataError, ParameterError, said

__all__ = ["ConlluParser"]

_TAGS = "upos"


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
        tag = picked[-1] if len(picked) > 1 and _TAGS not in picked else _TAGS
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
