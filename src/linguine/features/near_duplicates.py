r"""Near duplicates: examples that share most of their words, found without comparing all pairs.

Two sets A and B are alike by :math:`|A \cap B| / |A \cup B|`. The least of a hash over a set is the
same for both with just this probability: min-wise hashing, [Broder1997]. Eight bands of four such
hashes propose pairs, of which those are kept that are really alike; a pair with four fifths in
common is missed in 2 of 100 cases.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine.data import Constituents, Documents, Sentences
from linguine.data.runs import choose_runs, offsets_of

__all__ = ["WordSets", "alike", "near_words", "word_sets"]

_BANDS, _ROWS = 8, 4
#: Sets with fewer words are alike by accident.
_FEWEST = 5
#: What counts as nearly the same.
_SHARE = 0.8


class WordSets(NamedTuple):
    """The different words of each example, as numbers, in runs."""

    words: NDArray[np.int64]
    offsets: NDArray[np.int64]


def word_sets(data: Documents | Sentences | Constituents) -> WordSets:
    """Return the different words of each example, in lower case for texts."""
    if isinstance(data, Documents):
        return _of_documents(data)
    sentences = data.sentences if isinstance(data, Constituents) else data
    codes = sentences.columns[sentences.word_column].codes.astype(np.int64)
    return _distinct(codes, sentences.offsets)


def _of_documents(documents: Documents) -> WordSets:
    from linguine import _core
    from linguine.features.text.extractor import Extractor
    from linguine.features.text.templates import WordNgrams

    if documents.bags is not None:
        codes = _core.distinct(documents.bags.names)[1]
        return _distinct(codes.astype(np.int64), documents.bags.offsets)
    names = documents.text_columns if len(documents.text_columns) > 1 else ()
    texts = documents.texts
    if names:
        texts = _core.Texts.join([documents.columns[name] for name in names], " ")
    counts = Extractor(WordNgrams(1, 1)).fit_counts(texts, {}, None)
    return WordSets(counts.indices.astype(np.int64), counts.indptr.astype(np.int64))


def _distinct(codes: NDArray[np.int64], offsets: NDArray[np.int64]) -> WordSets:
    row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    width = int(codes.max(initial=0)) + 1
    keys = np.unique(row * width + codes)
    return WordSets(
        keys % width, offsets_of(np.bincount(keys // width, minlength=len(offsets) - 1))
    )


def near_words(data: Documents | Sentences | Constituents) -> NDArray[np.int64]:
    """Return a number for each example; those that share four fifths of their words have the same.

    Examples
    --------
    >>> data = Sentences.from_python([list("abcdefghij"), list("xyz"), list("abcdefghik")])
    >>> near_words(data).tolist()
    [0, 1, 0]
    """
    from linguine.data.splitting import join_pairs

    sets = word_sets(data)
    return join_pairs(alike(sets), len(sets.offsets) - 1)


def alike(sets: WordSets, share: float = _SHARE) -> NDArray[np.int64]:
    """Return pairs of examples that have a share of their words in common : (n_pairs, 2).

    Of many that are alike each is paired with one before it, not with all.
    """
    sizes = np.diff(sets.offsets)
    some = np.flatnonzero(sizes >= _FEWEST)
    pairs: NDArray[np.int64] = np.zeros((0, 2), np.int64)
    if len(some) < 2:
        return pairs
    offsets, entries = choose_runs(sets.offsets, some)
    chosen = WordSets(sets.words[entries], offsets)
    found = [_proposed(chosen, band) for band in range(_BANDS)]
    pairs = np.unique(np.concatenate(found), axis=0)
    return some[pairs[_similarity(chosen, pairs) >= share]]


def _proposed(sets: WordSets, band: int) -> NDArray[np.int64]:
    """Return neighbours among the sets whose hashes of a band are equal."""
    key = np.zeros(len(sets.offsets) - 1, np.uint64)
    for row in range(_ROWS):
        seed = np.uint64((band * _ROWS + row + 1) * 0x9E3779B97F4A7C15 & (2**64 - 1))
        least = np.minimum.reduceat(_hash(sets.words.astype(np.uint64), seed), sets.offsets[:-1])
        key = _hash(key ^ least, seed)
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    return np.stack([order[same], order[same + 1]], axis=1)


def _hash(x: NDArray[np.uint64], seed: np.uint64) -> NDArray[np.uint64]:
    x = (x + seed) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _similarity(sets: WordSets, pairs: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return which share of the words of both is in both : (n_pairs,)."""
    both = np.zeros(len(pairs), np.int64)
    of_pair, words = [], []
    for side in (0, 1):
        offsets, entries = choose_runs(sets.offsets, pairs[:, side])
        of_pair.append(np.repeat(np.arange(len(pairs)), np.diff(offsets)))
        words.append(sets.words[entries])
    width = int(sets.words.max(initial=0)) + 1
    keys = np.sort(np.concatenate(of_pair) * width + np.concatenate(words))
    twice = keys[1:][keys[1:] == keys[:-1]] // width
    both += np.bincount(twice, minlength=len(pairs))
    sizes = np.diff(sets.offsets)
    return np.asarray(both / (sizes[pairs].sum(axis=1) - both), np.float64)
