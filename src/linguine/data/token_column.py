"""A column of tokens: one small number per token, and what the numbers stand for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core

__all__ = ["TokenColumn"]


@dataclass(frozen=True, eq=False)
class TokenColumn:
    """The cells of one column, each different text stored once.

    Parameters
    ----------
    codes
        Index of each token's cell in ``values`` : (n_tokens,).
    values
        The different texts, in the order of their first appearance.

    Examples
    --------
    >>> column = TokenColumn(np.array([0, 1, 0], dtype=np.int32), _core.Texts(["DT", "NN"]))
    >>> column.tolist(), column.take(np.array([1])).values.tolist()
    (['DT', 'NN', 'DT'], ['NN'])
    """

    codes: NDArray[np.int32]
    values: _core.Texts

    def __len__(self) -> int:
        return len(self.codes)

    def tolist(self) -> list[str]:
        """Return the cell of each token."""
        values = self.values.tolist()
        return [values[code] for code in self.codes.tolist()]

    def take(self, tokens: NDArray[np.int64]) -> TokenColumn:
        """Return the column of some tokens; values that none of them has are left out."""
        codes, kept = _core.renumber(self.codes[tokens], len(self.values))
        return TokenColumn(codes, self.values.take(kept))
