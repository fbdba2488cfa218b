"""Combining votes: by majority, by shares, or by what the annotators are worth."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.formats.table import COMBINING
from linguine.data.targets.dawid_skene import estimate_reliability
from linguine.data.targets.soft_labels import SoftLabels
from linguine.data.targets.votes import Votes
from linguine.errors import DataError, DataWarning, ParameterError, said

__all__ = ["CombinedVotes", "combine", "combine_votes"]

#: Of what EM believes, shares below it are left out: each label of a document costs as a document.
_LEAST_SHARE = 1e-3


@dataclass(frozen=True, eq=False)
class CombinedVotes:
    """What votes say together; made by :func:`combine_votes`.

    Parameters
    ----------
    how
        How they were combined.
    soft
        The shares of the labels of each document.
    agreement
        Krippendorff's alpha, see :meth:`Votes.agreement`.
    n_votes
        How many votes there are.
    n_tied
        Documents on which two labels have as many votes.
    accuracy
        Of each annotator, the mean share of what they voted for, their own votes included; empty
        where nobody knows who they are.
    """

    how: str
    soft: SoftLabels
    agreement: float | None
    n_votes: int
    n_tied: int
    accuracy: dict[str, float]

    @property
    def labels(self) -> NDArray[Any]:
        """The likeliest label of each document, the first of equals : (n_documents,)."""
        return np.asarray(self.soft.names[self.soft.likeliest])

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "how": self.how,
            "n_votes": self.n_votes,
            "n_tied": self.n_tied,
            "agreement": self.agreement,
            "annotators": self.accuracy,
        }


def combine_votes(votes: Any, *, how: str = "majority") -> CombinedVotes:
    """Return what several people say about each document.

    Parameters
    ----------
    votes
        A dict or a data frame with a column of labels for each annotator, None or an empty text
        where somebody has not voted; or a list with the votes of each document: labels, or a dict
        from annotators to labels.
    how
        ``"majority"``: the label with most votes, of equals the first. ``"shares"``: each label by
        its share of the votes. ``"dawid-skene"``: what is likely if annotators differ in how
        reliable they are, which their votes tell, too.

    Returns
    -------
    CombinedVotes
        ``labels`` or ``soft`` are what classifiers take; and how far annotators agree.

    Examples
    --------
    >>> votes = {"ann": ["spam", "ham", "ham"], "bob": ["spam", "ham", "spam"], "eve": ["ham"] * 3}
    >>> combined = combine_votes(votes)
    >>> combined.labels.tolist(), round(combined.agreement, 2)
    (['spam', 'ham', 'ham'], 0.11)
    >>> combine_votes(votes, how="shares").soft[0]
    {'ham': 0.3333333333333333, 'spam': 0.6666666666666666}
    """
    given = Votes.of(votes)
    return combine(given, how, lambda row: f"document {row}")


def combine(votes: Votes, how: str, place: Callable[[int], str]) -> CombinedVotes:
    """Do the same; ``place`` says where a document stood."""
    if how not in COMBINING:
        raise ParameterError(
            f"must be one of {', '.join(COMBINING)}; got {how!r}. Try 'majority'.",
            parameter="votes",
        )
    votes.check(place)
    counts = votes.counts()
    tied = (counts == counts.max(axis=1, keepdims=True)).sum(axis=1) > 1
    shares = _combined(votes, how, counts)
    if how == "majority" and tied.any():
        row = int(tied.argmax())
        warnings.warn(
            f"{place(row)}: two labels have as many votes, here and in {int(tied.sum()):,} of "
            f"{len(votes):,} documents; the first in order was taken. Say "
            f"{said('votes', 'shares')} to keep both.",
            DataWarning,
            stacklevel=3,
        )
    return CombinedVotes(
        how,
        SoftLabels.of_matrix(shares, votes.names),
        votes.agreement(),
        len(votes.codes),
        int(tied.sum()),
        _accuracy(votes, shares),
    )


def _combined(votes: Votes, how: str, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of each label : (n_documents, n_labels)."""
    if how == "majority":
        table = np.zeros(counts.shape)
        table[np.arange(len(table)), counts.argmax(axis=1)] = 1.0
        return table
    if how == "shares":
        return np.asarray(counts / counts.sum(axis=1, keepdims=True))
    if votes.annotators is None:
        raise DataError(
            f"{said('votes', 'dawid-skene')} needs to know who votes; got lists of votes, which "
            "name nobody. Give a column for each annotator, objects such as "
            '{"ann": "spam", "bob": "ham"}, or combine by majority or shares.'
        )
    table = estimate_reliability(votes).shares
    table[table < np.minimum(_LEAST_SHARE, table.max(axis=1, keepdims=True))] = 0.0
    return np.asarray(table / table.sum(axis=1, keepdims=True))


def _accuracy(votes: Votes, shares: NDArray[np.float64]) -> dict[str, float]:
    if votes.annotators is None or votes.who is None:
        return {}
    right = np.bincount(votes.who, weights=shares[votes.rows, votes.codes])
    return dict(zip(votes.annotators, (right / np.bincount(votes.who)).tolist(), strict=True))
