"""Wishes: what is known of the answers already, in Python and in the columns of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, OptionError

if TYPE_CHECKING:
    from linguine.data import Sentences

__all__ = ["NO_COLUMN", "iterate_wishes", "read_known", "read_known_labels"]

#: Said where there is nothing to look into.
NO_COLUMN = (
    "--allowed names a column of a file of tokens; plain text has none. Give a file with a token "
    "on each line."
)

#: What stands in a column where nothing is known.
_UNKNOWN = ("_", "?", "")


def iterate_wishes(allowed: Any, offsets: NDArray[np.int64]) -> Iterator[tuple[int, int, int, Any]]:
    """Yield the wishes that there are: sentence, token in it, token in all, wish.

    Examples
    --------
    >>> list(iterate_wishes([None, [None, "N"]], np.array([0, 1, 3])))
    [(1, 1, 2, 'N')]
    """
    n = len(offsets) - 1
    if isinstance(allowed, str) or not hasattr(allowed, "__len__") or len(allowed) != n:
        size = f"{len(allowed):,}" if hasattr(allowed, "__len__") else type(allowed).__name__
        raise DataError(
            f"allowed must have one list for each of the {n} sentences; got {size}. Write None for "
            "a sentence without wishes."
        )
    for s, ((begin, end), wishes) in enumerate(
        zip(pairwise(offsets.tolist()), allowed, strict=True)
    ):
        if wishes is None:
            continue
        if isinstance(wishes, str) or not hasattr(wishes, "__len__") or len(wishes) != end - begin:
            size = str(len(wishes)) if hasattr(wishes, "__len__") else type(wishes).__name__
            raise DataError(
                f"allowed must have one wish for each token; sentence {s} has {end - begin} "
                f"tokens and {size} wishes. Write None for a token without a wish."
            )
        for t, wish in enumerate(wishes):
            if wish is not None:
                yield s, t, begin + t, wish


def read_known(
    sentences: Sentences, name: str | int, known: Sequence[str] = ()
) -> tuple[NDArray[np.int32], list[list[str] | None]]:
    """Return what the cells of a column say: a code for each token, and what a code stands for.

    Several are separated by ``|``; a cell that is itself one of ``known`` is not taken apart. None
    is unknown: ``_``, ``?`` and nothing.

    Examples
    --------
    >>> from linguine.data import Sentences
    >>> read = Sentences.from_python([[("a", "X|Y"), ("b", "?"), ("c", "Z")]], columns="w,tag")
    >>> codes, values = read_known(read, "tag")
    >>> codes.tolist(), values
    ([0, 1, 2], [['X', 'Y'], None, ['Z']])
    """
    whole = frozenset(known)
    column = sentences.column(_name_of(sentences, name))
    values: list[list[str] | None] = [
        None if each in _UNKNOWN else [each] if each in whole else each.split("|")
        for each in column.values.tolist()
    ]
    return column.codes, values


def read_known_labels(
    sentences: Sentences, name: str | int, labels: Sequence[str]
) -> NDArray[np.uint8]:
    """Return which labels a column leaves to each token : (n_tokens, n_labels)."""
    codes, values = read_known(sentences, name, labels)
    place = {label: i for i, label in enumerate(labels)}
    table = np.ones((len(values), len(labels)), np.uint8)
    for i, wanted in enumerate(values):
        if wanted is None:
            continue
        if unknown := [each for each in wanted if each not in place]:
            raise DataError(
                f"{sentences.place(int(np.argmax(codes == i)))}: what is known of a token must be "
                f"{', '.join(labels[:12])}{', ...' if len(labels) > 12 else ''}; got "
                f"{unknown[0][:40]!r}. Write _ or ? where nothing is known."
            )
        table[i] = 0
        table[i, [place[each] for each in wanted]] = 1
    return np.ascontiguousarray(table[codes])


def _name_of(sentences: Sentences, name: str | int) -> str:
    names = list(sentences.columns)
    if isinstance(name, str):
        return name
    if 1 <= name <= len(names):
        return str(names[name - 1])
    raise OptionError(
        f"--allowed must be a column by name or number, 1 to {len(names)}; got {name}. The columns "
        f"are {', '.join(names)}."
    )
