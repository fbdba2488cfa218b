"""Chains as a learning problem: the same learners, examples of many sites."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features import Sites, SparseRows
from linguine.inference import Label
from linguine.learning.problem import Fitted, Problem

__all__ = ["ChainData", "ChainProblem", "ChainStart", "ChainWeights"]


@dataclass(frozen=True, eq=False)
class ChainData:
    """Sentences with the rows of their tokens and the right labels.

    Parameters
    ----------
    tokens
        The features of each token.
    offsets
        Where sentences begin, and the end : (n_sentences + 1,).
    gold
        Index of the right label of each token, -1 where it is not known : (n_tokens,).
    weights
        Positive weight of each sentence : (n_sentences,).
    edges
        The features of each transition into a token, or None.
    ranks
        Where each feature lies if ``tokens`` has them in another order : (n_features,).

    Examples
    --------
    >>> borders, features = np.array([0, 1, 3], np.int32), np.array([1, 0, 1], np.int32)
    >>> rows = SparseRows(borders, features, None, 2)
    >>> data = ChainData.of(rows, np.array([0, 2]), np.array([0, 1], np.int32))
    >>> data.ranks.tolist(), data.tokens.indices.tolist()
    ([1, 0], [0, 1, 0])
    """

    tokens: Sites
    offsets: NDArray[np.int64]
    gold: NDArray[np.int32]
    weights: NDArray[np.float64]
    edges: Sites | None = None
    ranks: NDArray[np.int32] | None = None

    @classmethod
    def of(
        cls,
        tokens: SparseRows,
        offsets: NDArray[np.int64],
        gold: NDArray[np.int32],
        weights: NDArray[np.float64] | None = None,
        edges: SparseRows | None = None,
        ranks: NDArray[np.int32] | None = None,
    ) -> ChainData:
        """Collect what belongs together; frequent features come first, which memory likes.

        ``ranks`` is the order of other sentences that the same weights are for; None is a new one.
        """
        if ranks is None:
            counts = np.bincount(tokens.indices, minlength=tokens.n_features)
            order = np.argsort(-counts, kind="stable")
            ranks = np.empty(tokens.n_features, np.int32)
            ranks[order] = np.arange(tokens.n_features, dtype=np.int32)
        hot = replace(tokens, indices=ranks[tokens.indices])
        return cls(
            hot.sites(),
            offsets,
            gold,
            np.ones(len(offsets) - 1) if weights is None else weights,
            None if edges is None else edges.sites(),
            ranks,
        )

    def in_double(self) -> ChainData:
        """Return the same with numbers of double precision."""
        edges = None if self.edges is None else self.edges.in_double()
        return replace(self, tokens=self.tokens.in_double(), edges=edges)


@dataclass(frozen=True, eq=False)
class ChainWeights:
    """The weights that are not zero, row by row: features, observed transitions, structure.

    Parameters
    ----------
    offsets
        Where the rows begin, and the end : (n_rows + 1,).
    labels
        Label of each weight, ascending within a row : (n_weights,).
    values
        The weights : (n_weights,).
    """

    offsets: NDArray[np.int64]
    labels: NDArray[np.int32]
    values: NDArray[Any]

    @classmethod
    def of_table(cls, table: NDArray[Any], n_labels: int) -> ChainWeights:
        """Take the weights that are not zero out of a table : (n_rows, n_labels or more)."""
        counts = np.zeros(len(table) + 1, np.int64)
        labels, values = [], []
        for begin in range(0, len(table), 1 << 16):  # in parts: the table may be most of memory
            part = table[begin : begin + (1 << 16), :n_labels]
            rows, columns = np.nonzero(part)
            counts[begin + 1 : begin + 1 + len(part)] = np.bincount(rows, minlength=len(part))
            labels.append(columns.astype(np.int32))
            values.append(part[rows, columns])
        return cls(np.cumsum(counts), np.concatenate(labels), np.concatenate(values))

    @classmethod
    def of_cells(
        cls, counts: NDArray[Any], labels: NDArray[Any], values: NDArray[Any]
    ) -> ChainWeights:
        """Take weights that lie row by row : (n_rows,), (n_weights,), (n_weights,)."""
        offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        return cls(offsets, labels.astype(np.int32), values)

    def append(self, other: ChainWeights) -> ChainWeights:
        """Return the rows of both."""
        return ChainWeights(
            np.concatenate([self.offsets, other.offsets[1:] + self.offsets[-1]]),
            np.concatenate([self.labels, other.labels]),
            np.concatenate([self.values, other.values]),
        )

    def take_rows(self, rows: NDArray[np.integer[Any]]) -> ChainWeights:
        """Return the weights of some rows, in that order."""
        sizes = np.diff(self.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        cells = np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], sizes)
        return ChainWeights(offsets, self.labels[cells], self.values[cells])

    def drop_zeros(self) -> ChainWeights:
        """Return the same weights without those that are zero."""
        stays = self.values != 0
        if stays.all():
            return self
        before = np.concatenate([[0], np.cumsum(stays)])
        return ChainWeights(before[self.offsets], self.labels[stays], self.values[stays])

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.offsets) - 1

    def table(self, first: int, last: int, n_labels: int) -> NDArray[Any]:
        """Return some rows written out : (last - first, n_labels)."""
        begin, end = self.offsets[first], self.offsets[last]
        rows = np.repeat(np.arange(last - first), np.diff(self.offsets[first : last + 1]))
        out = np.zeros((last - first, n_labels), self.values.dtype)
        out[rows, self.labels[begin:end]] = self.values[begin:end]
        return out


@dataclass(eq=False)
class ChainStart:
    """Where batch fits of the same sentences begin, and what they leave for the next penalty.

    Parameters
    ----------
    objective
        That of the sentences, made by the first fit.
    cells
        The weights of its cells where the last one ended.
    """

    objective: _core.ChainObjective | None = None
    cells: NDArray[Any] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class ChainProblem(Problem[ChainWeights]):
    """A problem whose examples are sentences with a tag for each token.

    Parameters
    ----------
    rules
        Labels, order, and what may follow what.
    structure
        Costs between labels.
    all_states, all_transitions
        Give weights to every label of every feature and to every transition, not only to those
        that the data show. None is False for batch learners and True for online ones.
    has_ends
        Give weights to the first and the last label of a sentence.
    begins
        Of a batch learner: where it begins, overwritten by what it has found; None begins at zero.
        It belongs to the same sentences, loss and cells; the penalty may be another.
    seen
        What earlier sentences have shown, where only that has weights: offsets of the rows, and
        labels, as of :class:`ChainWeights`.
    rounds_to
        The type of the weights that are unpacked; None is that of the data.
    """

    data: ChainData
    held_out: ChainData | None = None
    rules: _core.ChainRules
    structure: Label = field(default_factory=Label)
    all_states: bool | None = None
    all_transitions: bool | None = None
    has_ends: bool = True
    begins: ChainStart | None = None
    seen: tuple[NDArray[np.int64], NDArray[np.int32]] | None = None
    rounds_to: np.dtype[Any] | None = None

    def __post_init__(self) -> None:
        self._costs(self.structure, self.n_labels)

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return self.rules.n_labels

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of the tokens."""
        return self.data.tokens.dtype

    @property
    def n_columns(self) -> int:
        """A column for every label, also of two."""
        return self.n_labels

    @property
    def n_weight_rows(self) -> int:
        """Features, observed transitions label by label, and the structure's own."""
        edges = self.data.edges
        n_edges = 0 if edges is None else edges.n_features * self.n_labels
        return self.data.tokens.n_features + n_edges + self.rules.n_rows

    @property
    def learns_nothing(self) -> bool:
        """True if there is one label."""
        return self.n_labels == 1

    @property
    def is_complete(self) -> bool:
        """True if every label of the training sentences is known."""
        return bool((self.data.gold >= 0).all())

    @cached_property
    def support(self) -> _core.Support | None:
        """The cells that online learners give weights to; None: all of the table."""
        all_states = self.all_states is not False
        all_transitions = self.all_transitions is not False
        if all_states and all_transitions and self.has_ends:
            return None
        return _core.Support(self.native(), all_states, all_transitions, self.has_ends, self.seen)

    def unpack(self, weights: NDArray[Any]) -> ChainWeights:
        """Return the weights that are not zero, of a table or of the support's slots."""
        if self.support is None:
            return self.in_order(ChainWeights.of_table(weights, self.n_labels))
        offsets, labels = self.support.cells()
        if self.learns_nothing:  # its weights have no room for the support's lines
            cells = np.zeros(len(labels), np.float32)
        else:
            cells = weights.ravel()[self.support.slots()]
        return self.in_order(ChainWeights(offsets, labels, cells).drop_zeros())

    def minimise(self, options: _core.BatchOptions) -> Fitted[ChainWeights]:
        """Minimise over the cells that are parameters."""
        start = ChainStart() if self.begins is None else self.begins
        objective = start.objective or _core.ChainObjective(
            self.native(), bool(self.all_states), bool(self.all_transitions), self.has_ends
        )
        n_iterations, converged, value, history, cells = objective.minimise(
            start.cells, options, self.report
        )
        start.objective, start.cells = objective, cells
        weights = self.in_order(ChainWeights(*objective.cells(), cells).drop_zeros())
        return Fitted(weights, np.zeros(0), n_iterations, converged, tuple(history), value)

    def in_double(self) -> ChainProblem:
        """Return the same in double precision."""
        return replace(self, data=self.data.in_double(), rounds_to=self.rounds_to or self.dtype)

    def in_order(self, weights: ChainWeights) -> ChainWeights:
        """Return weights with their rows in the order of the features' ids."""
        if self.rounds_to is not None:
            weights = replace(weights, values=weights.values.astype(self.rounds_to, copy=False))
        ranks = self.data.ranks
        if ranks is None:
            return weights
        rest = np.arange(len(ranks), weights.n_rows)
        return weights.take_rows(np.concatenate([ranks, rest]))

    def _native(self, data: ChainData) -> _core.Problem:
        return _core.chain_problem(
            data.tokens.native,
            None if data.edges is None else data.edges.native,
            data.offsets,
            data.gold,
            data.weights,
            self.rules,
            self.loss.name,
            self._costs(self.structure, self.n_labels),
        )
