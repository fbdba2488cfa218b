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
from linguine.inference import Candidates, Chain, DependencyTree, Label
from linguine.inference.asked import read_labels
from linguine.learning import ChainData, Loss, StructureProblem

from .reference.trees import all_trees

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A structure, the shapes of its tables, all outputs, and which cells each is made of."""

    structure: Any
    shapes: list[tuple[int, int] | tuple[int]]
    outputs: list[Any]
    cells: Callable[[Any], list[Array]]

    def tables(self, seed: int) -> list[Array]:
        return [np.random.default_rng([seed, i]).normal(size=s) for i, s in enumerate(self.shapes)]

    def scores(self, tables: list[Array]) -> Array:
        def score(y: Any) -> float:
            pairs = zip(self.cells(y), tables, strict=True)
            return float(sum((cells * table).sum() for cells, table in pairs))

        return np.array([score(y) for y in self.outputs])

    @property
    def n_labels(self) -> int:
        """Labels of a site; those of trees and candidates are there or not."""
        return self.shapes[0][-1] if isinstance(self.structure, Label | Chain) else 1

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
    """Some examples of a structure, with random rows of features for their sites."""

    case: Case
    rows: list[Array]
    outputs: list[Any]

    @classmethod
    def draw(cls, case: Case, n: int, seed: int, n_features: int = 6) -> Examples:
        """Return random examples."""
        generator = np.random.default_rng(seed)
        n_sites = int(np.prod(case.shapes[0])) // case.n_labels
        rows = [generator.normal(size=(n_sites, n_features)) for _ in range(n)]
        chosen = generator.integers(0, len(case.outputs), size=n)
        return cls(case, rows, [case.outputs[i] for i in chosen])

    def problem(self, loss: Loss, **rest: Any) -> StructureProblem:
        """Return what learners see."""
        n_sites = [len(each) for each in self.rows]
        pairs = zip(self.outputs, n_sites, strict=True)
        gold = [read_labels(self.case.structure, y, n) for y, n in pairs]
        data = ChainData(
            read_matrix(np.concatenate(self.rows)),
            np.concatenate([[0], np.cumsum(n_sites)]),
            np.concatenate([np.asarray(each, np.int32) for each in gold]),
            np.ones(len(self.rows)),
        )
        structure, n_labels = self.case.structure, self.case.n_labels
        return StructureProblem(
            data=data, structure=structure, n_labels=n_labels, loss=loss, **rest
        )

    def tables(self, weights: Array, rows: Array) -> list[Array]:
        """Return the scores of an example."""
        n_features = rows.shape[1]
        sites = (rows @ weights[:n_features]).reshape(self.case.shapes[0])
        return [sites, *([weights[n_features:]] if len(self.case.shapes) > 1 else [])]

    def judge(self, loss: Loss, weights: Array) -> tuple[float, Array]:
        """Return the sum of the losses and its derivatives by the weights, by enumeration."""
        total, gradient = 0.0, np.zeros_like(weights)
        for rows, gold in zip(self.rows, self.outputs, strict=True):
            value, (sites, *own) = self.case.loss(loss, self.tables(weights, rows), gold)
            total += value
            gradient[: rows.shape[1]] += rows.T @ self.case.site_table(sites)
            for each in own:
                gradient[rows.shape[1] :] += each
        return total, gradient


def one_of(n: int) -> Callable[[Any], list[Array]]:
    return lambda y: [np.eye(n)[y]]


def chain_cells(n_labels: int, order: int = 1) -> Callable[[Any], list[Array]]:
    def cells(y: tuple[int, ...]) -> list[Array]:
        L = n_labels
        own = np.zeros((L + 2 + (order == 2) * (L + 1) * L, L))
        own[L, y[0]] += 1
        own[L + 1, y[-1]] += 1
        for t in range(1, len(y)):
            own[y[t - 1], y[t]] += 1
            if order == 2:
                before = L if t == 1 else y[t - 2]
                own[L + 2 + before * L + y[t - 1], y[t]] += 1
        return [np.eye(L)[list(y)], own]

    return cells


def obeys(y: tuple[int, ...], allowed: Array) -> bool:
    return all(allowed[a, b] for a, b in pairwise(y))


THREE = list(product(range(3), repeat=4))
ALLOWED = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]])
CASES = {
    "label": Case(Label(), [(4,)], list(range(4)), one_of(4)),
    "candidates": Case(Candidates(), [(5,)], list(range(5)), one_of(5)),
    "chain": Case(Chain(), [(4, 3), (5, 3)], THREE, chain_cells(3)),
    "chain-of-order-2": Case(Chain(2), [(4, 3), (17, 3)], THREE, chain_cells(3, 2)),
    "chain-with-rules": Case(
        Chain(allowed=ALLOWED, starts=[1, 0, 1], ends=[1, 1, 0]),
        [(4, 3), (5, 3)],
        [y for y in THREE if obeys(y, ALLOWED) and y[0] != 1 and y[-1] != 2],
        chain_cells(3),
    ),
    **{
        f"tree-{projective}-{single_root}": Case(
            DependencyTree(projective, single_root),
            [(4, 5)],
            list(all_trees(4, projective, single_root)),
            lambda heads: [np.eye(5)[list(heads)]],
        )
        for projective, single_root in product([True, False], repeat=2)
    },
}
