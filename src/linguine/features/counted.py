"""Counted features: rows before they are weighted, and single occurrences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Counts", "Evidence"]


@dataclass(frozen=True, eq=False)
class Counts:
    """Counted features of some documents: a CSR whose values are not weighted yet.

    Parameters
    ----------
    indptr, indices, values
        Row borders, features in ascending order, counts.
    """

    indptr: NDArray[Any]
    indices: NDArray[Any]
    values: NDArray[np.float32]

    @property
    def n_rows(self) -> int:
        """Number of documents."""
        return len(self.indptr) - 1

    def frequencies(
        self, rows: NDArray[np.bool_], n_features: int
    ) -> tuple[NDArray[np.int64], int]:
        """Return in how many of some rows each feature is, and how many rows these are.

        Parameters
        ----------
        rows
            Which rows; those beyond its end do not belong.
        n_features
            Number of features.
        """
        chosen = np.zeros(self.n_rows, np.bool_)
        chosen[: len(rows)] = rows
        kept = self.indices[np.repeat(chosen, np.diff(self.indptr))]
        return np.bincount(kept, minlength=n_features), int(chosen.sum())


class Evidence(NamedTuple):
    """One occurrence of a feature.

    ``begin`` and ``end`` are bytes of UTF-8; ``id`` is -1 for a feature that is not known, and
    ``template`` negative for one that does not come from a text.
    """

    name: str
    id: int
    begin: int
    end: int
    template: int
    is_in_text: bool
