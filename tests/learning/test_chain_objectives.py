"""What learners of sequences reach: one objective by all solvers, zeros, the same bytes twice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine.errors import DataError, ParameterError
from linguine.learning import (
    Batch,
    FrankWolfe,
    Hinge,
    Logistic,
    Loss,
    Online,
    Penalty,
    PerceptronLoss,
    SoftmaxMargin,
    choose_learner,
)
from linguine.learning.losses import LOSSES
from linguine.learning.pairs import LEARNERS

from ..chain_toys import ChainToy, chain_toy, decode, written_out
from ..reference import chain as judge
from ..reference.chain_features import chain_of

Array = NDArray[np.float64]
TABLE: dict[str, Loss] = {
    each.name: each for each in (PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin())
}
SMOOTH = pytest.mark.parametrize("loss", ["logistic", "softmax-margin"])
by_order = pytest.mark.parametrize("order", [1, 2, 3])


def accepts(loss: Loss, learner: str) -> bool:
    """Say whether the table of pairs has this one for sequences."""
    l2 = None if learner in ("perceptron", "mira", "arow", "counts") else 0.1
    penalty = Penalty(l2, 1e-3 if learner == "owl-qn" else 0.0)
    try:
        choose_learner(learner, loss, penalty, multiclass="joint", n_labels=3, structure="chain")
    except ParameterError:
        return False
    return True


PAIRS = [
    pytest.param(loss, learner, id=f"{loss.name}-{learner}")
    for loss in TABLE.values()
    for learner in LEARNERS.names
    if accepts(loss, learner)
]


def objective_of(toy: ChainToy, theta: Array, loss: str, l2: float) -> float:
    """Return the objective at some weights by brute force."""
    value = 0.5 * l2 * float(theta @ theta)
    for w, s in zip(toy.weights, toy.sentences(), strict=True):
        value += w * judge.loss(chain_of(theta, s.X, toy.n_labels), s.y, loss)[0]
    return value


def test_the_table_has_every_pair_of_loss_and_learner() -> None:
    found = {tuple(str(each.id).rsplit("-", 1)) for each in PAIRS}
    assert len(PAIRS) == len(found) == 4 * 3 + 4 + 2 * 4  # online, own rules, batch


@by_order
@pytest.mark.parametrize(("loss", "learner"), PAIRS)
def test_every_pair_of_loss_and_learner_trains(loss: Loss, learner: str, order: int) -> None:
    toy = chain_toy(3, n=40, noise=0.0)
    l2 = 0.0 if learner in ("perceptron", "mira", "arow") else 0.05
    l1 = 0.01 if learner == "owl-qn" else 0.0
    problem = toy.problem(loss, order=order, l2=l2, l1=l1)
    fitted = LEARNERS.get(learner)().fit(problem)
    weights = fitted.weights
    assert np.mean(decode(toy, weights, order=order).tag() == toy.gold) > 0.93


@by_order
@SMOOTH
@pytest.mark.parametrize("partial", [False, True])
def test_all_solvers_reach_the_same_objective(loss: str, order: int, partial: bool) -> None:
    toy = chain_toy(0, n=15)
    toy = toy.forget(0, 3, 4, 9) if partial else toy
    values = {}
    for solver in ("lbfgs", "conjugate-gradient", "gradient-descent", "owl-qn"):
        l1 = 1e-7 if solver == "owl-qn" else 0.0
        problem = toy.problem(TABLE[loss], order=order, l2=0.5, l1=l1)
        fitted = Batch(solver, max_iterations=20_000, tolerance=1e-9).fit(problem)
        assert fitted.converged, solver
        values[solver] = fitted.objective
    wanted = values["lbfgs"]
    assert all(value == pytest.approx(wanted, rel=1e-6) for value in values.values()), values


@SMOOTH
@pytest.mark.parametrize("partial", [False, True])
def test_the_objective_is_that_of_brute_force(loss: str, partial: bool) -> None:
    """Also where labels are not known: what is summed over there counts for them."""
    toy = chain_toy(0, n=8, longest=4)
    toy = toy.forget(0, 3, 4, 9) if partial else toy
    problem = toy.problem(TABLE[loss], l2=0.5, all_states=True, all_transitions=True)
    fitted = Batch(tolerance=1e-10).fit(problem)
    theta = written_out(fitted.weights, toy.n_labels).ravel()
    # weights come in single precision, where the objective is flat
    assert fitted.objective == pytest.approx(objective_of(toy, theta, loss, 0.5), rel=1e-9)
    random = np.random.default_rng(0)
    for _ in range(10):
        moved = theta + 1e-2 * random.standard_normal(len(theta))
        assert objective_of(toy, moved, loss, 0.5) > float(fitted.objective or 0)


@pytest.mark.parametrize(
    ("loss", "learner"), [each for each in PAIRS if "frank" not in str(each.id)]
)
def test_partly_labelled_sentences_train(loss: Loss, learner: str) -> None:
    toy = chain_toy(3, n=40, noise=0.0)
    hidden = np.flatnonzero(np.random.default_rng(0).random(len(toy.gold)) < 0.3)
    l2 = 0.0 if learner in ("perceptron", "mira", "arow") else 0.05
    l1 = 0.01 if learner == "owl-qn" else 0.0
    problem = toy.forget(*hidden.tolist()).problem(loss, l2=l2, l1=l1)
    weights = LEARNERS.get(learner)().fit(problem).weights
    assert np.mean(decode(toy, weights).tag() == toy.gold) > 0.85


@pytest.mark.parametrize("learner", [FrankWolfe(), Online("mira", k_best=3)], ids=["fw", "mira"])
def test_learners_that_need_every_label_say_so(learner: Any) -> None:
    problem = chain_toy(0).forget(2).problem(Hinge(), l2=1.0)
    with pytest.raises(DataError, match="needs every label"):
        learner.fit(problem)


def test_nothing_is_learned_where_no_label_is_known() -> None:
    toy = chain_toy(0)
    unknown = toy.forget(*range(len(toy.gold))).problem(Logistic(), l2=1.0)
    assert not Batch().fit(unknown).weights.values.size


def test_l1_makes_weights_zero() -> None:
    toy = chain_toy(0, n=15)
    sizes = []
    for l1 in (0.01, 0.3, 3.0, 1000.0):
        problem = toy.problem(Logistic(), l1=l1, l2=0.01)
        sizes.append(len(Batch("owl-qn").fit(problem).weights.values))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[2] > sizes[3] == 0


@pytest.mark.parametrize("rule", ["sgd", "adagrad"])
def test_online_l1_makes_weights_zero(rule: str) -> None:
    toy = chain_toy(0, n=15)
    dense = Online(rule, epochs=5, averaged=False).fit(toy.problem(Logistic())).weights
    sparse = Online(rule, epochs=5).fit(toy.problem(Logistic(), l1=6.0)).weights
    assert len(sparse.values) < 0.8 * len(dense.values)


@pytest.mark.parametrize("solver", ["lbfgs", "owl-qn"])
@by_order
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_threads_give_the_same_bytes(solver: str, order: int, dtype: Any) -> None:
    toy = chain_toy(0, n=300)
    l1 = 0.01 if solver == "owl-qn" else 0.0
    found = [
        Batch(solver, max_iterations=8)
        .fit(toy.problem(Logistic(), order=order, dtype=dtype, l2=0.1, l1=l1, n_threads=n))
        .weights
        for n in (1, 2)
    ]
    assert found[0].values.tobytes() == found[1].values.tobytes()
    assert found[0].labels.tobytes() == found[1].labels.tobytes()


@pytest.mark.parametrize(
    ("learner", "loss"),
    [
        (Online("perceptron", epochs=3), PerceptronLoss()),
        (Online("mira", epochs=3, k_best=3), Hinge()),
        (Online("sgd", epochs=3), Logistic()),
        (FrankWolfe(max_iterations=3), Hinge()),
    ],
    ids=["perceptron", "mira", "sgd", "frank-wolfe"],
)
def test_a_seed_gives_the_same_bytes_and_another_seed_others(learner: Any, loss: Loss) -> None:
    toy = chain_toy(0, n=20)
    l2 = 1.0 if learner.name in ("sgd", "frank-wolfe") else 0.0
    one, same, other = (
        learner.fit(toy.problem(loss, seed=seed, l2=l2)).weights for seed in (1, 1, 2)
    )
    assert one.values.tobytes() == same.values.tobytes()
    assert one.values.tobytes() != other.values.tobytes()


def test_early_stopping_keeps_the_best_epoch() -> None:
    toy, held_out = chain_toy(0, n=40), chain_toy(1, n=15)
    problem = toy.problem(Logistic(), held_out=held_out.data())
    fitted = Online("sgd", epochs=100, patience=2).fit(problem)
    assert fitted.n_iterations < 100


@pytest.mark.parametrize(
    ("learner", "loss", "message"),
    [
        ("dual", "hinge", r"'dual' does not learn from structure 'chain'. Use learner='mira'"),
        ("dual", "logistic", "'dual' does not learn from structure 'chain'"),
        ("exact", "squared", "'squared' is for single labels"),
        ("sgd", "squared", "'squared' is for single labels; got structure 'chain'. Use loss="),
        ("lbfgs", "squared-hinge", "'squared-hinge' is for single labels"),
        ("lbfgs", "hinge", "'lbfgs' cannot minimise the loss 'hinge'"),
        ("perceptron", "logistic", "'perceptron' cannot minimise the loss 'logistic'"),
        ("frank-wolfe", "logistic", "'frank-wolfe' cannot minimise the loss 'logistic'"),
    ],
)
def test_pairs_that_do_not_fit_are_refused(learner: str, loss: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        choose_learner(
            learner,
            LOSSES.get(loss)(),
            Penalty(1.0),
            multiclass="joint",
            n_labels=3,
            structure="chain",
        )
    # whatever is advised must itself be accepted
    said = str(caught.value)
    for name in LEARNERS.names:
        if "Use learner" in said and f"'{name}'" in said.split("Use ")[-1]:
            assert accepts(LOSSES.get(loss)(), name), said


@pytest.mark.parametrize("loss", TABLE)
def test_auto_finds_a_learner_for_every_loss(loss: str) -> None:
    choice = choose_learner(
        "auto", TABLE[loss], Penalty(), multiclass="joint", n_labels=3, structure="chain"
    )
    assert accepts(TABLE[loss], choice.learner.name)
