"""Checks of constituents: whether spans make trees, and which spans cross others.

All sentences are checked at once, by arrays: a loop over nodes would cost more than reading them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.checks.windows import extremes_within
from linguine.data.sentences import Sentences
from linguine.errors import DataError

__all__ = ["check_constituents", "find_crossing"]

Integers = NDArray[Any]
Spans = tuple[Integers, Integers]
_COLUMNS = ("form", "tag")
_FIX = "Give the nodes of each tree from the top down and from left to right."


def find_crossing(n_places: int, spans: Spans, others: Spans) -> NDArray[np.bool_]:
    """Return which spans overlap one of the others without either being inside the other.

    O(n log n) for all spans together.

    Parameters
    ----------
    n_places
        How many places there are, which the ends of spans name.
    spans, others
        First and last place of each; the spans of two sentences must not share a place.

    Examples
    --------
    >>> spans = np.array([0, 1]), np.array([2, 3])
    >>> find_crossing(4, spans, (np.array([1, 0]), np.array([3, 4]))).nonzero()[0].tolist()
    [0]
    """
    (first, last), (other_first, other_last) = spans, others
    low, high = np.full(n_places + 1, n_places + 1), np.full(n_places + 1, -1)
    np.minimum.at(low, other_last, other_first)
    np.maximum.at(high, other_first, other_last)
    lowest, highest = extremes_within(low, high, first + 1, np.maximum(last - first - 1, 0))
    return np.asarray((lowest < first) | (highest > last))


def check_constituents(
    sentences: Sentences,
    offsets: Integers,
    labels: Integers,
    first: Integers,
    last: Integers,
    names: Sequence[str],
) -> None:
    """Raise DataError unless the nodes of every sentence make a tree, in the right order.

    Parameters
    ----------
    sentences, offsets, labels, first, last, names
        As in :class:`Constituents`.

    Examples
    --------
    >>> words = Sentences.from_python([["a", "b", "c"]], [["A", "B", "C"]], columns="form")
    >>> zero = np.array([0, 0])
    >>> check_constituents(words, np.array([0, 2]), zero, np.array([0, 1]), np.array([2, 3]), ["X"])
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: sentence 0, node 1: a node must be inside another or beside it; X
    over the words 1 to 3 crosses X over 0 to 2. Give the nodes of each tree from the top down...
    """
    _check_shapes(sentences, offsets, labels, first, last, names)
    lengths = np.diff(sentences.offsets)
    sentence_of = np.repeat(np.arange(len(sentences)), np.diff(offsets))

    def complain(node: int, rule: str, got: str) -> None:
        sentence = int(sentence_of[node])
        place = f"sentence {sentence}, node {node - int(offsets[sentence])}"
        raise DataError(f"{place}: {rule}; {got}. {_FIX}")

    def show(node: int) -> str:
        return f"{names[labels[node]]} over the words {first[node]} to {last[node]}"

    is_outside = (labels < 0) | (labels >= len(names))
    if is_outside.any():
        node = int(np.argmax(is_outside))
        complain(node, f"a label must be one of {len(names)} names", f"got {labels[node]}")
    is_outside = (first < 0) | (first >= last) | (last > lengths[sentence_of])
    if is_outside.any():
        node = int(np.argmax(is_outside))
        n_words = lengths[sentence_of[node]]
        complain(node, f"a node must be over some of the {n_words} words", f"got {show(node)}")
    is_next = sentence_of[1:] == sentence_of[:-1]
    is_behind = (first[1:] > first[:-1]) | ((first[1:] == first[:-1]) & (last[1:] <= last[:-1]))
    if (is_next & ~is_behind).any():
        node = int(np.argmax(is_next & ~is_behind)) + 1
        got = f"{show(node)} came behind {show(node - 1)}"
        complain(node, "a node must stand behind those that hold it or begin before it", got)
    starts = (sentences.offsets[:-1] + np.arange(len(sentences)))[sentence_of]
    spans = first + starts, last + starts
    is_crossing = find_crossing(sentences.n_tokens + len(sentences), spans, spans)
    if is_crossing.any():
        node = int(np.flatnonzero(is_crossing)[-1])
        mates = np.flatnonzero(is_crossing[:node] & (sentence_of[:node] == sentence_of[node]))
        crossed = next(
            i for i in mates.tolist()[::-1] if first[i] < first[node] < last[i] < last[node]
        )
        got = f"{show(node)} crosses {show(crossed).replace('the words ', '')}"
        complain(node, "a node must be inside another or beside it", got)


def _check_shapes(
    sentences: Sentences,
    offsets: Integers,
    labels: Integers,
    first: Integers,
    last: Integers,
    names: Sequence[str],
) -> None:
    for name in _COLUMNS:
        if name not in sentences.columns:
            raise DataError(
                f"the sentences of trees must have the columns {' and '.join(_COLUMNS)}; they have "
                f"{', '.join(sentences.columns) or 'none'}. Name the words and the tags so."
            )
    for name, array in (("offsets", offsets), ("labels", labels), ("first", first), ("last", last)):
        if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
            raise DataError(
                f"{name} must be a list of integers; got {array.dtype} of shape {array.shape}. "
                f"{_FIX}"
            )
    n_nodes = len(labels)
    if not len(first) == len(last) == n_nodes:
        raise DataError(
            f"every node must have a label, a first and a last word; got {n_nodes} labels, "
            f"{len(first)} first and {len(last)} last words. {_FIX}"
        )
    is_whole = len(offsets) == len(sentences) + 1 and offsets[0] == 0 and offsets[-1] == n_nodes
    if not is_whole or (np.diff(offsets) < 0).any():
        raise DataError(
            f"offsets must ascend from 0 to the number of nodes, {n_nodes}, with one more than "
            f"there are sentences, {len(sentences)}; got {len(offsets)}: {offsets[:8].tolist()}. "
            "Tree i is the nodes offsets[i] to offsets[i + 1]."
        )
    if len(set(names)) != len(names) or not all(isinstance(each, str) for each in names):
        raise DataError(
            f"names must be different str; got {list(names)[:8]!r}. Give each label once."
        )
