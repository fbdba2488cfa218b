"""Every loss on every structure: value and gradient against the list of all outputs."""

from __future__ import annotations

import numpy as np
import pytest

from linguine.learning import Hinge, Logistic, Loss, PerceptronLoss, SoftmaxMargin

from ..structures import CASES, Examples

LOSSES = (PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin())


def padded(weights: np.ndarray, problem: object, n_rows: int) -> np.ndarray:
    """Weights with the columns that the core adds to whole blocks."""
    from linguine.learning.problem import new_weights

    table, _ = new_weights(problem)  # type: ignore[arg-type]
    assert len(table) == n_rows
    table[:, : weights.shape[1]] = weights
    return table


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
@pytest.mark.parametrize("name", CASES)
def test_value_and_gradient_are_those_of_all_outputs(name: str, loss: Loss) -> None:
    case = CASES[name]
    for seed in range(3):
        examples = Examples.draw(case, 4, seed)
        problem = examples.problem(loss)
        weights = np.random.default_rng(seed).normal(size=(problem.n_weight_rows, case.n_labels))
        wanted, by_weights = examples.judge(loss, weights)
        table = padded(weights, problem, problem.n_weight_rows)
        value, found, _ = problem.gradient(table, np.zeros(table.shape[1]))
        assert value == pytest.approx(wanted, rel=1e-9)
        np.testing.assert_allclose(found[:, : case.n_labels], by_weights, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
@pytest.mark.parametrize("name", CASES)
def test_the_judge_agrees_with_finite_differences(name: str, loss: Loss) -> None:
    examples = Examples.draw(CASES[name], 2, 0)
    shape = examples.problem(loss).n_weight_rows, CASES[name].n_labels
    weights = np.random.default_rng(1).normal(size=shape)
    _, gradient = examples.judge(loss, weights)
    for place in np.random.default_rng(2).integers(0, weights.size, size=12):
        step = np.zeros(weights.size)
        step[place] = 1e-6
        up, down = (
            examples.judge(loss, weights + sign * step.reshape(shape))[0] for sign in (1, -1)
        )
        assert (up - down) / 2e-6 == pytest.approx(gradient.flat[place], abs=1e-5)
