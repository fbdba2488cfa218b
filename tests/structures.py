"""The table of structures: each with a list of all its outputs, which judges every answer.

A new structure is a row here: the four questions, the gradients of all losses and the learners then
go through it (``test_four_questions``, ``test_gradients``, ``test_every_learner``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.features import read_matrix
from linguine.inference import Candidates, Chain, DependencyTree, FactorGraph, Label
from linguine.inference.asked import read_labels
from linguine.learning import ChainData, GraphData, Loss, StructureProblem

from .reference.trees import all_trees

Array = NDArray[np.float64]
#: Structures whose sites have labels; those of trees and candidates are there or not.
OF_LABELS = Label, Chain, FactorGraph


@dataclass(frozen=True)
class Case:
    """A structure, the shapes of its tables, all outputs, and which cells each is made of.

    ``shorter`` is an example of fewer sites with the same weights, if there can be one.
    """

    structure: Any
    shapes: list[tuple[int, int] | tuple[int]]
    outputs: list[Any]
    cells: Callable[[Any], list[Array]]
    shorter: Case | None = None

    def tables(self, seed: int) -> list[Array]:
        return [np.random.default_rng([seed, i]).normal(size=s) for i, s in enumerate(self.shapes)]

    def scores(self, tables: list[Array]) -> Array:
        def score(y: Any) -> float:
            pairs = zip(self.cells(y), tables, strict=True)
            return float(sum((cells * table).sum() for cells, table in pairs))

        return np.array([score(y) for y in self.outputs])

    @property
    def n_labels(self) -> int:
        """Labels of a site."""
        return self.shapes[0][-1] if isinstance(self.structure, OF_LABELS) else 1

    @property
    def n_sites(self) -> int:
        """Rows of features of an example."""
        return int(np.prod(self.shapes[0])) // self.n_labels

    def tables_at(self, weights: Array, rows: Array) -> list[Array]:
        """Return the scores of an example with some rows of features."""
        n_features = rows.shape[1]
        sites = (rows @ weights[:n_features]).reshape(self.shapes[0])
        return [sites, *([weights[n_features:]] if len(self.shapes) > 1 else [])]

    def site_table(self, table: Array) -> Array:
        """Return a table of the structure as one row per site."""
        return table.reshape(-1, self.n_labels)

    def loss(self, loss: Loss, tables: list[Array], gold: Any) -> tuple[float, list[Array]]:
        """Return the loss of an example and its derivatives by the tables, by enumeration."""
        n = self.shapes[0][-1]
        costly = [tables[0] + loss.rho * self.structure.cost(gold, n), *tables[1:]]
        scores = self.scores(costly)
        if loss.asks == "sum":
            value = float(np.logaddexp.reduce(scores))
            shares = np.exp(scores - value)
        else:
            value, shares = float(scores.max()), np.eye(len(scores))[scores.argmax()]
        right = self.cells(gold)
        value -= float(sum((a * b).sum() for a, b in zip(right, tables, strict=True)))
        expected = [
            sum(p * self.cells(y)[i] for p, y in zip(shares, self.outputs, strict=True) if p)
            for i in range(len(tables))
        ]
        return value, [a - b for a, b in zip(expected, right, strict=True)]


@dataclass(frozen=True)
class Examples:
    """Some examples of a structure, of both sizes, with random rows for their sites and weights."""

    cases: list[Case]
    rows: list[Array]
    outputs: list[Any]
    weights: Array

    @classmethod
    def draw(cls, case: Case, n: int, seed: int, n_features: int = 6) -> Examples:
        """Return random examples."""
        generator = np.random.default_rng(seed)
        cases = [case if i % 2 == 0 else case.shorter or case for i in range(n)]
        rows = [generator.normal(size=(each.n_sites, n_features)) for each in cases]
        outputs = [each.outputs[generator.integers(len(each.outputs))] for each in cases]
        return cls(cases, rows, outputs, generator.uniform(0.5, 2.0, n))

    def problem(self, loss: Loss, **rest: Any) -> StructureProblem:
        """Return what learners see."""
        case, n_sites = self.cases[0], [each.n_sites for each in self.cases]
        examples = zip(self.cases, self.outputs, n_sites, strict=True)
        gold = [read_labels(each.structure, y, n) for each, y, n in examples]
        use: dict[str, Any] = {
            "tokens": read_matrix(np.concatenate(self.rows)),
            "offsets": np.concatenate([[0], np.cumsum(n_sites)]),
            "gold": np.concatenate([np.asarray(each, np.int32) for each in gold]),
            "weights": self.weights,
        }
        data = ChainData(**use)
        if isinstance(case.structure, FactorGraph):
            data = GraphData(**use, graphs=tuple(each.structure for each in self.cases))
        return StructureProblem(
            data=data, structure=case.structure, n_labels=case.n_labels, loss=loss, **rest
        )

    def judge(self, loss: Loss, weights: Array) -> tuple[float, Array]:
        """Return the sum of the losses and its derivatives by the weights, by enumeration."""
        total, gradient = 0.0, np.zeros_like(weights)
        examples = zip(self.cases, self.rows, self.outputs, self.weights, strict=True)
        for case, rows, gold, w in examples:
            value, (sites, *own) = case.loss(loss, case.tables_at(weights, rows), gold)
            total += w * value
            gradient[: rows.shape[1]] += w * rows.T @ case.site_table(sites)
            for each in own:
                gradient[rows.shape[1] :] += w * each
        return total, gradient


def choice(structure: Any, n: int, shorter: int | None = None) -> Case:
    less = None if shorter is None else choice(structure, shorter)
    return Case(structure, [(n,)], list(range(n)), lambda y: [np.eye(n)[y]], less)


def chain_cells(n_labels: int, order: int = 1) -> Callable[[Any], list[Array]]:
    def cells(y: tuple[int, ...]) -> list[Array]:
        L = n_labels
        own = np.zeros((L + 2, L))
        own[L, y[0]] += 1
        own[L + 1, y[-1]] += 1
        np.add.at(own, (list(y[:-1]), list(y[1:])), 1)
        for k in range(2, order + 1):  # windows of k labels before; the first may be START
            longer = np.zeros([L + 1, *[L] * k])
            whole = [L, *y]
            for t in range(len(whole) - k):
                longer[tuple(whole[t : t + k + 1])] += 1
            own = np.concatenate([own, longer.reshape(-1, L)])
        return [np.eye(L)[list(y)], own]

    return cells


def chain(
    n: int,
    order: int = 1,
    obeys: Callable[[tuple[int, ...]], bool] | None = None,
    n_labels: int = 3,
    **rules: Any,
) -> Case:
    """Return a chain of some labels."""
    outputs = list(filter(obeys, product(range(n_labels), repeat=n)))
    cells = chain_cells(n_labels, order)
    shorter = chain(2, order, obeys, n_labels, **rules) if n > 2 else None
    shapes = [each.shape for each in cells(outputs[0])]
    return Case(Chain(order, **rules), shapes, outputs, cells, shorter)


def tree(n: int, projective: bool, single_root: bool) -> Case:
    outputs = list(all_trees(n, projective, single_root))
    shorter = tree(2, projective, single_root) if n > 2 else None
    structure = DependencyTree(projective, single_root)
    return Case(structure, [(n, n + 1)], outputs, lambda y: [np.eye(n + 1)[list(y)]], shorter)


def graph_cells(n_values: list[int], factors: list[tuple[int, ...]], n_labels: int) -> Any:
    """Return the cells of an output: variables, then the joint values of factors, in rows."""

    def cells(y: tuple[int, ...]) -> list[Array]:
        rows = []
        for scope in [(v,) for v in range(len(n_values))] + factors:
            table = np.zeros([n_values[v] for v in scope])
            table[tuple(y[v] for v in scope)] = 1
            table = table.reshape(-1, table.shape[-1])
            rows.append(np.pad(table, [(0, 0), (0, n_labels - table.shape[1])]))
        return [np.concatenate(rows)]

    return cells


def graph(
    n_values: list[int],
    factors: list[tuple[int, ...]],
    shorter: Case | None = None,
    n_labels: int | None = None,
    **options: Any,
) -> Case:
    n_labels = max(n_values) if n_labels is None else n_labels
    cells = graph_cells(n_values, factors, n_labels)
    outputs = list(product(*map(range, n_values)))
    shape = cells(outputs[0])[0].shape
    return Case(FactorGraph(n_values, factors, **options), [shape], outputs, cells, shorter)


def grid(n_rows: int, n_columns: int) -> list[tuple[int, ...]]:
    """Return the pairs of neighbours on a grid."""
    at = np.arange(n_rows * n_columns).reshape(n_rows, n_columns)
    sideways = zip(at[:, :-1].ravel(), at[:, 1:].ravel(), strict=True)
    down = zip(at[:-1].ravel(), at[1:].ravel(), strict=True)
    return [(int(a), int(b)) for a, b in [*sideways, *down]]


def obeys_rules(y: tuple[int, ...]) -> bool:
    return y[0] != 1 and y[-1] != 2 and all(ALLOWED[a, b] for a, b in pairwise(y))


ALLOWED = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]])
SMALL = graph([2, 3], [(1, 0), (0,)], n_labels=3)  # with the weights of larger ones
CASES = {
    "label": choice(Label(), 4),
    "candidates": choice(Candidates(), 5, shorter=2),
    "chain": chain(4),
    "chain-of-order-2": chain(4, order=2),
    "chain-of-order-3": chain(5, order=3),
    "chain-of-order-4": chain(6, order=4, n_labels=2),
    **{
        f"chain-with-rules-of-order-{order}": chain(
            4, order, obeys_rules, allowed=ALLOWED, starts=[1, 0, 1], ends=[1, 1, 0]
        )
        for order in (1, 3)
    },
    "factor-graph-tree": graph([2, 3, 2, 2], [(1, 0), (1, 2), (3, 1)], SMALL),
    "factor-graph-of-threes": graph([2, 3, 1, 2, 2], [(0, 1, 2), (2, 4, 3), (3,)], SMALL),
    "factor-graph-cycle": graph([2, 3, 2, 2], [(0, 1), (1, 2), (3, 2), (3, 0), (0, 1)], SMALL),
    **{
        f"tree-{projective}-{single_root}": tree(4, projective, single_root)
        for projective, single_root in product([True, False], repeat=2)
    },
}
