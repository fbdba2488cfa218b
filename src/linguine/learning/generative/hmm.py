r"""Hidden Markov models: chains learned by counting, predicting like every linear model.

.. math:: \hat y = \arg\max_y \prod_t p(y_t \mid y_{t-1})\, p(w_t \mid y_t)
                   \cdot p(\mathrm{end} \mid y_T)

Eq. (1.16) of [Zhang2010], or with :math:`p(y_t \mid y_{t-2}, y_{t-1})` for order 2 and so on. The
logarithms are the weights: transitions in the structure's rows, words and their endings as
features, of which one counts at each token. Smoothed as TnT is: sections 2.1 to 2.3 of
[Brants2000].

The weights of a feature are a dictionary of tags: a word is tried with the tags that it was seen
with and those that its ending makes likely, an unknown word with those of its ending. So a model
grows with what was seen, not with the number of tags.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError, check_number
from linguine.extras import needed_by
from linguine.features import TokenExtractor, TokenTemplates
from linguine.features.token.plan import TokenTable, visible_columns
from linguine.inference.chain_rows import MOST_ORDER
from linguine.learning.chain_problem import ChainWeights
from linguine.learning.generative.hmm_counts import HmmCounts
from linguine.learning.generative.hmm_transitions import FLOOR, divide, estimate_transitions

with needed_by("Training an HMM"):
    from scipy import sparse

__all__ = ["FLOOR", "Hmm", "check_hmm", "estimate_from_counts", "estimate_hmm"]

Table: TypeAlias = NDArray[np.float64]
Sparse: TypeAlias = Any  # scipy.sparse.csr_array, which has no types
Codes: TypeAlias = NDArray[np.integer[Any]]

#: Whether a word begins with a capital, as the class of the type of its first letter.
_CAPITAL = "w[0].prefix1.type.lexicon:capital"
_LEXICONS = {"capital": {"yes": ["A"], "no": ["aa", "1", "-", ".", ""]}}
#: Pseudo-count of the shorter ending; like alpha's default chosen on the dev part of EWT.
_PSEUDO_COUNT = 3.0
#: How likely a tag in the dictionary of a word or ending must be, the likeliest being 1; chosen on
#: the dev parts of EWT and CoNLL-2003, where smaller numbers are not more accurate.
LEAST_SHARE = 3e-4
#: Of a known word a tag may be so many times less likely: names in BIOES lose 0.3 of F1 without.
_KNOWN = 0.1


@dataclass(frozen=True, eq=False)
class Hmm:
    """A hidden Markov model as weights.

    Parameters
    ----------
    extractor
        Gives one feature to a token: its word, or its longest known ending.
    weights
        Logarithms of probabilities; the rows of a chain. Of features, what is not there is not
        tried, or scores the floor; of two tags before and more, it is 0.
    order
        How many tags a tag depends on.
    lambdas
        Weights of the tags' unigrams, bigrams and so on : (order + 1,).
    counts
        What it was estimated from, to go on from.
    """

    extractor: TokenExtractor
    weights: ChainWeights
    order: int
    lambdas: Table
    counts: HmmCounts


def estimate_hmm(
    sentences: TokenTable,
    gold: Codes,
    n_tags: int,
    *,
    order: int = 1,
    rare: int = 10,
    longest_suffix: int = 10,
    alpha: float = 0.3,
    least_share: float = LEAST_SHARE,
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
        1 for bigrams of tags, 2 for trigrams, and so on.
    rare
        Words seen at most this often tell how unknown words are tagged.
    longest_suffix
        Characters of the longest ending.
    alpha
        Pseudo-count of a known word's ending: a tag that the word was not seen with is unlikely
        instead of impossible.
    least_share
        A tag is left out of the dictionary of an ending if it is less than so many times as likely
        as the likeliest; of a word, if it is less than a tenth of that and the word was not seen
        with it. 0 keeps all.
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
    check_hmm(order, rare, longest_suffix, alpha, least_share)
    name = TokenTemplates(["w[0]"]).column_of("w", visible_columns(sentences))
    column = sentences.columns[name]
    gold = np.asarray(gold, np.int64)
    values = column.values.tolist()
    counts = HmmCounts.of(values, column.codes, gold, sentences.offsets, n_tags, order)
    return estimate_from_counts(
        counts,
        order=order,
        rare=rare,
        longest_suffix=longest_suffix,
        alpha=alpha,
        least_share=least_share,
        textbook=textbook,
        n_threads=n_threads,
    )


def estimate_from_counts(
    counts: HmmCounts,
    *,
    order: int = 1,
    rare: int = 10,
    longest_suffix: int = 10,
    alpha: float = 0.3,
    least_share: float = LEAST_SHARE,
    textbook: bool = False,
    n_threads: int | None = None,
) -> Hmm:
    """Estimate a hidden Markov model from what was counted; the rest is as in ``estimate_hmm``."""
    if not len(counts.cells.numbers):
        raise DataError("An HMM counts tagged words; no token has a tag. Give some tags.")
    structural, lambdas = estimate_transitions(counts.grams, counts.n_tags)
    templates = _templates(longest_suffix, textbook)
    extractor = TokenExtractor(templates, n_threads=n_threads)
    words = _Words.of(counts)
    keys, scores = _emissions(extractor, words, rare, alpha, least_share, textbook)
    extractor.choose(words, keys)
    scores = scores.take_rows(np.argsort(keys))  # a feature's row is the rank of its key
    return Hmm(extractor, scores.append(structural), order, lambdas, counts)


#: Each length is a template of its own; longer endings are whole words.
LONGEST_SUFFIX = 100


def check_hmm(
    order: int = 1,
    rare: int = 10,
    longest_suffix: int = 10,
    alpha: float = 0.3,
    least_share: float = LEAST_SHARE,
) -> None:
    """Raise ParameterError for an option of :func:`estimate_hmm` that cannot be."""
    check_number("hmm", "order", order, low=1, high=MOST_ORDER, integer=True, fix="Use 2.")
    check_number("hmm", "rare", rare, low=0, integer=True, fix="Use 10.")
    high, fix = LONGEST_SUFFIX, "Use 10."
    check_number("hmm", "longest_suffix", longest_suffix, low=1, high=high, integer=True, fix=fix)
    fix = "Use 0.3; 0 does not smooth."
    check_number("hmm", "alpha", alpha, low=0, high_open=True, fix=fix)
    fix = "Use 3e-4; 0 keeps all tags."
    check_number("hmm", "least_share", least_share, low=0, high=1, fix=fix)


# --- words --------------------------------------------------------------------------------------


class _WordColumn(NamedTuple):
    codes: NDArray[np.int32]
    values: Any


@dataclass(frozen=True, eq=False)
class _Words:
    """The different words as sentences of one, and how often each has each tag."""

    columns: Mapping[str, _WordColumn]
    offsets: NDArray[np.int64]
    counts: Sparse  # (n_words, n_tags)

    @classmethod
    def of(cls, counts: HmmCounts) -> _Words:
        n, (words, tags, numbers) = len(counts.words), counts.cells
        here = _WordColumn(np.arange(n, dtype=np.int32), _core.Texts(list(counts.words)))
        table = sparse.csr_array((numbers, (words, tags)), shape=(n, counts.n_tags))
        return cls({"w": here}, np.arange(n + 1), table)


def _templates(longest_suffix: int, textbook: bool) -> TokenTemplates:
    """Return the word, else what is known of it: of the longest ending first."""
    form = "w[0]" if textbook else "w[0].lower.digits"
    endings = [f"{_CAPITAL}|{form}.suffix{n}" for n in range(longest_suffix, 0, -1)]
    chain = ["w[0]", *endings] if textbook else ["w[0]", "first|w[0].lower", *endings, _CAPITAL]
    return TokenTemplates([" else ".join(chain)], lexicons=_LEXICONS)


def _emissions(
    extractor: TokenExtractor,
    words: _Words,
    rare: int,
    alpha: float,
    least_share: float,
    textbook: bool,
) -> tuple[NDArray[np.uint64], ChainWeights]:
    r"""Return the keys of all features and their scores, log p(w | t) or log P(t | s) / P(t).

    .. math:: P(t \mid s_i) = \frac{f(t, s_i) + k\, P(t \mid s_{i-1})}{f(s_i) + k}

    from the least to the most special: capital or not, endings, the word in lower case, the word.
    Each keeps the tags that are at least ``least_share`` times as likely as the likeliest.
    """
    counts, keys = words.counts, extractor.keys(words)
    n = counts.sum(axis=1)
    share = counts.sum(axis=0) / counts.sum()
    is_rare, is_known = (n > 0) & (n <= rare), n > 0
    of_rare = counts if textbook else _scaled(counts, divide(np.ones(len(n)), n))
    # P(t | the longest ending so far): a row for each ending and, first, one for all words
    base = of_rare[is_rare].mean(axis=0) if not textbook and is_rare.any() else share
    rows, row_of = sparse.csr_array(base[None]), np.zeros(len(n), np.intp)
    theta = float(np.std(share, ddof=1)) if textbook and len(share) > 1 else 0.0
    found, tables = [], []
    for place in range(keys.shape[1] - 1, 0, -1):
        is_ending = textbook or place > 1
        chosen = (is_rare if is_ending else is_known) & (keys[:, place] != 0)
        here, inverse = np.unique(keys[chosen, place], return_inverse=True)
        f = _members(inverse, len(here)) @ (of_rare if is_ending else counts)[chosen]
        above = _members(inverse, len(here), row_of[chosen], rows.shape[0])
        shorter = _scaled(above @ rows, 1 / above.sum(axis=1))  # on average
        if textbook:
            p_here = _scaled(f, 1 / ((1 + theta) * f.sum(axis=1))) + shorter * (theta / (1 + theta))
        else:
            k = _PSEUDO_COUNT if is_ending else 1.0
            p_here = _scaled(f + shorter * k, 1 / (f.sum(axis=1) + k))
        p_here = _keep_likely(p_here, least_share)
        found.append(here)
        tables.append(_log_lift(p_here, share))
        if is_ending:
            row_of[chosen] = rows.shape[0] + inverse
            rows = sparse.vstack([rows, p_here], format="csr")
    counts, n = counts[is_known], n[is_known]
    p_word = _scaled(counts + rows[row_of[is_known]] * alpha, 1 / (n + alpha))
    p_word = _keep_likely(p_word, _KNOWN * least_share, counts)
    found.append(keys[is_known, 0])
    tables.append(_log_lift(p_word, share, np.log(n / n.sum())))
    table = sparse.vstack(tables, format="csr")
    return np.concatenate(found), ChainWeights.of_cells(
        np.diff(table.indptr), table.indices, table.data.astype(np.float32)
    )


# --- sparse tables: a row a word, only tags that are possible -------------------------------------


def _members(
    groups: NDArray[np.intp], n: int, rows: NDArray[np.intp] | None = None, n_rows: int = 0
) -> Sparse:
    """Return how often each of n groups has each row : (n, n_rows). Times a table, it adds them up.

    ``groups`` are those of the rows 0, 1, .., or of ``rows``.
    """
    if rows is None:
        rows, n_rows = np.arange(len(groups)), len(groups)
    return sparse.csr_array((np.ones(len(rows)), (groups.ravel(), rows)), shape=(n, n_rows))


def _scaled(table: Sparse, factors: Table) -> Sparse:
    """Return a table whose rows are multiplied by numbers."""
    out = sparse.csr_array(table)
    out.data = out.data * np.repeat(factors, np.diff(out.indptr))
    return out


def _keep_likely(table: Sparse, least_share: float, seen: Sparse | None = None) -> Sparse:
    """Return a table without what is unlikely; ``seen`` are cells that stay however unlikely."""
    out = sparse.csr_array(table)
    out.sum_duplicates()
    tops = out.max(axis=1).toarray().ravel()
    stays = out.data >= least_share * np.repeat(tops, np.diff(out.indptr))
    if seen is not None:
        rows = np.repeat(np.arange(out.shape[0]), np.diff(out.indptr))
        stays |= seen[rows, out.indices] > 0
    out.data = np.where(stays, out.data, 0.0)
    out.eliminate_zeros()
    return out


def _log_lift(p: Sparse, share: Table, rate: Table | None = None) -> Sparse:
    """Return log p / share, plus a number for each row; not less than the floor."""
    out = p.copy()
    out.data = np.log(p.data / share[p.indices])
    if rate is not None:
        out.data = np.maximum(out.data + np.repeat(rate, np.diff(p.indptr)), FLOOR)
    return out
