r"""Hidden Markov models: sequences learned by counting, predicting like every linear model.

.. math:: \hat y = \arg\max_y \prod_t p(y_t \mid y_{t-1})\, p(w_t \mid y_t)
                   \cdot p(\mathrm{end} \mid y_T)

Eq. (1.16) of [Zhang2010], or with :math:`p(y_t \mid y_{t-2}, y_{t-1})` for order 2. The logarithms
are the weights: transitions in the structure's rows, words and their endings as features, of which
one counts at each token. Smoothed as TnT is: sections 2.1 to 2.3 of [Brants2000].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, ParameterError, check_number
from linguine.features import TokenExtractor, TokenTemplates
from linguine.features.token_plan import TokenTable, visible_columns
from linguine.learning.sequence_problem import SequenceWeights

__all__ = ["Hmm", "estimate_hmm"]

Table: TypeAlias = NDArray[np.float64]
Codes: TypeAlias = NDArray[np.integer[Any]]

#: Logarithm of a probability of zero: weights are finite. No sentence makes up for it.
FLOOR = -100.0

#: Whether a word begins with a capital, as the class of the type of its first letter.
_CAPITAL = "w[0].prefix1.type.lexicon:capital"
_LEXICONS = {"capital": {"yes": ["A"], "no": ["aa", "1", "-", ".", ""]}}
#: Pseudo-count of the shorter ending; like alpha's default chosen on the dev part of EWT.
_PSEUDO_COUNT = 3.0


@dataclass(frozen=True, eq=False)
class Hmm:
    """A hidden Markov model as weights.

    Parameters
    ----------
    extractor
        Gives one feature to a token: its word, or its longest known ending.
    weights
        Logarithms of probabilities; the rows of an order-1 or order-2 chain.
    order
        How many tags a tag depends on.
    lambdas
        Weights of the tags' unigrams, bigrams (and trigrams) : (order + 1,).
    """

    extractor: TokenExtractor
    weights: SequenceWeights
    order: int
    lambdas: Table


def estimate_hmm(
    sentences: TokenTable,
    gold: Codes,
    n_tags: int,
    *,
    order: int = 1,
    rare: int = 10,
    longest_suffix: int = 10,
    alpha: float = 0.3,
    textbook: bool = False,
    n_threads: int | None = None,
) -> Hmm:
    """Estimate a hidden Markov model from tagged sentences.

    Parameters
    ----------
    sentences
        Words, in the column ``w``.
    gold
        Tag of each token, -1 where it is not known : (n_tokens,).
    n_tags
        Number of tags.
    order
        1 for bigrams of tags, 2 for trigrams.
    rare
        Words seen at most this often tell how unknown words are tagged.
    longest_suffix
        Characters of the longest ending.
    alpha
        Pseudo-count of a known word's ending: a tag that the word was not seen with is unlikely
        instead of impossible.
    textbook
        Guess unknown words exactly as TnT does: endings as written, weighted by the deviation of
        the tags' shares. Otherwise endings in lower case with digits as 0, each rare word counted
        once, smoothed with a pseudo-count; the first word of a sentence may be known in lower case.
    n_threads
        Threads of the extractor; None is all processors.

    Examples
    --------
    >>> from linguine.data import Sentences
    >>> sentences = Sentences.from_python([["dogs", "bark"], ["cats", "sleep"]])
    >>> hmm = estimate_hmm(sentences, np.array([0, 1, 0, 1]), 2)
    >>> fido = Sentences.from_python([["Hogs"]])
    >>> hmm.extractor.explain(fido, 0)[-3][0], hmm.weights.n_rows - len(hmm.extractor.names())
    ('w[0].prefix1.type.lexicon:capital|w[0].lower.digits.suffix2=yes|gs', 4)
    """
    _check(order, rare, longest_suffix, alpha)
    gold = np.asarray(gold, np.int64)
    if not (gold >= 0).any():
        raise DataError("An HMM counts tagged words; no token has a tag. Give some tags.")
    structural, lambdas = _transitions(gold, sentences.offsets, n_tags, order)
    templates = _templates(longest_suffix, textbook)
    extractor = TokenExtractor(templates, n_threads=n_threads)
    words = _Words.of(sentences, gold, n_tags, templates)
    keys, scores = _emissions(extractor, words, rare, alpha, textbook)
    extractor.choose(words, keys)
    scores = scores[np.argsort(keys)]  # a feature's row is the rank of its key
    table = np.concatenate([scores, structural])
    return Hmm(extractor, SequenceWeights.of_table(table, n_tags), order, lambdas)


#: Each length is a template of its own; longer endings are whole words.
LONGEST_SUFFIX = 100


def _check(order: int, rare: int, longest_suffix: int, alpha: float) -> None:
    if order not in (1, 2):
        raise ParameterError(f"The order of an HMM must be 1 or 2; got order={order}. Use 2.")
    check_number("estimate_hmm", "rare", rare, low=0, integer=True, fix="Use 10.")
    check_number(
        "estimate_hmm",
        "longest_suffix",
        longest_suffix,
        low=1,
        high=LONGEST_SUFFIX,
        integer=True,
        fix="Use 10.",
    )
    fix = "Use 0.3; 0 does not smooth."
    check_number("estimate_hmm", "alpha", alpha, low=0, high_open=True, fix=fix)


def _divide(a: Table, b: Table | float) -> Table:
    """Return a / b, and 0 where b is 0."""
    b = np.broadcast_to(b, a.shape)
    return np.divide(a, b, out=np.zeros(a.shape), where=b > 0)


def _log(p: Table) -> Table:
    return np.log(p, out=np.full(p.shape, FLOOR), where=p > 0)


# --- tags ---------------------------------------------------------------------------------------


class _TagCounts(NamedTuple):
    """Counts of n-grams that end in an outcome; as context L is START, as outcome END."""

    unigrams: Table  # (L + 1,)
    bigrams: Table  # (L + 1, L + 1)
    trigrams: Table | None  # (L + 1, L, L + 1), order 2 only


def _count_tags(gold: Codes, offsets: NDArray[np.int64], n_tags: int, order: int) -> _TagCounts:
    """Read START t_1 .. t_T END through windows; those with an unknown tag do not count."""
    L = n_tags
    offsets = offsets[np.append(True, np.diff(offsets) > 0)]  # sentences without words
    n_sentences = len(offsets) - 1
    # One stream of tags, START and END being the same border: L between two sentences.
    stream = np.full(len(gold) + n_sentences + 1, L)
    stream[np.arange(len(gold)) + np.repeat(np.arange(n_sentences), np.diff(offsets)) + 1] = gold

    def count(*shape: int) -> Table:
        windows = [stream[i : len(stream) - len(shape) + 1 + i] for i in range(len(shape))]
        is_whole = np.all([each >= 0 for each in windows], axis=0)
        if len(shape) == 3:
            is_whole &= windows[1] < L  # not END START
        cells = np.ravel_multi_index([each[is_whole] for each in windows], shape)
        return np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape).astype(np.float64)

    unigrams, bigrams = count(L + 1), count(L + 1, L + 1)
    unigrams[L] = bigrams[:, L].sum()
    return _TagCounts(unigrams, bigrams, count(L + 1, L, L + 1) if order == 2 else None)


def _transitions(
    gold: Codes, offsets: NDArray[np.int64], n_tags: int, order: int
) -> tuple[Table, Table]:
    """Return the structural rows and the weights of deleted interpolation."""
    L = n_tags
    c1, c2, c3 = _count_tags(gold, offsets, L, order)
    from_1, from_2 = c2.sum(axis=1), np.zeros(0) if c3 is None else c3.sum(axis=2)
    p1, p2 = _divide(c1, c1.sum()), _divide(c2, from_1[:, None])
    # what each estimate would be had this n-gram been seen once less; ties go to the lower order
    less = [_divide(c1 - 1, c1.sum() - 1), _divide(c2 - 1, from_1[:, None] - 1)]
    if c3 is not None:
        less = [less[0], less[1][:L], _divide(c3 - 1, from_2[:, :, None] - 1)]
    counts = c2 if c3 is None else c3
    best = np.argmax([np.broadcast_to(each, counts.shape) for each in less], axis=0)
    lambdas = np.bincount(best.ravel(), weights=counts.ravel(), minlength=order + 1)
    lambdas = lambdas / lambdas.sum() if lambdas.sum() > 0 else np.eye(order + 1)[0]
    bigrams = lambdas[0] * p1 + lambdas[1:].sum() * p2
    rows = [_log(bigrams[:L, :L]), _log(bigrams[L:, :L]), _log(bigrams[:L, L])[None]]
    if c3 is not None:
        p3 = _divide(c3, from_2[:, :, None])
        trigrams = lambdas[0] * p1 + lambdas[1] * p2[:L] + lambdas[2] * p3
        rows = [np.zeros((L, L)), *rows[1:], _log(trigrams[:, :, :L]).reshape(-1, L)]
    return np.concatenate(rows), lambdas


# --- words --------------------------------------------------------------------------------------


class _WordColumn(NamedTuple):
    codes: NDArray[np.int32]
    values: Any


@dataclass(frozen=True, eq=False)
class _Words:
    """The different words as sentences of one, and how often each has each tag."""

    columns: Mapping[str, _WordColumn]
    offsets: NDArray[np.int64]
    counts: Table  # (n_words, n_tags)

    @classmethod
    def of(
        cls, sentences: TokenTable, gold: Codes, n_tags: int, templates: TokenTemplates
    ) -> _Words:
        name = templates.column_of("w", visible_columns(sentences))
        column = sentences.columns[name]
        n, has_tag = len(column.values), gold >= 0
        codes = np.asarray(column.codes, np.int64)[has_tag]
        cells = np.bincount(codes * n_tags + gold[has_tag], minlength=n * n_tags)
        here = _WordColumn(np.arange(n, dtype=np.int32), column.values)
        return cls({name: here}, np.arange(n + 1), cells.reshape(n, n_tags).astype(np.float64))


def _templates(longest_suffix: int, textbook: bool) -> TokenTemplates:
    """Return the word, else what is known of it: of the longest ending first."""
    form = "w[0]" if textbook else "w[0].lower.digits"
    endings = [f"{_CAPITAL}|{form}.suffix{n}" for n in range(longest_suffix, 0, -1)]
    chain = ["w[0]", *endings] if textbook else ["w[0]", "first|w[0].lower", *endings, _CAPITAL]
    return TokenTemplates([" else ".join(chain)], lexicons=_LEXICONS)


def _emissions(
    extractor: TokenExtractor, words: _Words, rare: int, alpha: float, textbook: bool
) -> tuple[NDArray[np.uint64], Table]:
    r"""Return the keys of all features and their scores, log p(w | t) or log P(t | s) / P(t).

    .. math:: P(t \mid s_i) = \frac{f(t, s_i) + k\, P(t \mid s_{i-1})}{f(s_i) + k}

    from the least to the most special: capital or not, endings, the word in lower case, the word.
    """
    counts, keys = words.counts, extractor.keys(words)
    n = counts.sum(axis=1)
    share = counts.sum(axis=0) / counts.sum()
    is_rare, is_known = (n > 0) & (n <= rare), n > 0
    of_rare = counts if textbook else _divide(counts, n[:, None])
    # P(t | the longest ending so far) of every word
    p = np.tile(share, (len(n), 1))
    if not textbook and is_rare.any():
        p[:] = of_rare[is_rare].mean(axis=0)
    theta = float(np.std(share, ddof=1)) if textbook and len(share) > 1 else 0.0
    found, scores = [], []
    for place in range(keys.shape[1] - 1, 0, -1):
        is_ending = textbook or place > 1
        chosen = (is_rare if is_ending else is_known) & (keys[:, place] != 0)
        here, inverse = np.unique(keys[chosen, place], return_inverse=True)
        f = _sum_by(inverse, (of_rare if is_ending else counts)[chosen], len(here))
        shorter = _divide(_sum_by(inverse, p[chosen], len(here)), _sizes(inverse, len(here)))
        if textbook:
            p_here = (_divide(f, f.sum(axis=1, keepdims=True)) + theta * shorter) / (1 + theta)
        else:
            k = _PSEUDO_COUNT if is_ending else 1.0
            p_here = (f + k * shorter) / (f.sum(axis=1, keepdims=True) + k)
        found.append(here)
        scores.append(_log(_divide(p_here, share)))
        if is_ending:
            p[chosen] = p_here[inverse]
    p_word = _divide(counts + alpha * p, n[:, None] + alpha)[is_known]
    rate = np.log(n[is_known] / n.sum())[:, None]
    found.append(keys[is_known, 0])
    scores.append(np.maximum(_log(_divide(p_word, share)) + rate, FLOOR))
    return np.concatenate(found), np.concatenate(scores)


def _sizes(inverse: NDArray[np.intp], n: int) -> Table:
    return np.bincount(inverse, minlength=n).astype(np.float64)[:, None]


def _sum_by(inverse: NDArray[np.intp], rows: Table, n: int) -> Table:
    """Return the sums of the rows of each of n groups : (n, n_columns)."""
    n_columns = rows.shape[1]
    cells = (inverse.reshape(-1, 1) * n_columns + np.arange(n_columns)).ravel()
    sums = np.bincount(cells, weights=rows.ravel(), minlength=n * n_columns)
    return sums.reshape(n, n_columns).astype(np.float64, copy=False)
