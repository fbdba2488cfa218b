"""Same words: examples that say the same, whatever stands beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data.constituents import Constituents
from linguine.data.documents import Documents
from linguine.data.reading.column_names import WORD
from linguine.data.sentences import Sentences
from linguine.data.token_lists import TokenColumn

__all__ = [
    "digests",
    "first_of",
    "join_groups",
    "join_pairs",
    "same_words",
    "words_of",
    "words_together",
]

_ODD = np.uint64(0x9E3779B97F4A7C15)


def same_words(data: Documents | Sentences | Constituents) -> NDArray[np.int64]:
    """Return a number for each example; those with the same words have the same.

    Examples
    --------
    >>> same_words(Sentences.from_python([["Dogs", "bark"], ["Sit"], ["Dogs", "bark"]])).tolist()
    [0, 1, 0]
    """
    if isinstance(data, Documents):
        return _same_texts(data)
    sentences = data.sentences if isinstance(data, Constituents) else data
    codes = sentences.columns[sentences.word_column].codes.astype(np.uint64)
    return first_of(digests(codes, sentences.offsets))


def _same_texts(documents: Documents) -> NDArray[np.int64]:
    if documents.bags is not None:
        names, of_entry = _core.distinct(documents.bags.names)
        del names
        values = documents.bags.values.view(np.uint32).astype(np.uint64)
        entries = of_entry.astype(np.uint64) * np.uint64(0x100000001) ^ values
        return first_of(digests(entries, documents.bags.offsets))
    texts = documents.texts
    if len(documents.text_columns) > 1:
        columns = [documents.columns[name] for name in documents.text_columns]
        texts = _core.Texts.join(columns, "\n")
    return first_of(_core.distinct(_core.strip_texts(texts))[1])


def digests(codes: NDArray[np.uint64], offsets: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return 64 bits of each run of codes, that depend on their order."""
    lengths = np.diff(offsets)
    place = np.arange(len(codes), dtype=np.uint64) - np.repeat(offsets[:-1], lengths).astype(
        np.uint64
    )
    mixed = _mix(codes * _ODD + _mix(place + np.uint64(1)))
    sums = np.zeros(len(codes) + 1, np.uint64)
    np.cumsum(mixed, out=sums[1:])
    return _mix(sums[offsets[1:]] - sums[offsets[:-1]] + lengths.astype(np.uint64))


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return splitmix64 of each number."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def first_of(keys: NDArray[Any]) -> NDArray[np.int64]:
    """Return equal numbers for equal keys, in the order in which they appear."""
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    return rank[inverse]


def same_cells(column: _core.Texts) -> NDArray[np.int64]:
    """Return a number for each cell of a column; equal cells have the same."""
    return first_of(_core.distinct(column)[1])


def join_groups(*groupings: ArrayLike) -> NDArray[np.int64]:
    """Return groups of examples that are in one group of any of the groupings.

    Examples
    --------
    >>> join_groups([0, 0, 1, 2], [0, 1, 1, 2]).tolist()
    [0, 0, 0, 1]
    """
    arrays = [first_of(np.asarray(each)) for each in groupings]
    group = np.arange(len(arrays[0]))
    while True:
        lowest = group
        for each in arrays:
            least = np.full(int(each.max(initial=-1)) + 1, len(group))
            np.minimum.at(least, each, lowest)
            lowest = least[each]
        if np.array_equal(lowest, group):
            return first_of(group)
        group = lowest


def join_pairs(pairs: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Return groups of n examples of which some pairs belong together.

    Examples
    --------
    >>> join_pairs(np.array([[0, 2], [2, 3]]), 5).tolist()
    [0, 1, 0, 0, 2]
    """
    group = np.arange(n)
    while True:
        least = np.minimum(group[pairs[:, 0]], group[pairs[:, 1]])
        lowest = group.copy()
        for side in (0, 1):
            np.minimum.at(lowest, pairs[:, side], least)
        lowest = lowest[lowest]
        if np.array_equal(lowest, group):
            return first_of(group)
        group = lowest


def words_of(data: Documents | Sentences | Constituents, i: int) -> str:
    """Return the words of an example, to show them."""
    if isinstance(data, Documents):
        return " ".join(data.texts[i].split())
    sentences = data.sentences if isinstance(data, Constituents) else data
    one = sentences.take([i])
    return " ".join(one.texts_of(one.word_column)[0])


def words_together(
    first: Documents | Sentences | Constituents, second: Documents | Sentences | Constituents
) -> Documents | Sentences:
    """Return the words of two files as those of one, and nothing else that they say."""
    if isinstance(first, Documents) and isinstance(second, Documents):
        return _texts_together(first, second)
    columns, offsets = [], []
    for each in (first, second):
        sentences = each.sentences if isinstance(each, Constituents) else each
        assert isinstance(sentences, Sentences)
        columns.append(sentences.columns[sentences.word_column])
        offsets.append(sentences.offsets)
    names, codes = _core.distinct(_core.Texts([w for c in columns for w in c.values.tolist()]))
    n_first = len(columns[0].values)
    tokens = np.concatenate([codes[:n_first][columns[0].codes], codes[n_first:][columns[1].codes]])
    column = TokenColumn(tokens.astype(np.int32), _core.Texts(names))
    return Sentences({WORD: column}, np.concatenate([offsets[0], offsets[1][1:] + offsets[0][-1]]))


def _texts_together(first: Documents, second: Documents) -> Documents:
    names = first.text_columns if len(first.text_columns) > 1 else ()
    if any(name not in second.columns for name in names):
        names = ()  # columns that are called otherwise: the first of each
    texts = [
        each
        for documents in (first, second)
        for each in (
            _core.Texts.join([documents.columns[name] for name in names], "\n")
            if names
            else documents.texts
        ).tolist()
    ]
    return Documents(_core.Texts(texts))
