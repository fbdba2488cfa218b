"""Growing table: rows that are appended at a constant cost on average."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["GrowingTable"]


class GrowingTable:
    """An array that grows at its end, by cells that hold ``fill``.

    Room for as many rows again is kept behind the last, so that a row more is rarely a copy.

    Examples
    --------
    >>> table = GrowingTable(np.array([1, 2]))
    >>> table.extend(4)
    >>> table.rows.tolist(), table.take(np.array([1, 9])).tolist()
    ([1, 2, 0, 0], [2, 0])
    """

    def __init__(self, rows: NDArray[Any], fill: float = 0) -> None:
        self._room, self._n, self.fill = rows, len(rows), fill

    @property
    def rows(self) -> NDArray[Any]:
        """The rows, a view that may be written to until the table grows."""
        return self._room[: self._n]

    def extend(self, n: int) -> None:
        """Append rows until there are n."""
        if n > len(self._room):
            room = np.full((max(n, 2 * self._n), *self._room.shape[1:]), self.fill,
                           dtype=self._room.dtype)  # fmt: skip
            room[: self._n] = self.rows
            self._room = room
        self._n = max(n, self._n)

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        """Return a copy of some rows; those beyond the end are as they will be."""
        found = np.full((len(places), *self._room.shape[1:]), self.fill, dtype=self._room.dtype)
        is_there = places < self._n
        found[is_there] = self._room[places[is_there]]
        return found
