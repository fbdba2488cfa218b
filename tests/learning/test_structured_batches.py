"""One batch objective for every structure: it agrees with the faster one, and finds the optimum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import DependencyParser, _core
from linguine.errors import ParameterError
from linguine.features.arc.extractor import ArcExtractor
from linguine.features.arc.templates import ArcTemplates
from linguine.learning import Batch, Logistic, Loss, Online, SoftmaxMargin
from linguine.learning.problem import fill

from ..chain_toys import chain_toy
from ..features.token_tables import table
from ..messages import assert_three_parts
from ..tasks.treebank import TRAIN, make
from .test_tree_oracles import Sentence

SMOOTH = [Logistic(), SoftmaxMargin()]
by_loss = pytest.mark.parametrize("loss", SMOOTH, ids=lambda loss: loss.name)


def random_treebank(loss: str) -> _core.TreeProblem:
    """Return 25 random trees over eleven words, with features that can tell them apart."""
    trees = [Sentence(seed, 5, 3) for seed in range(25)]
    words = [[{"w": f"w{(3 * i + 5 * m) % 11}"} for m in range(5)] for i in range(len(trees))]
    extractor = ArcExtractor(ArcTemplates(["h.w", "h.w|m.w"], ["m.w"]), ["w"], 8, 5)
    return _core.TreeProblem(
        extractor.native,
        extractor.feed(table(words, ("w",))),
        np.concatenate([each.heads for each in trees]).astype(np.int32),
        np.concatenate([each.relations for each in trees]).astype(np.int32),
        np.ones(len(trees)),
        3,
        loss,
        True,
        True,
        0.5,
        2,
    )


@by_loss
@pytest.mark.parametrize("order", [1, 2, 3])
def test_the_objective_of_chains_is_that_of_any_structure(loss: Loss, order: int) -> None:
    problem = chain_toy(3, n=30, noise=0.1).problem(loss, order=order)
    native = problem.native()
    fast = _core.ChainObjective(native, True, True, True)
    offsets, labels = fast.cells()
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    table = np.zeros((problem.n_weight_rows, _core.stride(problem.n_columns)))
    table[rows, labels] = np.random.default_rng(0).normal(size=len(labels))
    value, gradient = _core.gradient(native, table, n_threads=2)
    expected, cells = fast.evaluate(table[rows, labels], n_threads=1)
    np.testing.assert_allclose(value, expected, rtol=1e-12)
    np.testing.assert_allclose(gradient[rows, labels], cells, rtol=1e-9, atol=1e-9)


@by_loss
def test_the_gradient_of_trees_is_the_slope_of_their_loss(loss: Loss) -> None:
    """The weights are single precision, so steps are large and the tolerance follows from them."""
    problem = random_treebank(loss.name)
    random = np.random.default_rng(1)
    theta = random.normal(size=(problem.n_cells, 1)).astype(np.float32)
    _, gradient = _core.gradient(problem, theta, n_threads=1)
    for _ in range(5):
        along = random.normal(size=theta.shape).astype(np.float32)
        step = np.float32(2**-7)
        up, down = (_core.gradient(problem, theta + s * step * along, 1)[0] for s in (1, -1))
        slope = float((gradient.astype(np.float64) * along).sum())
        assert (up - down) / (2 * float(step)) == pytest.approx(slope, rel=2e-3, abs=1e-3)


def _objective(problem: Any, weights: Any, l2: float) -> float:
    value, _ = _core.gradient(problem, weights, 2)
    return value + 0.5 * l2 * float((weights.astype(np.float64) ** 2).sum())


def _minimise(problem: Any, solver: str, l2: float, l1: float = 0.0) -> tuple[Any, bool, float]:
    weights, bias = np.zeros((problem.n_cells, 1), np.float32), np.zeros(1, np.float32)
    options = fill(
        _core.BatchOptions(),
        {"solver": solver, "l2": l2, "l1": l1, "has_bias": False, "max_iterations": 500,
         "tolerance": 1e-6, "n_threads": 2},
    )  # fmt: skip
    _, converged, objective, _ = _core.batch(problem, weights, bias, options, None)
    return weights, converged, objective


@by_loss
def test_lbfgs_finds_where_the_gradient_of_trees_is_zero(loss: Loss) -> None:
    problem, l2 = random_treebank(loss.name), 0.5
    weights, converged, objective = _minimise(problem, "lbfgs", l2)
    assert converged
    assert objective == pytest.approx(_objective(problem, weights, l2), rel=1e-6)
    _, gradient = _core.gradient(problem, weights, 1)
    slope = np.linalg.norm(gradient + l2 * weights)
    assert slope**2 / (2 * l2) < 1e-4 * objective  # a bound on what is left to gain


@pytest.mark.filterwarnings("ignore:.*never seen")
def test_lbfgs_reaches_what_sgd_approaches(monkeypatch: pytest.MonkeyPatch) -> None:
    problems: list[Any] = []
    fit = Batch.fit

    def keep_and_fit(learner: Batch, problem: Any) -> Any:
        problems.append(problem)
        return fit(learner, problem)

    monkeypatch.setattr(Batch, "fit", keep_and_fit)
    options = {"shared_bits": 12, "relation_bits": 8, "l2": 1.0, "epochs": None}
    make("crf", learner="lbfgs", **options).fit(TRAIN)
    (problem,) = problems
    best = Batch("lbfgs", tolerance=1e-6).fit(problem)
    assert best.converged
    assert best.objective is not None
    reached = []
    for epochs in (2, 10, 50):
        found = Online("sgd", epochs=epochs, learning_rate=0.02).fit(problem).weights
        cells = np.concatenate([found.shared, found.relation.ravel()]).reshape(-1, 1)
        reached.append(_objective(problem.native(), cells, 1.0))
    assert best.objective < reached[2] < reached[1] < reached[0]
    assert reached[2] < 1.08 * best.objective < 1.08 * reached[2]


def test_the_gap_of_frank_wolfe_closes_on_trees() -> None:
    problem, l2 = random_treebank("hinge"), 0.5
    weights, bias = np.zeros((problem.n_cells, 1), np.float32), np.zeros(1, np.float32)
    values = {"l2": l2, "max_iterations": 500, "tolerance": 1e-2, "seed": 0}
    options = fill(_core.FrankWolfeOptions(), values)
    _, converged, primal, gap, history = _core.frank_wolfe(problem, weights, bias, options, None)
    assert converged
    assert gap < 1e-2 < history[0]
    assert primal == pytest.approx(_objective(problem, weights, l2), rel=1e-4)


@by_loss
def test_l1_leaves_few_weights_of_trees(loss: Loss) -> None:
    problem = random_treebank(loss.name)
    dense, _, _ = _minimise(problem, "lbfgs", 0.1)
    sparse, converged, _ = _minimise(problem, "owl-qn", 0.1, l1=0.3)
    assert converged
    assert np.count_nonzero(sparse) < 0.5 * np.count_nonzero(dense)


@pytest.mark.parametrize("learner", ["lbfgs", "conjugate-gradient", "frank-wolfe"])
@pytest.mark.filterwarnings("ignore:.*never seen")
@pytest.mark.filterwarnings("ignore:.*did not reach")
def test_batch_learners_parse(learner: str) -> None:
    algorithm = "svm" if learner == "frank-wolfe" else "crf"
    parser = make(algorithm, learner=learner, epochs=None, max_iterations=40).fit(TRAIN)
    assert parser.info_["learner"] == learner
    assert parser.score(TRAIN) > 0.8


def test_a_batch_learner_of_trees_has_no_epochs() -> None:
    with pytest.raises(ParameterError) as caught:
        DependencyParser("crf", learner="lbfgs", epochs=3)
    assert_three_parts(caught.value, "has no epochs", "got 3", "Leave it out")
