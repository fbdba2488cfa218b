"""Block file: what is read again and again, in blocks on a disk that have a checksum each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.keeping.keeper import Keeper
from linguine.errors import DataError

__all__ = ["Block", "BlockFile"]

_INDEX = "index"


@dataclass(frozen=True)
class Block:
    """Where a block lies, what it holds, and what its bytes add up to."""

    offset: int
    size: int
    n_rows: int
    n_entries: int
    checksum: int


class BlockFile:
    """Blocks of rows with entries, one after the other.

    Parameters
    ----------
    scratch
        The folder.
    name
        The name of the file; a file with the index is beside it.
    """

    def __init__(self, scratch: Keeper, name: str) -> None:
        self._scratch, self._name = scratch, name
        self.blocks: list[Block] = []

    @property
    def n_rows(self) -> int:
        """How many rows are on the disk."""
        return sum(each.n_rows for each in self.blocks)

    @property
    def n_bytes(self) -> int:
        """How many bytes these take."""
        return sum(each.size for each in self.blocks)

    def first_rows(self) -> NDArray[np.int64]:
        """Return the first row of each block, and the end : (n_blocks + 1,)."""
        return np.cumsum([0, *(each.n_rows for each in self.blocks)])

    def write_block(
        self, packed: NDArray[np.uint8], n_rows: int, n_entries: int, checksum: int
    ) -> None:
        """Write a block behind the others."""
        offset = 0 if not self.blocks else self.blocks[-1].offset + self.blocks[-1].size
        block = Block(offset, len(packed), n_rows, n_entries, checksum)
        self._scratch.append(self._name, packed)
        fields = [block.offset, block.size, block.n_rows, block.n_entries, block.checksum]
        self._scratch.append(_INDEX, np.array(fields, np.uint64))
        self.blocks.append(block)

    def read_block(self, i: int) -> NDArray[np.uint8]:
        """Return the bytes of a block, which nobody has checked."""
        block = self.blocks[i]
        return self._scratch.read_at(self._name, block.offset, block.size)

    def restore_blocks(self, n_blocks: int, checksum: int) -> None:
        """Go on behind so many blocks that are on the disk."""
        self._scratch.cut(_INDEX, 40 * n_blocks)
        index = self._scratch.read(_INDEX, np.uint64)
        if _core.checksum(index.view(np.uint8)) != checksum:
            raise self.changed()
        self.blocks = [Block(*map(int, each)) for each in index.reshape(-1, 5)]
        self._scratch.cut(self._name, self.n_bytes)

    def checksum(self) -> int:
        """Return what tells whether the index is as it was written."""
        return _core.checksum(self._scratch.read(_INDEX, np.uint8))

    def changed(self) -> DataError:
        """Return what to raise for bytes that are not those that were written."""
        return DataError(
            f"{self._scratch.path}: {self._name} must be read as they were written; somebody has "
            "changed them, or the disk is broken. Leave the folder alone while a training runs, "
            "and begin again."
        )
