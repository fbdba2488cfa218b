"""Held: what a scratch folder would keep, in memory, so that it can be sent to another machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError

__all__ = ["Held"]


class Held:
    """Arrays of bytes that grow, by name; the parts of :class:`Scratch` that need no disk.

    Examples
    --------
    >>> held = Held()
    >>> held.append("rows", np.arange(3))
    >>> held.read("rows", np.int64).tolist(), held.size("rows")
    ([0, 1, 2], 24)
    """

    path = "memory"

    def __init__(self) -> None:
        self.manifest: Mapping[str, Any] = {}
        self._bytes: dict[str, bytearray] = {}

    @property
    def n_bytes(self) -> int:
        """How much there is in all."""
        return sum(map(len, self._bytes.values()))

    def append(self, name: str, cells: NDArray[Any]) -> None:
        """Write an array behind what is there."""
        content = np.ascontiguousarray(cells).view(np.uint8).reshape(-1)
        self._bytes.setdefault(name, bytearray()).extend(content.data)

    def size(self, name: str) -> int:
        """Return how many bytes there are."""
        return len(self._bytes.get(name, b""))

    def read(self, name: str, dtype: Any) -> NDArray[Any]:
        """Return all that is there."""
        return np.frombuffer(bytes(self._bytes.get(name, b"")), dtype)

    def read_at(self, name: str, offset: int, size: int) -> NDArray[np.uint8]:
        """Return some bytes; fewer where there are no more."""
        found = self._bytes.get(name, b"")
        return np.frombuffer(memoryview(found)[offset : offset + size], np.uint8)

    def cut(self, name: str, size: int) -> None:
        """Forget what is behind so many bytes."""
        del self._bytes.setdefault(name, bytearray())[size:]

    def damaged(self, how: str) -> DataError:
        """Return what to raise for what is not as it was written."""
        return DataError(
            f"What a worker keeps must be as it was; {how}. Begin again, and check the memory of "
            "the machines."
        )

    def cut_short(self, name: str) -> DataError:
        """Return what to raise for an array that holds less than it must."""
        return self.damaged(f"{name} is shorter")

    def forget(self, *names: str) -> None:
        """Forget all of some arrays."""
        for name in names:
            self._bytes.pop(name, None)
