"""Losses and learners that somebody else wrote are welcome if they have the members."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import LinearClassifier
from linguine.data import Examples
from linguine.errors import ParameterError
from linguine.features.matrix import read_matrix
from linguine.learning import (
    Batch,
    ChainProblem,
    Dual,
    Exact,
    Fitted,
    Hinge,
    Intercept,
    LabelProblem,
    Logistic,
    Loss,
    Penalty,
    PerceptronLoss,
    SoftmaxMargin,
    choose_learner,
)
from linguine.learning.losses import read_loss
from linguine.learning.problem import Problem, W, new_weights

from ..chain_toys import chain_toy
from ..messages import assert_three_parts
from ..problems import dense
from .test_tree_steps import Toy as TreeToy
from .test_tree_steps import written_out


class Descent:
    """Gradient descent with a fixed rate, in a stranger's hand."""

    name = "descent"

    def __init__(self, rate: float, n_steps: int = 3000) -> None:
        self.rate, self.n_steps = rate, n_steps

    def fit(self, problem: Problem[W]) -> Fitted[W]:
        weights, bias = new_weights(problem)
        for _ in range(self.n_steps):
            _, by_weights, by_bias = problem.gradient(weights, bias)
            weights -= self.rate * (by_weights + problem.l2 * weights)
            bias -= self.rate * (by_bias + problem.intercept.l2(problem.l2) * bias)
        return Fitted(problem.unpack(weights), bias)


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("loss", [Logistic(), SoftmaxMargin()], ids=lambda loss: loss.name)
def test_a_strangers_learner_finds_the_optimum_of_labels(loss: Loss, n_labels: int) -> None:
    toy = dense(n_labels)
    problem = LabelProblem(
        sites=read_matrix(toy.X),
        data=Examples(np.arange(toy.n), toy.y.astype(np.int32), np.ones(toy.n)),
        n_labels=n_labels,
        loss=loss,
        l2=2.0,
        intercept=Intercept(is_regularized=True),
    )
    wanted = Batch("lbfgs", tolerance=1e-10).fit(problem)
    found = Descent(0.005).fit(problem)
    np.testing.assert_allclose(found.weights, wanted.weights, atol=1e-4)
    np.testing.assert_allclose(found.bias, wanted.bias, atol=1e-4)


def test_a_strangers_learner_finds_the_optimum_of_chains() -> None:
    everything = {"all_states": True, "all_transitions": True}
    problem: ChainProblem = chain_toy(0).problem(Logistic(), l2=1.0, **everything)
    wanted = Batch("lbfgs", tolerance=1e-10).fit(problem).weights
    found = Descent(0.02).fit(problem).weights
    np.testing.assert_allclose(found.values, wanted.values, atol=1e-4)


def test_a_strangers_learner_finds_the_optimum_of_trees() -> None:
    problem = TreeToy(3).problem(Logistic(), l2=1.0)
    wanted = Batch("lbfgs", tolerance=1e-7).fit(problem)
    found = Descent(0.05, 400).fit(problem)
    # weights of trees are single numbers
    np.testing.assert_allclose(written_out(found.weights), written_out(wanted.weights), atol=2e-3)


def test_estimators_take_a_strangers_learner() -> None:
    toy = dense(3)
    found = LinearClassifier("logistic", Descent(0.005), l2=2.0).fit(toy.X, toy.y)
    wanted = LinearClassifier("logistic", Batch(tolerance=1e-10), l2=2.0).fit(toy.X, toy.y)
    np.testing.assert_allclose(found.coef_, wanted.coef_, atol=1e-4)


@pytest.mark.parametrize("learner", [object(), Descent, "nobody"], ids=["object", "class", "name"])
def test_what_is_no_learner_is_refused(learner: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        choose_learner(learner, Logistic(), Penalty(), multiclass="joint", n_labels=3)
    if learner != "nobody":
        assert_three_parts(caught.value, "a name and fit", "got", "Use learner='auto'")


class Facts:
    """A loss in a stranger's hand: two facts."""

    def __init__(self, asks: object, rho: object) -> None:
        self.asks, self.rho = asks, rho


@pytest.mark.parametrize(
    ("asks", "rho", "wanted"),
    [
        ("max", 0, PerceptronLoss()),
        ("max", 1, Hinge()),
        ("max", 2.5, Hinge(cost=2.5)),
        ("sum", 0.0, Logistic()),
        ("sum", 1.0, SoftmaxMargin()),
    ],
)
def test_a_loss_is_two_facts(asks: str, rho: float, wanted: Loss) -> None:
    mine: Any = Facts(asks, rho)
    assert read_loss(mine) == wanted
    choice = choose_learner(
        "sgd",
        mine,
        Penalty(),
        multiclass="joint",
        n_labels=3,
    )
    assert choice.learner.name == "sgd"
    toy = dense(3)
    found, same = (
        LinearClassifier(loss, "sgd", random_state=0).fit(toy.X, toy.y) for loss in (mine, wanted)
    )
    np.testing.assert_array_equal(found.coef_, same.coef_)


def test_a_subclass_with_a_name_of_its_own_is_what_its_facts_say() -> None:
    """It ended in a bare KeyError."""

    class Mine(Logistic):
        name = "mine"

    assert read_loss(Mine()) == Logistic()
    choice = choose_learner("auto", Mine(), Penalty(), multiclass="joint", n_labels=3)
    assert choice.learner.name == "lbfgs"


@pytest.mark.parametrize(
    "loss",
    [Facts("max", -1), Facts("max", np.inf), Facts("mean", 0), Facts("max", None), object(), 3],
)
def test_a_loss_that_is_truly_new_is_told_what_a_loss_must_have(loss: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        read_loss(loss)
    assert_three_parts(caught.value, "asks, which is 'max' or 'sum', and rho", "got", "use 'perc")


@pytest.mark.parametrize("learner", [Dual(), Exact()], ids=lambda each: each.name)
def test_learners_of_labels_refuse_other_problems(learner: Any) -> None:
    problem = chain_toy(0).problem(Hinge(), l2=1.0)
    with pytest.raises(ParameterError) as caught:
        learner.fit(problem)
    assert_three_parts(caught.value, "single labels only", "got a ChainProblem", "Use Online")
