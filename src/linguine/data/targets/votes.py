"""Votes: what several people say about each document, who of them says it, how far they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.runs import offsets_of
from linguine.data.targets.labels import find_classes, read_target
from linguine.data.texts import FRAMES, as_columns
from linguine.errors import DataError

__all__ = ["Votes"]

_HOW = (
    "Give a dict or a data frame with a column of labels for each annotator, or a list with the "
    "votes of each document."
)
_SEVERAL = (list, tuple)


@dataclass(frozen=True, eq=False)
class Votes:
    """The votes of all documents, one after the other.

    Parameters
    ----------
    names
        All labels, sorted : (n_labels,).
    offsets
        Votes of document i are ``offsets[i]`` to ``offsets[i + 1]`` : (n_documents + 1,).
    codes
        Index in ``names`` of what was voted for : (n_votes,).
    annotators
        Who votes; None where nobody knows.
    who
        Index of the annotator of each vote : (n_votes,).

    Examples
    --------
    >>> votes = Votes.of({"ann": ["spam", "ham"], "bob": ["spam", None]})
    >>> len(votes), votes.codes.tolist(), votes.annotators, votes.counts().tolist()
    (2, [1, 1, 0], ('ann', 'bob'), [[0, 2], [1, 0]])
    """

    names: NDArray[Any]
    offsets: NDArray[np.int64]
    codes: NDArray[np.int32]
    annotators: tuple[str, ...] | None = None
    who: NDArray[np.int32] | None = None

    @classmethod
    def of(cls, votes: Any) -> Votes:
        """Return votes of lists or columns, see :func:`combine_votes`."""
        if isinstance(votes, Votes):
            return votes
        if isinstance(votes, Mapping) or type(votes).__name__ in FRAMES:
            return cls._of_columns(as_columns(votes))
        if isinstance(votes, str | bytes) or not isinstance(votes, Iterable):
            raise DataError(
                f"Votes must be lists or columns of labels; got {type(votes).__name__}. {_HOW}"
            )
        rows = [each.tolist() if isinstance(each, np.ndarray) else each for each in votes]
        for i, row in enumerate(rows):
            if not isinstance(row, _SEVERAL) and not isinstance(row, Mapping):
                raise DataError(
                    "The votes of a document must be a list of labels, or a dict from annotators "
                    f"to labels; document {i} has {type(row).__name__}. {_HOW}"
                )
        is_named = bool(rows) and all(isinstance(row, Mapping) for row in rows)
        entries = [
            (i, who, label)
            for i, row in enumerate(rows)
            for who, label in (
                row.items() if isinstance(row, Mapping) else ((None, v) for v in row)
            )
            if not _is_missing(label)
        ]
        return cls._of_entries(entries, len(rows), is_named=is_named)

    @classmethod
    def _of_columns(cls, columns: Mapping[str, Any]) -> Votes:
        lists = {str(name): list(column) for name, column in columns.items()}
        lengths = {len(each) for each in lists.values()}
        if len(lengths) != 1:
            raise DataError(
                "Columns of votes must be of one length, and there must be one at least; got "
                f"lengths {sorted(lengths)}. Put None where somebody has not voted."
            )
        n = lengths.pop()
        entries = [
            (i, who, column[i])
            for i in range(n)
            for who, column in lists.items()
            if not _is_missing(column[i])
        ]
        return cls._of_entries(entries, n, is_named=True)

    @classmethod
    def _of_entries(
        cls, entries: Sequence[tuple[int, Any, Any]], n: int, *, is_named: bool
    ) -> Votes:
        target = read_target([label for _, _, label in entries], len(entries))
        names = find_classes(target)
        rows = np.array([row for row, _, _ in entries], dtype=np.int64)
        annotators, who = None, None
        if is_named:
            places: dict[str, int] = {}
            numbers = [places.setdefault(str(each), len(places)) for _, each, _ in entries]
            annotators, who = tuple(places), np.array(numbers, dtype=np.int32)
        return cls(
            names, offsets_of(np.bincount(rows, minlength=n)), target.encode(names), annotators, who
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def rows(self) -> NDArray[np.int64]:
        """The document of each vote."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def counts(self) -> NDArray[np.int64]:
        """Return how many vote for each label : (n_documents, n_labels)."""
        flat = self.rows * len(self.names) + self.codes
        n = len(self) * len(self.names)
        return np.bincount(flat, minlength=n).reshape(len(self), -1)

    def check(self, place: Callable[[int], str]) -> None:
        """Raise DataError if nobody has voted on a document; ``place`` says where it stood."""
        n_votes = np.diff(self.offsets)
        if not len(n_votes) or (n_votes == 0).any():
            where = place(int(n_votes.argmin())) if len(n_votes) else "Votes"
            raise DataError(
                f"{where}: every document needs a vote; got none. Leave it out, or ask somebody."
            )

    def agreement(self) -> float | None:
        r"""Return Krippendorff's alpha: 1 is one opinion, 0 what chance would give.

        .. math::
            \alpha = 1 - (n - 1) \frac{\sum_i (m_i^2 - \sum_y n_{iy}^2) / (m_i - 1)}
            {n^2 - \sum_y n_y^2}

        over the documents with m_i > 1 votes, n in all. None where there is none, or one label.
        Nominal data of [Krippendorff2011].
        """
        counts = self.counts().astype(np.float64)
        counts = counts[counts.sum(axis=1) > 1]
        m, by_label = counts.sum(axis=1), counts.sum(axis=0)
        n = float(m.sum())
        expected = n * n - float((by_label**2).sum())
        if expected == 0:
            return None
        observed = float(((m**2 - (counts**2).sum(axis=1)) / (m - 1)).sum())
        return 1.0 - (n - 1.0) * observed / expected


def _is_missing(label: Any) -> bool:
    """Return True for None, an empty text and not-a-number, which columns have for no vote."""
    return label is None or label == "" or label != label or type(label).__name__ == "NAType"
