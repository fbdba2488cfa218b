"""AROW takes the steps of its judge."""

from __future__ import annotations

import numpy as np
import pytest

from linguine import ParameterError
from linguine.learning import Hinge, Online

from ..chain_toys import chain_toy
from ..messages import assert_three_parts
from ..problems import Toy, dense, random_cost
from ..reference.arow import arow
from ..reference.structured_sgd import gradient
from .test_chain_learners import EPOCHS, steps, theta_of, weighed
from .test_online_agrees_with_judges import TEXTBOOK, assert_same, by_average, by_toy, fit


@by_toy
@by_average
@pytest.mark.parametrize(
    ("C", "variance", "intercept", "weighted"), [(1.0, 1.0, True, False), (0.1, 3.0, False, True)]
)
def test_arow_steps_by_the_variance_of_each_weight(
    toy: Toy, averaged: bool, intercept: bool, C: float, variance: float, weighted: bool
) -> None:
    weight = np.random.default_rng(1).uniform(0.0, 3.0, toy.n) if weighted else None
    model = fit(
        toy,
        Online("arow", C=C, learning_rate=variance, epochs=3, averaged=averaged, **TEXTBOOK),
        loss="hinge",
        fit_intercept=intercept,
        weight=weight,
    )
    last, average = arow(
        toy.X, toy.y, toy.n_labels, epochs=3, C=C, variance=variance, fit_intercept=intercept,
        sample_weight=weight,
    )  # fmt: skip
    assert_same(model, *(average if averaged else last))


def test_arow_with_a_cost_matrix_and_a_large_bias_is_the_judge_s() -> None:
    toy = dense(5, n=25, d=4)
    cost = random_cost(5)
    learner = Online("arow", epochs=2, shuffle=False, intercept_scaling=2.0)
    model = fit(toy, learner, loss="hinge", cost=cost)
    wide = np.column_stack([toy.X, np.full(toy.n, 2.0)])  # the bias is the weight of a feature of 2
    (theta, _), _ = arow(
        wide, toy.y, 5, epochs=2, C=1.0, variance=1.0, fit_intercept=False, cost=cost
    )
    assert_same(model, theta[:-1], 2.0 * theta[-1])


def test_arow_is_for_all_classes_at_once() -> None:
    toy = dense(3, n=10, d=3)
    with pytest.raises(ParameterError) as caught:
        fit(toy, Online("arow"), loss="hinge", multiclass="one-versus-all")
    assert_three_parts(caught.value, "all classes at once", "got one-versus-all", "'joint'")


@pytest.mark.parametrize(("seed", "n_labels"), [(0, 3), (1, 2), (2, 4)])
@pytest.mark.parametrize("averaged", [False, True])
def test_arow_on_sequences_takes_the_steps_of_the_judge(
    seed: int, n_labels: int, averaged: bool
) -> None:
    toy = weighed(chain_toy(seed, n_labels=n_labels, longest=4, n=6))
    learner = Online(
        "arow", C=0.5, learning_rate=2.0, averaged=averaged, shuffle=False, intercept_scaling=1.0,
        epochs=EPOCHS,
    )  # fmt: skip
    found = theta_of(toy.problem(Hinge()), learner)
    sentences = toy.sentences()
    theta, total = np.zeros_like(found), np.zeros_like(found)
    precision = np.full_like(found, 1 / 2.0)
    n_steps = 0
    for i in steps(toy):
        loss, g = gradient(theta, sentences[i], n_labels, "hinge")
        if loss > 0:
            n_steps += 1
            r = 1 / (0.5 * toy.weights[i])
            theta = theta - loss / (g @ (g / precision) + r) * g / precision
            precision = precision + g**2 / r
        total += theta
    assert n_steps > 3
    expected = total / len(steps(toy)) if averaged else theta
    np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-10)
