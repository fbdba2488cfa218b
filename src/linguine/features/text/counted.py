"""Counted features: rows before they are weighted, and single occurrences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.features.matrix import Sites
from linguine.features.weighting import WeighedAs, Weighting

__all__ = ["CountedRows", "Evidence"]


@dataclass(frozen=True, eq=False)
class CountedRows:
    """Counted features of some documents: a CSR whose values are not weighted yet."""

    indptr: NDArray[Any]
    indices: NDArray[Any]  # of features, in the order in which they first come
    values: NDArray[np.float32]  # counts

    @property
    def n_rows(self) -> int:
        """Number of documents."""
        return len(self.indptr) - 1

    def rows(self, begin: int, end: int) -> CountedRows:
        """Return a copy of the rows from ``begin`` to before ``end``."""
        borders = self.indptr[begin : end + 1]
        entries = slice(int(borders[0]), int(borders[-1]))
        return CountedRows(
            borders - borders[0], self.indices[entries].copy(), self.values[entries].copy()
        )

    def keep(self, chosen: NDArray[np.bool_]) -> CountedRows:
        """Return the counts without the features that were not chosen; the others move up."""
        if chosen.all():
            return self
        stays = chosen[self.indices]
        before = np.concatenate([[0], np.cumsum(stays)])
        places = np.cumsum(chosen) - 1
        return CountedRows(
            before[self.indptr].astype(self.indptr.dtype),
            places[self.indices[stays]].astype(self.indices.dtype),
            np.ascontiguousarray(self.values[stays]),
        )

    def sites(
        self, values: NDArray[Any] | None, n_features: int, blocks: NDArray[np.uint8] | None = None
    ) -> Sites:
        """Return the rows with other values, as the learners take them; None is 1 for all."""
        shape = self.n_rows, n_features
        native = _core.Matrix(self.indptr, self.indices, values, *shape, True, unique=True)
        return Sites(native, values, self.indptr, self.indices, blocks)

    def weighed(
        self,
        how: WeighedAs | None,
        weighting: Weighting,
        n_features: int,
        n_threads: int,
        *,
        in_place: bool = False,
    ) -> Sites:
        """Return rows whose values are made as ``how`` says; None is that all are 1."""
        if how is None:
            return self.sites(None, n_features)
        values, blocks = self.values if in_place else self.values.copy(), how[2]
        if weighting != Weighting("count", None) or blocks is not None:
            _core.weigh(self.indptr, self.indices, values, how, n_threads)
        return self.sites(values, n_features, blocks)

    def frequencies(
        self, rows: NDArray[np.bool_], n_features: int
    ) -> tuple[NDArray[np.uint32], int]:
        """Return in how many of some rows each feature is, and how many rows these are.

        Rows beyond the end of ``rows`` do not belong.
        """
        chosen = rows[: self.n_rows].astype(np.uint8)
        found = _core.frequencies(self.indptr, self.indices, chosen, n_features)
        return found, int(chosen.sum())

    def totals(self, n_features: int, rows: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Return how often each feature is there in all rows, or in some : (n_features,)."""
        if rows is None:
            found = np.bincount(self.indices, weights=self.values, minlength=n_features)
            return np.asarray(found, np.float64)
        chosen = np.zeros(self.n_rows, np.bool_)
        chosen[: len(rows)] = rows[: self.n_rows]
        is_there = np.repeat(chosen, np.diff(self.indptr))
        weights = self.values[is_there]
        found = np.bincount(self.indices[is_there], weights=weights, minlength=n_features)
        return np.asarray(found, np.float64)


class Evidence(NamedTuple):
    """One occurrence of a feature.

    ``begin`` and ``end`` are bytes of UTF-8, of the text or of the other ``column`` that it is in;
    ``id`` is -1 for a feature that is not known, and ``template`` negative for one that does not
    come from a text.
    """

    name: str
    id: int
    begin: int
    end: int
    template: int
    is_in_text: bool
    column: str | None = None
