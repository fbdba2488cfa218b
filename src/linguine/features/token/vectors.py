"""Vectors of tokens: numbers behind the features that templates give."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data.reading.column_names import word_column
from linguine.data.runs import offsets_of
from linguine.features.token.plan import TokenTable, visible_columns
from linguine.features.token.rows import SparseRows
from linguine.features.vocabulary import Vocabulary
from linguine.features.word_vectors import WordVectors

__all__ = ["TokenVectors"]


class TokenVectors:
    """Adds the numbers of each token's word to its row, as the features ``vector[0]`` and so on.

    A word that the table does not have adds nothing.

    Parameters
    ----------
    vectors
        The words and their vectors, which must have been read.
    """

    def __init__(self, vectors: WordVectors) -> None:
        self.vectors = vectors

    @cached_property
    def _named(self) -> Vocabulary:
        """The features of the numbers, in the order of their keys."""
        names = [f"{self.vectors.title}[{k}]" for k in range(self.vectors.words.n_numbers)]
        keys = np.array([key for _, key, _ in _core.token_bag(names)], np.uint64)
        self._keys = keys
        order = np.argsort(keys)
        encoded = [names[k].encode() for k in order]
        sizes = np.array([len(each) for each in encoded], np.int64)
        name_bytes = np.frombuffer(b"".join(encoded), np.uint8)
        return Vocabulary(keys[order], offsets_of(sizes), name_bytes)

    def ids(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """Return the features of the numbers, -1 for those without a weight : (n_numbers,)."""
        _ = self._named
        found = [vocabulary.native.find(int(key)) for key in self._keys]
        return np.array(found, np.int32)

    def widen(
        self, vocabulary: Vocabulary, counts: NDArray[np.uint32], rows: SparseRows
    ) -> tuple[Vocabulary, NDArray[np.uint32], SparseRows]:
        """Return a vocabulary with room for the numbers, and rows over it."""
        joined, mine, others = vocabulary.join(self._named)
        wide = np.zeros(len(joined), np.uint32)
        wide[mine], wide[others] = counts, rows.n_rows
        indices = mine[rows.indices].astype(rows.indices.dtype)
        return joined, wide, replace(rows, indices=indices, n_features=len(joined))

    def add(self, sentences: TokenTable, rows: SparseRows, vocabulary: Vocabulary) -> SparseRows:
        """Return rows with the numbers of each token's word behind them."""
        column = sentences.columns[word_column(visible_columns(sentences))]
        table = self.vectors.words.native
        joined = table.join(
            rows.indptr.astype(np.int64, copy=False),
            rows.indices.astype(np.int32, copy=False),
            rows.values,
            table.find(column.values)[column.codes],
            self.ids(vocabulary),
            self.vectors.factor,
        )
        return SparseRows(*joined, rows.n_features)
