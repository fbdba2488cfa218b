"""The judges are judged by the definitions: finite differences, enumeration, duality."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from ..problems import dense, random_cost, random_weights, sparse
from . import mira as mira_judge
from .frank_wolfe import frank_wolfe
from .losses import LOSSES
from .objective import Objective
from .perceptron import perceptron
from .ridge import ridge_augmented, ridge_free_bias, targets
from .sgd import sgd
from .slow_minimum import hinge_minimum, smooth_minimum
from .svm_dual import svm_dual


@pytest.mark.parametrize("one_versus_all", [False, True], ids=["joint", "one-versus-all"])
@pytest.mark.parametrize("n_labels", [2, 3, 4])
@pytest.mark.parametrize("loss", LOSSES)
def test_gradient_of_the_judge_is_the_finite_difference_of_its_value(
    loss: str, n_labels: int, one_versus_all: bool
) -> None:
    toy = dense(n_labels, n=12, d=3)
    F = Objective(toy.X, toy.y, n_labels, loss, one_versus_all, l2=0.3, bias_l2=0.2)
    theta, b = random_weights(toy)
    _, d_theta, d_b = F.smooth(theta, b)
    h = 1e-6
    for j, k in np.ndindex(*theta.shape):
        step = np.zeros_like(theta)
        step[j, k] = h
        slope = (F(theta + step, b) - F(theta - step, b)) / (2 * h)
        # central differences err by h^2 (curvature) + eps/h (rounding): about 1e-9 here
        assert d_theta[j, k] == pytest.approx(slope, rel=1e-6, abs=1e-6)
    for k in range(len(b)):
        step_b = np.zeros_like(b)
        step_b[k] = h
        slope = (F(theta, b + step_b) - F(theta, b - step_b)) / (2 * h)
        assert d_b[k] == pytest.approx(slope, rel=1e-6, abs=1e-6)


def test_mira_step_of_the_judge_solves_its_quadratic_program() -> None:
    random = np.random.default_rng(0)
    for trial in range(20):
        s, y, cost = random.normal(size=4), int(random.integers(4)), random_cost(4, trial)
        norm, C = float(random.uniform(0.5, 2.0)), float(random.choice([0.2, 1.0, 100.0]))
        d = mira_judge.step(s, y, norm, C=C, k_best=3, cost=cost)
        others = [z for z in range(4) if z != y]
        # the primal in the K numbers d (theta moves by phi d) and a slack per wrong label
        found = minimize(
            lambda v, norm=norm, C=C: 0.5 * norm * v[:4] @ v[:4] + C * v[4:].sum(),
            np.append(np.zeros(4), np.full(3, 10.0)),
            method="SLSQP",
            bounds=[(None, None)] * 4 + [(0.0, None)] * 3,
            constraints=[
                {
                    "type": "ineq",
                    "fun": lambda v, z=z, i=i, s=s, y=y, norm=norm, cost=cost: (
                        (s[y] + norm * v[y]) - (s[z] + norm * v[z]) - cost[y, z] + v[4 + i]
                    ),
                }
                for i, z in enumerate(others)
            ],
            options={"ftol": 1e-13, "maxiter": 500},
        )
        np.testing.assert_allclose(d, found.x[:4], atol=1e-5)  # SLSQP's own precision


def test_pegasos_of_the_judge_starts_with_a_full_step_towards_the_first_example() -> None:
    toy = dense(2, n=4, d=3)
    (theta, _), _ = sgd(
        toy.X[:1],
        toy.y[:1],
        2,
        loss_name="hinge",
        epochs=1,
        schedule="pegasos",
        l2=0.5,
        fit_intercept=False,
    )
    sign = 1.0 if toy.y[0] == 1 else -1.0
    np.testing.assert_allclose(theta[:, 0], sign * toy.X[0] / 0.5)  # eta_1 = n / l2, n = 1


def test_smooth_minimum_has_no_slope_left() -> None:
    toy = dense(3, n=20, d=3)
    F = Objective(toy.X, toy.y, 3, "logistic", l2=0.7)
    _, theta, b = smooth_minimum(F)
    _, d_theta, d_b = F.smooth(theta, b)
    assert max(np.abs(d_theta).max(), np.abs(d_b).max()) < 1e-5


def test_hinge_minimum_and_dual_close_the_gap() -> None:
    toy = dense(2, n=25, d=3)
    F = Objective(toy.X, toy.y, 2, "hinge", l2=0.5, bias_l2=0.5)
    primal, _, _ = hinge_minimum(F)
    Phi = np.hstack([toy.X, np.ones((toy.n, 1))])
    dual, _, _ = svm_dual(Phi, np.where(toy.y == 1, 1.0, -1.0), 0.5, np.ones(toy.n))
    assert primal == pytest.approx(dual, rel=1e-7)


def test_frank_wolfe_reaches_the_quadratic_program_within_its_gap() -> None:
    toy = dense(3, n=18, d=3)
    F = Objective(toy.X, toy.y, 3, "hinge", l2=1.0)
    best, _, _ = hinge_minimum(F, free_bias=False)
    theta, gap = frank_wolfe(toy.X, toy.y, 3, l2=1.0, passes=400)
    assert best - 1e-9 <= F(theta, np.zeros(3)) <= best + gap + 1e-9
    assert gap < 1e-2 * best


def test_closed_form_of_ridge_has_no_slope_left() -> None:
    toy, weight = dense(3, n=20, d=4), np.linspace(0.5, 2.0, 20)
    T = targets(toy.y, 3)
    theta, b = ridge_free_bias(toy.X, T, 0.4, weight)
    F = Objective(toy.X, toy.y, 3, "squared", l2=0.4, sample_weight=weight)
    _, d_theta, d_b = F.smooth(theta, b)
    np.testing.assert_allclose(np.append(d_theta, d_b), 0.0, atol=1e-9)
    theta, b = ridge_augmented(toy.X, T, 0.4, weight, 2.0)
    F = Objective(toy.X, toy.y, 3, "squared", l2=0.4, sample_weight=weight, bias_l2=0.1)
    _, d_theta, d_b = F.smooth(theta, b)
    np.testing.assert_allclose(np.append(d_theta, d_b), 0.0, atol=1e-9)


def test_averaged_perceptron_of_the_judge_counts_examples_without_mistakes_too() -> None:
    toy = sparse(2, n=8, d=20)
    once = perceptron(toy.X, toy.y, 2, epochs=1)
    again = perceptron(toy.X, toy.y, 2, epochs=2)
    (theta, _), (average, _), _ = once
    assert not np.allclose(theta, average)
    assert again[2] >= once[2]
