r"""Soft labels: a document has each label by a share, as a teacher or several people give it.

Learners see a document once for each of its labels, with its share as a factor of its weight, so
that a loss becomes its mean: :math:`\sum_y q_i(y) \, \ell(x_i, y)`. For the logistic loss that is
the cross-entropy of the shares q and the model, up to a constant.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.runs import choose_runs, offsets_of
from linguine.errors import DataError, DataWarning, show_value

__all__ = ["SoftLabels"]

#: Sums of rounded shares differ from 1; farther off, somebody is told.
_ROUNDING = 0.02
#: Sums that are 1 but for the last digits are left alone.
_EXACT = 1e-9


@dataclass(frozen=True, eq=False)
class SoftLabels:
    """Shares of labels, of which only those above 0 are kept.

    Parameters
    ----------
    names
        All labels, sorted : (n_labels,).
    offsets
        Entries of document i are ``offsets[i]`` to ``offsets[i + 1]`` : (n_documents + 1,).
    codes
        Index of the label of each entry in ``names``.
    shares
        Its share; those of a document add up to 1.

    Examples
    --------
    >>> soft = SoftLabels.of_matrix(np.array([[0.8, 0.2], [0.0, 1.0]]), ["ham", "spam"])
    >>> soft[0], soft.codes.tolist(), soft.likeliest.tolist()
    ({'ham': 0.8, 'spam': 0.2}, [0, 1, 1], [0, 1])
    """

    names: NDArray[Any]
    offsets: NDArray[np.int64]
    codes: NDArray[np.int32]
    shares: NDArray[np.float64]

    @classmethod
    def of_matrix(cls, shares: NDArray[Any], names: Sequence[Any] | NDArray[Any]) -> SoftLabels:
        """Return the labels of a table of shares : (n_documents, n_labels), one name a column."""
        table = np.asarray(shares, dtype=np.float64)
        labels = np.asarray(names)
        order = np.argsort(labels, kind="stable")
        table = table[:, order]
        rows, codes = np.nonzero(table)
        counts = np.bincount(rows, minlength=len(table))
        return cls(labels[order], offsets_of(counts), codes.astype(np.int32), table[rows, codes])

    @classmethod
    def of_codes(cls, codes: NDArray[np.integer[Any]], names: Sequence[Any]) -> SoftLabels:
        """Return labels of which each document has one."""
        n = len(codes)
        shares = np.ones(n)
        return cls(np.array(names), np.arange(n + 1), codes.astype(np.int32), shares)

    @classmethod
    def join(cls, pieces: Sequence[SoftLabels]) -> SoftLabels:
        """Return those of several files; codes are the same in all, and the last has all names."""
        lengths = [np.diff(each.offsets) for each in pieces]
        return cls(
            pieces[-1].names,
            offsets_of(np.concatenate(lengths)),
            np.concatenate([each.codes for each in pieces]),
            np.concatenate([each.shares for each in pieces]),
        )

    @classmethod
    def of_entries(
        cls,
        names: NDArray[Any],
        offsets: NDArray[np.int64],
        codes: NDArray[np.int32],
        shares: NDArray[np.float64],
        *,
        place: Callable[[int], str],
    ) -> SoftLabels:
        """Check shares by name, and bring those of each document to a sum of 1.

        ``place`` says where a document stood, for messages.
        """
        rows = _rows_of(offsets)
        wrong = ~(np.isfinite(shares) & (shares >= 0))
        if wrong.any():
            entry = int(wrong.argmax())
            raise DataError(
                f"{place(int(rows[entry]))}: the share of a label must be a finite number that is "
                f"not negative; got {shares[entry]:g} for "
                f"{show_value(names.tolist()[codes[entry]])}. Give probabilities."
            )
        with np.errstate(over="ignore"):
            sums = np.bincount(rows, weights=shares, minlength=len(offsets) - 1)
        totals: NDArray[np.float64] = sums.astype(np.float64)  # integers if there are no entries
        wrong = ~((totals > 0) & np.isfinite(totals))
        if wrong.any():
            row = int(wrong.argmax())
            raise DataError(
                f"{place(row)}: the shares of a document must have a sum above 0 that is finite; "
                f"got {totals[row]:g}. Give each of its labels a share, or leave the document out."
            )
        _tell_of_sums(totals, place)
        totals[abs(totals - 1) < _EXACT] = 1.0
        kept = shares > 0
        counts = np.bincount(rows[kept], minlength=len(totals))
        order = np.lexsort((codes[kept], rows[kept]))
        chosen = np.flatnonzero(kept)[order]
        return cls(names, offsets_of(counts), codes[chosen], (shares / totals[rows])[chosen])

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> dict[Any, float]:
        """Return the shares of one document by label."""
        entries = slice(int(self.offsets[row]), int(self.offsets[row + 1]))
        labels = self.names[self.codes[entries]].tolist()
        return dict(zip(labels, self.shares[entries].tolist(), strict=True))

    def __iter__(self) -> Iterator[dict[Any, float]]:
        return (self[row] for row in range(len(self)))

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of documents and of labels."""
        return len(self), len(self.names)

    @property
    def is_numbered(self) -> bool:
        """True if the labels are 0, 1, ...: the columns of a table without names."""
        is_whole = self.names.dtype.kind in "iu"
        return is_whole and np.array_equal(self.names, np.arange(len(self.names)))

    @property
    def rows(self) -> NDArray[np.int64]:
        """The document of each entry."""
        return _rows_of(self.offsets)

    @property
    def likeliest(self) -> NDArray[np.int32]:
        """Index of the label with the largest share, the first of equals : (n_documents,)."""
        order = np.lexsort((self.codes, -self.shares, self.rows))
        return self.codes[order[self.offsets[:-1]]]

    @property
    def n_shared(self) -> int:
        """How many documents have more than one label."""
        return int((np.diff(self.offsets) > 1).sum())

    @property
    def entropy(self) -> float:
        """The mean entropy: no cross-entropy with these shares is lower."""
        return float(-(self.shares * np.log(self.shares)).sum() / len(self))

    def matrix(self) -> NDArray[np.float64]:
        """Return the shares as a table : (n_documents, n_labels)."""
        table = np.zeros((len(self), len(self.names)))
        np.add.at(table, (self.rows, self.codes), self.shares)
        return table

    def recoded(self, codes: NDArray[np.integer[Any]]) -> SoftLabels:
        """Return them with other codes, those that the names have elsewhere : (n_labels,)."""
        return SoftLabels(self.names, self.offsets, codes[self.codes].astype(np.int32), self.shares)

    def take(self, rows: NDArray[np.int64]) -> SoftLabels:
        """Return those of some documents; all names stay."""
        offsets, entries = choose_runs(self.offsets, rows)
        return SoftLabels(self.names, offsets, self.codes[entries], self.shares[entries])


def _rows_of(offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def _tell_of_sums(totals: NDArray[np.float64], place: Callable[[int], str]) -> None:
    """Warn once of shares that do not add up to 1, which are divided by their sum."""
    off = abs(totals - 1) > _ROUNDING
    if off.any():
        row = int(off.argmax())
        warnings.warn(
            f"{place(row)}: the shares of a document should add up to 1; these have the sum "
            f"{totals[row]:.4g}, and {int(off.sum()):,} of {len(totals):,} documents are like "
            "that. They were divided by their sum; check that no label is missing.",
            DataWarning,
            stacklevel=4,
        )
