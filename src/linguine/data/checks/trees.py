"""Checks of trees: whether heads make a tree, and whether its arcs cross.

All sentences are checked at once, by arrays: a loop over tokens would cost more than reading them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from linguine.data.checks.windows import extremes_within
from linguine.errors import DataError, said

__all__ = ["check_trees", "find_projective", "ids_of"]

Offsets = NDArray[np.int64]
Heads = NDArray[np.int32]


def ids_of(offsets: Offsets) -> NDArray[np.int64]:
    """Return the number of each token in its sentence, counted from 1 : (n_tokens,)."""
    return np.arange(1, offsets[-1] + 1) - np.repeat(offsets[:-1], np.diff(offsets))


def check_trees(
    offsets: Offsets, heads: Heads, place: Callable[[int], str], *, single_root: bool
) -> None:
    """Raise DataError unless the heads of every sentence make a tree.

    Heads are counted from 1 in their sentence, 0 for a root; ``place`` says where a token stood.

    Examples
    --------
    >>> heads = np.array([2, 0, 1, 1], dtype=np.int32)
    >>> check_trees(np.array([0, 2, 4]), heads, "line {}".format, single_root=True)
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: line 2: no token may be its own head; this is token 1 with head 1...
    """
    lengths, ids = np.diff(offsets), ids_of(offsets)
    is_outside = (heads < 0) | (heads > np.repeat(lengths, lengths))
    if is_outside.any():
        token = int(np.argmax(is_outside))
        n = int(np.repeat(lengths, lengths)[token])
        raise DataError(
            f"{place(token)}: a head must be the id of a token of its sentence, here 1 to {n}, or "
            f"0 for the root; got {heads[token]}. Correct it, or look for a line that is missing."
        )
    if (heads == ids).any():
        token = int(np.argmax(heads == ids))
        raise DataError(
            f"{place(token)}: no token may be its own head; this is token {ids[token]} with head "
            f"{heads[token]}. Give it the head that it depends on, or 0 if it is the root."
        )
    if single_root:
        _check_roots(offsets, heads, place)
    _check_circles(offsets, heads, place)


def _check_roots(offsets: Offsets, heads: Heads, place: Callable[[int], str]) -> None:
    lengths = np.diff(offsets)
    sentence_of = np.repeat(np.arange(len(lengths)), lengths)
    roots = np.flatnonzero(heads == 0)
    n_roots = np.bincount(sentence_of[roots], minlength=len(lengths))
    is_wrong = (n_roots != 1) & (lengths > 0)
    if not is_wrong.any():
        return
    sentence = int(np.argmax(is_wrong))
    rule = "a sentence must have one root, a token with head 0"
    if not n_roots[sentence]:
        raise DataError(
            f"{place(int(offsets[sentence]))}: {rule}; the one that begins here has none. "
            "Give its main word the head 0."
        )
    first, second = roots[sentence_of[roots] == sentence][:2].tolist()
    raise DataError(
        f"{place(second)}: {rule}; this is another, after token {first - offsets[sentence] + 1}. "
        "Make one of them depend on the other, for example as parataxis, or allow several roots: "
        f"{said('single_root', False)}."
    )


def _check_circles(offsets: Offsets, heads: Heads, place: Callable[[int], str]) -> None:
    lengths, n_tokens = np.diff(offsets), len(heads)
    above = np.append(np.repeat(offsets[:-1], lengths) + heads - 1, n_tokens)
    above[:-1][heads == 0] = n_tokens  # the place above all roots, which is above itself
    parents = above
    for _ in range(int(lengths.max(initial=1)).bit_length()):
        above = above[above]  # twice as many steps up at once
    if (above == n_tokens).all():
        return
    token = int(np.argmax(above != n_tokens))
    seen: dict[int, None] = {}  # in order
    while token not in seen:
        seen[token] = None
        token = int(parents[token])
    path = list(seen)
    circle = path[path.index(token) :]
    begin = int(offsets[np.searchsorted(offsets, token, side="right") - 1])
    shown = [str(each - begin + 1) for each in circle[:8]] + ["..."] * (len(circle) > 8)
    raise DataError(
        f"{place(min(circle))}: heads must make a tree; here {len(circle)} tokens depend on each "
        f"other: {' -> '.join([*shown, str(token - begin + 1)])}. "
        "Give one of them a head outside of this circle, or 0 if it is the root."
    )


def find_projective(offsets: Offsets, heads: Heads) -> NDArray[np.bool_]:
    r"""Return which trees have no crossing arcs, that from the root included : (n_sentences,).

    A tree is projective if no token between the two ends of an arc has its head beyond them:

    .. math:: \min(m, h_m) \le h_k \le \max(m, h_m) \quad \forall m,
        \; \min(m, h_m) < k < \max(m, h_m)

    The smallest and the largest head between the ends come from tables of windows that double,
    O(n log n) for all sentences together. The heads must have passed ``check_trees``.

    Examples
    --------
    >>> heads = np.array([2, 0, 3, 4, 0, 2], dtype=np.int32)
    >>> find_projective(np.array([0, 2, 6]), heads).nonzero()[0].tolist()
    [0]
    """
    lengths, ids = np.diff(offsets), ids_of(offsets)
    starts = np.repeat(offsets[:-1], lengths)
    left, right = np.minimum(ids, heads), np.maximum(ids, heads)
    begin, n_between = starts + left, right - left - 1
    lowest, highest = extremes_within(heads, heads, begin, n_between)
    is_crossed = (lowest < left) | (highest > right)
    sentence_of = np.repeat(np.arange(len(lengths)), lengths)
    n_crossed = np.bincount(sentence_of[is_crossed], minlength=len(lengths))
    return np.asarray(n_crossed == 0)
