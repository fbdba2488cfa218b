r"""A hidden Markov model from counts, smoothed as in TnT (Brants 2000, sections 2.1 to 2.3).

    argmax_y  prod_t p(y_t | y_{t-1}) p(w_t | y_t) . p(END | y_{T-1})      Eq. (1.16) of [Zhang2010]

and p(y_t | y_{t-2}, y_{t-1}) in the first factor for order 2. The model is a `Chain` of logarithms;
what has probability 0 scores -inf.

Tag counts. A sentence is read as START t_1 .. t_T END, one START and one END; sentences without
words are skipped. c(o), c(t, o), c(t, u, o) are its n-grams that end in an outcome o, a tag or END;
START is no outcome. So c(END) and c(START) are the number of sentences, N = sum_o c(o) is tokens +
sentences, and c(t), c(t, u) also count how often a context was left. 0 / 0 = 0, so

    p(o) = c(o) / N    p(o | t) = c(t, o) / c(t)    p(o | t, u) = c(t, u, o) / c(t, u)

Deleted interpolation. Each bigram (trigram) gives its count to the lambda of the estimate that
would be highest had this n-gram been seen once less (Figure 1 of Brants; x / 0 = 0):

    lambda_1: (c(o) - 1) / (N - 1)    lambda_2: (c(u, o) - 1) / (c(u) - 1)
    lambda_3: (c(t, u, o) - 1) / (c(t, u) - 1)                                   (order 2 only)

The n-grams with START and END take part. Ties go to the lower order (equal fractions are equal in
floating point, as division rounds correctly). The lambdas are then divided by their sum.

    order 1  p(o | u)    = lambda_1 p(o) + lambda_2 p(o | u)
             start[o] = log p(o | START), transitions[u, o], end[u] = log p(END | u)
    order 2  p(o | t, u) = lambda_1 p(o) + lambda_2 p(o | u) + lambda_3 p(o | t, u)
             trigrams[t, u, o], t = L being START; transitions are 0. At both ends, where no
             trigram is asked, its weight goes to the bigram:
             start[o] = log(lambda_1 p(o) + (lambda_2 + lambda_3) p(o | START)), end[u] alike
             with END (Brants, too, ends with p(END | t_T)).

A context that was never seen (order 2) keeps lambda_1 + lambda_2 of its mass, as in Brants.

Known words: p(w | t) = c(w, t) / c(t). The word is compared as it is written.

Unknown words: the tag is guessed from the last letters and turned round by Bayes' rule,
p(w | t) ~ P(t | suffix) / P(t), with P(t) = c(t) / tokens (END not counted):

    P(t | suffix_0) = P(t)
    P(t | suffix_i) = (f(t, suffix_i) / f(suffix_i) + theta P(t | suffix_{i-1})) / (1 + theta)
    theta = sqrt(1 / (s - 1) sum_t (P(t) - 1/s)^2) over all s tags; 0 if s = 1

A dictionary of tags: with ``least_share`` > 0, after each of these steps the tags with
P(t | suffix_i) < least_share max_t' P(t' | suffix_i) are dropped (probability 0, the others as they
are). A known word has the tags that it was seen with, by p(w | t) = 0 for all others.

f counts tokens of the words w with c(w) <= rare, once for each suffix of 1 .. longest characters
(Unicode code points, the whole word included), in two tables: words whose first character is upper
case (str.isupper) and the others. i goes up to the longest suffix that the word's own table holds.
Brants calls theta a standard deviation but prints it without the root; the values he reports, 0.03
to 0.10, need the root. A tag without tokens scores -inf for all words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from .chain import Chain
from .losses import Array

TaggedSentence = Sequence[tuple[str, int]]  # (word, tag 0 .. n_tags - 1)


def divide(a: Array, b: Array | float) -> Array:
    """a / b, and 0 where b is 0."""
    b = np.broadcast_to(np.asarray(b, dtype=np.float64), a.shape)
    return np.divide(a, b, out=np.zeros(a.shape), where=b != 0)


def log(p: Array) -> Array:
    """The logarithm; of 0 it is -inf without a warning."""
    return np.log(p, out=np.full(p.shape, -np.inf), where=p > 0)


@dataclass(frozen=True)
class TagCounts:
    """c of n-grams. As an outcome index L is END, as a context index L is START."""

    unigrams: Array  # (L + 1,)
    bigrams: Array  # (L + 1, L + 1)
    trigrams: Array  # (L + 1, L, L + 1); between two others there is neither START nor END


def count_tags(sentences: Sequence[TaggedSentence], n_tags: int) -> TagCounts:
    """Read START t_1 .. t_T END through windows of one, two and three."""
    L = n_tags
    counts = TagCounts(np.zeros(L + 1), np.zeros((L + 1, L + 1)), np.zeros((L + 1, L, L + 1)))
    for sentence in sentences:
        if len(sentence) == 0:
            continue
        padded = [L, *[tag for _, tag in sentence], L]
        for o in padded[1:]:
            counts.unigrams[o] += 1
        for u, o in pairwise(padded):
            counts.bigrams[u, o] += 1
        for t, u, o in zip(padded, padded[1:], padded[2:], strict=False):
            counts.trigrams[t, u, o] += 1
    return counts


def maximum_likelihood(counts: TagCounts) -> tuple[Array, Array, Array]:
    """p(o) : (L + 1,), p(o | u) : (L + 1, L + 1), p(o | t, u) : (L + 1, L, L + 1)."""
    c1, c2, c3 = counts.unigrams, counts.bigrams, counts.trigrams
    L = len(c1) - 1
    return divide(c1, c1.sum()), divide(c2, c1[:, None]), divide(c3, c2[:, :L, None])


def deleted_interpolation(counts: TagCounts, order: int) -> Array:
    """The lambdas, lowest order first; all weight on the unigram when nothing was counted."""
    c1, c2, c3 = counts.unigrams, counts.bigrams, counts.trigrams
    lambdas = np.zeros(order + 1)
    table = c2 if order == 1 else c3
    for ngram in np.argwhere(table > 0):
        t, u, o = (None, *ngram) if order == 1 else ngram
        fractions = [(c1[o] - 1, c1.sum() - 1), (c2[u, o] - 1, c1[u] - 1)]
        if order == 2:
            fractions.append((c3[t, u, o] - 1, c2[t, u] - 1))
        values = [a / b if b > 0 else 0.0 for a, b in fractions]
        lambdas[int(np.argmax(values))] += table[tuple(ngram)]
    total = lambdas.sum()
    return np.asarray(lambdas / total if total > 0 else np.eye(order + 1)[0])


@dataclass(frozen=True)
class HistoryModel:
    """p(o | the tags before), of any order: sums over n-grams in a dictionary.

    p(o | h) = sum_i lambda_i p_i(o | the last i - 1 tags of h), i = 1 .. order + 1. A history that
    begins with START has fewer; the weights of those that it has not go to its longest.
    """

    n_tags: int
    order: int
    counts: Counter[tuple[int, ...]]
    lambdas: Array

    def share(self, ngram: tuple[int, ...], less: int = 0) -> float:
        """c(ngram) / c(its history), both so many less."""
        total = sum(c for each, c in self.counts.items() if each[:-1] == ngram[:-1]) - less
        return (self.counts[ngram] - less) / total if total > 0 else 0.0

    def __call__(self, before: tuple[int, ...], o: int) -> float:
        """p(o | START and all tags before)."""
        history = (self.n_tags, *before)[-self.order :]
        weights = [*self.lambdas[: len(history)], self.lambdas[len(history) :].sum()]
        terms = (w * self.share((*history[len(history) - i :], o)) for i, w in enumerate(weights))
        return float(sum(terms))


def history_model(sentences: Sequence[TaggedSentence], n_tags: int, order: int) -> HistoryModel:
    """Count all n-grams, and interpolate as `deleted_interpolation` does."""
    counts: Counter[tuple[int, ...]] = Counter()
    for sentence in sentences:
        padded = (n_tags, *[tag for _, tag in sentence], n_tags)
        for end in range(1, len(padded) if len(sentence) else 0):
            for size in range(1, min(order + 1, end + 1) + 1):
                counts[padded[end + 1 - size : end + 1]] += 1
    model = HistoryModel(n_tags, order, counts, np.zeros(order + 1))
    for ngram in [each for each in counts if len(each) == order + 1]:
        values = [model.share(ngram[order - i :], less=1) for i in range(order + 1)]
        model.lambdas[int(np.argmax(values))] += counts[ngram]
    model.lambdas[:] = model.lambdas / model.lambdas.sum()
    return model


@dataclass(frozen=True)
class SuffixGuesser:
    """P(t | suffix) of words that were never seen."""

    P: Array  # (L,) shares of the tags among all tokens
    theta: float
    longest: int
    tables: dict[bool, dict[str, Array]]  # is upper case -> suffix -> f(t, suffix) : (L,)
    least_share: float

    def probabilities(self, word: str) -> Array:
        """(L,) P(t | the longest known suffix of the word)."""
        table = self.tables[word[:1].isupper()]
        p = self.P
        for i in range(1, min(self.longest, len(word)) + 1):
            f = table.get(word[-i:])
            if f is None:
                break
            p = (f / f.sum() + self.theta * p) / (1.0 + self.theta)
            p = np.where(p >= self.least_share * p.max(), p, 0.0)
        return p


def suffix_guesser(
    sentences: Sequence[TaggedSentence],
    n_tags: int,
    *,
    rare: int = 10,
    longest: int = 10,
    least_share: float = 0.0,
) -> SuffixGuesser:
    """Count the suffixes of rare words."""
    frequency = Counter(word for sentence in sentences for word, _ in sentence)
    tables: dict[bool, dict[str, Array]] = {True: {}, False: {}}
    tokens = np.zeros(n_tags)
    for sentence in sentences:
        for word, tag in sentence:
            tokens[tag] += 1
            if frequency[word] > rare:
                continue
            table = tables[word[:1].isupper()]
            for i in range(1, min(longest, len(word)) + 1):
                table.setdefault(word[-i:], np.zeros(n_tags))[tag] += 1
    P = divide(tokens, tokens.sum())
    theta = float(np.std(P, ddof=1)) if n_tags > 1 else 0.0
    return SuffixGuesser(P, theta, longest, tables, least_share)


@dataclass(frozen=True)
class Hmm:
    """Log-probabilities in the shapes of `Chain`, and a way to score words."""

    transitions: Array
    start: Array
    end: Array
    trigrams: Array | None
    lambdas: Array
    words: dict[str, Array]  # (L,) log p(w | t) of known words
    guesser: SuffixGuesser

    def emission(self, word: str) -> Array:
        """(L,) log p(w | t); of an unknown word log P(t | suffix) - log P(t)."""
        if word in self.words:
            return self.words[word]
        return log(divide(self.guesser.probabilities(word), self.guesser.P))

    def chain(self, words: Sequence[str]) -> Chain:
        """The scores of one sentence."""
        nodes = np.array([self.emission(word) for word in words]).reshape(-1, len(self.start))
        return Chain(nodes, self.transitions, self.start, self.end, trigrams=self.trigrams)


def hmm(
    sentences: Sequence[TaggedSentence],
    n_tags: int,
    *,
    order: int = 1,
    rare: int = 10,
    longest: int = 10,
    least_share: float = 0.0,
) -> Hmm:
    """Estimate the model of order 1 (bigrams of tags) or 2 (trigrams)."""
    L = n_tags
    counts = count_tags(sentences, L)
    p1, p2, p3 = maximum_likelihood(counts)
    lambdas = deleted_interpolation(counts, order)
    bigrams = lambdas[0] * p1 + lambdas[1:].sum() * p2  # (L + 1, L + 1) from u or START to o or END
    trigrams = None
    if order == 2:
        trigrams = log(lambdas[0] * p1 + lambdas[1] * p2[:L] + lambdas[2] * p3)[:, :, :L]
    lexicon: dict[str, Array] = {}
    for sentence in sentences:
        for word, tag in sentence:
            lexicon.setdefault(word, np.zeros(L))[tag] += 1
    return Hmm(
        transitions=log(bigrams[:L, :L]) if order == 1 else np.zeros((L, L)),
        start=log(bigrams[L, :L]),
        end=log(bigrams[:L, L]),
        trigrams=trigrams,
        lambdas=lambdas,
        words={word: log(divide(c, counts.unigrams[:L])) for word, c in lexicon.items()},
        guesser=suffix_guesser(sentences, L, rare=rare, longest=longest, least_share=least_share),
    )
