"""Cursor: reads a stranger's binary file from its beginning, and never beyond its end."""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from linguine.errors import DataError
from linguine.model.file.source import open_source

__all__ = ["Cursor"]


class Cursor:
    r"""A place in the bytes of a file that another program wrote.

    Parameters
    ----------
    source
        The path of a file, or the bytes of one.
    kind
        What it should be, for messages: ``"a fastText model"``.

    Examples
    --------
    >>> cursor = Cursor(b"\x07\0\0\0", "a box")
    >>> cursor.numbers("<i")
    (7,)
    >>> cursor.numbers("<i")
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: <4 bytes>: a box must be whole; at byte 4 of 4 it should go on with
    4 bytes of numbers. Copy or download it again.
    """

    def __init__(self, source: Any, kind: str) -> None:
        self.name, self.data = open_source(source)
        self.kind, self.at = kind, 0
        self._view: memoryview = self.data.data

    def go(self, place: int) -> None:
        """Go to a byte of the file."""
        if not 0 <= place <= len(self.data):
            raise self.damaged(f"it should go on at byte {place}, and has {len(self.data):,}")
        self.at = place

    def numbers(self, form: str) -> tuple[Any, ...]:
        """Return what ``struct`` finds next."""
        size = struct.calcsize(form)
        found = struct.unpack(form, self._take(size, "numbers"))
        return found

    def array(self, dtype: DTypeLike, shape: tuple[int, ...], what: str) -> NDArray[Any]:
        """Return an array that looks at the next bytes; it may not be aligned."""
        kind = np.dtype(dtype)
        taken = self._take(math.prod(shape) * kind.itemsize, what)
        return np.frombuffer(taken, kind).reshape(shape)

    def text(self, what: str) -> bytes:
        """Return the bytes up to the next zero byte, and go behind it."""
        end, step = self.at, 64
        while end < len(self.data):
            zeros = np.flatnonzero(self.data[end : end + step] == 0)
            if len(zeros):
                end += int(zeros[0])
                found = bytes(self._view[self.at : end])
                self.at = end + 1
                return found
            end, step = end + step, step * 8
        raise self.damaged(f"at byte {self.at} {what} should end with a zero byte, and does not")

    def damaged(self, wrong: str) -> DataError:
        """Return the error that says what is wrong with the file."""
        return DataError(
            f"{self.name}: {self.kind} must be whole; {wrong}. Copy or download it again."
        )

    def _take(self, size: int, what: str) -> memoryview:
        if not 0 <= size <= len(self.data) - self.at:
            raise self.damaged(
                f"at byte {self.at} of {len(self.data)} it should go on with {size:,} bytes of "
                f"{what}"
            )
        taken = self._view[self.at : self.at + size]
        self.at += size
        return taken
