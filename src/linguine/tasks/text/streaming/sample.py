"""Sample: a few texts of a stream, evenly spaced, to name hash buckets by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.runs import offsets_of

__all__ = ["MOST_BYTES", "Sample"]

#: How much text is kept: twice what is looked at.
MOST_BYTES = 4 << 20


class Sample:
    """Every text at first, then every second, every fourth, ...: which ones, the order alone says.

    Parameters
    ----------
    columns
        The names of the columns of text besides the text itself.
    most_bytes
        How much text is kept at most; at least one text is.

    Examples
    --------
    >>> sample = Sample(())
    >>> sample.add(_core.Texts(["a", "b"]), {})
    >>> sample.texts().tolist()
    ['a', 'b']
    """

    def __init__(self, columns: Sequence[str], most_bytes: int = MOST_BYTES) -> None:
        self._columns, self._most_bytes = tuple(columns), most_bytes
        self._kept: list[tuple[int, list[bytes]]] = []
        self._n_bytes = self._n_seen = 0
        self._stride = 1

    def add(self, texts: _core.Texts, columns: Mapping[str, Any]) -> None:
        """See more texts."""
        first = -self._n_seen % self._stride
        rows = np.arange(first, len(texts), self._stride, dtype=np.int64)
        found = [
            each.take(rows).tolist() for each in (texts, *(columns[name] for name in self._columns))
        ]
        for row, cells in zip(
            (rows + self._n_seen).tolist(), zip(*found, strict=True), strict=True
        ):
            if row % self._stride == 0:
                encoded = [each.encode() for each in cells]
                self._kept.append((row, encoded))
                self._n_bytes += sum(map(len, encoded))
                self._thin()
        self._n_seen += len(texts)

    def _thin(self) -> None:
        while self._n_bytes > self._most_bytes and len(self._kept) > 1:
            self._stride *= 2
            self._kept = [each for each in self._kept if each[0] % self._stride == 0]
            self._n_bytes = sum(len(cell) for _, cells in self._kept for cell in cells)

    def texts(self) -> _core.Texts:
        """Return the texts."""
        return _texts(*self._pack(0))

    def columns(self) -> dict[str, _core.Texts]:
        """Return the other columns."""
        return {name: _texts(*self._pack(i + 1)) for i, name in enumerate(self._columns)}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all as arrays, to be kept."""
        made: dict[str, NDArray[Any]] = {}
        for i in range(1 + len(self._columns)):
            made[f"bytes{i}"], made[f"offsets{i}"] = self._pack(i)
        return made

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take what was kept, behind what is there; nothing can be added to it."""
        columns = []
        for i in range(1 + len(self._columns)):
            data, ends = arrays[f"bytes{i}"].tobytes(), arrays[f"offsets{i}"].tolist()
            columns.append([data[a:b] for a, b in pairwise(ends)])
        self._kept += [(i, list(cells)) for i, cells in enumerate(zip(*columns, strict=True))]

    def _pack(self, column: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        cells = [each[column] for _, each in self._kept]
        data = np.frombuffer(b"".join(cells) or b"\0", np.uint8)
        return data, offsets_of([len(each) for each in cells])


def _texts(data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> _core.Texts:
    return _core.Texts.from_buffer(np.ascontiguousarray(data), offsets)
