"""Row cache: counted rows on a disk, read again in blocks as often as a learner wants.

The limits of blocks depend on the rows alone, neither on how these came nor on the memory there is:
a partition of the data is a run of blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.keeping.block_file import BlockFile
from linguine.data.keeping.keeper import Keeper
from linguine.features.text.counted import CountedRows

__all__ = ["RowCache"]

#: A block ends with the row that has its entry of this number, about a megabyte of text; or after
#: so many rows.
N_ENTRIES, N_ROWS = 1 << 18, 1 << 16
_ROWS = "rows"


class RowCache(BlockFile):
    """Rows of numbered features, kept on a disk.

    Parameters
    ----------
    scratch
        The folder.
    n_entries
        How many entries a block has, about; None is a quarter of a million.
    """

    def __init__(self, scratch: Keeper, n_entries: int | None = None) -> None:
        super().__init__(scratch, _ROWS)
        self._n_entries = n_entries or N_ENTRIES
        self._waiting: list[CountedRows] = []  # less than a block
        self._memory = _core.SpareMemory()  # blocks follow one another in the same memory

    def __getstate__(self) -> dict[str, Any]:
        """Return what is sent to another process: what is in the memory here, not the memory."""
        return {name: value for name, value in vars(self).items() if name != "_memory"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take it there."""
        vars(self).update(state, _memory=_core.SpareMemory())

    def append(self, counts: CountedRows, frequencies: NDArray[np.uint32]) -> None:
        """Add rows; those of a whole block are written, and ``frequencies`` count their features.

        There is a frequency for every number.
        """
        begin = 0
        if self._waiting:
            n_entries = sum(len(each.indices) for each in self._waiting)
            n_rows = sum(each.n_rows for each in self._waiting)
            begin = self._end_of_block(counts, 0, n_entries, n_rows)
            self._waiting.append(counts.rows(0, min(begin, counts.n_rows)))
            if begin > counts.n_rows:
                return
            self.finish(frequencies)
        while begin < counts.n_rows:
            end = self._end_of_block(counts, begin)
            if end > counts.n_rows:
                self._waiting.append(counts.rows(begin, counts.n_rows))
                return
            self._write_block(counts, begin, end, frequencies)
            begin = end

    def _end_of_block(
        self, counts: CountedRows, begin: int, n_entries: int = 0, n_rows: int = 0
    ) -> int:
        """Return where a block ends that has so many already; beyond the rows if it has room."""
        full = counts.indptr[begin] + self._n_entries - n_entries
        return min(int(np.searchsorted(counts.indptr, full)), begin + N_ROWS - n_rows)

    def finish(self, frequencies: NDArray[np.uint32]) -> None:
        """Write what is left, a last block."""
        if self._waiting:
            counts = _chain(self._waiting)
            self._write_block(counts, 0, counts.n_rows, frequencies)
            self._waiting = []

    def _write_block(
        self, counts: CountedRows, begin: int, end: int, frequencies: NDArray[np.uint32]
    ) -> None:
        borders = np.ascontiguousarray(counts.indptr[begin : end + 1])
        packed, checksum = _core.pack_rows(borders, counts.indices, counts.values, frequencies)
        self.write_block(packed, end - begin, int(borders[-1] - borders[0]), checksum)

    def restore(self, n_blocks: int, checksum: int, frequencies: NDArray[np.uint32]) -> None:
        """Go on behind so many blocks that are on the disk; count the features that they have."""
        self.restore_blocks(n_blocks, checksum)
        everything = np.arange(len(frequencies), dtype=np.uint32)
        end = 0
        for i, block in enumerate(self.blocks):
            found = self.read([i], everything, 1)
            sizes = found.n_rows, len(found.indices)
            if block.offset != end or sizes != (block.n_rows, block.n_entries):
                raise self.changed()
            end += block.size
            counted = np.bincount(found.indices, minlength=len(frequencies))
            frequencies += counted.astype(np.uint32)

    def read(self, blocks: Sequence[int], ids: NDArray[np.uint32], n_threads: int) -> CountedRows:
        """Return the rows of some blocks in this order.

        ``ids`` are the features that numbers stand for, 2**32 - 1 for those that are left out.
        Bytes that are not those that were written are never looked at.
        """
        found = [self.read_block(i) for i in blocks]
        checksums = [self.blocks[i].checksum for i in blocks]
        try:
            return CountedRows(*_core.unpack_rows(found, checksums, ids, n_threads))
        except ValueError:
            raise self.changed() from None


def _chain(parts: Sequence[CountedRows]) -> CountedRows:
    if len(parts) == 1:
        return parts[0]
    ends = np.cumsum([0, *(len(each.indices) for each in parts)])
    borders = [
        each.indptr[1:].astype(np.int64) + before
        for each, before in zip(parts, ends[:-1], strict=True)
    ]
    return CountedRows(
        np.concatenate([np.zeros(1, np.int64), *borders]),
        np.concatenate([each.indices for each in parts]),
        np.concatenate([each.values for each in parts]),
    )
