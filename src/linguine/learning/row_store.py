"""Row store: a learner's state over features that grow, of which a pass sees only those it has."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.features.text.growing_table import GrowingTable

__all__ = ["RowStore"]


class RowStore:
    """The state of an incremental learner, by rows.

    A text has a few hundred features of a million. Their rows are taken out, learned on, and put
    back: the cost is that of the text, and whatever breaks off in between leaves no trace. It takes
    over the state that it is made of.

    Examples
    --------
    >>> from linguine.learning.learners.counts import CountsState
    >>> store = RowStore(CountsState(np.array([[1.0], [2.0]]), None, np.ones(1)))
    >>> part = store.take(np.array([1, 2]))
    >>> part.sums += 5
    >>> store.put(np.array([1, 2]), 3, part)
    >>> store.take(np.arange(3)).sums.tolist()
    [[1.0], [7.0], [5.0]]
    """

    def __init__(self, state: Any) -> None:
        self._tables = {
            name: GrowingTable(getattr(state, name), fill)
            for name, fill in state.row_tables().items()
        }
        self._rest = state  # its tables are replaced in every copy that leaves

    def take(self, rows: NDArray[np.int64]) -> Any:
        """Return the state of some rows, a copy; rows beyond the end are new."""
        return self._with({name: table.take(rows) for name, table in self._tables.items()})

    def put(self, rows: NDArray[np.int64], n_rows: int, part: Any) -> None:
        """Keep what was learned on some rows; there are ``n_rows`` now."""
        for table in self._tables.values():
            table.extend(n_rows)
        self.whole().fold(part)
        for name, table in self._tables.items():
            table.rows[rows] = getattr(part, name)
        self._rest = part

    def widened(self, old_in_new: NDArray[np.intp], n_labels: int) -> RowStore:
        """Return a store with room for new labels; this one stays as it is."""
        state = copy.copy(self.whole())
        state.widen(old_in_new, n_labels)
        return RowStore(state)

    def whole(self) -> Any:
        """Return the state of all rows; its tables are views."""
        return self._with({name: table.rows for name, table in self._tables.items()})

    def _with(self, tables: dict[str, NDArray[Any]]) -> Any:
        """Return the state with other tables; arrays that are no tables are copied."""
        state = copy.copy(self._rest)
        for each in dataclasses.fields(state):
            value = getattr(state, each.name)
            if each.name in tables:
                setattr(state, each.name, tables[each.name])
            elif isinstance(value, np.ndarray):
                setattr(state, each.name, value.copy())
        return state
