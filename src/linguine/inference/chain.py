r"""Chain: the structure whose output is a label for each token of a sentence.

.. math::
    \hat y = \arg\max_{y} \sum_{t=1}^{T} s_{t, y_t} + \sum_{t=2}^{T} a_{y_{t-1}, y_t}
        + b_{y_1} + e_{y_T} + \sum_{k=2}^{n} \sum_t a^{(k)}_{y_{t-k}, .., y_t}
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.errors import ParameterError, check_number
from linguine.inference.chain_rows import MOST_HISTORIES, MOST_ORDER, rows_before
from linguine.inference.label import Label
from linguine.inference.structure import Table, check_k, read_scores

__all__ = ["Chain"]


@dataclass(frozen=True, eq=False)
class Chain:
    r"""A label for each token, and weights for labels that follow one another.

    The structural scores have a row for each label with those of what follows, one for the first
    label and one for the last : (n_labels + 2, n_labels). A chain of order n has rows for 2, 3, ..
    and n labels before behind these, so that what is rare backs off to what is shorter. The best
    output is found by Viterbi's algorithm, sums by the forward-backward algorithm, Fig. 1.9 of
    [Zhang2010]; both take n_labels ** (order + 1) steps a token.

    Parameters
    ----------
    order
        How many labels before it a label depends on; from 3 on, n_labels ** order may be 40,000.
    allowed
        What may follow what, ``allowed[before, label]``; None allows all : (n_labels, n_labels).
    starts, ends
        Which labels may come first and last, given with ``allowed``; None is all : (n_labels,).
    costs
        As in :class:`Label`, token by token.

    Examples
    --------
    The second label must not stay alone:

    >>> sites = [[2.0, 0.0], [0.0, 1.0], [1.0, 0.0]]
    >>> follows = [[0.0, 0.0], [-9.0, 2.0], [0.0, 0.0], [0.0, 0.0]]
    >>> Chain().argmax(sites, follows).tolist()
    [0, 1, 1]
    >>> Chain().k_best(sites, follows, 2).tolist()
    [[0, 1, 1], [1, 1, 1]]
    >>> log_z, shares, _ = Chain().marginals(sites, follows)
    >>> round(log_z, 3), shares.round(2).tolist()
    (5.782, [[0.54, 0.46], [0.08, 0.92], [0.06, 0.94]])
    """

    order: int = 1
    allowed: ArrayLike | None = None
    starts: ArrayLike | None = None
    ends: ArrayLike | None = None
    costs: ArrayLike | None = None

    def __post_init__(self) -> None:
        fix = "Use 2 for weights of three labels."
        check_number("Chain", "order", self.order, low=1, high=MOST_ORDER, integer=True, fix=fix)
        Label(self.costs)

    def rules(self, n_labels: int) -> _core.ChainRules:
        """Return what the core knows of a chain over so many labels."""
        if self.order > 2 and n_labels**self.order > MOST_HISTORIES:
            raise ParameterError(
                f"a chain of order 3 and more has at most {MOST_HISTORIES:,} = n_labels ** order "
                f"histories; {n_labels} labels have {n_labels**self.order:,} of order {self.order}."
                " Use a lower order."
            )
        if self.allowed is None:
            return _core.ChainRules(n_labels, self.order, None, None, None)
        masks = [
            np.ascontiguousarray(np.ones(n_labels) if mask is None else mask, np.bool_)
            for mask in (self.allowed, self.starts, self.ends)
        ]
        if [mask.shape for mask in masks] != [(n_labels, n_labels), (n_labels,), (n_labels,)]:
            raise ParameterError(
                f"allowed must have a row and a column for each of {n_labels} labels, starts and "
                f"ends an entry; got shapes {', '.join(str(mask.shape) for mask in masks)}. "
                "Give one for each label."
            )
        return _core.ChainRules(n_labels, self.order, *(mask.view(np.uint8) for mask in masks))

    def n_structural(self, n_labels: int) -> int:
        """Return how many rows the structural scores have."""
        return self.rules(n_labels).n_rows

    def argmax(self, sites: ArrayLike, structural: ArrayLike | None = None) -> NDArray[np.int32]:
        """Return the best labels : (n_tokens,)."""
        return np.array(_core.chain_argmax(*self._tables(sites, structural))[1], np.int32)

    def marginals(
        self, sites: ArrayLike, structural: ArrayLike | None = None
    ) -> tuple[float, Table, Table]:
        """Return log Z, the probability of each label, and how often each move is expected."""
        log_z, shares, _, moves = _core.chain_marginals(*self._tables(sites, structural))
        return log_z, shares, moves

    def k_best(self, sites: ArrayLike, structural: ArrayLike | None, k: int) -> NDArray[np.int32]:
        """Return the k best outputs, best first : (found, n_tokens)."""
        check_k(k)
        return np.array(_core.chain_k_best(*self._tables(sites, structural), k)[1], np.int32)

    def cost(self, gold: ArrayLike, n_labels: int) -> Table:
        """Return what each label of each token costs : (n_tokens, n_labels)."""
        return Label(self.costs).cost_table(n_labels)[np.asarray(gold, np.intp)]

    def parts(self, output: ArrayLike, n_labels: int) -> Table:
        """Return how often each structural weight counts : (n_structural, n_labels)."""
        y, L = np.asarray(output, np.intp), n_labels
        counts = np.zeros((self.n_structural(L), L))
        if len(y) == 0:
            return counts
        counts[L + 1, y[-1]] += 1
        for rows in rows_before(y, np.array([0, len(y)]), L, self.order).T:
            np.add.at(counts, (rows[rows >= 0], y[rows >= 0]), 1)
        return counts

    def _tables(
        self, sites: ArrayLike, structural: ArrayLike | None
    ) -> tuple[_core.ChainRules, Table, None, Table]:
        fix = "Give one row per token and one column per label."
        scores = read_scores(sites, fix, name="sites")
        if scores.ndim != 2 or scores.shape[1] == 0:
            raise ParameterError(f"sites must be a table; got shape {scores.shape}. {fix}")
        n_labels = scores.shape[1]
        rules = self.rules(n_labels)
        shape = rules.n_rows, n_labels
        given = np.zeros(shape) if structural is None else structural
        moves = read_scores(given, "Give a row per label, then the first and the last labels'.")
        if moves.shape != shape:
            raise ParameterError(
                f"structural scores must have shape {shape}: a row per label with those of what "
                f"follows, then the first and the last labels'; got {moves.shape}. "
                "Leave them out for zeros."
            )
        return rules, scores, None, moves
