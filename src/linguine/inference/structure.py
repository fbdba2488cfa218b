r"""Structure: which outputs exist, and how to search them. A class of one's own will do.

.. math::
    \hat y = \arg\max_{y \in Y(x)} \sum_{i} s_{i, y_i} + \sum_{r} c_r(y) \cdot t_r

An example has sites (a document, tokens, arcs, candidates), each with a row of features. An output
gives every site a label, or -1 where the site is not part of it. Its score is that of the sites'
labels and of the structure's own weights t, such as transitions, times how often they count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import ParameterError, said

__all__ = ["OneOf", "Structure", "Table", "check_k", "read_scores"]

Table: TypeAlias = NDArray[np.float64]


class Structure(Protocol):
    """What learners ask of a structure; only ``argmax`` must be there.

    ==================================  ============================================================
    argmax(sites)                       the best output; ties go to the lower label
    marginals(sites)                    log Z, and each label's share in the shape of ``sites``:
                                        asked for by losses of sums (logistic, softmax-margin)
    k_best(sites, k)                    the k best outputs, best first: MIRA with k_best > 1
    cost(gold, n_labels)                what each label of each site costs where gold is right, in
                                        the shape of ``sites``; else 1 for every wrong label
    n_structural(n_labels)              how many rows of weights are the structure's own. If there
                                        are any, the questions get their scores too
                                        (``argmax(sites, structural)``), marginals answers with
                                        their shares as a third, and there is
    parts(output, n_labels)             how often each structural weight counts in an output
    encode(output, n_sites)             an output as labels of the sites, and back, where outputs
    decode(labels)                      are something else
    ==================================  ============================================================

    ``sites`` are the scores : (n_sites, n_labels), ``structural`` : (n_structural, n_labels). A
    structure may be asked by several threads, one after another.

    Examples
    --------
    >>> class Agree:  # all sites have the same label
    ...     def argmax(self, sites):
    ...         return np.full(len(sites), sites.sum(axis=0).argmax())
    >>> structure: Structure = Agree()
    >>> structure.argmax(np.array([[1.0, 0.0], [0.0, 3.0]])).tolist()
    [1, 1]
    """

    @property
    def argmax(self) -> Callable[..., Any]:
        """Return the best output."""


def read_scores(scores: ArrayLike, fix: str, *, name: str = "scores") -> Table:
    """Return scores as numbers, of which -inf excludes; anything else is refused with ``fix``."""
    try:
        table = np.ascontiguousarray(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"{name} must be a table of numbers; {error}. {fix}") from None
    bad = np.isnan(table) | (table == np.inf)
    if bad.any():
        place = [int(i) for i in np.argwhere(bad)[0]]
        raise ParameterError(
            f"{name} must be numbers, or -inf for what is excluded; "
            f"{name}{place} is {table[tuple(place)]}. Check the weights that gave this score."
        )
    return table


def check_k(k: int) -> None:
    """Refuse to look for less than one output."""
    if k < 1:
        raise ParameterError(
            f"must be at least 1; got {said('k', k)}. Ask for one output or more.", parameter="k"
        )


class OneOf:
    """What a label out of K and a candidate out of a list have in common: one row of scores."""

    def argmax(self, scores: ArrayLike) -> int:
        """Return the place of the best; ties go to the first."""
        return int(self._row(scores).argmax())

    def marginals(self, scores: ArrayLike) -> tuple[float, Table]:
        """Return log Z and the probability of each, without overflow : (n,)."""
        row = self._row(scores)
        shares = np.exp(row - row.max())
        total = shares.sum()
        return float(row.max() + np.log(total)), shares / total

    def k_best(self, scores: ArrayLike, k: int) -> NDArray[np.int32]:
        """Return the places of the k best, best first : (found,)."""
        check_k(k)
        return np.argsort(-self._row(scores), kind="stable")[:k].astype(np.int32)

    def _row(self, scores: ArrayLike) -> Table:
        what = type(self).__name__.lower().removesuffix("s")
        row = read_scores(scores, f"Give one number per {what}.")
        if row.size == 0 or row.size != max(row.shape, default=0) or row.max() == -np.inf:
            raise ParameterError(
                f"There must be one score per {what}, and a {what} to choose; got shape "
                f"{row.shape}. Give a number for each, and not -inf for all."
            )
        return row.reshape(-1)
