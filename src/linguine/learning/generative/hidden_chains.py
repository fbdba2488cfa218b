r"""Chains whose labels are hidden, all of them or some: Baum-Welch.

.. math:: F(\theta) = \sum_s w_s \log \sum_{y \sim s} p(x_s, y) + \alpha \sum_{y,j} \log \phi_{y,j},
          \quad
          p(x, y) = p(\mathrm{end} \mid y_T) \prod_t p(x_t \mid y_t)\, p(y_t \mid y_{t-1})

The inner sum goes over the labels that agree with those that are known. The E-step is the chain's
own sum, forward-backward; the M-step is :class:`ChainCounts`, fed expected counts: Section 1.5 and
Eq. (1.16) of [Zhang2010], [Baum1970]. What follows the last label is asked for, as only then p is
the probability of a sentence.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.learning.chain_problem import ChainData
from linguine.learning.generative.chain_counts import ChainCounts, count_known
from linguine.learning.generative.naive_bayes import Table
from linguine.learning.generative.naive_bayes_mixture import in_double

__all__ = ["ChainBeliefs", "HiddenChains"]

#: How much what few labels do not show counts at first: what begins impossible remains so.
_START = 0.1


@dataclass(frozen=True, eq=False)
class ChainBeliefs:
    """What is believed of sentences, times their weights.

    Parameters
    ----------
    labels
        The share of each label of each token : (n_tokens, n_labels).
    moves
        How often each structural cell is expected : (n_rows, n_labels).
    """

    labels: Table
    moves: Table

    def __len__(self) -> int:
        return len(self.labels)


class HiddenChains:
    """Sentences with hidden labels: the two steps of EM.

    Parameters
    ----------
    data
        The sentences; labels that are -1 are hidden. Their values must not be negative.
    rules
        Labels, order, and what may follow what.
    alpha
        Pseudo-count of every feature.
    weight
        How much a sentence counts of which no label is known.
    n_threads
        Threads; the result does not depend on it.

    Examples
    --------
    >>> from linguine.features import SparseRows
    >>> words = SparseRows(np.arange(5, dtype=np.int32), np.array([0, 1, 0, 1], np.int32), None, 2)
    >>> data = ChainData.of(words, np.array([0, 2, 4]), np.array([0, 1, -1, -1], np.int32))
    >>> chains = HiddenChains(data, _core.ChainRules(2, 1, None, None, None), alpha=0.1)
    >>> q, _ = chains.expect(chains.maximise(chains.begin()), 1.0)
    >>> q.labels.round(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

    def __init__(
        self,
        data: ChainData,
        rules: _core.ChainRules,
        *,
        alpha: float,
        weight: float = 1.0,
        n_threads: int = 1,
    ) -> None:
        self.rules, self.alpha, self.n_threads = rules, alpha, n_threads
        known, hidden = _split(data, weight)
        self.gold = count_known(known, rules)
        self.data = hidden
        self._weights = hidden.weights[np.diff(hidden.offsets) > 0]
        matrix = in_double(hidden.tokens)
        self._counts = _core.SoftCounts(matrix, n_threads)
        self._native = _core.SoftChains(matrix, hidden.offsets, hidden.gold, hidden.weights, rules)

    def on_threads(self, n_threads: int) -> HiddenChains:
        """Return the same sentences, worked on by so many threads."""
        made = copy.copy(self)
        made.n_threads = n_threads
        return made

    def begin(self) -> ChainBeliefs:
        """Return what one believes who has counted the labels that are known.

        What few labels do not show is made possible: words are mixed with the share that they have
        of all sentences, which tells nothing about their label.
        """
        L, known = self.rules.n_labels, self.data.gold >= 0  # beside hidden ones
        labels = np.zeros((len(known), L))
        labels[known, self.data.gold[known]] = 1.0
        sums = self.gold.sums + self._counts.sums(labels, self.n_threads)
        everywhere = self.gold.sums.sum(axis=1, keepdims=True)
        everywhere += self._counts.sums(np.ones((len(known), 1)), self.n_threads)
        sums += _START * everywhere / everywhere.sum() * sums.sum(axis=0)
        return self._believed(sums, self.gold.moves + _START)

    def begin_by_chance(self, generator: np.random.Generator) -> ChainBeliefs:
        """Return beliefs that are nearly the same for all labels; chance makes the difference."""
        L = self.rules.n_labels
        even = np.full((len(self.data.gold), L), 1.0 / L)
        sums = self._counts.sums(even, self.n_threads)
        sums *= generator.uniform(0.5, 1.5, sums.shape)
        return self._believed(sums, generator.uniform(0.5, 1.5, (self.rules.n_rows, L)))

    def _believed(self, sums: Table, moves: Table) -> ChainBeliefs:
        counts = ChainCounts(sums, moves, _totals(self.rules, moves), has_ends=True)
        return self.expect(counts.estimate(self.rules, self.alpha), 1.0)[0]

    def counted(self, q: ChainBeliefs) -> ChainCounts:
        """Return the counts that beliefs and known labels give."""
        sums = self.gold.sums + self._counts.sums(q.labels, self.n_threads)
        moves = self.gold.moves + q.moves
        return ChainCounts(sums, moves, _totals(self.rules, moves), has_ends=True)

    def maximise(self, q: ChainBeliefs) -> tuple[Table, Table]:
        """Return the logarithms of shares, of features and of structural rows."""
        return self.counted(q).estimate(self.rules, self.alpha)

    def expect(
        self, parameters: tuple[Table, Table], sharpness: float
    ) -> tuple[ChainBeliefs, float]:
        """Return what a model believes about the sentences, and the objective."""
        theta, rows = parameters
        labels, moves, log_p = self._native.expect(
            sharpness * theta, sharpness * rows, self.n_threads
        )
        objective = float(self._weights @ np.where(np.isfinite(log_p), log_p, 0.0))
        objective += float((self.gold.sums * theta).sum()) + float((self.gold.moves * rows).sum())
        if self.alpha > 0:
            objective += self.alpha * float(theta.sum())
        return ChainBeliefs(labels, moves), objective

    def settle(self, q: ChainBeliefs) -> None:
        """Leave it: chains are not warmed up."""


def _totals(rules: _core.ChainRules, moves: Table) -> Table:
    """Return how often the labels of each row are there, whatever follows : (n_rows,).

    A chain knows of the end what the last label says, so that it has the same share after all
    histories that end in this label.
    """
    L, totals = rules.n_labels, np.zeros(rules.n_rows)
    ends = moves[L + 1]
    totals[:L], totals[L] = moves[:L].sum(axis=1) + ends, moves[L].sum()
    if rules.order > 1:
        inner = moves[:L].sum(axis=1)
        stays = np.divide(inner, totals[:L], out=np.ones(L), where=totals[:L] > 0)
        longer = moves[L + 2 :].sum(axis=1).reshape(-1, L)  # a history's last label is its column
        shares = np.divide(longer, stays, out=np.zeros_like(longer), where=stays > 0)
        totals[L + 2 :] = shares.ravel()
    return totals


def _split(data: ChainData, weight: float) -> tuple[ChainData, ChainData]:
    """Return the sentences whose labels are all known, and the others with their weights."""
    lengths = np.diff(data.offsets)
    before = np.concatenate([[0], np.cumsum(data.gold < 0)])
    n_hidden = before[data.offsets[1:]] - before[data.offsets[:-1]]
    weights = np.where(n_hidden == lengths, weight, 1.0)
    return tuple(  # type: ignore[return-value]
        _take(data, np.flatnonzero(chosen), weights) for chosen in (n_hidden == 0, n_hidden > 0)
    )


def _take(data: ChainData, sentences: NDArray[np.intp], weights: Table) -> ChainData:
    lengths = np.diff(data.offsets)[sentences]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    rows = np.arange(offsets[-1]) + np.repeat(data.offsets[sentences] - offsets[:-1], lengths)
    return ChainData(data.tokens.take(rows), offsets, data.gold[rows], weights[sentences])
