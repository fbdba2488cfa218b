"""Named keys: features that come in pieces, with numbers in memory and names on a disk."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.keeping.keeper import Keeper
from linguine.data.runs import choose_runs, offsets_of
from linguine.features.vocabulary import Vocabulary

__all__ = ["NamedKeys"]

_KEYS, _LENGTHS, _NAMES = "keys", "lengths", "names"
#: Names that are sorted at once.
_MANY = 1 << 16


class NamedKeys:
    """Features, numbered in the order in which they come; a new one moves no other.

    Parameters
    ----------
    scratch
        Where keys and names wait.
    prefix
        What the names of the files begin with.

    Examples
    --------
    >>> from linguine.data.keeping.scratch import open_scratch
    >>> def of(*keys):
    ...     names = np.frombuffer("".join(map(str, keys)).encode(), np.uint8)
    ...     return Vocabulary(np.array(keys, np.uint64), np.arange(len(keys) + 1), names)
    >>> with open_scratch(None) as scratch:
    ...     known = NamedKeys(scratch)
    ...     numbers = [known.number(of(4, 9)).tolist(), known.number(of(2, 9)).tolist()]
    ...     chosen, whole = known.settle(np.arange(3) != 1)
    >>> numbers, chosen.tolist(), whole.names()
    ([[0, 1], [2, 1]], [2, 0], ['2', '4'])
    """

    def __init__(self, scratch: Keeper, prefix: str = "") -> None:
        self._scratch = scratch
        self._files = {name: f"{prefix}{name}" for name in (_KEYS, _LENGTHS, _NAMES)}
        self._numbers = _core.KeyNumbers()

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, found: Vocabulary) -> NDArray[np.int64]:
        """Return the numbers of some features; those that are new get one."""
        is_new = self._numbers.find(found.keys) < 0
        if is_new.any():
            new = found.keep(is_new)
            self._numbers.enter(new.keys)
            self._scratch.append(self._files[_KEYS], new.keys)
            lengths = np.diff(new.name_offsets).astype(np.int32)
            self._scratch.append(self._files[_LENGTHS], lengths)
            self._scratch.append(self._files[_NAMES], new.name_bytes)
        return self._numbers.find(found.keys)

    def settle(self, is_kept: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Vocabulary]:
        """Return the numbers of the features that are kept, by their keys, and these features.

        Nothing can be numbered any more.
        """
        self._numbers = _core.KeyNumbers()  # its memory is wanted for the names
        keys, kept = self.keys(), np.flatnonzero(is_kept)
        kept = kept[np.argsort(keys[kept], kind="stable")]
        return kept, Vocabulary(np.ascontiguousarray(keys[kept]), *self._names(kept))

    def keys(self) -> NDArray[np.uint64]:
        """Return the keys of all, by number."""
        return self._scratch.read(self._files[_KEYS], np.uint64)

    def _names(self, kept: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Return the names of some features, in their order, and where each begins."""
        lengths = self._scratch.read(self._files[_LENGTHS], np.int32)
        begins, names = offsets_of(lengths), self._scratch.read(self._files[_NAMES], np.uint8)
        parts = [
            names[choose_runs(begins, kept[i : i + _MANY])[1]] for i in range(0, len(kept), _MANY)
        ]
        joined = np.concatenate(parts) if parts else np.zeros(0, np.uint8)
        return offsets_of(lengths[kept]), joined

    def sizes(self) -> dict[str, int]:
        """Return the sizes of the files."""
        return {name: self._scratch.size(file) for name, file in self._files.items()}

    def restore(self, sizes: Mapping[str, int]) -> None:
        """Take as many keys as there were."""
        for name, file in self._files.items():
            self._scratch.cut(file, sizes[name])
        self._numbers.enter(self.keys())
        n, lengths = len(self), self._scratch.read(self._files[_LENGTHS], np.int32)
        is_whole = sizes[_KEYS] == 8 * n and sizes[_LENGTHS] == 4 * n
        if not is_whole or lengths.min(initial=0) < 0 or int(lengths.sum()) != sizes[_NAMES]:
            raise self._scratch.damaged("its features stand twice, or have no names")

    def forget(self) -> None:
        """Begin anew."""
        self._numbers = _core.KeyNumbers()
        for file in self._files.values():
            self._scratch.cut(file, 0)
