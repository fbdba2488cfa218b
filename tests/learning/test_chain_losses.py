"""Losses on sequences: values and gradients are those of brute force and of finite differences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linguine import _core

from ..chains import random_chain, rules_of, structural_of
from ..reference import chain as judge

LENGTHS = (3, 1, 4)
N_LABELS = 3
KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "order-2": {"order": 2},
    "edges": {"edges": True},
    "forbidden": {"forbidden": True},
    "all": {"order": 2, "edges": True, "forbidden": True},
}


class Corpus:
    """Three sentences of random scores whose every part has a feature of its own."""

    def __init__(self, kind: str, loss: str, *, partial: bool = False, single: bool = False):
        self.chains = [random_chain(9, n, N_LABELS, **KINDS[kind]) for n in LENGTHS]
        first = self.chains[0]
        self.rules = rules_of(first)
        random = np.random.default_rng(3)
        n_tokens = sum(LENGTHS)
        self.offsets = np.cumsum([0, *LENGTHS])
        self.gold = np.concatenate(
            [
                judge.outputs(chain)[random.integers(len(judge.outputs(chain)))]
                for chain in self.chains
            ]
        ).astype(np.int32)
        if partial:
            self.gold[[0, 2, 5]] = -1
        self.weights = np.array([1.0, 2.0, 0.5])
        eye = np.arange(n_tokens, dtype=np.int32)
        indptr = np.arange(n_tokens + 1, dtype=np.int32)

        def matrix() -> _core.Matrix:
            return _core.Matrix(indptr, eye, None, n_tokens, n_tokens, single)

        edges = matrix() if first.edges is not None else None
        self.problem = _core.chain_problem(
            matrix(), edges, self.offsets, self.gold, self.weights, self.rules, loss, None
        )
        self.objective = _core.ChainObjective(self.problem, True, True, True)
        rows = [np.concatenate([chain.nodes for chain in self.chains])]
        if first.edges is not None:
            rows.append(
                np.concatenate([chain.edges for chain in self.chains]).reshape(-1, N_LABELS)
            )
        rows.append(structural_of(first))
        self.theta = np.concatenate(rows)
        offsets, labels = self.objective.cells()
        self.row_of_cell = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        self.labels = labels
        self.loss = loss

    def point(self) -> Any:
        return np.ascontiguousarray(self.theta[self.row_of_cell, self.labels])

    def judged(self) -> float:
        total = 0.0
        shared = {
            name: getattr(self.chains[0], name)
            for name in ("transitions", "start", "end", "trigrams")
        }
        for i, chain in enumerate(self.chains):
            same = replace(
                chain,
                **shared,
                allowed_transitions=self.chains[0].allowed_transitions,
                allowed_start=self.chains[0].allowed_start,
                allowed_end=self.chains[0].allowed_end,
            )
            gold = self.gold[self.offsets[i] : self.offsets[i + 1]]
            total += self.weights[i] * judge.loss(same, gold.tolist(), self.loss)[0]
        return total


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("loss", judge.KINDS)
@pytest.mark.parametrize("kind", KINDS)
def test_value_is_that_of_brute_force_and_gradient_that_of_differences(
    kind: str, loss: str, partial: bool
) -> None:
    corpus = Corpus(kind, loss, partial=partial)
    point = corpus.point()
    value, gradient = corpus.objective.evaluate(point, 1)
    assert value == pytest.approx(corpus.judged(), rel=1e-11)
    h = 1e-6
    for i in range(len(point)):
        moved = point.copy()
        moved[i] += h
        up = corpus.objective.evaluate(moved, 1)[0]
        moved[i] -= 2 * h
        down = corpus.objective.evaluate(moved, 1)[0]
        assert (up - down) / (2 * h) == pytest.approx(gradient[i], abs=2e-8)


@pytest.mark.parametrize("kind", KINDS)
def test_threads_and_precision_change_nothing_that_matters(kind: str) -> None:
    corpus = Corpus(kind, "logistic")
    point = corpus.point()
    one, two = corpus.objective.evaluate(point, 1), corpus.objective.evaluate(point, 2)
    assert one[0] == two[0]
    assert one[1].tobytes() == two[1].tobytes()
    single = Corpus(kind, "logistic", single=True)
    value, gradient = single.objective.evaluate(point.astype(np.float32), 1)
    assert value == pytest.approx(one[0], rel=1e-6)
    np.testing.assert_allclose(gradient, one[1], atol=1e-6)
