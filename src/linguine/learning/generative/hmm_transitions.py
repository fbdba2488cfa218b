r"""Transitions of hidden Markov models: tag n-grams, smoothed by deleted interpolation.

.. math:: p(o \mid t, u) = \lambda_1 p(o) + \lambda_2 p(o \mid u) + \lambda_3 p(o \mid t, u)

Figure 1 of [Brants2000]. A trigram that was not seen has :math:`\lambda_1 p(o) + \lambda_2 p(o \mid
u)`, whatever :math:`t` is, so its logarithm is a weight of the pair (u, o); only trigrams that were
seen have a weight of their own, the difference. With hundreds of tags few were.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.learning.chain_problem import ChainWeights

__all__ = ["FLOOR", "TagCounts", "count_tags", "divide", "estimate_transitions", "log"]

Table = NDArray[np.float64]
Codes = NDArray[np.integer[Any]]

#: Logarithm of a probability of zero: weights are finite. No sentence makes up for it.
FLOOR = -100.0


def divide(a: Table, b: Table | float) -> Table:
    """Return a / b, and 0 where b is 0."""
    b = np.broadcast_to(b, a.shape)
    return np.divide(a, b, out=np.zeros(a.shape), where=b > 0)


def log(p: Table) -> Table:
    """Return the logarithm, or the floor."""
    return np.log(p, out=np.full(p.shape, FLOOR), where=p > 0)


class TagCounts(NamedTuple):
    """Counts of n-grams that end in an outcome; as context L is START, as outcome END."""

    unigrams: Table  # (L + 1,)
    bigrams: Table  # (L + 1, L + 1)
    trigrams: tuple[Codes, ...]  # those that occur : 3 x (n,)
    n_trigrams: Table  # how often : (n,)


def count_tags(gold: Codes, offsets: NDArray[np.int64], n_tags: int) -> TagCounts:
    """Read START t_1 .. t_T END through windows; those with an unknown tag do not count."""
    L = n_tags
    offsets = offsets[np.append(True, np.diff(offsets) > 0)]  # sentences without words
    n_sentences = len(offsets) - 1
    # One stream of tags, START and END being the same border: L between two sentences.
    stream = np.full(len(gold) + n_sentences + 1, L)
    stream[np.arange(len(gold)) + np.repeat(np.arange(n_sentences), np.diff(offsets)) + 1] = gold

    def cells(*shape: int) -> NDArray[np.int64]:
        windows = [stream[i : len(stream) - len(shape) + 1 + i] for i in range(len(shape))]
        is_whole = np.all([each >= 0 for each in windows], axis=0)
        if len(shape) == 3:
            is_whole &= windows[1] < L  # not END START
        return np.asarray(np.ravel_multi_index([each[is_whole] for each in windows], shape))

    unigrams = np.bincount(cells(L + 1), minlength=L + 1).astype(np.float64)
    bigrams = np.bincount(cells(L + 1, L + 1), minlength=(L + 1) ** 2).astype(np.float64)
    bigrams = bigrams.reshape(L + 1, L + 1)
    unigrams[L] = bigrams[:, L].sum()
    shape = (L + 1, L, L + 1)
    found, n_found = np.unique(cells(*shape), return_counts=True)
    return TagCounts(unigrams, bigrams, np.unravel_index(found, shape), n_found.astype(np.float64))


def estimate_transitions(
    gold: Codes, offsets: NDArray[np.int64], n_tags: int, order: int
) -> tuple[ChainWeights, Table]:
    """Return the structural rows and the weights of deleted interpolation; -1 is an unknown tag."""
    L = n_tags
    c1, c2, (t, u, o), c3 = count_tags(gold, offsets, L)
    from_1 = c2.sum(axis=1)
    p1, p2 = divide(c1, c1.sum()), divide(c2, from_1[:, None])
    # what each estimate would be had this n-gram been seen once less; ties go to the lower order
    less = [divide(c1 - 1, c1.sum() - 1), divide(c2 - 1, from_1[:, None] - 1)]
    if order == 1:
        counts, terms = c2, [np.broadcast_to(less[0], c2.shape), less[1]]
    else:
        pairs = t * L + u
        from_2 = np.bincount(pairs, weights=c3, minlength=(L + 1) * L)[pairs]
        counts, terms = c3, [less[0][o], less[1][u, o], divide(c3 - 1, from_2 - 1)]
    best = np.argmax(terms, axis=0)
    lambdas = np.bincount(best.ravel(), weights=counts.ravel(), minlength=order + 1)
    lambdas = lambdas / lambdas.sum() if lambdas.sum() > 0 else np.eye(order + 1)[0]
    bigrams = lambdas[0] * p1 + lambdas[1:].sum() * p2
    backed_off = lambdas[0] * p1 + lambdas[1] * p2  # of order 1 the same
    basic = np.concatenate(
        [log(backed_off[:L, :L]), log(bigrams[L:, :L]), log(bigrams[:L, L])[None]]
    )
    rows = ChainWeights.of_table(basic.astype(np.float32), L)
    if order == 1:
        return rows, lambdas
    is_tag = o < L
    t, u, o, pairs = t[is_tag], u[is_tag], o[is_tag], pairs[is_tag]
    whole = backed_off[u, o] + lambdas[2] * c3[is_tag] / from_2[is_tag]
    lead = (log(whole) - log(backed_off[u, o])).astype(np.float32)
    sizes = np.bincount(pairs, minlength=(L + 1) * L)
    return rows.append(ChainWeights.of_cells(sizes, o, lead)), lambdas
