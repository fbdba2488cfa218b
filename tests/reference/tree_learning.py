r"""Online learning of labelled trees, step by step, with every tree enumerated.

A sentence has the cells of its arcs: ``shared[h, m]`` are those of the arc whatever its relation,
``rows[h, m]`` the rows of weights by relation. With theta one vector, a row being ``width`` cells
behind the ``n_shared`` shared ones,

    s(h, m, r) = sum theta[shared[h, m]] + sum theta[n_shared + width rows[h, m] + r]

The sentences of a crew are asked before any of them moves theta; then all take their whole steps

    perceptron  f(y) - f(y_hat), times the sentence's weight
    mira        tau (f(y) - f(y_hat)), tau = min(C w, l / ||f(y) - f(y_hat)||^2); or the k best
                trees without the cost, each with its best relations, in one program (mira.py)
    sgd         -eta w g, after theta has shrunk by 1 - eta l2/n for every sentence of the crew
    adagrad     the crew's w g added up: G += g^2, theta -= eta g / sqrt(G)

The average is taken after every crew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .labelled_trees import Array, Indices, costs, loss
from .mira import solve_dual
from .trees import all_trees

Cells = dict[tuple[int, int], list[int]]


@dataclass(frozen=True)
class TreeSentence:
    heads: Indices
    relations: Indices
    shared: Cells
    rows: Cells
    weight: float = 1.0


@dataclass(frozen=True)
class TreeLearner:
    """What the judge needs to know; ``width`` is the number of relations, padded."""

    rule: str
    loss_name: str
    n_shared: int
    n_relations: int
    width: int
    projective: bool = True
    single_root: bool = True
    relation_cost: float = 0.5
    C: float = 1.0
    k: int = 1
    eta: float = 0.1
    l2: float = 0.0
    first_square: float = 0.0

    def cells(self, sentence: TreeSentence, h: int, m: int, r: int) -> list[int]:
        by_relation = [
            self.n_shared + self.width * row + r
            for row in (sentence.rows[h, m] if self.n_relations > 1 else [])
        ]
        return [*sentence.shared[h, m], *by_relation]

    def scores(self, theta: Array, sentence: TreeSentence) -> Array:
        n = len(sentence.heads)
        found = np.zeros((n, n + 1, self.n_relations))
        for m in range(1, n + 1):
            for h in range(n + 1):
                for r in range(self.n_relations if h != m else 0):
                    found[m - 1, h, r] = theta[self.cells(sentence, h, m, r)].sum()
        return found

    def spread(self, parts: Array, sentence: TreeSentence, size: int) -> Array:
        """Return the vector of weights that a table of parts stands for."""
        found = np.zeros(size)
        for m, h, r in np.argwhere(parts):
            np.add.at(found, self.cells(sentence, int(h), int(m) + 1, int(r)), parts[m, h, r])
        return found

    def gradient(self, theta: Array, sentence: TreeSentence) -> tuple[float, Array]:
        value, parts = loss(
            self.scores(theta, sentence),
            (sentence.heads, sentence.relations),
            self.loss_name,
            projective=self.projective,
            single_root=self.single_root,
            relation_cost=self.relation_cost,
        )
        return value, self.spread(parts, sentence, len(theta))

    def k_best_step(self, theta: Array, sentence: TreeSentence) -> Array:
        scores, gold = self.scores(theta, sentence), (sentence.heads, sentence.relations)
        words = np.arange(len(sentence.heads))
        trees = np.array(all_trees(len(words), self.projective, self.single_root))
        named = scores.argmax(2)[words, trees]
        values = scores[words, trees, named].sum(1)
        deltas: list[Array] = []
        margins: list[float] = []
        for i in np.argsort(-values)[: self.k + 1]:
            parts = np.zeros_like(scores)
            np.add.at(parts, (words, *gold), 1.0)
            np.add.at(parts, (words, trees[i], named[i]), -1.0)
            if parts.any() and len(deltas) < self.k:
                deltas.append(self.spread(parts, sentence, len(theta)))
                cost = costs(gold, trees[i][None], named[i][None], self.relation_cost)[0]
                margins.append(values[i] + cost - scores[(words, *gold)].sum())
        if not deltas:
            return np.zeros_like(theta)
        D = np.array(deltas)
        return np.asarray(solve_dual(D @ D.T, np.array(margins), self.C * sentence.weight) @ D)

    def step(self, theta: Array, sentence: TreeSentence) -> Array:
        """Return the change of theta, or of AdaGrad's gradient."""
        if self.rule == "mira" and self.k > 1:
            return self.k_best_step(theta, sentence)
        value, g = self.gradient(theta, sentence)
        if self.rule == "mira":
            norm = float(g @ g)
            tau: float = min(self.C * sentence.weight, value / norm) if norm else 0.0
            return np.asarray(-tau * g)
        return np.asarray(-sentence.weight * g * (self.eta if self.rule == "sgd" else 1.0))


def learn_trees(
    learner: TreeLearner,
    sentences: Sequence[TreeSentence],
    theta: Array,
    *,
    epochs: int,
    crew: int,
) -> tuple[Array, Array]:
    """Return theta and its average."""
    theta = theta.copy()
    total, n_steps = np.zeros_like(theta), 0
    squares: Any = np.full_like(theta, learner.first_square)
    for _ in range(epochs):
        for begin in range(0, len(sentences), crew):
            batch = sentences[begin : begin + crew]
            change = np.sum([learner.step(theta, each) for each in batch], axis=0)
            if learner.rule == "adagrad":
                squares += change**2
                on = squares > 0
                theta[on] += learner.eta * change[on] / np.sqrt(squares[on])
            else:
                theta *= 1 - learner.eta * learner.l2 / len(sentences) * len(batch)
                theta += change
            total += theta
            n_steps += 1
    return theta, total / n_steps
