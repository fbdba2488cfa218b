"""Writing cells: the file as it was, with columns more or with columns changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.reading.columns import choose_column
from linguine.data.reading.options import ColumnName
from linguine.data.sentences import Original, Sentences
from linguine.data.targets.tags import Tags
from linguine.data.token_lists import read_tag_lists
from linguine.errors import DataError

__all__ = ["ADDED", "NewCells", "append_column", "check_cells", "write_back", "write_columns"]

PIECE = 1 << 16  # tokens that are written at a time
ADDED = -1  # in place of a column: behind all others

NewCells: TypeAlias = tuple[int, Tags]  # index of the column that is changed, or ADDED


def append_column(
    sentences: Sentences,
    tags: Tags | Sequence[Sequence[str]],
    *,
    replace: ColumnName = None,
) -> Iterator[bytes]:
    r"""Write sentences with a tag for each token.

    A file is written back as it was, comments, empty lines and line ends included, with the
    tag behind the last column; the separator is a tab if the file has tabs, else a space.
    In CoNLL-U the tag takes the place of the one that was there. Sentences from Python are
    written in columns separated by tabs.

    Parameters
    ----------
    sentences
        What was read.
    tags
        Names and codes, or one list of str per sentence.
    replace
        Column in whose place to write, by name or by number counted from 1; None: in CoNLL-U
        the tag column, else none.

    Yields
    ------
    bytes
        One piece of the file after the other, in UTF-8.

    Examples
    --------
    >>> sentences = Sentences.from_python([["Dogs", "bark"], ["Sit"]])
    >>> b"".join(append_column(sentences, [["N", "V"], ["V"]])).decode()
    'Dogs\tN\nbark\tV\n\nSit\tV\n\n'
    """
    if not isinstance(tags, Tags):
        column = read_tag_lists(tags, sentences.offsets)
        tags = Tags(column.values.tolist(), column.codes)
    if len(tags.codes) != sentences.n_tokens or (tags.codes < 0).any():
        raise DataError(
            f"tags must have one tag for each of the {sentences.n_tokens} tokens; got "
            f"{int((tags.codes >= 0).sum())}. Give the tags of these very sentences."
        )
    if "" in tags.names:
        raise DataError("tags must not be empty; one of them is. Write 'O' or '_' in its place.")
    original = sentences.original
    is_spaced = original is not None and not original.is_tabbed
    check_cells(tags.names, "a tag", is_spaced=is_spaced)
    place = _replaced(sentences, replace)
    if original is not None:
        return write_back(original, [(place, tags)])
    columns = {
        name: Tags(column.values.tolist(), column.codes)
        for name, column in sentences.columns.items()
    }
    changed = "a tag" if place == ADDED else list(columns)[place]
    return write_columns({**columns, changed: tags}, sentences.offsets)


def _replaced(sentences: Sentences, replace: ColumnName) -> int:
    """Return the index of the column in whose place to write, or ADDED."""
    names = list(sentences.columns)
    if replace is None and sentences.original is not None and sentences.original.is_universal:
        replace = sentences.tag_column
    if replace is None:
        return ADDED
    return choose_column(replace, names, "replace", sentences.source)


def write_back(original: Original, cells: Sequence[NewCells]) -> Iterator[bytes]:
    """Yield a file as it was, with other cells in some columns or with columns more."""
    begins, data = original.begins, original.data
    columns = [
        (place, np.ascontiguousarray(tags.codes, dtype=np.int32), _core.Texts(tags.names))
        for place, tags in cells
    ]
    cuts = [0, *begins[PIECE::PIECE].tolist(), len(data)]
    for i, (begin, end) in enumerate(pairwise(cuts)):
        tokens = slice(i * PIECE, (i + 1) * PIECE)
        yield _core.write_cells(
            data,
            begin=begin,
            end=end,
            begins=begins[tokens],
            cells=[(place, codes[tokens], names) for place, codes, names in columns],
            is_tabbed=original.is_tabbed,
            n_columns=original.n_columns,
        )


def write_columns(columns: Mapping[str, Tags], offsets: NDArray[np.int64]) -> Iterator[bytes]:
    """Yield sentences in columns separated by tabs; the names of the columns are for messages."""
    for name, cells in columns.items():
        check_cells(cells.names, f"a cell of {name!r}")
    step = max(1, PIECE // 16)  # sentences
    for first in range(0, len(offsets) - 1, step):
        bounds = offsets[first : first + step + 1]
        tokens = slice(int(bounds[0]), int(bounds[-1]))
        texts = [[each.names[i] for i in each.codes[tokens].tolist()] for each in columns.values()]
        rows = ["\t".join(row) + "\n" for row in zip(*texts, strict=True)]
        yield _with_borders(rows, bounds - bounds[0])


def _with_borders(rows: list[str], bounds: NDArray[np.int64]) -> bytes:
    ends = bounds.tolist()
    parts = ["".join(rows[i:j]) + "\n" for i, j in pairwise(ends)]
    return "".join(parts).encode()


def check_cells(cells: Sequence[str], what: str, *, is_spaced: bool = False) -> None:
    """Raise DataError unless each cell fits between tabs, or, if spaced, between blanks."""
    forbidden = " \t\r\n" if is_spaced else "\t\r\n"
    for cell in cells:
        if any(each in forbidden for each in cell):
            shown = {" ": "a space", "\t": "a tab"}
            found = next(shown.get(each, "a line end") for each in cell if each in forbidden)
            raise DataError(
                f"{what} must fit into a column; {cell[:60]!r} holds {found}. "
                "Replace it, for example by '_'."
            )
