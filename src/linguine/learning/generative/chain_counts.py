r"""Chains by plain counting: the hidden Markov model of textbooks, over any features.

.. math:: \hat y = \arg\max_y \sum_t \ln p(x_t \mid y_t) + \ln p(y_t \mid y_{t-1}), \quad
    p(y_t = a \mid y_{t-1} = b) = n_{a,b} / n_b

Eqs. (1.16) and (1.17) of [Zhang2010]. p(x | y) is multinomial naive Bayes over the features of a
token; of words alone it is the share of the word among those of the tag. Nothing is interpolated,
endings tell nothing, and what follows the last label is not asked for. A word that was never seen
has no feature, so the labels around it decide. :mod:`linguine.learning.generative.hmm` is the
better tagger.
"""

from __future__ import annotations

import numpy as np

from linguine import _core
from linguine.errors import DataError, ParameterError
from linguine.inference.chain_rows import first_row
from linguine.learning.chain_problem import ChainProblem, ChainWeights
from linguine.learning.generative.hmm_transitions import count_tags, divide, log
from linguine.learning.generative.naive_bayes import CountsState, Table, multinomial

__all__ = ["count_chain"]


def count_chain(problem: ChainProblem, alpha: float) -> ChainWeights:
    """Return the logarithms of shares as the weights of a chain."""
    data, L = problem.data, problem.n_labels
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
    known = np.flatnonzero(data.gold >= 0)
    if not len(known):
        raise DataError("A hidden Markov model counts tagged words; no token has a tag. Give some.")
    data.tokens.check_not_negative("naive Bayes counts features")
    gold = data.gold[known].astype(np.int32)
    ones = np.ones(len(gold))
    sums = _core.class_sums(data.tokens.native, known.astype(np.int64), gold, ones, L, False)
    of_labels = np.bincount(gold, minlength=L).astype(np.float64)
    emissions, _ = multinomial(CountsState(sums, None, of_labels), alpha)
    table = np.concatenate([emissions, _transitions(problem)]).astype(data.tokens.dtype)
    return problem.in_order(ChainWeights.of_table(table, L))


def _transitions(problem: ChainProblem) -> Table:
    """Return the structural rows: from each label or history, from START, to END (nothing)."""
    data, rules = problem.data, problem.rules
    L, order, rows = rules.n_labels, rules.order, np.zeros((rules.n_rows, rules.n_labels))
    counts = count_tags(data.gold, data.offsets, L, order)
    if order == 1:
        shares = divide(counts.bigrams, counts.bigrams.sum(axis=1, keepdims=True))
        rows[:L], rows[L] = log(shares[:L, :L]), log(shares[L, :L])
        return rows
    rows[L] = log(divide(counts.bigrams[L, :L], counts.bigrams[L].sum()))
    for k, (histories, outcomes, n_found) in enumerate(counts.longer, 2):
        table = np.zeros(((L + 1) * L ** (k - 1), L + 1))
        table[histories, outcomes] = n_found
        shares = log(divide(table[:, :L], table.sum(axis=1, keepdims=True)))
        first = 0 if k == order else L**k  # of shorter histories those behind START
        rows[first_row(k, L) + first : first_row(k + 1, L)] = shares[first:]
    return rows
