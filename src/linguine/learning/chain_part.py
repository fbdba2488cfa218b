"""Chain part: some sentences of many, whose gradients are to be added up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.learning.chain_problem import ChainProblem, ChainWeights
from linguine.learning.problem import Table

__all__ = ["Cells", "ChainPart"]

#: Which cells of a table are parameters: offsets of the rows, and labels.
Cells: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int32]]


@dataclass(frozen=True, eq=False, kw_only=True)
class ChainPart(ChainProblem):
    """A part of a problem of a batch learner; its weights are cells that all parts have.

    These are the cells that the sentences of all parts show, ``seen``, and with ``all_states`` and
    ``all_transitions`` those that its own features add: :class:`linguine.learning.ChainProblem`
    explains them.
    """

    def find_cells(self) -> Cells:
        """Return what was seen so far and what these sentences show."""
        support = _core.Support(self.native(), *self._choices, self.seen)
        return support.cells()

    def start(self) -> tuple[Table, Table]:
        """Return a zero for each cell : (n_cells, 1), (1,)."""
        assert self.seen is not None
        return np.zeros((len(self.seen[1]), 1), self.dtype), np.zeros(1, self.dtype)

    def gradient(self, weights: Table, bias: Table) -> tuple[float, Table, Table]:
        """Return the sum of the losses at some cells, and its derivatives by them."""
        value, by_cells = self._objective_of(weights.dtype).evaluate(
            weights.ravel(), self.n_threads
        )
        return value, by_cells[:, None], np.zeros_like(bias)

    def unpack(self, weights: NDArray[Any]) -> ChainWeights:
        """Return the weights that are not zero."""
        assert self.seen is not None
        return self.in_order(ChainWeights(*self.seen, weights.ravel()).drop_zeros())

    def in_double(self) -> ChainPart:
        """Return the same in double precision."""
        return self._in_double

    @cached_property
    def _in_double(self) -> ChainPart:
        return replace(self, data=self.data.in_double(), rounds_to=self.rounds_to or self.dtype)

    def _objective_of(self, dtype: np.dtype[Any]) -> _core.ChainObjective:
        """Return the objective that works in a precision."""
        return (self if dtype == self.dtype else self.in_double())._objective

    @cached_property
    def _objective(self) -> _core.ChainObjective:
        return _core.ChainObjective(self.native(), *self._choices, self.seen)

    @property
    def _choices(self) -> tuple[bool, bool, bool]:
        return bool(self.all_states), bool(self.all_transitions), self.has_ends
