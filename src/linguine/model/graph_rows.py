"""Graph rows: the features of variables and factors as rows over one table of weights.

A feature of a variable has a weight for each of its values: a row of the table. A feature of a
factor has one for each joint value: a row for every joint value of its variables but the last. Rows
are shared by all factors of as many variables with that feature, whatever graph they are in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import LARGEST_INTEGER, DataError, ParameterError
from linguine.features import Sites, SparseRows
from linguine.inference import FactorGraph

__all__ = ["GraphRows", "check_graph"]

Ints = NDArray[np.int64]


def check_graph(graph: Any, example: int) -> FactorGraph:
    """Return what a function of the user's made of an example, if it is a graph."""
    if not isinstance(graph, FactorGraph):
        raise ParameterError(
            "A function as structure must return a FactorGraph for each example; it returned "
            f"{type(graph).__name__} for example {example}. Return FactorGraph(n_values, factors)."
        )
    return graph


class GraphRows:
    """Where the weights of each feature are, learned from the graphs it was seen in.

    Parameters
    ----------
    graphs
        Those to learn from.

    Examples
    --------
    Two variables with feature 0, tied by a factor with feature 1:

    >>> graph = FactorGraph([2, 2], [(0, 1)])
    >>> rows = SparseRows(np.array([0, 1, 2, 3]), np.array([0, 0, 1]), None, 2).sites()
    >>> found, offsets = GraphRows([graph]).fit(rows, np.array([0, 3]), [graph])
    >>> found.indices.tolist(), offsets.tolist()
    ([0, 0, 1, 2], [0, 4])
    """

    def __init__(self, graphs: Sequence[FactorGraph]) -> None:
        self.n_labels = max((graph.n_labels for graph in graphs), default=1)
        #: Kind 0 is variables, a factor's kind is how many variables it has.
        self.n_kinds = 1 + max((len(f) for graph in graphs for f in graph.factors), default=0)
        #: The most values of a variable of such factors, but for the last.
        self._bases = [1] * self.n_kinds
        for graph in graphs:
            for scope in graph.factors:
                most = max((graph.n_values[v] for v in scope[:-1]), default=1)
                self._bases[len(scope)] = max(self._bases[len(scope)], most)
        self._keys: Ints = np.zeros(0, np.int64)
        self._starts: Ints = np.zeros(1, np.int64)

    def fit(self, sites: Sites, offsets: Ints, graphs: Sequence[FactorGraph]) -> tuple[Sites, Ints]:
        """Learn which features there are, and return the rows of all tables."""
        self._check(offsets, graphs)
        indptr, indices, _ = _sparse(sites)
        kinds = np.repeat(_kinds(graphs), np.diff(indptr))
        self._keys = np.unique(indices * self.n_kinds + kinds)
        sizes = [base ** max(kind - 1, 0) for kind, base in enumerate(self._bases)]
        counts = np.bincount(self._keys % self.n_kinds, minlength=self.n_kinds).tolist()
        n_rows = sum(size * count for size, count in zip(sizes, counts, strict=True))
        if n_rows > LARGEST_INTEGER:
            raise DataError(
                f"Features of factors must have at most {LARGEST_INTEGER} rows of weights, one for "
                f"each joint value of all variables but the last; these have {n_rows}. Put the "
                "variable of most values last, or use factors over fewer variables."
            )
        self._starts = np.zeros(len(self._keys) + 1, np.int64)
        np.cumsum(np.array(sizes, np.int64)[self._keys % self.n_kinds], out=self._starts[1:])
        return self.rows(sites, offsets, graphs)

    def rows(
        self, sites: Sites, offsets: Ints, graphs: Sequence[FactorGraph]
    ) -> tuple[Sites, Ints]:
        """Return a row for each variable, and joint value of factors, and where examples begin."""
        self._check(offsets, graphs)
        indptr, indices, values = _sparse(sites)
        codes = self._codes(graphs)
        copies = np.array([len(each) for each in codes], np.int64)
        origin = np.repeat(np.arange(len(codes)), copies)
        lengths = np.diff(indptr)[origin]
        ends = np.concatenate([[0], np.cumsum(lengths)])
        entry = np.repeat(indptr[:-1][origin] - ends[:-1], lengths) + np.arange(ends[-1])
        keys = indices[entry] * self.n_kinds + np.repeat(_kinds(graphs)[origin], lengths)
        place = np.searchsorted(self._keys, keys)
        is_known = np.append(self._keys, -1)[place] == keys
        code = np.repeat(np.concatenate([*codes, np.zeros(0, np.int64)]), lengths)
        features = (self._starts[place] + code)[is_known]
        borders = np.concatenate([[0], np.cumsum(is_known)])[ends]
        kept = None if values is None else values[entry][is_known]
        n_features = int(self._starts[-1])
        rows = SparseRows(borders.astype(np.int64), features, kept, n_features)
        counts = [graph.n_rows for graph in graphs]
        return rows.sites(), np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])

    def _codes(self, graphs: Sequence[FactorGraph]) -> list[Ints]:
        """Return which row of a feature's each joint value has, for all variables and factors."""
        one = np.zeros(1, np.int64)
        known: dict[tuple[int, ...], Ints] = {(): one}
        codes = []
        for graph in graphs:
            codes += [one] * len(graph.n_values)
            for scope in graph.factors:
                others = tuple(graph.n_values[v] for v in scope[:-1])
                if others not in known:
                    joint = np.array(list(product(*map(range, others))), np.int64)
                    base = self._bases[len(scope)]
                    known[others] = joint @ base ** np.arange(len(others) - 1, -1, -1)
                codes.append(known[others])
        return codes

    def _check(self, offsets: Ints, graphs: Sequence[FactorGraph]) -> None:
        for i, graph in enumerate(graphs):
            wanted, found = len(graph.n_values) + len(graph.factors), offsets[i + 1] - offsets[i]
            if wanted != found:
                raise DataError(
                    f"An example must have features for each of {len(graph.n_values)} variables, "
                    f"then for each of {len(graph.factors)} factors; example {i} has {found} rows. "
                    f"Give {wanted}."
                )
            if graph.n_labels > self.n_labels or not all(map(self._fits(graph), graph.factors)):
                raise DataError(
                    "A graph must have as many values at most, and factors of as many variables, "
                    f"as those that were learned from (here {self.n_labels} and {self.n_kinds - 1})"
                    f"; that of example {i} has more. Learn from such examples, too."
                )

    def _fits(self, graph: FactorGraph) -> Callable[[Sequence[int]], bool]:
        """Return whether there are weights for a factor of this graph."""

        def fits(scope: Sequence[int]) -> bool:
            if len(scope) >= self.n_kinds:
                return False
            return all(graph.n_values[v] <= self._bases[len(scope)] for v in scope[:-1])

        return fits


def _kinds(graphs: Sequence[FactorGraph]) -> Ints:
    """Return 0 for each variable, and for each factor how many variables it has."""
    kinds = [[0] * len(each.n_values) + [len(f) for f in each.factors] for each in graphs]
    return np.array([kind for each in kinds for kind in each], np.int64)


def _sparse(sites: Sites) -> tuple[Ints, Ints, NDArray[Any] | None]:
    """Return borders, features and values of rows; those of a dense matrix are all there."""
    if sites.indptr is not None and sites.indices is not None:
        return sites.indptr.astype(np.int64), sites.indices.astype(np.int64), sites.values
    n, d = sites.n_rows, sites.n_features
    values = np.zeros(0) if sites.values is None else sites.values.reshape(-1)
    return np.arange(n + 1) * d, np.tile(np.arange(d), n), values
