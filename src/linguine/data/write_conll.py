"""Writing tags: the file as it was, with a column more; or, in CoNLL-U, with a column changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.columns import choose_column
from linguine.data.options import ColumnName
from linguine.data.sentences import Original, Sentences
from linguine.data.tags import Tags
from linguine.data.token_lists import read_tag_lists
from linguine.errors import DataError

__all__ = ["append_column"]

PIECE = 1 << 16  # tokens that are written at a time


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
    _check_cells(tags.names, " \t\r\n" if is_spaced else "\t\r\n", "a tag")
    place = _replaced(sentences, replace)
    if original is None:
        return _write_columns(sentences, tags, place)
    return _write_back(original, tags, place)


def _replaced(sentences: Sentences, replace: ColumnName) -> int:
    """Return the index of the column in whose place to write, or -1."""
    names = list(sentences.columns)
    if replace is None and sentences.original is not None and sentences.original.is_universal:
        replace = sentences.tag_column
    if replace is None:
        return -1
    return choose_column(replace, names, "replace", sentences.source)


def _write_back(original: Original, tags: Tags, replaced: int) -> Iterator[bytes]:
    begins, data = original.begins, original.data
    names = _core.Texts(tags.names)
    cuts = [0, *begins[PIECE::PIECE].tolist(), len(data)]
    for i, (begin, end) in enumerate(pairwise(cuts)):
        tokens = slice(i * PIECE, (i + 1) * PIECE)
        yield _core.write_tags(
            data,
            begin=begin,
            end=end,
            begins=begins[tokens],
            codes=np.ascontiguousarray(tags.codes[tokens], dtype=np.int32),
            names=names,
            is_tabbed=original.is_tabbed,
            n_columns=original.n_columns,
            replaced=replaced,
        )


def _write_columns(sentences: Sentences, tags: Tags, replaced: int) -> Iterator[bytes]:
    columns = []
    for name, column in sentences.columns.items():
        values = column.values.tolist()
        _check_cells(values, "\t\r\n", f"a cell of {name!r}")
        columns.append((values, column.codes))
    if replaced >= 0:
        columns[replaced] = (tags.names, tags.codes)
    else:
        columns.append((tags.names, tags.codes))
    bounds = sentences.offsets
    step = max(1, PIECE // 16)  # sentences
    for first in range(0, sentences.n_sentences, step):
        last = min(first + step, sentences.n_sentences)
        tokens = slice(int(bounds[first]), int(bounds[last]))
        cells = [[values[code] for code in codes[tokens].tolist()] for values, codes in columns]
        rows = ["\t".join(row) + "\n" for row in zip(*cells, strict=True)]
        yield _with_borders(rows, bounds[first : last + 1] - bounds[first])


def _with_borders(rows: list[str], bounds: NDArray[np.int64]) -> bytes:
    ends = bounds.tolist()
    parts = ["".join(rows[i:j]) + "\n" for i, j in pairwise(ends)]
    return "".join(parts).encode()


def _check_cells(cells: Sequence[str], forbidden: str, what: str) -> None:
    for cell in cells:
        if any(each in forbidden for each in cell):
            shown = {" ": "a space", "\t": "a tab"}
            found = next(shown.get(each, "a line end") for each in cell if each in forbidden)
            raise DataError(
                f"{what} must fit into a column; {cell[:60]!r} holds {found}. "
                "Replace it, for example by '_'."
            )
