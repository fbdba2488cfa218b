"""Candidates: maximum-entropy ranking and its kin, judged by a few lines of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.optimize import minimize

from linguine import _core
from linguine.errors import ParameterError
from linguine.features.matrix import read_matrix
from linguine.inference import Candidates
from linguine.learning import (
    Batch,
    ChainData,
    FrankWolfe,
    Hinge,
    Logistic,
    Loss,
    Online,
    PerceptronLoss,
    SoftmaxMargin,
    StructureProblem,
)

from ..messages import assert_three_parts
from ..own_structures import Hidden

Array = NDArray[np.float64]
LOSSES: dict[str, Loss] = {
    each.name: each for each in (PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin())
}


class Toy:
    """Lists of two to six candidates; a hidden weight vector has chosen most of them."""

    def __init__(self, seed: int = 0, n: int = 30, d: int = 5) -> None:
        random = np.random.default_rng(seed)
        theta = random.normal(size=d)
        self.lists = [random.normal(size=(int(random.integers(2, 7)), d)) for _ in range(n)]
        self.right = [int((x @ theta + random.normal(size=len(x))).argmax()) for x in self.lists]
        self.weights = random.uniform(0.5, 2.0, n)

    def data(self) -> ChainData:
        pairs = zip(self.right, self.lists, strict=True)
        gold = np.concatenate([Candidates().encode(y, len(x)) for y, x in pairs])
        offsets = np.concatenate([[0], np.cumsum([len(x) for x in self.lists])])
        sites = read_matrix(sp.csr_matrix(np.concatenate(self.lists)))
        return ChainData(sites, offsets.astype(np.int64), gold, self.weights)

    def problem(self, loss: str, structure: Any = None, **rest: Any) -> StructureProblem:
        structure = Candidates() if structure is None else structure
        return StructureProblem(data=self.data(), structure=structure, loss=LOSSES[loss], **rest)

    def objective(self, theta: Array, loss: str, l2: float) -> tuple[float, Array]:
        """Return the sum of losses with the penalty, and its gradient, example by example."""
        value, gradient = 0.5 * l2 * theta @ theta, l2 * theta
        for x, y, w in zip(self.lists, self.right, self.weights, strict=True):
            s = x @ theta
            costly = s + (np.arange(len(x)) != y) * (loss in ("hinge", "softmax-margin"))
            if loss in ("perceptron", "hinge"):
                z = np.eye(len(x))[costly.argmax()]
                top = costly.max()
            else:
                top = np.logaddexp.reduce(costly)
                z = np.exp(costly - top)
            value += w * (top - s[y])
            gradient = gradient + w * (z @ x - x[y])
        return float(value), gradient


@pytest.mark.parametrize("loss", LOSSES)
def test_the_gradient_is_expected_features_minus_those_of_the_right_one(loss: str) -> None:
    toy = Toy()
    theta = np.random.default_rng(7).normal(size=5)
    value, by_weights, _ = toy.problem(loss).gradient(theta[:, None], np.zeros(1))
    wanted = toy.objective(theta, loss, 0.0)
    assert value == pytest.approx(wanted[0], rel=1e-9)
    np.testing.assert_allclose(by_weights[:, 0], wanted[1], rtol=1e-9)


@pytest.mark.parametrize("loss", ["logistic", "softmax-margin"])
def test_ranking_reaches_the_optimum(loss: str) -> None:
    toy = Toy(1)
    fitted = Batch("lbfgs", tolerance=1e-10).fit(toy.problem(loss, l2=0.7))
    best = minimize(toy.objective, np.zeros(5), (loss, 0.7), jac=True, options={"gtol": 1e-9})
    assert fitted.objective == pytest.approx(best.fun, rel=1e-9)
    np.testing.assert_allclose(fitted.weights[:, 0], best.x, atol=1e-4)


def test_the_gap_of_frank_wolfe_is_a_bound() -> None:
    toy = Toy(2)
    fitted = FrankWolfe(max_iterations=500, tolerance=1e-3).fit(toy.problem("hinge", l2=1.0))
    assert fitted.converged
    primal = toy.objective(fitted.weights[:, 0], "hinge", 1.0)[0]
    assert fitted.objective == pytest.approx(primal, rel=1e-6)
    starts = [np.zeros(5), fitted.weights[:, 0]]

    def ask(theta: Array) -> float:
        return toy.objective(theta, "hinge", 1.0)[0]

    best = min(minimize(ask, each, method="Nelder-Mead").fun for each in starts)
    assert primal <= best / (1 - 1e-3) + 1e-9


def test_the_perceptron_and_mira_take_the_steps_of_the_textbook() -> None:
    toy = Toy(3)
    perceptron, mira = np.zeros(5), np.zeros(5)
    for _ in range(3):
        for x, y, w in zip(toy.lists, toy.right, toy.weights, strict=True):
            z = int((x @ perceptron).argmax())
            perceptron += w * (x[y] - x[z])
            z = int((x @ mira + (np.arange(len(x)) != y)).argmax())
            change = x[y] - x[z]
            loss = float(z != y) - change @ mira
            if z != y and loss > 0:
                mira += min(0.3 * w, loss / (change @ change)) * change
    steps: dict[str, Any] = {"epochs": 3, "shuffle": False, "averaged": False}
    found = Online("perceptron", **steps).fit(toy.problem("perceptron")).weights
    np.testing.assert_allclose(found[:, 0], perceptron, atol=1e-9)
    found = Online("mira", C=0.3, **steps).fit(toy.problem("hinge")).weights
    np.testing.assert_allclose(found[:, 0], mira, atol=1e-9)


@pytest.mark.parametrize(
    ("learner", "loss"),
    [
        (Online("mira", k_best=3, epochs=5), "hinge"),
        (Online("sgd", epochs=5), "softmax-margin"),
        (Batch("lbfgs"), "logistic"),
    ],
    ids=["mira", "sgd", "lbfgs"],
)
def test_candidates_asked_through_python_learn_the_same(learner: Any, loss: str) -> None:
    toy, l2 = Toy(4), 0.0 if loss == "hinge" else 0.5
    native = learner.fit(toy.problem(loss, l2=l2)).weights
    # its costs are by candidate, which are sites here: the usual ones will do
    asked = learner.fit(toy.problem(loss, Hidden(Candidates(), "cost"), l2=l2)).weights
    np.testing.assert_allclose(asked, native, rtol=0, atol=1e-9)


@pytest.mark.parametrize("right", [[0, 0], [-1, -1], [1, -1]], ids=["two", "none", "no-label"])
def test_just_one_candidate_is_right(right: list[int]) -> None:
    matrix = read_matrix(np.eye(2)).native
    gold = np.array(right, np.int32)
    with pytest.raises(ValueError, match=r"just one candidate|gold labels must be in"):
        _core.candidates_problem(matrix, np.array([0, 2]), gold, np.ones(1), "hinge")


def test_a_wrong_candidate_costs_one() -> None:
    with pytest.raises(ParameterError) as caught:
        StructureProblem(data=Toy().data(), structure=Candidates(), loss=Hinge(cost=3.0))
    assert_three_parts(caught.value, "costs 1", "cost=3.0", "Leave it out")
