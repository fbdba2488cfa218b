"""Tags: one per token, as numbers among sorted names; some may be unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.data.token_lists import TokenColumn

__all__ = ["UNKNOWN", "Tags"]

UNKNOWN = -1


@dataclass(frozen=True, eq=False)
class Tags:
    """The tag of each token.

    Parameters
    ----------
    names
        The different tags, sorted.
    codes
        Index of each token's tag in ``names``, -1 where it is unknown : (n_tokens,).

    Examples
    --------
    >>> from linguine import _core
    >>> column = TokenColumn(np.array([0, 1, 0, 2], np.int32), _core.Texts(["O", "B-PER", "?"]))
    >>> tags = Tags.of(column, unknown=["?"])
    >>> tags.names, tags.codes.tolist(), tags.encode(["O", "X"]).tolist(), tags.unseen(["O", "X"])
    (['B-PER', 'O'], [1, 0, 1, -1], [0, -1, 0, -1], ['B-PER'])
    """

    names: list[str]
    codes: NDArray[np.int32]

    @classmethod
    def of(cls, column: TokenColumn, *, unknown: Sequence[str] = ()) -> Tags:
        """Sort the tags of a column; spaces around them do not count."""
        values = [value.strip(" ") for value in column.values.tolist()]
        names = sorted(set(values) - set(unknown))
        return cls(names, _look_up(values, names)[column.codes])

    def encode(self, names: Sequence[str]) -> NDArray[np.int32]:
        """Return the index of each tag in other names, -1 where there is none : (n_tokens,)."""
        # The last place is for -1.
        return np.append(_look_up(self.names, names), np.int32(UNKNOWN))[self.codes]

    def unseen(self, names: Sequence[str]) -> list[str]:
        """Return the tags that are not among other names."""
        known = set(names)
        return [name for name in self.names if name not in known]


def _look_up(values: Sequence[str], names: Sequence[str]) -> NDArray[np.int32]:
    place = {name: i for i, name in enumerate(names)}
    return np.array([place.get(value, UNKNOWN) for value in values], dtype=np.int32)
