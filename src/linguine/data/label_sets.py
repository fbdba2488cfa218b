"""Label sets: which labels each text has, where it may have several or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["FEWEST_COLUMNS", "LabelSets"]

#: Of a problem of sets: with fewer, one label would be the other's absence.
FEWEST_COLUMNS = 3


@dataclass(frozen=True, eq=False)
class LabelSets:
    """Sets of labels, one after the other.

    Parameters
    ----------
    offsets
        Set i has the labels ``codes[offsets[i]:offsets[i + 1]]`` : (n_sets + 1,).
    codes
        Indices of labels, ascending and different within a set.
    n_labels
        How many labels there are.

    Examples
    --------
    >>> sets = LabelSets.of(np.array([0, 3, 3, 4]), np.array([2, 0, 2, 1]), 3)
    >>> [list(each) for each in sets], sets.n_texts.tolist()
    ([[0, 2], [], [1]], [1, 1, 1])
    """

    offsets: NDArray[np.int64]
    codes: NDArray[np.int32]
    n_labels: int

    @classmethod
    def of(
        cls, offsets: NDArray[np.integer], codes: NDArray[np.integer], n_labels: int
    ) -> LabelSets:
        """Return sets of codes in any order, of which some may be there twice."""
        rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        cells = np.unique(rows * max(n_labels, 1) + codes)
        return cls.of_cells(*np.divmod(cells, max(n_labels, 1)), len(offsets) - 1, n_labels)

    @classmethod
    def of_cells(
        cls,
        rows: NDArray[np.integer],
        codes: NDArray[np.integer],
        n_sets: int,
        n_labels: int,
    ) -> LabelSets:
        """Return the sets of pairs (row, code), which ascend."""
        sizes = np.bincount(rows, minlength=n_sets)
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        return cls(offsets, codes.astype(np.int32), n_labels)

    @classmethod
    def of_table(cls, table: NDArray[np.bool_]) -> LabelSets:
        """Return the sets of an indicator matrix : (n_sets, n_labels)."""
        rows, codes = np.nonzero(table)
        return cls.of_cells(rows, codes, len(table), table.shape[1])

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[list[int]]:
        codes, ends = self.codes.tolist(), self.offsets.tolist()
        return (codes[begin:end] for begin, end in pairwise(ends))

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many labels each set has : (n_sets,)."""
        return np.diff(self.offsets)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The set of each code : (n_codes,)."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @property
    def n_texts(self) -> NDArray[np.int64]:
        """How many sets each label is in : (n_labels,)."""
        return np.bincount(self.codes, minlength=self.n_labels)

    def take(self, chosen: NDArray[np.integer]) -> LabelSets:
        """Return some of the sets, in this order."""
        sizes = self.sizes[chosen]
        ends = np.cumsum(sizes)
        places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(
            self.offsets[:-1][chosen] - (ends - sizes), sizes
        )
        offsets = np.concatenate([[0], ends]).astype(np.int64)
        return LabelSets(offsets, self.codes[places], self.n_labels)

    def renumber(self, new: NDArray[np.integer], n_labels: int) -> LabelSets:
        """Return the same sets of labels that have other numbers now; -1 leaves one out."""
        codes = np.asarray(new)[self.codes]
        is_kept = codes >= 0
        ends = np.concatenate([[0], np.cumsum(is_kept)])[self.offsets]
        return LabelSets.of(ends, codes[is_kept], n_labels)

    def table(self) -> NDArray[np.bool_]:
        """Return whether a set has a label : (n_sets, n_labels)."""
        table = np.zeros((len(self), self.n_labels), np.bool_)
        table[self.rows, self.codes] = True
        return table
