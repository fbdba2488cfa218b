"""CoNLL-U: treebanks of Universal Dependencies, ten columns separated by tabs.

Comments, multiword tokens (1-2) and empty nodes (8.1) are no tokens, but stay where they are
when a file is written back.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NoReturn

from linguine.data.formats.conll import ConllParser, parse_whole
from linguine.data.reading.column_names import ALIASES, UNIVERSAL, WORD, ColumnNames, show
from linguine.data.reading.column_picks import NamedColumns, find_picks, read_picks
from linguine.data.reading.columns import choose_column
from linguine.data.reading.options import ColumnName
from linguine.data.reading.source import check_path, source_name
from linguine.data.reading.stream import decoded
from linguine.data.reading.token_options import TokenOptions
from linguine.data.sentences import Sentences
from linguine.errors import DataError, ParameterError, said

__all__ = ["ConlluParser", "read_conllu"]

_TAGS = "upos"


def read_conllu(
    path: str | os.PathLike[str],
    tag_column: ColumnName = None,
    *,
    needed: Sequence[str] | None = None,
    encoding_errors: str = "strict",
) -> Sentences:
    r"""Read all sentences of a treebank.

    The columns are ``id form lemma upos xpos feats head deprel deps misc``; ``w`` is another
    name of ``form``. Heads are checked to be integers, not to make a tree.

    Parameters
    ----------
    path
        A file, plain or compressed with gzip or zstd; or ``"-"``, standard input.
    tag_column, needed, encoding_errors
        As in :class:`TokenOptions`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "dogs.conllu"
    >>> lines = ["# text = Dogs bark", "1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_"]
    >>> lines += ["2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_", ""]
    >>> _ = path.write_text("\n".join(lines))
    >>> sentences = read_conllu(path)
    >>> sentences.texts_of("w"), sentences.texts_of("head"), sentences.tags().names
    ([['Dogs', 'bark']], [['2', '0']], ['NOUN', 'VERB'])
    """
    options = TokenOptions(
        "conllu", tag_column=tag_column, needed=needed, encoding_errors=encoding_errors
    )
    place = check_path(path)
    content = decoded(place, encoding_errors)
    return parse_whole(ConlluParser(source_name(place), options), content)


class ConlluParser(ConllParser):
    """Reads treebanks, block after block."""

    is_universal = True

    def __init__(self, source: str, options: TokenOptions) -> None:
        self._picks = [] if options.columns is None else read_picks(options.columns)
        if options.needed is not None:  # what a model calls columns of another file
            self._picks = []
        for each in self._picks:
            name = ALIASES.get(each.name, each.name) if each.name == WORD else each.name
            if name is not None and name not in UNIVERSAL:
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
        ColumnNames(needed=self.options.needed).check(
            names, f"{self.source}:{line}", n_columns, text
        )
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
