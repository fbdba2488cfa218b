r"""Transitions of hidden Markov models: tag n-grams, smoothed by deleted interpolation.

.. math:: p(o \mid t, u) = \lambda_1 p(o) + \lambda_2 p(o \mid u) + \lambda_3 p(o \mid t, u)

Figure 1 of [Brants2000], and so on with longer histories for higher orders. A trigram that was not
seen has :math:`\lambda_1 p(o) + \lambda_2 p(o \mid u)`, whatever :math:`t` is, so its logarithm is
a weight of the pair (u, o); only trigrams that were seen have a weight of their own, the
difference. With hundreds of tags few were. Longer n-grams differ from shorter ones in the same way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.learning.chain_problem import ChainWeights

__all__ = ["FLOOR", "Ngrams", "TagCounts", "count_tags", "divide", "estimate_transitions", "log"]

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


def _sums(cells: Codes, numbers: Table, n_cells: int = 0) -> Table:
    return np.asarray(np.bincount(cells, weights=numbers, minlength=n_cells), np.float64)


class Ngrams(NamedTuple):
    """Those that occur, sorted: a history as a number of base L, the outcome, and how often."""

    histories: Codes
    outcomes: Codes
    counts: Table

    def totals(self) -> Table:
        """Return how often each one's history occurs : (n,)."""
        return _sums(self.histories, self.counts)[self.histories]

    def shorter(self, than: Ngrams, n_tags: int, n_before: int) -> NDArray[np.intp]:
        """Return where those without the first tag are, of longer ones of n_before + 1 tags."""
        width = n_tags + 1
        wanted = than.histories % n_tags**n_before * width + than.outcomes
        return np.asarray(np.searchsorted(self.histories * width + self.outcomes, wanted))


class TagCounts(NamedTuple):
    """Counts of n-grams that end in an outcome; as context L is START, as outcome END."""

    unigrams: Table  # (L + 1,)
    bigrams: Table  # (L + 1, L + 1)
    longer: tuple[Ngrams, ...]  # of two tags and an outcome, of three, ..


def count_tags(gold: Codes, offsets: NDArray[np.int64], n_tags: int, order: int = 2) -> TagCounts:
    """Read START t_1 .. t_T END through windows; those with an unknown tag do not count."""
    L = n_tags
    offsets = offsets[np.append(True, np.diff(offsets) > 0)]  # sentences without words
    n_sentences = len(offsets) - 1
    # One stream of tags, START and END being the same border: L between two sentences.
    stream = np.full(len(gold) + n_sentences + 1, L)
    stream[np.arange(len(gold)) + np.repeat(np.arange(n_sentences), np.diff(offsets)) + 1] = gold

    def cells(*shape: int) -> NDArray[np.int64]:
        n = max(len(stream) - len(shape) + 1, 0)
        windows = [stream[i : n + i] for i in range(len(shape))]
        is_whole = np.all([each >= 0 for each in windows], axis=0)
        for each in windows[1:-1]:
            is_whole &= each < L  # not END START
        return np.asarray(np.ravel_multi_index([each[is_whole] for each in windows], shape))

    unigrams = np.bincount(cells(L + 1), minlength=L + 1).astype(np.float64)
    bigrams = np.bincount(cells(L + 1, L + 1), minlength=(L + 1) ** 2).astype(np.float64)
    bigrams = bigrams.reshape(L + 1, L + 1)
    unigrams[L] = bigrams[:, L].sum()
    longer = []
    for k in range(2, order + 1):
        found, n_found = np.unique(cells(L + 1, *[L] * (k - 1), L + 1), return_counts=True)
        longer.append(Ngrams(found // (L + 1), found % (L + 1), n_found.astype(np.float64)))
    return TagCounts(unigrams, bigrams, tuple(longer))


def estimate_transitions(seen: TagCounts, n_tags: int) -> tuple[ChainWeights, Table]:
    """Return the structural rows and the weights of deleted interpolation."""
    L = n_tags
    c1, c2, longer = seen
    from_1 = c2.sum(axis=1)
    p1, p2 = divide(c1, c1.sum()), divide(c2, from_1[:, None])
    lambdas = _interpolate(c1, c2, longer, L)
    bigrams = lambdas[0] * p1 + lambdas[1:].sum() * p2
    backed_off = lambdas[0] * p1 + lambdas[1] * p2  # of order 1 the same
    basic = np.concatenate(
        [log(backed_off[:L, :L]), log(bigrams[L:, :L]), log(bigrams[:L, L])[None]]
    )
    rows = ChainWeights.of_table(basic.astype(np.float32), L)
    shorter = np.zeros(0)
    for k, ngrams in enumerate(longer, 2):
        histories, outcomes, counts = ngrams
        if k == 2:
            shorter = backed_off[histories % L, outcomes]
        else:
            shorter = shorter[longer[k - 3].shorter(ngrams, L, k - 1)]
        # behind START no longer history will be asked, so its weight goes to this one
        weight = np.where(histories < L**k, lambdas[k], lambdas[k:].sum())
        whole = shorter + weight * counts / ngrams.totals()
        is_tag = outcomes < L
        lead = (log(whole) - log(shorter)).astype(np.float32)[is_tag]
        sizes = np.bincount(histories[is_tag], minlength=(L + 1) * L ** (k - 1))
        rows = rows.append(ChainWeights.of_cells(sizes, outcomes[is_tag], lead))
        shorter = whole
    return rows, lambdas


def _interpolate(c1: Table, c2: Table, longer: tuple[Ngrams, ...], n_tags: int) -> Table:
    """Return the weight of each length: what would be the best estimate had all been seen less."""
    # what each estimate would be had this n-gram been seen once less; ties go to the lower order
    from_1, order = c2.sum(axis=1), len(longer) + 1
    less = [divide(c1 - 1, c1.sum() - 1), divide(c2 - 1, from_1[:, None] - 1)]
    if order == 1:
        counts, terms = c2, [np.broadcast_to(less[0], c2.shape), less[1]]
    else:
        histories, o, counts = longer[-1]
        terms = [less[0][o], less[1][histories % n_tags, o]]
        for k, ngrams in enumerate(longer, 2):
            here = np.arange(len(counts))
            if k < order:  # those without the first tags
                here = ngrams.shorter(longer[-1], n_tags, k)
            terms.append(divide(ngrams.counts - 1, ngrams.totals() - 1)[here])
    best = np.argmax(terms, axis=0)
    lambdas = _sums(best.ravel(), counts.ravel(), order + 1)
    return np.asarray(lambdas / lambdas.sum()) if lambdas.sum() > 0 else np.eye(order + 1)[0]
