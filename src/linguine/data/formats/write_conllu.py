"""Writing trees: the treebank as it was, with other heads and relations; or a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from linguine.data.formats.write_conll import ADDED, check_cells, write_back, write_columns
from linguine.data.reading.column_names import UNIVERSAL, find_name
from linguine.data.sentences import Sentences
from linguine.data.targets.tags import Tags
from linguine.data.tree_checks import ids_of
from linguine.data.trees import HEAD, RELATION, Trees
from linguine.errors import DataError

__all__ = ["write_trees"]

EMPTY = "_"


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
        return write_columns(_universal(sentences, heads, relations), sentences.offsets)
    check_cells(relations.names, "a relation", is_spaced=not original.is_tabbed)
    names = list(sentences.columns)
    cells = [(names.index(HEAD), heads)]
    for name in changed:
        column = sentences.columns[name]
        own = Tags([value or EMPTY for value in column.values.tolist()], column.codes)
        check_cells(own.names, f"a cell of {name!r}", is_spaced=not original.is_tabbed)
        cells.append((names.index(name), own))
    if RELATION in names:
        cells.append((names.index(RELATION), relations))
    elif trees.has_relations:
        cells.append((ADDED, relations))
    return write_back(original, cells)


def _universal(sentences: Sentences, heads: Tags, relations: Tags) -> dict[str, Tags]:
    """Return the ten columns of CoNLL-U, empty where nothing is known."""
    ids = ids_of(sentences.offsets).astype(np.int32)
    numbers = [str(i) for i in range(int(ids.max(initial=0)) + 1)]
    known = {"id": Tags(numbers, ids), HEAD: heads, RELATION: relations}
    nothing = Tags([EMPTY], np.zeros(len(ids), dtype=np.int32))
    for name in UNIVERSAL:
        source = find_name(name, sentences.columns)
        if source is not None and name not in known:
            column = sentences.columns[source]
            values = [value or EMPTY for value in column.values.tolist()]
            known[name] = Tags(values, column.codes)
    return {name: known.get(name, nothing) for name in UNIVERSAL}
