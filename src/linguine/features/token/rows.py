"""Token rows: the features of tokens, and of pairs of neighbours, as sparse rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError
from linguine.features.matrix import Sites, short_indices
from linguine.features.vocabulary import Vocabulary

__all__ = ["SparseRows", "TokenRows", "check_fitted"]


@dataclass(frozen=True, eq=False)
class SparseRows:
    """A CSR matrix; ids need not ascend within a row.

    Parameters
    ----------
    indptr, indices
        Row borders and features, both 32 bits where they fit.
    values
        Numbers, or None if all are 1.
    n_features
        Number of columns.
    """

    indptr: NDArray[Any]
    indices: NDArray[Any]
    values: NDArray[np.float32] | None
    n_features: int

    @property
    def n_rows(self) -> int:
        """Number of tokens."""
        return len(self.indptr) - 1

    def sites(self) -> Sites:
        """Return the rows as the learners take them."""
        shape = self.n_rows, self.n_features
        indices = short_indices(self.indices, self.n_features)
        native = _core.Matrix(self.indptr, indices, self.values, *shape, True)
        return Sites(native, self.values, self.indptr, indices)


@dataclass(frozen=True, eq=False)
class TokenRows:
    """Rows of tokens and, where templates look at two labels, of edges.

    Parameters
    ----------
    tokens
        One row per token.
    edges
        One row per token for the edge from the token before it; that of a first token is empty.
        None if no template looks at two labels.
    offsets
        Borders of the sentences : (n_sentences + 1,).
    """

    tokens: SparseRows
    edges: SparseRows | None
    offsets: NDArray[np.int64]


def check_fitted(vocabulary: Vocabulary | None) -> Vocabulary:
    """Return the features that an extractor of rows knows, or raise DataError if there are none."""
    if vocabulary is None:
        raise DataError("The extractor must be fitted first; it knows no features. Call fit_rows.")
    return vocabulary
