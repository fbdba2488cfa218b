"""Keeper: where what grows is kept, a folder (Scratch) or memory (Held)."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError

__all__ = ["Keeper"]


class Keeper(Protocol):
    """Arrays of bytes that grow, by name."""

    path: str

    def append(self, name: str, cells: NDArray[Any]) -> None:
        """Write an array behind what is there."""

    def size(self, name: str) -> int:
        """Return how many bytes there are."""
        ...

    def read(self, name: str, dtype: Any) -> NDArray[Any]:
        """Return all that is there."""
        ...

    def read_at(self, name: str, offset: int, size: int) -> NDArray[np.uint8]:
        """Return some bytes."""
        ...

    def cut(self, name: str, size: int) -> None:
        """Forget what is behind so many bytes."""

    def damaged(self, how: str) -> DataError:
        """Return what to raise for what is not as it was written."""
        ...

    def cut_short(self, name: str) -> DataError:
        """Return what to raise for a file that has lost its end."""
        ...
