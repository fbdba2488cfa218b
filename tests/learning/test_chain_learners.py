"""Learners of sequences take the steps of the judges, and reach what they look for."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.typing import NDArray

from linguine import _core
from linguine.features.matrix import read_matrix
from linguine.learning import (
    ChainProblem,
    FrankWolfe,
    Hinge,
    Learner,
    Logistic,
    Loss,
    Online,
    PerceptronLoss,
    SoftmaxMargin,
)

from ..chain_toys import ChainToy, chain_toy, written_out
from ..reference import chain as judge
from ..reference.chain_features import chain_of
from ..reference.frank_wolfe_chain import frank_wolfe_chain, primal
from ..reference.structured_mira import structured_mira
from ..reference.structured_perceptron import structured_perceptron
from ..reference.structured_sgd import gradient, structured_sgd

Array = NDArray[np.float64]
EPOCHS = 3
#: Steps are taken in file order, without a bias.
TEXTBOOK: dict[str, Any] = {"shuffle": False, "intercept_scaling": 1.0, "epochs": EPOCHS}
TABLE: dict[str, Loss] = {
    each.name: each for each in (PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin())
}
by_toy = pytest.mark.parametrize(("seed", "n_labels"), [(0, 3), (1, 2), (2, 4)])
by_average = pytest.mark.parametrize("averaged", [False, True], ids=["last", "averaged"])


def theta_of(problem: ChainProblem, learner: Learner) -> Array:
    """Return the weights in the order of the judges: features, transitions, start, end."""
    return written_out(learner.fit(problem).weights, problem.n_labels).ravel()


def weighed(toy: ChainToy) -> ChainToy:
    return replace(toy, weights=np.random.default_rng(9).uniform(0.2, 3.0, toy.n))


def steps(toy: ChainToy) -> list[int]:
    return list(range(toy.n)) * EPOCHS


# --- online, step by step ---------------------------------------------------------------------


@by_toy
@by_average
@pytest.mark.parametrize("has_weights", [False, True])
def test_perceptron_takes_the_steps_of_the_judge(
    seed: int, n_labels: int, averaged: bool, has_weights: bool
) -> None:
    toy = chain_toy(seed, n_labels=n_labels, longest=4)
    toy = weighed(toy) if has_weights else toy
    found = theta_of(
        toy.problem(PerceptronLoss()), Online("perceptron", averaged=averaged, **TEXTBOOK)
    )
    last, average, n_mistakes = structured_perceptron(
        toy.sentences(), n_labels, order=steps(toy), sample_weight=toy.weights
    )
    assert n_mistakes > 3
    np.testing.assert_allclose(found, average if averaged else last, rtol=1e-9, atol=1e-11)


@by_toy
@by_average
@pytest.mark.parametrize("C", [0.03, 1.0, np.inf])
@pytest.mark.parametrize(
    ("k", "update"), [(1, "max-loss"), (4, "max-loss"), (1, "prediction")], ids=str
)
def test_mira_takes_the_steps_of_the_judge(
    seed: int, n_labels: int, averaged: bool, C: float, k: int, update: str
) -> None:
    toy = weighed(chain_toy(seed, n_labels=n_labels, longest=4, n=8))
    learner = Online("mira", C=C, k_best=k, update=update, averaged=averaged, **TEXTBOOK)
    found = theta_of(toy.problem(Hinge()), learner)
    last, average = structured_mira(
        toy.sentences(),
        n_labels,
        order=steps(toy),
        C=C,
        k=k,
        sample_weight=toy.weights,
        update=update,
    )
    # several constraints are met by iteration, and a step's error is carried on by the next
    tolerance = 1e-9 if k == 1 else 1e-6
    np.testing.assert_allclose(found, average if averaged else last, rtol=0, atol=tolerance)


@by_toy
@by_average
@pytest.mark.parametrize("loss", TABLE)
@pytest.mark.parametrize(
    ("schedule", "l2"), [("constant", 0.0), ("constant", 2.0), ("power", 1.0), ("pegasos", 3.0)]
)
def test_sgd_takes_the_steps_of_the_judge(
    seed: int, n_labels: int, averaged: bool, loss: str, schedule: str, l2: float
) -> None:
    toy = weighed(chain_toy(seed, n_labels=n_labels, longest=4, n=6))
    options: dict[str, Any] = {"schedule": schedule}
    if schedule != "pegasos":
        options["learning_rate"] = 0.3
    if schedule == "power":
        options["power"] = 0.7
    learner = Online("sgd", averaged=averaged, **options, **TEXTBOOK)
    found = theta_of(toy.problem(TABLE[loss], l2=l2), learner)
    last, average = structured_sgd(
        toy.sentences(), n_labels, order=steps(toy), loss_name=loss, schedule=schedule,
        eta_0=0.3, power=0.7, l2=l2, sample_weight=toy.weights,
    )  # fmt: skip
    np.testing.assert_allclose(found, average if averaged else last, rtol=1e-8, atol=1e-10)


def graded(toy: ChainToy, loss: str) -> ChainToy:
    """Return numbers whose gradients are zero exactly or not at all.

    AdaGrad takes a whole step along a gradient of one rounding error.
    """
    random = np.random.default_rng(0)
    if loss in ("perceptron", "hinge"):
        return replace(toy, X=np.round(8 * toy.X) / 8, weights=random.integers(1, 5, toy.n) / 2)
    return replace(weighed(toy), X=toy.X * random.uniform(0.5, 1.5, (len(toy.X), 1)))


@by_toy
@pytest.mark.parametrize("loss", TABLE)
def test_adagrad_divides_a_sentences_gradient_by_the_root_of_the_squares(
    seed: int, n_labels: int, loss: str
) -> None:
    toy = graded(chain_toy(seed, n_labels=n_labels, longest=4, n=6), loss)
    learner = Online("adagrad", learning_rate=0.3, averaged=False, **TEXTBOOK)
    found = theta_of(toy.problem(TABLE[loss]), learner)
    sentences = toy.sentences()
    theta = np.zeros_like(found)
    squares = np.zeros_like(found)
    for i in steps(toy):
        g = toy.weights[i] * gradient(theta, sentences[i], n_labels, loss)[1]
        squares += g**2
        on = squares > 0
        theta[on] -= 0.3 * g[on] / np.sqrt(squares[on])
    np.testing.assert_allclose(found, theta, rtol=1e-8, atol=1e-9)


def observed(toy: ChainToy, loss: Loss, order: int, sentences: slice, **rest: Any) -> Any:
    """Return a problem with observed transitions and forbidden ones over some sentences."""
    L = toy.n_labels
    allowed = np.ones((L, L), np.uint8)
    for a in range(L):
        for b in range(L):
            followed = {(i, j) for i, j in zip(toy.gold[:-1], toy.gold[1:], strict=True)}
            allowed[a, b] = (a, b) in followed or a == b
    ends = np.ones(L, np.uint8)
    rules = _core.ChainRules(L, order, allowed, ends, ends)
    begin, end, _ = sentences.indices(toy.n)
    tokens = slice(toy.offsets[begin], toy.offsets[end])
    X = sp.csr_matrix(toy.X[tokens])
    part = replace(
        toy.data(),
        tokens=read_matrix(X),
        edges=read_matrix(X[:, :3]),
        offsets=toy.offsets[begin : end + 1] - toy.offsets[begin],
        gold=toy.gold[tokens],
        weights=toy.weights[sentences],
    )
    return ChainProblem(data=part, rules=rules, loss=loss, **rest)


@by_average
@pytest.mark.parametrize("loss", TABLE)
@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("rule", ["sgd", "adagrad"])
def test_steps_follow_the_gradient_of_any_chain(
    order: int, loss: str, rule: str, averaged: bool
) -> None:
    """With pairs of labels, observed and forbidden transitions and labels that nobody knows."""
    toy = graded(chain_toy(3, n=6, longest=4), loss).forget(1, 4, 5)
    options: dict[str, Any] = {"schedule": "constant"} if rule == "sgd" else {}
    learner = Online(rule, learning_rate=0.2, averaged=averaged, **TEXTBOOK, **options)
    found = theta_of(observed(toy, TABLE[loss], order, slice(0, toy.n)), learner)
    objectives, cells = [], []
    for i in range(toy.n):
        one = observed(toy, TABLE[loss], order, slice(i, i + 1)).native()
        objectives.append(_core.ChainObjective(one, True, True, True))
        offsets, labels = objectives[i].cells()
        rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        cells.append(rows * toy.n_labels + labels)
    theta, total = np.zeros_like(found), np.zeros_like(found)
    squares = np.full_like(found, 0.0 if rule == "adagrad" else 1.0)
    for i in steps(toy):
        g = np.zeros_like(found)
        g[cells[i]] = objectives[i].evaluate(theta[cells[i]], 1)[1]
        if rule == "adagrad":
            squares += g**2
        on = squares > 0
        theta[on] -= 0.2 * g[on] / np.sqrt(squares[on])
        total += theta
    wanted = total / len(steps(toy)) if averaged else theta
    np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-9)


# --- Frank-Wolfe --------------------------------------------------------------------------------


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("n_epochs", [1, 2])
def test_frank_wolfe_takes_the_steps_of_the_judge_in_some_order(
    n_labels: int, n_epochs: int
) -> None:
    """Its shuffle is its own, so the judge walks in every order; one must agree in all numbers."""
    toy = chain_toy(0, n=3, longest=4, n_labels=n_labels)
    l2 = 0.7
    fitted = FrankWolfe(max_iterations=n_epochs, tolerance=1e-12).fit(toy.problem(Hinge(), l2=l2))
    found = written_out(fitted.weights, n_labels).ravel()
    agreeing = []
    for order in product(permutations(range(3)), repeat=n_epochs):
        theta, dual, gap = frank_wolfe_chain(
            toy.sentences(), n_labels, lam=l2 / 3, order=[i for epoch in order for i in epoch]
        )
        if np.allclose(found, theta, rtol=1e-9, atol=1e-10):
            agreeing.append((dual, gap))
    assert agreeing
    P = primal(found, toy.sentences(), n_labels, l2 / 3)
    assert fitted.objective == pytest.approx(3 * P, rel=1e-10)
    for dual, gap in agreeing:
        assert fitted.gap == pytest.approx(gap / P, rel=1e-8)
        assert pytest.approx(P - gap, rel=1e-9) == dual


def test_frank_wolfe_stops_at_its_gap_and_gives_sentences_their_weight() -> None:
    toy = chain_toy(1, n=10, longest=4)
    twice = replace(toy, weights=np.where(np.arange(toy.n) < 3, 2.0, 1.0))
    doubled = replace(
        toy,
        X=np.concatenate([toy.X, toy.X[: toy.offsets[3]]]),
        offsets=np.concatenate([toy.offsets, toy.offsets[-1] + toy.offsets[1:4]]),
        gold=np.concatenate([toy.gold, toy.gold[: toy.offsets[3]]]),
        weights=np.ones(toy.n + 3),
    )
    learner = FrankWolfe(max_iterations=5000, tolerance=2e-3)  # one over the epochs: it is slow
    found = learner.fit(twice.problem(Hinge(), l2=1.0))
    same = learner.fit(doubled.problem(Hinge(), l2=1.0))
    assert found.converged
    assert found.gap is not None
    assert 0 <= found.gap <= 2e-3
    assert found.objective == pytest.approx(same.objective, rel=4e-3)
    tight = Online("pegasos", epochs=3000, averaged=True).fit(twice.problem(Hinge(), l2=1.0))
    P = primal_of(twice, written_out(tight.weights, 3).ravel(), 1.0)
    assert P >= (1 - 2e-3) * float(found.objective or 0)
    assert pytest.approx(float(found.objective or 0), rel=0.02) == P


def primal_of(toy: ChainToy, theta: Array, l2: float, loss: str = "hinge") -> float:
    """Return the objective at some weights by brute force."""
    value = 0.5 * l2 * float(theta @ theta)
    for w, s in zip(toy.weights, toy.sentences(), strict=True):
        value += w * judge.loss(chain_of(theta, s.X, toy.n_labels), s.y, loss)[0]
    return value
