"""Columns of tokens, and sentences that Python holds, which become columns in one native walk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.reading.column_names import WORD
from linguine.errors import DataError

__all__ = ["TokenColumn", "as_lists", "first_token", "read_tag_lists", "read_token_lists"]

HOW = "Give a list of sentences, each a list of str: [['The', 'cat'], ['It', 'sat']]."


@dataclass(frozen=True, eq=False)
class TokenColumn:
    """The cells of one column, each different text stored once.

    Parameters
    ----------
    codes
        Index of each token's cell in ``values`` : (n_tokens,).
    values
        The different texts, in the order of their first appearance.

    Examples
    --------
    >>> column = TokenColumn(np.array([0, 1, 0], dtype=np.int32), _core.Texts(["DT", "NN"]))
    >>> column.tolist(), column.take(np.array([1])).values.tolist()
    (['DT', 'NN', 'DT'], ['NN'])
    """

    codes: NDArray[np.int32]
    values: _core.Texts

    @classmethod
    def of(cls, cells: Sequence[str]) -> TokenColumn:
        """Return the column of some cells."""
        place: dict[str, int] = {}
        codes = [place.setdefault(cell, len(place)) for cell in cells]
        return cls(np.array(codes, np.int32), _core.Texts(list(place)))

    @classmethod
    def by_name(
        cls, names: Sequence[str], columns: Sequence[tuple[NDArray[np.int32], _core.Texts]]
    ) -> dict[str, TokenColumn]:
        """Return some columns by name."""
        return {name: cls(*column) for name, column in zip(names, columns, strict=True)}

    def __len__(self) -> int:
        return len(self.codes)

    def tolist(self) -> list[str]:
        """Return the cell of each token."""
        values = self.values.tolist()
        return [values[code] for code in self.codes.tolist()]

    def take(self, tokens: NDArray[np.int64]) -> TokenColumn:
        """Return the column of some tokens; values that none of them has are left out."""
        codes, kept = _core.renumber(self.codes[tokens], len(self.values))
        return TokenColumn(codes, self.values.take(kept))


def read_token_lists(
    sentences: Any, names: list[str] | None
) -> tuple[dict[str, TokenColumn], NDArray[np.int64]]:
    """Return the columns and the offsets of sentences.

    A token is a str, a tuple of str, or a dictionary of str, whose keys name the columns. Without
    names they are ``w``, ``c1``, ...

    Examples
    --------
    >>> columns, offsets = read_token_lists([[("The", "DT"), ("cat", "NN")], []], None)
    >>> {name: column.tolist() for name, column in columns.items()}, offsets.tolist()
    ({'w': ['The', 'cat'], 'c1': ['DT', 'NN']}, [0, 2, 2])
    """
    lists = as_lists(sentences)
    first = first_token(lists)
    keys: int | list[str] | None = None
    if isinstance(first, Mapping):
        keys = names = list(first) if names is None else names
        _check_keys(keys, first)
    elif isinstance(first, (tuple, list)):
        keys = len(first)
        names = names or [WORD, *(f"c{i}" for i in range(1, keys))]
    names = names or [WORD]
    if first is not None and not isinstance(first, Mapping):
        _check_count(first, names)
    columns, offsets, fault = _core.intern_tokens(lists, keys, allow_none=False)
    if fault is not None:
        raise DataError(_describe(lists, *fault, names=names))
    if first is None:
        columns = columns * len(names)
    return TokenColumn.by_name(names, columns), offsets


def read_tag_lists(tags: Any, offsets: NDArray[np.int64]) -> TokenColumn:
    """Return one tag per token as a column; None, an unknown tag, becomes the empty text."""
    lists = as_lists(tags, "tags")
    (column,), tag_offsets, fault = _core.intern_tokens(lists, None, allow_none=True)
    if fault is not None:
        raise DataError(_describe_tag(lists, *fault))
    if len(tag_offsets) != len(offsets):
        raise DataError(
            "tags must have one list for each sentence; got "
            f"{len(tag_offsets) - 1} lists for {len(offsets) - 1} sentences. "
            "Check how the two were made."
        )
    lengths, tag_lengths = np.diff(offsets), np.diff(tag_offsets)
    if len(bad := np.flatnonzero(lengths != tag_lengths)):
        i = bad[0]
        raise DataError(
            f"tags must have one tag for each token; sentence {i} has {lengths[i]} tokens and "
            f"{tag_lengths[i]} tags. Check how the two were made; None stands for an unknown tag."
        )
    return TokenColumn(*column)


def as_lists(sentences: Any, what: str = "sentences") -> list[Any]:
    """Return a list of lists or tuples; other iterables are walked once."""
    if isinstance(sentences, (str, bytes, Mapping)) or not isinstance(sentences, Iterable):
        raise DataError(
            f"{what} must be a list of lists of str; got {type(sentences).__name__}. {HOW}"
        )
    lists = sentences if type(sentences) is list else list(sentences)
    kinds = set(map(type, lists))
    if kinds <= {list, tuple}:
        return lists
    for i, each in enumerate(lists):
        if isinstance(each, (str, bytes, Mapping)) or not isinstance(each, Iterable):
            fix = "Split it into words. " if isinstance(each, str) else ""
            raise DataError(
                f"{what} must be a list of lists of str; sentence {i} is "
                f"{type(each).__name__}. {fix}{HOW}"
            )
    return [each if isinstance(each, (list, tuple)) else list(each) for each in lists]


def first_token(lists: list[Any]) -> Any:
    """Return the first token, whose form all others must have."""
    return next((sentence[0] for sentence in lists if len(sentence)), None)


def _cell(token: Any, column: int, names: list[str], *, is_single: bool) -> Any:
    if is_single:
        return token
    if isinstance(token, Mapping):
        return token[names[column]]
    return token[column] if isinstance(token, (tuple, list)) else token


def _check_keys(keys: list[str], first: Mapping[str, Any]) -> None:
    if not keys or set(keys) != set(first):
        raise DataError(
            f"tokens must have the columns {', '.join(map(str, keys)) or 'w, ...'}; the first has "
            f"the keys {', '.join(map(repr, first)) or '(none)'}. Rename or remove keys."
        )


def _check_count(first: Any, names: list[str]) -> None:
    n_cells = len(first) if isinstance(first, (tuple, list)) else 1
    if n_cells != len(names) or not n_cells:
        raise DataError(
            f"tokens must have {len(names)} columns ({', '.join(names)}); the first token has "
            f"{n_cells}: {str(first)[:60]!r}. Give one text for each column."
        )


def _describe(
    lists: list[Any], fault: str, sentence: int, token: int, column: int, *, names: list[str]
) -> str:
    item = lists[sentence][token]
    place = f"sentence {sentence}, token {token}"
    if fault in ("token", "column-count", "missing"):
        return (
            f"{place}: expected the columns {', '.join(names)}, as the first token has them; "
            f"got {str(item)[:60]}. Give every token the same columns."
        )
    item = _cell(item, column, names, is_single=isinstance(first_token(lists), str))
    if fault == "surrogate":
        return (
            f"{place}: expected Unicode; {names[column]!r} holds half of a surrogate pair. "
            "Mend it: text.encode('utf-16', 'surrogatepass').decode('utf-16', 'replace')."
        )
    return (
        f"{place}: expected a str as {names[column]!r}; got {type(item).__name__}. "
        "Convert it, and give every token the same form as the first."
    )


def _describe_tag(lists: list[Any], fault: str, sentence: int, token: int, column: int) -> str:
    item = lists[sentence][token]
    got = "half of a surrogate pair" if fault == "surrogate" else type(item).__name__
    return (
        f"sentence {sentence}, token {token}: expected a str as tag, or None if it is unknown; "
        f"got {got}. Convert it, for example str(tag)."
    )
