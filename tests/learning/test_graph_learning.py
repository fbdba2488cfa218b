"""Learning factor graphs: costs that are not 1, and what loopy messages minimise."""

from __future__ import annotations

import numpy as np
import pytest

from linguine import _core
from linguine.features import read_matrix
from linguine.inference import FactorGraph
from linguine.learning import ChainData, Hinge, Logistic, Loss, SoftmaxMargin, StructureProblem
from linguine.learning.problem import new_weights

from ..structures import CASES, Examples, grid


@pytest.mark.parametrize("loss", [Hinge(cost=2.5), SoftmaxMargin(cost=0.5)], ids=["max", "sum"])
def test_a_wrong_value_costs_what_the_loss_says(loss: Loss) -> None:
    examples = Examples.draw(CASES["factor-graph-cycle"], 4, 0)
    problem = examples.problem(loss)
    weights = np.random.default_rng(0).normal(size=(problem.n_weight_rows, 3))
    table, bias = new_weights(problem)
    table[:, :3] = weights
    value, gradient, _ = problem.gradient(table, bias)
    wanted, by_weights = examples.judge(loss, weights)
    assert value == pytest.approx(wanted, rel=1e-9)
    np.testing.assert_allclose(gradient[:, :3], by_weights, atol=1e-9)


def test_where_messages_settle_the_gradient_is_that_of_bethes_loss() -> None:
    random = np.random.default_rng(1)
    graph = FactorGraph([2] * 6, grid(2, 3), method="loopy", tolerance=1e-13, rounds=2000)
    gold = graph.encode([0, 1, 1, 0, 1, 0], graph.n_rows)
    data = ChainData(
        read_matrix(random.normal(size=(graph.n_rows, 3))),
        np.array([0, graph.n_rows]),
        gold,
        np.ones(1),
    )
    problem = StructureProblem(data=data, structure=graph, n_labels=2, loss=Logistic())
    table, bias = new_weights(problem)
    table[:, :2] = 0.3 * random.normal(size=(3, 2))
    _, gradient, _ = problem.gradient(table, bias)
    for place in [(0, 0), (1, 1), (2, 0)]:
        values = []
        for step in (1e-5, -1e-5):
            table[place] += step
            values.append(problem.gradient(table, bias)[0])
            table[place] -= step
        assert (values[0] - values[1]) / 2e-5 == pytest.approx(gradient[place], abs=1e-6)


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        ([0, 1, -1, 1], "the rows of its graph|labels of factors"),
        ([0, 1, 1, 1], "labels of factors"),
        ([-1, 1, 1, -1], "one of its values"),
    ],
)
def test_the_core_looks_at_gold_itself(gold: list[int], message: str) -> None:
    graph = FactorGraph([2, 2], [(0, 1)]).native
    matrix = read_matrix(np.eye(4)).native
    what = np.array([0, 4]), np.array(gold, np.int32), np.ones(1)
    with pytest.raises(ValueError, match=message):
        _core.graph_problem(matrix, *what, [graph], 2, 1.0, "hinge")
    with pytest.raises(ValueError, match="every example needs a graph"):
        _core.graph_problem(matrix, *what, [], 2, 1.0, "hinge")
