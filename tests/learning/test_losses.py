"""Every loss has the value and the slope of its definition, for every shape of label set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import LinearClassifier, _core
from linguine.learning import Hinge, Online, SoftmaxMargin, SquaredHinge

from ..problems import Toy, dense, native_problem, padded, random_cost, random_weights
from ..reference.losses import LOSSES, Array, n_columns
from ..reference.objective import Objective


@dataclass(frozen=True)
class Shape:
    n_labels: int
    one_versus_all: bool = False
    with_cost: bool = False

    @property
    def cost(self) -> Array | None:
        return random_cost(self.n_labels) if self.with_cost else None


SHAPES = {
    "binary": Shape(2),
    "binary-cost": Shape(2, with_cost=True),
    "joint-3": Shape(3),
    "joint-4": Shape(4),
    "joint-5": Shape(5),
    "joint-3-cost": Shape(3, with_cost=True),
    "joint-5-cost": Shape(5, with_cost=True),
    "one-versus-all-3": Shape(3, one_versus_all=True),
    "one-versus-all-5": Shape(5, one_versus_all=True),
}
by_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
by_loss = pytest.mark.parametrize("loss", LOSSES)


def native_objective(
    F: Objective, theta: Array, b: Array, *, n_threads: int = 1, l1: float = 0.0
) -> float:
    toy = Toy(F.X, F.gold.astype(np.int64), F.n_labels)
    problem = native_problem(
        _core,
        toy,
        F.loss,
        one_versus_all=F.one_versus_all,
        cost=F.cost,
        weights=F.sample_weight,
    )
    W, bias = padded(_core, theta, b)
    return float(_core.objective(problem, W, bias, F.l2, l1, F.bias_l2, n_threads))


def judge(loss: str, shape: Shape, *, n: int = 15, d: int = 4, seed: int = 0) -> Objective:
    toy = dense(shape.n_labels, n=n, d=d, seed=seed)
    weight = np.random.default_rng(seed).uniform(0.5, 2.0, n)
    return Objective(
        toy.X,
        toy.y,
        shape.n_labels,
        loss,
        shape.one_versus_all,
        shape.cost,
        weight,
        l2=0.3,
        bias_l2=0.1,
    )


@by_loss
@by_shape
def test_value_of_a_loss_is_its_definition(loss: str, shape: Shape) -> None:
    F = judge(loss, shape)
    toy = dense(shape.n_labels, n=15, d=4)
    for seed in range(5):
        theta, b = random_weights(toy, seed)
        # the same sum in another order: relative rounding of a few ulp times 15 rows
        assert native_objective(F, theta, b) == pytest.approx(F(theta, b), rel=1e-12)


@by_loss
@by_shape
def test_value_of_a_loss_at_zero_weights_is_its_definition(loss: str, shape: Shape) -> None:
    F = judge(loss, shape)
    k = n_columns(shape.n_labels)
    theta, b = np.zeros((4, k)), np.zeros(k)
    assert native_objective(F, theta, b) == pytest.approx(F(theta, b), rel=1e-12)


@by_loss
@by_shape
def test_finite_differences_of_a_loss_are_the_gradient_by_brute_force(
    loss: str, shape: Shape
) -> None:
    F = judge(loss, shape, n=8, d=3)
    theta, b = random_weights(dense(shape.n_labels, n=8, d=3), seed=3)
    _, d_theta, d_b = F.smooth(theta, b)
    h = 1e-5  # central differences: h^2 times curvature + 1e-16 / h, both below 1e-8
    for j, k in np.ndindex(*theta.shape):
        step = np.zeros_like(theta)
        step[j, k] = h
        up, down = native_objective(F, theta + step, b), native_objective(F, theta - step, b)
        assert (up - down) / (2 * h) == pytest.approx(d_theta[j, k], rel=1e-6, abs=1e-6)
    for k in range(len(b)):
        step_b = np.zeros_like(b)
        step_b[k] = h
        up, down = native_objective(F, theta, b + step_b), native_objective(F, theta, b - step_b)
        assert (up - down) / (2 * h) == pytest.approx(d_b[k], rel=1e-6, abs=1e-6)


@by_loss
@by_shape
def test_one_gradient_step_from_zero_moves_the_weights_by_the_gradient(
    loss: str, shape: Shape
) -> None:
    toy = dense(shape.n_labels, n=7, d=3)
    model = LinearClassifier(
        loss,
        Online(
            "sgd",
            epochs=1,
            learning_rate=0.25,
            schedule="constant",
            batch_size=7,
            shuffle=False,
            intercept_scaling=1.0,
            averaged=False,
        ),
        multiclass="one-versus-all" if shape.one_versus_all else "joint",
        l2=0.0,
        cost=shape.cost if loss in ("hinge", "squared-hinge", "softmax-margin") else None,
    ).fit(toy.X, toy.y)
    F = Objective(toy.X, toy.y, shape.n_labels, loss, shape.one_versus_all, shape.cost)
    k = n_columns(shape.n_labels)
    _, d_theta, d_b = F.smooth(np.zeros((3, k)), np.zeros(k))
    # one step of size 1/4 along the mean gradient; ties between labels go to the lower index
    np.testing.assert_allclose(model.coef_, -0.25 * d_theta.T / 7, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(model.intercept_, -0.25 * d_b / 7, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("make", [Hinge, SquaredHinge, SoftmaxMargin], ids=lambda c: c.name)
def test_the_cost_of_a_loss_object_is_the_price_of_every_wrong_label(
    make: Any, n_labels: int
) -> None:
    toy = dense(n_labels, n=7, d=3)
    learner = Online("sgd", epochs=20, learning_rate=0.05, schedule="constant", shuffle=False)
    by_object = LinearClassifier(make(cost=2.5), learner, l2=0.0).fit(toy.X, toy.y)
    table = 2.5 * (1 - np.eye(n_labels))
    by_matrix = LinearClassifier(make(), learner, l2=0.0, cost=table).fit(toy.X, toy.y)
    plain = LinearClassifier(make(), learner, l2=0.0).fit(toy.X, toy.y)
    np.testing.assert_array_equal(by_object.coef_, by_matrix.coef_)
    assert not np.array_equal(by_object.coef_, plain.coef_)


@by_loss
def test_l1_term_is_added_without_the_bias(loss: str) -> None:
    F = judge(loss, SHAPES["joint-3"])
    theta, b = random_weights(dense(3, n=15, d=4))
    with_l1 = native_objective(F, theta, b, l1=0.7)
    assert with_l1 == pytest.approx(F(theta, b) + 0.7 * np.abs(theta).sum(), rel=1e-12)


@given(
    loss=st.sampled_from(LOSSES),
    n_labels=st.integers(2, 6),
    one_versus_all=st.booleans(),
    scale=st.sampled_from([1e-3, 1.0, 30.0, 1000.0]),
    seed=st.integers(0, 10_000),
)
def test_value_holds_for_scores_of_any_size(
    loss: str, n_labels: int, one_versus_all: bool, scale: float, seed: int
) -> None:
    """Log-sum-exp must neither overflow nor lose the small terms."""
    toy = dense(n_labels, n=6, d=3, seed=seed)
    F = Objective(toy.X, toy.y, n_labels, loss, one_versus_all)
    theta, b = random_weights(toy, seed)
    expected = F(scale * theta, scale * b)
    got = native_objective(F, scale * theta, scale * b)
    # differences of scores of size `scale` cancel: absolute error in proportion to it (squared
    # losses: to its square)
    assert got == pytest.approx(expected, rel=1e-11, abs=1e-12 * max(1.0, scale**2))
    assert np.isfinite(got)


@by_loss
@by_shape
def test_objective_has_the_same_bits_for_any_number_of_threads(loss: str, shape: Shape) -> None:
    F = judge(loss, shape, n=500)
    theta, b = random_weights(dense(shape.n_labels, n=500, d=4))
    values = {native_objective(F, theta, b, n_threads=n) for n in (1, 2, 3)}
    assert len(values) == 1
