"""Online learners of sequences that have weights only for what the data show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.typing import NDArray

from linguine import _core
from linguine.features.matrix import read_matrix
from linguine.learning import (
    ChainData,
    ChainProblem,
    Hinge,
    Logistic,
    Loss,
    Online,
    PerceptronLoss,
)

from ..chain_toys import ChainToy, chain_toy, written_out

Array = NDArray[np.float64]
SEEN: dict[str, Any] = {"all_states": False, "all_transitions": False}
STEPS: dict[str, Any] = {"shuffle": False, "intercept_scaling": 1.0, "epochs": 3}
LOSSES: dict[str, Loss] = {
    "perceptron": PerceptronLoss(),
    "mira": Hinge(),
    "sgd": Logistic(),
    "adagrad": Logistic(),
}
RATES: dict[str, dict[str, Any]] = {
    "perceptron": {},
    "mira": {"C": 0.3},
    "sgd": {"learning_rate": 0.2, "schedule": "constant"},
    "adagrad": {"learning_rate": 0.2},
}
by_rule = pytest.mark.parametrize("rule", LOSSES)
#: Below, at and above the widths of blocks.
by_width = pytest.mark.parametrize("n_labels", [3, 8, 12, 16, 22, 41])


def skewed_toy(n_labels: int, *, has_values: bool, seed: int = 0) -> ChainToy:
    """Return sentences with features of one, two and many labels, low labels the frequent ones."""
    random = np.random.default_rng(seed)
    n, d = 25, 50
    offsets = np.concatenate([[0], np.cumsum(random.integers(1, 9, n))]).astype(np.int64)
    n_tokens = int(offsets[-1])
    gold = np.minimum(random.geometric(0.25, n_tokens) - 1, n_labels - 1).astype(np.int32)
    gold[:n_labels] = np.arange(n_labels)
    X = np.zeros((n_tokens, d))
    for row in X:  # a feature in ten is frequent
        row[np.minimum(random.geometric(0.1, 6) - 1, d - 1)] = 1.0
        row[random.integers(d // 2, d)] = 1.0
    if has_values:
        X *= np.round(random.uniform(0.5, 2.0, X.shape) * 8) / 8
    return ChainToy(X, offsets, gold, n_labels, random.integers(1, 4, n) / 2)


def problem_over(
    toy: ChainToy, loss: Loss, sentences: slice, *, order: int, has_edges: bool, **rest: Any
) -> ChainProblem:
    begin, end, _ = sentences.indices(toy.n)
    tokens = slice(toy.offsets[begin], toy.offsets[end])
    X = sp.csr_matrix(toy.X[tokens])
    data = ChainData(
        read_matrix(X),
        toy.offsets[begin : end + 1] - toy.offsets[begin],
        toy.gold[tokens],
        toy.weights[sentences],
        read_matrix(X[:, :3]) if has_edges else None,
    )
    return ChainProblem(data=data, rules=toy.rules(order), loss=loss, **rest)


def cells_of(objective: Any, n_labels: int) -> NDArray[np.int64]:
    offsets, labels = objective.cells()
    rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    return np.asarray(rows * n_labels + labels)


def judged(toy: ChainToy, rule: str, shape: dict[str, Any], *, averaged: bool) -> Array:
    """Take the steps of a rule cell by cell: cells that are not seen have no gradient."""
    L, loss = toy.n_labels, LOSSES[rule]
    whole = problem_over(toy, loss, slice(0, toy.n), **shape)
    seen = cells_of(_core.Support(whole.native(), False, False, shape.get("has_ends", True)), L)
    theta = np.zeros(whole.n_weight_rows * L)
    total, squares = np.zeros_like(theta), np.zeros_like(theta)
    singles = []
    for i in range(toy.n):
        one = problem_over(toy, loss, slice(i, i + 1), **shape)
        objective = _core.ChainObjective(one.native(), True, True, True)
        singles.append((objective, cells_of(objective, L)))
    for _ in range(STEPS["epochs"]):
        for i, (objective, cells) in enumerate(singles):
            value, parts = objective.evaluate(theta[cells], 1)
            g = np.zeros_like(theta)
            g[cells] = parts
            dead = np.ones(len(g), bool)
            dead[seen] = False
            g[dead] = 0.0
            step = 1.0
            if rule == "mira":  # value and gradient have the sentence's weight
                w = toy.weights[i]
                norm = (g / w) @ (g / w)
                step = min(0.3 * w, (value / w) / norm) / w if value > 0 and norm > 0 else 0.0
            elif rule == "sgd":
                step = 0.2
            if rule == "adagrad":
                squares += g**2
                on = squares > 0
                theta[on] -= 0.2 * g[on] / np.sqrt(squares[on])
            else:
                theta -= step * g
            total += theta
    return total / (STEPS["epochs"] * toy.n) if averaged else theta


@by_rule
@by_width
@pytest.mark.parametrize("averaged", [False, True], ids=["last", "averaged"])
@pytest.mark.parametrize("has_values", [False, True], ids=["ones", "values"])
def test_only_what_the_data_show_moves(
    rule: str, n_labels: int, averaged: bool, has_values: bool
) -> None:
    toy = skewed_toy(n_labels, has_values=has_values)
    shape: dict[str, Any] = {"order": 1, "has_edges": False}
    problem = problem_over(toy, LOSSES[rule], slice(0, toy.n), **shape, **SEEN)
    found = Online(rule, averaged=averaged, **STEPS, **RATES[rule]).fit(problem).weights
    wanted = judged(toy, rule, shape, averaged=averaged)
    # the weights of a model are single numbers
    np.testing.assert_allclose(written_out(found, n_labels).ravel(), wanted, rtol=2e-6, atol=1e-7)


@by_rule
@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("has_ends", [False, True])
def test_only_what_the_data_show_moves_between_labels(
    rule: str, order: int, has_ends: bool
) -> None:
    """Observed transitions, pairs of labels, and sentences whose ends have no weights."""
    toy = skewed_toy(4, has_values=True, seed=1)
    shape: dict[str, Any] = {"order": order, "has_edges": True, "has_ends": has_ends}
    problem = problem_over(toy, LOSSES[rule], slice(0, toy.n), **shape, **SEEN)
    found = Online(rule, averaged=True, **STEPS, **RATES[rule]).fit(problem).weights
    wanted = judged(toy, rule, shape, averaged=True)
    np.testing.assert_allclose(written_out(found, 4).ravel(), wanted, rtol=2e-6, atol=1e-7)


def held_out(toy: ChainToy) -> ChainData:
    """Return other sentences of the same features, and of one that training does not have."""
    return replace(toy.data(), gold=np.roll(toy.gold, 1))


@pytest.mark.parametrize("rule", [*LOSSES, "pegasos"])
@pytest.mark.parametrize("penalty", [{}, {"l2": 0.7}, {"l1": 0.05}], ids=["plain", "l2", "l1"])
@pytest.mark.parametrize("watches", [False, True], ids=["blind", "watching"])
def test_a_table_learns_the_same_where_the_data_show_everything(
    rule: str, penalty: dict[str, float], watches: bool
) -> None:
    if rule == "pegasos" and "l2" not in penalty:
        pytest.skip("its rate is 1 / l2")
    toy = chain_toy(4, n=60, longest=6, noise=5.0)
    loss = LOSSES.get(rule, Logistic())
    rest: dict[str, Any] = {**penalty, "held_out": held_out(toy) if watches else None}
    learner = Online(rule, epochs=6, batch_size=3, **RATES.get(rule, {}))
    everything = _core.Support(toy.problem(loss).native(), True, True, True).slots()
    assert len(_core.Support(toy.problem(loss).native(), False, False, True).slots()) == len(
        everything
    )
    table = learner.fit(toy.problem(loss, **rest)).weights
    slots = learner.fit(toy.problem(loss, **rest, **SEEN)).weights
    np.testing.assert_allclose(written_out(slots, 3), written_out(table, 3), rtol=2e-6, atol=1e-7)


def test_features_that_training_has_not_are_no_obstacle() -> None:
    toy = skewed_toy(5, has_values=False)
    toy = replace(toy, X=np.hstack([toy.X, np.zeros((len(toy.X), 1))]))
    other = replace(toy, X=np.hstack([toy.X[:, :-1], np.ones((len(toy.X), 1))]))
    learner = Online("perceptron", epochs=4, patience=1)
    plain = learner.fit(toy.problem(PerceptronLoss(), held_out=toy.data(), **SEEN))
    found = learner.fit(toy.problem(PerceptronLoss(), held_out=other.data(), **SEEN))
    assert np.array_equal(plain.weights.values, found.weights.values)


def test_slots_give_the_same_bits_again() -> None:
    toy = skewed_toy(22, has_values=False)
    problem = toy.problem(PerceptronLoss(), dtype=np.float32, **SEEN)
    first, second = (Online("perceptron", epochs=5).fit(problem).weights for _ in range(2))
    assert np.array_equal(first.values, second.values)
