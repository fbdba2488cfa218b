"""Sequences as a learning problem: the same learners, examples of many sites."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites, SparseRows
from linguine.learning.losses import Loss
from linguine.learning.problem import Fitted, LearningProblem
from linguine.learning.regularizers import Intercept

__all__ = ["SequenceData", "SequenceProblem", "SequenceWeights"]


@dataclass(frozen=True, eq=False)
class SequenceData:
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
    >>> data = SequenceData.of(rows, np.array([0, 2]), np.array([0, 1], np.int32))
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
    ) -> SequenceData:
        """Collect what belongs together; frequent features come first, which memory likes.

        Parameters
        ----------
        tokens, edges
            What a TokenExtractor gave.
        offsets, gold
            As in the class.
        weights
            None is 1 for every sentence.
        ranks
            The order of other sentences that the same weights are for; None is a new one.
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

    @property
    def examples(self) -> Examples:
        """The sentences as examples: where each begins, and how much it counts."""
        return Examples(self.offsets[:-1], np.zeros(len(self.weights), np.int32), self.weights)


@dataclass(frozen=True, eq=False)
class SequenceWeights:
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
    values: NDArray[np.float32]

    @classmethod
    def of_table(cls, table: NDArray[Any], n_labels: int) -> SequenceWeights:
        """Take the weights that are not zero out of a table : (n_rows, n_labels or more)."""
        counts = np.zeros(len(table) + 1, np.int64)
        labels, values = [], []
        for begin in range(0, len(table), 1 << 16):  # in parts: the table may be most of memory
            part = table[begin : begin + (1 << 16), :n_labels]
            rows, columns = np.nonzero(part)
            counts[begin + 1 : begin + 1 + len(part)] = np.bincount(rows, minlength=len(part))
            labels.append(columns.astype(np.int32))
            values.append(part[rows, columns].astype(np.float32))
        return cls(np.cumsum(counts), np.concatenate(labels), np.concatenate(values))

    @classmethod
    def of_cells(
        cls, counts: NDArray[Any], labels: NDArray[Any], values: NDArray[np.float32]
    ) -> SequenceWeights:
        """Take weights that lie row by row : (n_rows,), (n_weights,), (n_weights,)."""
        offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
        return cls(offsets, labels.astype(np.int32), values)

    def append(self, other: SequenceWeights) -> SequenceWeights:
        """Return the rows of both."""
        return SequenceWeights(
            np.concatenate([self.offsets, other.offsets[1:] + self.offsets[-1]]),
            np.concatenate([self.labels, other.labels]),
            np.concatenate([self.values, other.values]),
        )

    def take_rows(self, rows: NDArray[np.integer[Any]]) -> SequenceWeights:
        """Return the weights of some rows, in that order."""
        sizes = np.diff(self.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        cells = np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], sizes)
        return SequenceWeights(offsets, self.labels[cells], self.values[cells])

    def drop_zeros(self) -> SequenceWeights:
        """Return the same weights without those that are zero."""
        stays = self.values != 0
        if stays.all():
            return self
        before = np.concatenate([[0], np.cumsum(stays)])
        return SequenceWeights(before[self.offsets], self.labels[stays], self.values[stays])

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.offsets) - 1

    def table(self, first: int, last: int, n_labels: int) -> NDArray[np.float32]:
        """Return some rows written out : (last - first, n_labels)."""
        begin, end = self.offsets[first], self.offsets[last]
        rows = np.repeat(np.arange(last - first), np.diff(self.offsets[first : last + 1]))
        out = np.zeros((last - first, n_labels), np.float32)
        out[rows, self.labels[begin:end]] = self.values[begin:end]
        return out


