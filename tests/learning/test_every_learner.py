"""Learners on every structure: what they find is judged by the list of all outputs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linguine.learning import (
    Batch,
    FrankWolfe,
    Hinge,
    Logistic,
    Loss,
    Online,
    PerceptronLoss,
    SoftmaxMargin,
)

from ..structures import CASES, Examples

by_name = pytest.mark.parametrize("name", CASES)
L2 = 0.5


def answers(examples: Examples, weights: np.ndarray) -> list[Any]:
    """Return the best output of each example at some weights."""
    pairs = zip(examples.cases, examples.rows, strict=True)
    found = [(case, case.scores(case.tables_at(weights, rows))) for case, rows in pairs]
    return [case.outputs[int(scores.argmax())] for case, scores in found]


def objective(examples: Examples, loss: Loss, weights: np.ndarray) -> float:
    return examples.judge(loss, weights)[0] + L2 / 2 * float((weights**2).sum())


@by_name
@pytest.mark.parametrize(
    ("solver", "loss"), [("lbfgs", Logistic()), ("conjugate-gradient", SoftmaxMargin())]
)
def test_batch_learners_stop_where_the_gradient_is_zero(name: str, solver: str, loss: Loss) -> None:
    examples = Examples.draw(CASES[name], 6, 0)
    learner = Batch(solver, tolerance=1e-12, max_iterations=1000)
    fitted = learner.fit(examples.problem(loss, l2=L2))
    weights = np.asarray(fitted.weights)
    _, gradient = examples.judge(loss, weights)
    # its square is what is left of the objective
    assert np.abs(gradient + L2 * weights).max() < 1e-4
    assert fitted.objective == pytest.approx(objective(examples, loss, weights), rel=1e-9)


@by_name
def test_stochastic_steps_come_close_to_the_minimum(name: str) -> None:
    examples, loss = Examples.draw(CASES[name], 6, 0), Logistic()
    problem = examples.problem(loss, l2=L2)
    lowest = objective(examples, loss, np.asarray(Batch("lbfgs").fit(problem).weights))
    found = Online("pegasos", epochs=600).fit(problem).weights  # steps of 1 / t
    assert lowest <= objective(examples, loss, np.asarray(found)) + 1e-9 <= 1.01 * lowest


@by_name
def test_the_gap_of_frank_wolfe_bounds_what_is_left_to_gain(name: str) -> None:
    examples, loss = Examples.draw(CASES[name], 3, 0), Hinge()
    problem = examples.problem(loss, l2=L2)
    fitted = FrankWolfe(max_iterations=800, tolerance=1e-3).fit(problem)
    assert fitted.gap is not None
    assert fitted.converged == (fitted.gap <= 1e-3)
    found = objective(examples, loss, np.asarray(fitted.weights))
    assert found == pytest.approx(fitted.objective, rel=1e-6)
    other = Online("pegasos", epochs=300).fit(problem).weights
    assert found <= objective(examples, loss, np.asarray(other)) * (1 + 2e-3)


@by_name
@pytest.mark.parametrize(
    ("learner", "loss"),
    [(Online("perceptron", epochs=100), PerceptronLoss()), (Online("mira", epochs=100), Hinge())],
    ids=["perceptron", "mira"],
)
def test_what_can_be_separated_is_learned(name: str, learner: Any, loss: Loss) -> None:
    drawn = Examples.draw(CASES[name], 6, 3, n_features=12)
    true = np.random.default_rng(4).normal(
        size=(drawn.problem(loss).n_weight_rows, CASES[name].n_labels)
    )
    best = answers(drawn, true)
    examples = replace(drawn, outputs=best)
    weights = np.asarray(learner.fit(examples.problem(loss)).weights)
    assert answers(examples, weights) == best
