"""Vectors of words that need no other data: random projections of what stands near each word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array

_WORD = re.compile(r"[\w']+")


def make_vectors(
    texts: Sequence[str],
    *,
    n_numbers: int = 300,
    window: int = 10,
    least: int = 3,
    seed: int = 0,
) -> tuple[list[str], NDArray[np.float32]]:
    """Return words, and a vector for each, made from texts without their labels.

    Which words stand near a word is counted, made positive pointwise mutual information
    (max(0, ln p(u, v) / p(u) p(v))), and projected at random, which keeps angles: words that stand
    in the same company point in the same direction.
    """
    cut = [_WORD.findall(each.lower()) for each in texts]
    counts = Counter(word for words in cut for word in words)
    known = sorted(word for word, n in counts.items() if n >= least)
    place = {word: i for i, word in enumerate(known)}
    rows, columns = [], []
    for words in cut:
        ids = np.array([place[word] for word in words if word in place], np.int64)
        for gap in range(1, min(window, len(ids) - 1) + 1):
            rows += [ids[:-gap], ids[gap:]]
            columns += [ids[gap:], ids[:-gap]]
    u, v = np.concatenate(rows), np.concatenate(columns)
    n = len(known)
    near = csr_array((np.ones(len(u)), (u, v)), shape=(n, n))
    near.sum_duplicates()
    totals = near.sum(axis=0)
    entries = near.tocoo()
    expected = totals[entries.coords[0]] * totals[entries.coords[1]] / totals.sum()
    entries.data = np.maximum(0.0, np.log(entries.data / expected))
    information = entries.tocsr()
    lengths = np.sqrt(information.multiply(information).sum(axis=1))
    information = diags_array(1.0 / np.maximum(lengths, 1e-9)) @ information
    drawn = np.random.default_rng(seed).standard_normal((n, n_numbers)) / np.sqrt(n_numbers)
    return known, np.asarray(information @ drawn, np.float32)
