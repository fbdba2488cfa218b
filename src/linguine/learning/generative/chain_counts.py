r"""Chains by plain counting: the hidden Markov model of textbooks, over any features.

.. math:: \hat y = \arg\max_y \sum_t \ln p(x_t \mid y_t) + \ln p(y_t \mid y_{t-1}), \quad
    p(y_t = a \mid y_{t-1} = b) = n_{a,b} / n_b

Eqs. (1.16) and (1.17) of [Zhang2010]. p(x | y) is multinomial naive Bayes over the features of a
token; of words alone it is the share of the word among those of the tag. Nothing is interpolated,
endings tell nothing, and what follows the last label is not asked for. A word that was never seen
has no feature, so the labels around it decide. :mod:`linguine.learning.generative.hmm` is the
better tagger.

Counts are observed here, and expected in :mod:`linguine.learning.generative.hidden_chains`; what
they make is the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linguine import _core
from linguine.errors import DataError, ParameterError
from linguine.inference.chain_rows import first_row
from linguine.learning.chain_problem import ChainData, ChainProblem, ChainWeights
from linguine.learning.generative.hmm_transitions import count_tags, divide, log
from linguine.learning.generative.naive_bayes import CountsState, Table, multinomial

__all__ = ["ChainCounts", "check_countable", "count_chain", "count_known", "weights_of"]


@dataclass(frozen=True, eq=False)
class ChainCounts:
    """What was counted, or is expected, in the sentences of a chain.

    Parameters
    ----------
    sums
        How often each feature has each label : (n_features, n_labels).
    moves
        How often each cell of the structural rows is used, which are those of
        :class:`linguine.inference.Chain` : (n_rows, n_labels).
    totals
        How often the row's own labels are there, whatever follows : (n_rows,); that of the end's
        row means nothing.
    has_ends
        Whether what follows the last label is asked for.
    """

    sums: Table
    moves: Table
    totals: Table
    has_ends: bool = False

    def estimate(self, rules: _core.ChainRules, alpha: float) -> tuple[Table, Table]:
        """Return the logarithms of shares: of features, and of the structural rows."""
        emissions, _ = multinomial(CountsState(self.sums, None, np.ones(rules.n_labels)), alpha)
        L, rows = rules.n_labels, np.zeros((rules.n_rows, rules.n_labels))
        shares = divide(self.moves, self.totals[:, None])
        if rules.order == 1:
            rows[: L + 1] = log(shares[: L + 1])
        else:
            rows[L] = log(shares[L])
        for k in range(2, rules.order + 1):
            behind_start = 0 if k == rules.order else L**k  # of shorter histories
            found = slice(first_row(k, L) + behind_start, first_row(k + 1, L))
            rows[found] = log(shares[found])
        if self.has_ends:
            rows[L + 1] = log(divide(self.moves[L + 1], self.totals[:L]))
        return emissions, rows


def count_chain(problem: ChainProblem, alpha: float) -> ChainWeights:
    """Return the logarithms of shares as the weights of a chain."""
    check_countable(problem)
    if not (problem.data.gold >= 0).any():
        raise DataError("A hidden Markov model counts tagged words; no token has a tag. Give some.")
    counts = count_known(problem.data, problem.rules)
    return weights_of(problem, *counts.estimate(problem.rules, alpha))


def weights_of(problem: ChainProblem, emissions: Table, rows: Table) -> ChainWeights:
    """Return tables of logarithms as the weights of a chain."""
    table = np.concatenate([emissions, rows]).astype(problem.data.tokens.dtype)
    return problem.in_order(ChainWeights.of_table(table, problem.n_labels))


def check_countable(problem: ChainProblem) -> None:
    """Raise an error for what counting cannot take."""
    data = problem.data
    if data.edges is not None:
        raise ParameterError(
            "A hidden Markov model has words that depend on their own tag only; got templates with "
            "y[-1], which tie them to the tag before. Leave these templates out, or train a CRF."
        )
    if (data.weights != 1).any():
        raise ParameterError(
            "A hidden Markov model counts every sentence once; got sample_weight. Leave it out, or "
            "use 'crf'."
        )
    data.tokens.check_not_negative("naive Bayes counts features")


def count_known(data: ChainData, rules: _core.ChainRules) -> ChainCounts:
    """Count the labels that are known, and what follows what where both are."""
    L = rules.n_labels
    known = np.flatnonzero(data.gold >= 0)
    gold, ones = data.gold[known].astype(np.int32), np.ones(len(known))
    sums = _core.class_sums(data.tokens.native, known.astype(np.int64), gold, ones, L, False)
    counts = count_tags(data.gold, data.offsets, L, rules.order)
    moves, totals = np.zeros((rules.n_rows, L)), np.zeros(rules.n_rows)
    moves[: L + 1], moves[L + 1] = counts.bigrams[:, :L], counts.bigrams[:L, L]
    totals[: L + 1] = counts.bigrams.sum(axis=1)
    for k, (histories, outcomes, n_found) in enumerate(counts.longer, 2):
        rows, is_tag = first_row(k, L) + histories, outcomes < L
        moves[rows[is_tag], outcomes[is_tag]] = n_found[is_tag]
        np.add.at(totals, rows, n_found)
    return ChainCounts(sums, moves, totals)
