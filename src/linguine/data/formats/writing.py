"""Writing sentences: a file as it was, with columns more or with others; or a new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.checks.trees import ids_of
from linguine.data.reading.column_names import UNIVERSAL, find_name
from linguine.data.reading.columns import choose_column
from linguine.data.reading.options import ColumnName
from linguine.data.sentences import Original, Sentences
from linguine.data.targets.tags import Tags
from linguine.data.token_lists import TokenColumn, read_tag_lists
from linguine.data.trees import HEAD, RELATION, Trees
from linguine.errors import DataError

__all__ = ["append_column", "write_trees"]

PIECE = 1 << 16  # tokens that are written at a time
ADDED = -1  # in place of a column: behind all others
EMPTY = "_"

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
        tags = _cells(read_tag_lists(tags, sentences.offsets))
    if len(tags.codes) != sentences.n_tokens or (tags.codes < 0).any():
        raise DataError(
            f"tags must have one tag for each of the {sentences.n_tokens} tokens; got "
            f"{int((tags.codes >= 0).sum())}. Give the tags of these very sentences."
        )
    if "" in tags.names:
        raise DataError("tags must not be empty; one of them is. Write 'O' or '_' in its place.")
    original = sentences.original
    is_spaced = original is not None and not original.is_tabbed
    _check_cells(tags.names, "a tag", is_spaced=is_spaced)
    place = _replaced(sentences, replace)
    if original is not None:
        return _write_back(original, [(place, tags)])
    columns = {name: _cells(column) for name, column in sentences.columns.items()}
    changed = "a tag" if place == ADDED else list(columns)[place]
    return _write_columns({**columns, changed: tags}, sentences.offsets)


def _replaced(sentences: Sentences, replace: ColumnName) -> int:
    """Return the index of the column in whose place to write, or ADDED."""
    names = list(sentences.columns)
    if replace is None and sentences.original is not None and sentences.original.is_universal:
        replace = sentences.tag_column
    if replace is None:
        return ADDED
    return choose_column(replace, names, "replace", sentences.source)


def write_trees(
    sentences: Sentences, trees: Trees, *, changed: Sequence[str] = ()
) -> Iterator[bytes]:
    r"""Write sentences with a head and a relation for each token.

    A file that has a column of heads is written back as it was, comments, multiword tokens,
    empty nodes, other columns and line ends included: only heads and relations are changed, and
    relations are added behind the last column where there were none. Other sentences become
    CoNLL-U, with the columns that have one of its names, or ``w`` for the words.

    Parameters
    ----------
    sentences
        What was read.
    trees
        A tree for each of the sentences.
    changed
        Columns besides that are not as they were read, and have to be written as well.

    Yields
    ------
    bytes
        One piece of the file after the other, in UTF-8.

    Examples
    --------
    >>> words = Sentences.from_python([[("Dogs", "NOUN"), ("bark", "VERB")]], columns="w,upos")
    >>> trees = Trees.from_lists([[2, 0]], [["nsubj", "root"]])
    >>> print(b"".join(write_trees(words, trees)).decode().replace("\t", " "), end="")
    1 Dogs _ NOUN _ _ 2 nsubj _ _
    2 bark _ VERB _ _ 0 root _ _
    <BLANKLINE>
    """
    if not np.array_equal(sentences.offsets, trees.offsets):
        raise DataError(
            f"trees must be those of the sentences; got {len(trees)} trees with {trees.n_tokens} "
            f"tokens for {len(sentences)} sentences with {sentences.n_tokens}. "
            "Give the trees of these very sentences."
        )
    largest = int(trees.heads.max(initial=0))
    heads = Tags([str(i) for i in range(largest + 1)], trees.heads)
    relations = Tags([name or EMPTY for name in trees.names], trees.relations)
    original = sentences.original
    if original is None or HEAD not in sentences.columns:
        return _write_columns(_universal(sentences, heads, relations), sentences.offsets)
    _check_cells(relations.names, "a relation", is_spaced=not original.is_tabbed)
    names = list(sentences.columns)
    cells = [(names.index(HEAD), heads)]
    for name in changed:
        own = _cells(sentences.columns[name], empty=EMPTY)
        _check_cells(own.names, f"a cell of {name!r}", is_spaced=not original.is_tabbed)
        cells.append((names.index(name), own))
    if RELATION in names:
        cells.append((names.index(RELATION), relations))
    elif trees.has_relations:
        cells.append((ADDED, relations))
    return _write_back(original, cells)


def _universal(sentences: Sentences, heads: Tags, relations: Tags) -> dict[str, Tags]:
    """Return the ten columns of CoNLL-U, empty where nothing is known."""
    ids = ids_of(sentences.offsets).astype(np.int32)
    numbers = [str(i) for i in range(int(ids.max(initial=0)) + 1)]
    known = {"id": Tags(numbers, ids), HEAD: heads, RELATION: relations}
    nothing = Tags([EMPTY], np.zeros(len(ids), dtype=np.int32))
    for name in UNIVERSAL:
        source = find_name(name, sentences.columns)
        if source is not None and name not in known:
            known[name] = _cells(sentences.columns[source], empty=EMPTY)
    return {name: known.get(name, nothing) for name in UNIVERSAL}


def _write_back(original: Original, cells: Sequence[NewCells]) -> Iterator[bytes]:
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


def _write_columns(columns: Mapping[str, Tags], offsets: NDArray[np.int64]) -> Iterator[bytes]:
    """Yield sentences in columns separated by tabs; the names of the columns are for messages."""
    for name, cells in columns.items():
        _check_cells(cells.names, f"a cell of {name!r}")
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


def _cells(column: TokenColumn, *, empty: str = "") -> Tags:
    """Return the cells of a column as they are written."""
    return Tags([value or empty for value in column.values.tolist()], column.codes)


def _check_cells(cells: Sequence[str], what: str, *, is_spaced: bool = False) -> None:
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
