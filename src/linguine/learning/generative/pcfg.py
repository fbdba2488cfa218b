r"""Probabilistic context-free grammar: counts of rules and of the tags of words, as weights.

.. math::
    p(x, y) = \prod_{A \to \beta \in y} p(A \to \beta \mid A) \prod_i p(w_i \mid t_i), \quad
    p(A \to \beta \mid A) = \frac{count(A \to \beta)}{count(A)}

What a word tells about its tag is smoothed towards what its spelling tells,
:math:`p(t \mid w) = (count(t, w) + \kappa\, p(t \mid signature)) / (count(w) + \kappa)`, and turned
round by Bayes' rule: :math:`p(w \mid t) \propto p(t \mid w) / p(t)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data.sentences import Sentences
from linguine.features.span.words import first_words, signature, signature_backoffs
from linguine.inference.grammar import Grammar

__all__ = ["Lexicon", "rule_weights"]

Table = NDArray[np.float64]
_FORM, _TAG = "form", "tag"
#: Words seen at most so often say how words will be tagged that are new.
_RARE = 2
#: What a word's spelling counts beside the times it was seen, for rare and for frequent words; and
#: what a shorter signature counts beside a longer one.
_FEW, _PRIOR, _PRIOR_OF_FREQUENT, _PRIOR_OF_SIGNATURE = 10, 1.0, 0.05, 5.0
#: The logarithm of what must not occur; finite, so that weights can be saved. The core takes a tag
#: out of the search that has it.
_NEVER = -40.0
#: Tags that an entry has less often than this are none of its tags: they would cost more time than
#: they are worth.
_LEAST_SHARE = 1e-2


def rule_weights(grammar: Grammar, counts: Table) -> Table:
    """Return the logarithms of the rules' and roots' probabilities : (n_structural,).

    Parameters
    ----------
    grammar
        The rules.
    counts
        How often each rule and root occurs, observed or expected : (n_structural,).
    """
    _, binary, unary, _, _ = grammar.native.arrays()
    n_rules = len(binary) + len(unary)
    parents = np.concatenate([binary[:, 0], unary[:, 0]])
    totals = np.bincount(parents, weights=counts[:n_rules])
    weights = np.full(len(counts), _NEVER)
    with np.errstate(divide="ignore", invalid="ignore"):
        weights[:n_rules] = np.log(counts[:n_rules]) - np.log(totals[parents])
        weights[n_rules:] = np.log(counts[n_rules:]) - np.log(counts[n_rules:].sum())
    return _finite(weights)


def _finite(logarithms: Table) -> Table:
    found: Table = np.maximum(np.nan_to_num(logarithms, nan=_NEVER, neginf=_NEVER), _NEVER)
    return found


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Which tags words have: an entry for each known word, and for each signature.

    Parameters
    ----------
    entries
        Words, then signatures.
    weights
        log p(t | entry) - log p(t) : (n_entries, n_tags).

    Examples
    --------
    >>> from linguine.data.constituents import Constituents
    >>> nouns = ["dog", "cat", "hen"]
    >>> trees = Constituents.from_brackets([f"(NP (DT the) (NN {each}))" for each in nouns])
    >>> lexicon = Lexicon.of(trees.sentences, 2)
    >>> found = lexicon.look_up(Sentences.from_python([["the", "fox"]], columns="form"))
    >>> lexicon.weights[found].argmax(axis=1).tolist()  # DT, NN
    [0, 1]
    """

    entries: Sequence[str]
    weights: Table

    @classmethod
    def of(cls, sentences: Sentences, n_tags: int, weights: Table | None = None) -> Lexicon:
        """Learn it from tagged sentences.

        Parameters
        ----------
        sentences
            Columns ``form`` and ``tag``; the tags' numbers are those of the grammar.
        n_tags
            Number of tags.
        weights
            How much each token counts : (n_tokens,); None: 1.
        """
        words, tags = sentences.columns[_FORM], sentences.columns[_TAG]
        names = words.values.tolist()
        of_words = np.zeros((len(names), n_tags))
        np.add.at(of_words, (words.codes, tags.codes), 1.0 if weights is None else weights)
        tag_shares = of_words.sum(axis=0) / max(of_words.sum(), 1.0)
        known = _signature_counts(sentences, of_words, names)
        shares = _signature_shares(known, tag_shares)
        n_seen = of_words.sum(axis=1, keepdims=True)
        prior = np.where(n_seen < _FEW, _PRIOR, _PRIOR_OF_FREQUENT)
        spelled = np.array([shares[_longest(signature(each), shares)] for each in names])
        spelled = spelled.reshape(len(names), n_tags)
        p = np.concatenate(
            [(of_words + prior * spelled) / (n_seen + prior), np.array(list(shares.values()))]
        )
        p[p < _LEAST_SHARE] = 0
        with np.errstate(divide="ignore", invalid="ignore"):
            weights = np.log(p) - np.log(tag_shares)
        return cls((*names, *shares), _finite(weights))

    def look_up(self, sentences: Sentences) -> NDArray[np.int32]:
        """Return the entry of each token : (n_tokens,).

        A word that is not known is looked up in lower case where it begins a sentence, and then by
        its signature.
        """
        words, place = sentences.columns[_FORM], {name: i for i, name in enumerate(self.entries)}
        names = words.values.tolist()

        def entry(word: str, is_first: bool) -> int:
            if word in place:
                return place[word]
            if is_first and word.lower() in place:
                return place[word.lower()]
            return place[_longest(signature(word, is_first=is_first), place)]

        inside = np.array([entry(name, False) for name in names], np.int32)
        at_start = np.array([entry(name, True) for name in names], np.int32)
        if not names:
            return np.zeros(0, np.int32)
        return np.where(first_words(sentences), at_start[words.codes], inside[words.codes])


def _longest(text: str, known: Mapping[str, object]) -> str:
    """Return the longest part of a signature that is known; the shortest always is."""
    for each in reversed(signature_backoffs(text)):
        if each in known:
            return each
    raise AssertionError("every signature begins with the one that all words have")


def _signature_counts(
    sentences: Sentences, of_words: Table, names: Sequence[str]
) -> dict[str, Table]:
    """Return how often rare words of each signature, and of what it backs off to, have a tag."""
    codes = sentences.columns[_FORM].codes
    is_rare = np.bincount(codes, minlength=len(names)) <= _RARE
    begins = np.bincount(codes[first_words(sentences)], minlength=len(names)) > 0
    found: dict[str, Table] = {"unknown": np.zeros(of_words.shape[1])}
    for i in np.flatnonzero(is_rare).tolist():
        for each in signature_backoffs(signature(names[i], is_first=bool(begins[i]))):
            found[each] = found.get(each, 0) + of_words[i]
    return found


def _signature_shares(counts: dict[str, Table], tag_shares: Table) -> dict[str, Table]:
    """Return p(t | signature), each smoothed towards the one it backs off to."""
    shares: dict[str, Table] = {}
    for text in sorted(counts, key=lambda each: (each.count("-"), each)):
        shorter = shares.get(text.rpartition("-")[0], tag_shares)
        own = counts[text] + _PRIOR_OF_SIGNATURE * shorter
        shares[text] = own / own.sum()
    return shares
