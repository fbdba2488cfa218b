r"""Candidates: the structure whose output is one out of a list, each with its own features.

.. math::
    p(y_i \mid x) = \frac{\exp(\theta \cdot f(x, y_i))}{\sum_j \exp(\theta \cdot f(x, y_j))}

Maximum-entropy ranking, Eq. (1.12) of [Zhang2010]: the candidates of an example are its sites, and
all of them share the weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.errors import ParameterError
from linguine.inference.structure import OneOf, Table

__all__ = ["Candidates"]


@dataclass(frozen=True)
class Candidates(OneOf):
    """One candidate of a list that may be another for every example; a wrong one costs 1.

    Examples
    --------
    >>> Candidates().argmax([0.5, 2.0, 1.0])
    1
    >>> Candidates().k_best([0.5, 2.0, 1.0], 2).tolist()
    [1, 2]
    >>> log_z, shares = Candidates().marginals([0.0, 0.0])
    >>> round(log_z, 3), shares.tolist()
    (0.693, [0.5, 0.5])
    """

    def cost(self, gold: int, n_candidates: int) -> Table:
        """Return what each candidate costs : (n_candidates,)."""
        return np.asarray(np.arange(n_candidates) != gold, np.float64)

    def encode(self, output: int, n_sites: int) -> NDArray[np.int32]:
        """Return 0 for the candidate that is chosen, -1 for the others : (n_sites,)."""
        if not 0 <= output < n_sites:
            raise ParameterError(
                f"The right candidate must be one of {n_sites}, counted from 0; got {output}. "
                "Give its place in the list."
            )
        labels = np.full(n_sites, -1, np.int32)
        labels[output] = 0
        return labels

    def decode(self, labels: NDArray[np.int32]) -> int:
        """Return which candidate is chosen."""
        return int((labels == 0).argmax())
