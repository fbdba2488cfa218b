r"""Factor graphs: the structure of variables that are tied together in any way one likes.

.. math::
    \hat y = \arg\max_{y} \sum_{v} s_v(y_v) + \sum_{f} s_f(y_f)

A factor f scores the values of a few variables together, Eq. (1) of [Kschischang2001] in
logarithms. Label and chain are factor graphs; so is a chain some of whose distant tokens are tied,
or a sentence whose class and tags are chosen together.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.errors import ConvergenceWarning, ParameterError, check_number
from linguine.inference.graph_tables import Tables, pack, read_scopes, read_sizes, unpack
from linguine.inference.structure import Table, check_k

__all__ = ["FactorGraph"]

_METHODS = ("auto", "exact", "loopy")


class Best(NamedTuple):
    """The best output that was found, its score, and how it was found."""

    output: NDArray[np.int32]
    score: float
    how: str


class Sums(NamedTuple):
    """Log Z and each part's share of it, and how they were found."""

    log_z: float
    shares: Any
    how: str


@dataclass(frozen=True, eq=False)
class FactorGraph:
    r"""A value for each variable; factors score the values of a few variables together.

    Trees are searched by belief propagation, Eq. (5) and (6) of [Kschischang2001], other graphs
    through their junction tree, ch. 10 of [Koller2009], if it is narrow; both are exact. Beyond the
    width messages go round in circles, and sums are Bethe's approximation [Yedidia2005].

    Questions are asked with one table per variable : (n_values,), then one per factor, with an axis
    for each of its variables; -inf excludes. Answers have the same shapes. The same cells may come
    as rows of one array, as learners have them: a row per variable, then of every factor a row for
    each joint value of its variables but the last : (n_rows, n_labels).

    Parameters
    ----------
    n_values
        How many values each variable has : (n_variables,).
    factors
        The variables of each factor, counted from 0.
    method
        ``"auto"``: exact if it can be; ``"exact"``: refuse graphs that are too wide; ``"loopy"``.
    max_width
        How many others a variable may meet in a clique of the junction tree. Its tables have as
        many cells as their variables have joint values.
    rounds, tolerance
        Loopy messages stop when none moves by more than the tolerance, or after so many rounds.
    damping
        How much of an old message stays in a new one.

    Examples
    --------
    Two variables would rather be equal, and the first likes its value 1:

    >>> graph = FactorGraph([2, 2], [(0, 1)])
    >>> tables = [[0.0, 1.0], [0.5, 0.0], [[1.0, 0.0], [0.0, 1.0]]]
    >>> graph.argmax(tables).tolist()
    [1, 1]
    >>> log_z, (first, second, both) = graph.marginals(tables)
    >>> round(log_z, 3), first.round(2).tolist(), both.round(2).tolist()
    (2.854, [0.32, 0.68], [[0.26, 0.06], [0.26, 0.43]])
    >>> graph.sums(tables).how
    'exact (tree)'
    """

    n_values: Sequence[int]
    factors: Sequence[Sequence[int]] = ()
    _: KW_ONLY
    method: str = "auto"
    max_width: int = 6
    rounds: int = 100
    damping: float = 0.2
    tolerance: float = 1e-6

    def __post_init__(self) -> None:
        if self.method not in _METHODS:
            raise ParameterError(
                f"must be one of {', '.join(map(repr, _METHODS))}; got {self.method!r}. "
                "Use 'auto' to be exact where it can be.",
                owner="FactorGraph",
                parameter="method",
            )
        owner = "FactorGraph"
        check_number(owner, "max_width", self.max_width, low=0, high=31, integer=True, fix="Try 6.")
        check_number(owner, "rounds", self.rounds, low=1, integer=True, fix="Try 100.")
        check_number(owner, "damping", self.damping, low=0, high=1, high_open=True, fix="Try 0.2.")
        check_number(owner, "tolerance", self.tolerance, low=0, high_open=True, fix="Try 1e-6.")
        object.__setattr__(self, "n_values", read_sizes(self.n_values))
        object.__setattr__(self, "factors", read_scopes(self.factors))
        is_exact = self.native.is_exact  # the core looks at variables and factors
        if self.method == "exact" and not is_exact:
            raise ParameterError(
                "A graph with cycles can be searched exactly if its width is at most "
                f"max_width={self.max_width} and its cliques fit into memory; this one of "
                f"{len(self.n_values)} variables and {len(self.factors)} factors is wider. Use "
                "method='auto' for loopy messages, a larger max_width, or fewer factors."
            )

    def __reduce__(self) -> tuple[Any, ...]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return _remake, (values,)

    @cached_property
    def native(self) -> _core.Graph:
        """The graph as the core searches it."""
        counts = [len(scope) for scope in self.factors]
        variables = [v for scope in self.factors for v in scope]
        try:
            return _core.Graph(
                np.array(self.n_values, np.int32),
                np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64),
                np.array(variables, np.int32),
                max_width=self.max_width,
                is_loopy=self.method == "loopy",
                rounds=self.rounds,
                damping=self.damping,
                tolerance=self.tolerance,
            )
        except ValueError as error:
            raise ParameterError(str(error)) from None

    @property
    def is_exact(self) -> bool:
        """Whether answers are exact."""
        return bool(self.native.is_exact)

    @property
    def n_rows(self) -> int:
        """Rows of all tables together."""
        return self.native.n_rows

    @property
    def n_labels(self) -> int:
        """The values of the variable that has most."""
        return max(self.n_values, default=1)

    def best(self, tables: Tables) -> Best:
        """Return the best output with its score and how it was found."""
        output, score, rounds, converged = self.native.argmax(self._rows(tables))
        self._require_output(score)
        return Best(output, score, self._how(rounds, converged))

    def sums(self, tables: Tables) -> Sums:
        """Return log Z, or Bethe's approximation, and the shares, and how they were found."""
        shares, log_z, rounds, converged = self.native.marginals(self._rows(tables))
        self._require_output(log_z)
        is_rows = isinstance(tables, np.ndarray) and tables.ndim == 2
        found = shares if is_rows else self.split(shares)
        return Sums(log_z, found, self._how(rounds, converged))

    def argmax(self, tables: Tables) -> NDArray[np.int32]:
        """Return the best value of each variable : (n_variables,)."""
        found = self.best(tables)
        self._warn(found.how)
        return found.output

    def marginals(self, tables: Tables) -> tuple[float, Any]:
        """Return log Z and the probability of each value and joint value, as they were asked."""
        found = self.sums(tables)
        self._warn(found.how)
        return found.log_z, found.shares

    def k_best(self, tables: Tables, k: int) -> NDArray[np.int32]:
        """Return the k best outputs, best first : (found, n_variables)."""
        check_k(k)
        rows = self._rows(tables)
        if not self.is_exact:
            raise ParameterError(
                f"The k best outputs need an exact search; this graph is {self._how(0, True)}. "
                "Use argmax, or a larger max_width."
            )
        found = self.native.k_best(rows, k)
        self._require_output(0.0 if len(found) else -np.inf)
        return found

    def cost(self, gold: ArrayLike, n_labels: int) -> Table:
        """Return what each cell of the rows costs: 1 for a variable's wrong value, else 0."""
        costs = np.zeros((self.n_rows, n_labels))
        n = len(self.n_values)
        costs[:n] = np.asarray(gold, np.intp)[:n, None] != np.arange(n_labels)
        return costs

    def encode(self, output: ArrayLike, n_sites: int) -> NDArray[np.int32]:
        """Return the labels of all rows; -1 in rows of factors that other values choose."""
        values = np.asarray(output)
        sizes = np.array(self.n_values)
        is_right = values.shape == sizes.shape and (values.dtype.kind in "iu" or not sizes.size)
        if not is_right or n_sites != self.n_rows or ((values < 0) | (values >= sizes)).any():
            raise ParameterError(
                f"An output must have a value for each of {len(sizes)} variables, counted from 0, "
                f"and a graph a row for each variable and factor; got {values.tolist()!r:.80} for "
                f"variables of {sizes.tolist()!r:.80} values. Number the values."
            )
        return self.native.complete(np.ascontiguousarray(values, np.int32))

    def decode(self, labels: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the values of the variables : (n_variables,)."""
        return labels[: len(self.n_values)]

    def split(self, rows: Table) -> list[Table]:
        """Return rows as one table per variable, then one per factor."""
        return unpack(rows, self.n_values, self.factors)

    def _rows(self, tables: Tables) -> Table:
        return pack(tables, self.n_values, self.factors, self.n_rows)

    def _how(self, rounds: int, converged: bool) -> str:
        if self.is_exact:
            return "exact (tree)" if self.native.is_tree else "exact (junction tree)"
        state = f"loopy, {rounds} rounds, {'' if converged else 'not '}converged"
        if rounds == 0:
            state = "loopy"
        wide = f" (wider than max_width={self.max_width})" if self.method != "loopy" else ""
        return state + wide

    def _warn(self, how: str) -> None:
        if "not converged" in how:
            warnings.warn(
                ConvergenceWarning(
                    f"Messages should settle; they are {how}. Use more damping or rounds, or a "
                    "larger max_width to be exact.",
                    owner="FactorGraph",
                ),
                stacklevel=3,
            )

    def _require_output(self, score: float) -> None:
        if score == -np.inf:
            raise ParameterError(
                "scores must leave at least one output; every one that was found has a part of "
                "score -inf. Exclude fewer values."
            )


def _remake(values: dict[str, Any]) -> FactorGraph:
    """Make a graph of its fields: the way out of a pickle."""
    return FactorGraph(**values)
