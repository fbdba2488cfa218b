"""Chain store: an online learner's state over features and labels that come with the sentences."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.inference.chain_rows import first_row
from linguine.learning.learners.online_state import OnlineState
from linguine.learning.row_store import RowStore

__all__ = ["ChainPlaces", "ChainStore", "SeenState", "move_structural", "scatter", "spread"]

Rows = NDArray[np.int64]


class ChainPlaces(NamedTuple):
    """Where rows of a piece belong: the numbers of its features, and how many there will be."""

    tokens: Rows
    n_tokens: int
    edges: Rows
    n_edges: int


@dataclass(eq=False)
class ChainStore:
    """The state of an online learner by rows of features of tokens, of edges, and of the structure.

    A piece of sentences takes the rows of its features and all of the structure, which lie one
    after the other as :class:`linguine.learning.ChainProblem` has them, and puts them back. It
    takes over the state that it is made of.

    Parameters
    ----------
    parts
        Features of tokens : (n_tokens, stride); of edges : (n_edges, n_labels, stride); the
        structure.
    n_labels, order
        Of the chain.
    """

    parts: tuple[RowStore, RowStore, RowStore]
    n_labels: int
    order: int

    @classmethod
    def of(cls, state: SeenState, n_tokens: int, n_edges: int, n: int, order: int) -> ChainStore:
        """Cut the state of a whole problem of n labels."""
        return cls(_stores(state, n_tokens, n_edges, n), n, order)

    def take(self, places: ChainPlaces) -> SeenState:
        """Return the state of a piece, a copy."""
        structure = np.arange(first_row(self.order + 1, self.n_labels), dtype=np.int64)
        asked = (places.tokens, places.edges, structure)
        taken = [part.take(rows) for part, rows in zip(self.parts, asked, strict=True)]
        state: SeenState = taken[0]
        for name in state.row_tables():
            tables = [getattr(each, name) for each in taken]
            stride = tables[0].shape[-1]
            setattr(state, name, np.concatenate([each.reshape(-1, stride) for each in tables]))
        return state

    def put(self, places: ChainPlaces, part: SeenState) -> None:
        """Keep what was learned on a piece."""
        structure = np.arange(first_row(self.order + 1, self.n_labels), dtype=np.int64)
        ends = (
            (places.tokens, places.n_tokens),
            (places.edges, places.n_edges),
            (structure, len(structure)),
        )
        cut = _cut(part, len(places.tokens), len(places.edges), self.n_labels)
        for store, (rows, n_rows), own in zip(self.parts, ends, cut, strict=True):
            store.put(rows, n_rows, own)

    def widened(self, n_labels: int) -> ChainStore:
        """Return a store with room for labels behind those that there are; this one stays."""
        old, stride = self.n_labels, _core.stride(n_labels)
        made = []
        for which, store in enumerate(self.parts):
            state = store.whole()
            for name, fill in state.row_tables().items():
                table = getattr(state, name)
                shape: tuple[int, ...] = (len(table), stride)
                if which == 1:
                    shape = (len(table), n_labels, stride)
                elif which == 2:
                    shape = (first_row(self.order + 1, n_labels), stride)
                wide = np.full(shape, fill, table.dtype)
                if which == 2:
                    wide[move_structural(old, n_labels, self.order), :old] = table[:, :old]
                else:
                    wide[..., : (old if which else len(wide)), :old] = table[..., :old]
                setattr(state, name, wide)
            for name in ("bias", "bias_lags", "bias_squares"):
                setattr(state, name, np.zeros(stride, getattr(state, name).dtype))
            made.append(RowStore(state))
        return ChainStore((made[0], made[1], made[2]), n_labels, self.order)


def move_structural(n_old: int, n_new: int, order: int) -> Rows:
    """Return where the structural rows of fewer labels are among those of more.

    Examples
    --------
    >>> move_structural(1, 2, 1).tolist(), move_structural(1, 2, 2).tolist()
    ([0, 2, 3], [0, 2, 3, 4, 8])
    """
    labels = np.append(np.arange(n_old), n_new)  # START is the last
    found = [labels, np.array([n_new + 1])]
    codes = labels
    for k in range(2, order + 1):
        codes = (codes[:, None] * n_new + np.arange(n_old)).ravel()
        found.append(first_row(k, n_new) + codes)
    return np.concatenate(found).astype(np.int64)


def _stores(
    state: SeenState, n_tokens: int, n_edges: int, n_labels: int
) -> tuple[RowStore, RowStore, RowStore]:
    first, second, third = (RowStore(each) for each in _cut(state, n_tokens, n_edges, n_labels))
    return first, second, third


def _cut(state: SeenState, n_tokens: int, n_edges: int, n_labels: int) -> list[SeenState]:
    """Return views of the state of a piece: tokens, edges, structure."""
    ends = [0, n_tokens, n_tokens + n_edges * n_labels, len(state.weights)]
    found = []
    for which, (begin, end) in enumerate(pairwise(ends)):
        own = copy.copy(state)
        for name in state.row_tables():
            table = getattr(state, name)[begin:end]
            if which == 1:
                table = table.reshape(n_edges, n_labels, table.shape[-1])
            setattr(own, name, table)
        found.append(own)
    return found


# --- only some cells have weights -----------------------------------------------------------------


@dataclass(eq=False)
class SeenState(OnlineState):
    """The state of an online learner that also knows which cells have weights.

    Parameters
    ----------
    seen
        1 where features and labels were seen together, or labels one after the other, with rows
        as the weights have them; empty if all cells have weights.
    """

    seen: NDArray[Any] = field(default_factory=lambda: np.zeros((0, 0), np.float32))

    @classmethod
    def of(cls, state: OnlineState, *, only_seen: bool) -> SeenState:
        """Take over a state; what has a weight was seen."""
        values = {each.name: getattr(state, each.name) for each in fields(OnlineState)}
        if not only_seen:
            return cls(**values)
        return cls(**values, seen=(state.weights != 0).astype(np.float32))

    def row_tables(self) -> dict[str, float]:
        """Return the names of the tables that have a row for each feature; what new rows hold."""
        more = {"seen": 0.0} if self.seen.ndim > 1 and self.seen.shape[-1] else {}
        return {**super().row_tables(), **more}

    def seen_cells(self, n_labels: int) -> tuple[Rows, NDArray[np.int32]]:
        """Return the cells that were seen, as offsets of rows and labels."""
        rows, labels = np.nonzero(self.seen[:, :n_labels])
        counts = np.bincount(rows, minlength=len(self.seen))
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), labels.astype(np.int32)


def scatter(state: SeenState, support: _core.Support) -> OnlineState:
    """Return the state of some rows as slots of those cells that have weights."""
    values = {each.name: getattr(state, each.name) for each in fields(OnlineState)}
    made = OnlineState(**values)
    rows, labels = _cells(support)
    for name, fill in made.row_tables().items():
        table = getattr(state, name)
        slots = np.full((support.n_lines, table.shape[-1]), fill, table.dtype)
        slots.ravel()[support.slots()] = table[rows, labels]
        setattr(made, name, slots)
    return made


def spread(slots: OnlineState, state: SeenState, support: _core.Support) -> SeenState:
    """Return what was learned in slots as rows again; ``state`` is what they were made of."""
    rows, labels = _cells(support)
    seen = state.seen.copy()
    seen[rows, labels] = 1
    values = {each.name: getattr(slots, each.name) for each in fields(OnlineState)}
    made = SeenState(**values, seen=seen)
    for name in slots.row_tables():
        table = getattr(state, name).copy()
        table[rows, labels] = getattr(slots, name).ravel()[support.slots()]
        setattr(made, name, table)
    return made


def _cells(support: _core.Support) -> tuple[Rows, NDArray[np.int32]]:
    offsets, labels = support.cells()
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)), labels
