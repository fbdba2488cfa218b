"""Evaluations: gradients that were worked out already, so that a search can be gone through again.

A search for a minimum asks for values and gradients, and what it asks next follows from the answers
alone. Written down, they take it back to where it was killed, without its own memory being saved.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linguine import _core
from linguine.data.keeping.scratch import Scratch
from linguine.learning.sums import GradientSum

__all__ = ["Evaluations"]

_NAME = "evaluations"


class Evaluations:
    """Answers in the order in which they were asked for.

    Parameters
    ----------
    scratch
        Where they are written down; None is nowhere.
    shape
        That of the weights : (n_features, stride).
    dtype
        Theirs, too.
    """

    def __init__(
        self, scratch: Scratch | None, shape: tuple[int, int], dtype: np.dtype[Any]
    ) -> None:
        self._scratch, self._shape, self._dtype = scratch, shape, dtype
        self._n_cells = shape[0] * shape[1] + shape[1]
        self._size = 16 + dtype.itemsize * self._n_cells  # checksum and value, then the cells
        self._next = 0
        self._n = 0 if scratch is None else scratch.size(_NAME) // self._size

    def next(self) -> GradientSum | None:
        """Return the next answer, if it is known."""
        if self._scratch is None or self._next >= self._n:
            return None
        record = self._scratch.read_at(_NAME, self._next * self._size, self._size)
        if _core.checksum(record[8:]) != int(record[:8].view(np.uint64)[0]):
            self._n = self._next  # it was being written
            return None
        self._next += 1
        cells = record[16:].view(self._dtype)
        by_weights = cells[: -self._shape[1]].reshape(self._shape)
        return GradientSum(float(record[8:16].view(np.float64)[0]), by_weights,
                           cells[-self._shape[1] :])  # fmt: skip

    def add(self, answer: GradientSum) -> None:
        """Write an answer down, behind those that are known."""
        if self._scratch is None:
            return
        self._scratch.cut(_NAME, self._next * self._size)
        record = np.zeros(self._size, np.uint8)
        record[8:16].view(np.float64)[0] = answer.value
        cells = record[16:].view(self._dtype)
        cells[: -self._shape[1]] = answer.by_weights.ravel()
        cells[-self._shape[1] :] = answer.by_bias
        record[:8].view(np.uint64)[0] = _core.checksum(record[8:])
        self._scratch.append(_NAME, record)
        self._scratch.size(_NAME)  # flushes it
        self._next += 1
        self._n = self._next
