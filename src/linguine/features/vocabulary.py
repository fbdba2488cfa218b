"""Vocabulary: which features a model knows, and what they are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.runs import choose_runs, offsets_of

__all__ = ["LazyVocabulary", "Vocabulary"]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Features by the rank of their keys.

    Examples
    --------
    >>> keys = np.array([3, 5], np.uint64)
    >>> names = np.frombuffer(b"freecash", np.uint8)
    >>> Vocabulary(keys, np.array([0, 4, 8]), names).names([1, 0])
    ['cash', 'free']
    """

    keys: NDArray[np.uint64]  # (n,), ascending; a feature's id is its place
    name_offsets: NDArray[np.int64]  # (n + 1,)
    name_bytes: NDArray[np.uint8]  # the names, end to end
    native: _core.Vocabulary = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "native", _core.Vocabulary(self.keys))

    def __len__(self) -> int:
        """Return the number of features."""
        return len(self.keys)

    def names(self, ids: Iterable[int] | None = None) -> list[str]:
        """Return the names of some features, or of all in the order of their ids."""
        chosen: Any = range(len(self.keys)) if ids is None else ids
        begins, bytes_ = self.name_offsets, self.name_bytes
        return [
            bytes_[begins[i] : begins[i + 1]].tobytes().decode("utf-8", "replace") for i in chosen
        ]

    def join(self, other: Vocabulary) -> tuple[Vocabulary, NDArray[np.intp], NDArray[np.intp]]:
        """Return all features of both, and where those of each have gone.

        A file has no names of features without a weight; they come back with the other's.
        """
        keys = np.union1d(self.keys, other.keys)
        mine, others = np.searchsorted(keys, self.keys), np.searchsorted(keys, other.keys)
        lengths = np.zeros(len(keys), np.int64)
        for places, each in ((others, other), (mine, self)):
            sizes = np.diff(each.name_offsets)
            lengths[places[sizes > 0]] = sizes[sizes > 0]
        offsets = offsets_of(lengths)
        names = np.zeros(int(offsets[-1]), np.uint8)
        for places, each in ((others, other), (mine, self)):
            sizes = np.diff(each.name_offsets)
            shift = np.repeat(offsets[places] - each.name_offsets[:-1], sizes)
            names[np.arange(len(each.name_bytes)) + shift] = each.name_bytes
        return Vocabulary(keys, offsets, names), mine, others

    @classmethod
    def of(cls, parts: Sequence[Vocabulary]) -> Vocabulary:
        """Return one vocabulary of several that have no feature in common."""
        keys = np.concatenate([each.keys for each in parts])
        order = np.argsort(keys, kind="stable")
        lengths = np.concatenate([np.diff(each.name_offsets) for each in parts])
        names = np.concatenate([each.name_bytes for each in parts])
        offsets, places = choose_runs(offsets_of(lengths), order)
        return cls(keys[order], offsets, names[places])

    def keep(self, chosen: NDArray[np.bool_]) -> Vocabulary:
        """Return the vocabulary without the features that were not chosen; names go, too."""
        lengths = np.diff(self.name_offsets)
        names = np.ascontiguousarray(self.name_bytes[np.repeat(chosen, lengths)])
        keys = np.ascontiguousarray(self.keys[chosen])
        return Vocabulary(keys, offsets_of(lengths[chosen]), names)

    def forget_names(self, chosen: NDArray[np.bool_]) -> Vocabulary:
        """Return the vocabulary with empty names for the features that were chosen."""
        lengths = np.diff(self.name_offsets)
        names = np.ascontiguousarray(self.name_bytes[np.repeat(~chosen, lengths)])
        return Vocabulary(self.keys, offsets_of(np.where(chosen, 0, lengths)), names)


class LazyVocabulary(Vocabulary):
    """A vocabulary whose names are read when somebody asks for one; most predictions do not."""

    def __init__(
        self,
        keys: NDArray[np.uint64],
        name_offsets: NDArray[np.int64],
        read: Callable[[], NDArray[np.uint8]],
    ) -> None:
        for name, value in (("keys", keys), ("name_offsets", name_offsets), ("_read", read)):
            object.__setattr__(self, name, value)
        self.__post_init__()

    @cached_property
    def name_bytes(self) -> NDArray[np.uint8]:
        """The names, end to end : (n_bytes,)."""
        read: Callable[[], NDArray[np.uint8]] = self._read  # type: ignore[attr-defined]
        return read()
