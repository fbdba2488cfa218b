"""Candidates: maximum-entropy ranking and its kin, judged by a few lines of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import ParameterError
from linguine.features.matrix import read_matrix
from linguine.inference import Candidates
from linguine.learning import (
    Batch,
    ChainData,
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