@dataclass(frozen=True, eq=False)
class SequenceProblem(LearningProblem):
    """A learning problem whose examples are sentences.

    Parameters
    ----------
    data
        What to learn from.
    rules
        Labels, order, and what may follow what.
    held_out_data
        Sentences for early stopping, or None.
    all_states, all_transitions
        Give weights to every label of every feature and to every transition, not only to those
        that the data show. None is False for batch learners and True for online ones.
    has_ends
        Give weights to the first and the last label of a sentence.
    """

    data: SequenceData | None = None
    rules: _core.ChainRules | None = None
    held_out_data: SequenceData | None = None
    all_states: bool | None = None
    all_transitions: bool | None = None
    has_ends: bool = True

    @classmethod
    def of(
        cls, data: SequenceData, rules: _core.ChainRules, loss: Loss, **rest: Any
    ) -> SequenceProblem:
        """Make a problem of sentences; ``rest`` as in the class."""
        return cls(
            data.tokens,
            data.examples,
            rules.n_labels,
            loss,
            intercept=Intercept(is_fitted=False),
            data=data,
            rules=rules,
            **rest,
        )

    @property
    def n_columns(self) -> int:
        """A column for every label, also of two."""
        return self.n_labels

    @property
    def n_weight_rows(self) -> int:
        """Features, observed transitions label by label, and the structure's own."""
        data, rules = self._parts()
        n_edges = 0 if data.edges is None else data.edges.n_features * self.n_labels
        return data.tokens.n_features + n_edges + rules.n_rows

    @property
    def most_candidates(self) -> int:
        """There are more outputs than anybody would ask for."""
        return 1 << 30

    @property
    def is_complete(self) -> bool:
        """True if every label of the training sentences is known."""
        return bool((self._parts()[0].gold >= 0).all())

    def native(self, examples: Examples | None = None) -> _core.Problem:
        """Return the core's problem over the training sentences."""
        assert examples is None
        return self._native(self._parts()[0])

    def native_held_out(self) -> _core.Problem | None:
        """Return the core's problem over the held-out sentences, if there are any."""
        return None if self.held_out_data is None else self._native(self.held_out_data)

    def _native(self, data: SequenceData) -> _core.Problem:
        return _core.sequence_problem(
            data.tokens.native,
            None if data.edges is None else data.edges.native,
            data.offsets,
            data.gold,
            data.weights,
            self._parts()[1],
            self.loss.name,
            self._cost_table(),
        )

    def weights_of(self, fitted: Fitted) -> SequenceWeights:
        """Return what a learner found, rows in the order of the features' ids."""
        data, _ = self._parts()
        found = fitted.weights
        if not isinstance(found, SequenceWeights):
            found = SequenceWeights.of_table(found, self.n_labels)
        if data.ranks is None:
            return found
        n_features = len(data.ranks)
        rest = np.arange(n_features, found.n_rows)
        return found.take_rows(np.concatenate([data.ranks, rest]))

    @cached_property
    def support(self) -> _core.Support | None:
        """The cells that online learners give weights to; None: all of the table."""
        all_states = self.all_states is not False
        all_transitions = self.all_transitions is not False
        if all_states and all_transitions and self.has_ends:
            return None
        return _core.Support(self.native(), all_states, all_transitions, self.has_ends)

    def unpack(self, weights: NDArray[Any]) -> Any:
        """Return what an online learner found: a table, or the weights of the support."""
        if self.support is None:
            return weights
        offsets, labels = self.support.cells()
        if self.learns_nothing:  # its weights have no room for the support's lines
            return SequenceWeights(offsets, labels, np.zeros(len(labels), np.float32)).drop_zeros()
        cells = weights.ravel()[self.support.slots()].astype(np.float32, copy=False)
        return SequenceWeights(offsets, labels, cells).drop_zeros()

    def minimise(self, options: _core.BatchOptions) -> Fitted:
        """Minimise over the cells that are parameters; weights come as SequenceWeights."""
        objective = _core.ChainObjective(
            self.native(), bool(self.all_states), bool(self.all_transitions), self.has_ends
        )
        n_iterations, converged, value, history, cells = objective.minimise(
            None, options, self.report
        )
        offsets, labels = objective.cells()
        weights = SequenceWeights(offsets, labels, cells.astype(np.float32, copy=False))
        return Fitted(
            weights.drop_zeros(),
            np.zeros(0),
            n_iterations,
            converged,
            tuple(history),
            value,
        )

    def _parts(self) -> tuple[SequenceData, _core.ChainRules]:
        assert self.data is not None
        assert self.rules is not None
        return self.data, self.rules
