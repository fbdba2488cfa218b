"""Worked examples about perceptrons, kernels and margins: 9, 10, 12 and 16 of SPEC section 8."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from linguine import LinearClassifier, LinearSVM, Perceptron
from linguine.learning import Dual, Online

from ..problems import dense
from ..reference.frank_wolfe import frank_wolfe
from ..reference.losses import Array
from ..reference.objective import Objective
from ..reference.svm_dual import svm_dual

PLAIN = Online("perceptron", epochs=1, averaged=False, shuffle=False, intercept_scaling=1.0)
AVERAGED = Online("perceptron", epochs=1, averaged=True, shuffle=False, intercept_scaling=1.0)


def perceptron(learner: Online, *, bias: bool = False) -> LinearClassifier:
    return LinearClassifier("perceptron", learner, fit_intercept=bias)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n_labels", [2, 3])
def test_example_9_perceptron_bound(n_labels: int, seed: int) -> None:
    """Mistakes <= R^2 / gamma^2, the theorem of Novikoff on the slides of [McDonald]."""
    random = np.random.default_rng(seed)
    d = 4
    U = random.normal(size=(n_labels, d))
    U = U - U[:1] if n_labels == 2 else U  # the first of two labels is pinned to zero
    U /= np.linalg.norm(U)
    X = random.normal(size=(400, d))
    scores = np.sort(X @ U.T, axis=1)
    X = X[scores[:, -1] - scores[:, -2] > 0.1]
    y = (X @ U.T).argmax(axis=1)
    best_two = np.sort(X @ U.T, axis=1)
    gamma = (best_two[:, -1] - best_two[:, -2]).min()
    assert gamma > 0.1
    # f(x,y) - f(x,y') is one block of x when a label is pinned, two blocks otherwise
    R = np.linalg.norm(X, axis=1).max() * (1.0 if n_labels == 2 else math.sqrt(2))

    model = perceptron(PLAIN)
    mistakes = last_pass = 0
    before = np.zeros((1 if n_labels == 2 else n_labels, d))
    for _ in range(50):
        last_pass = 0
        for x, label in zip(X, y, strict=True):
            model.partial_fit(x[None], [label], classes=np.arange(n_labels))
            last_pass += not np.array_equal(model.coef_, before)
            before = model.coef_.copy()
        mistakes += last_pass
        if last_pass == 0:
            break
    assert last_pass == 0  # it has found a separator
    assert 0 < mistakes <= R**2 / gamma**2
    assert model.score(X, y) == 1.0


def thrash(learner: Online, steps: int) -> list[Array]:
    """Weights after each step on two equal inputs with different labels, taken in turn."""
    x, model, weights = np.array([[1.0, 0.0, 1.0]]), perceptron(learner), []
    for t in range(1, steps + 1):
        model.partial_fit(x, [1 if t % 2 else 0], classes=[0, 1])
        weights.append(model.coef_[0].copy())
    return weights


def test_example_10_thrashing_never_lets_the_plain_perceptron_converge() -> None:
    weights = thrash(PLAIN, 40)
    for t, w in enumerate(weights, start=1):
        np.testing.assert_array_equal(w, [1, 0, 1] if t % 2 else [0, 0, 0])


def test_example_10_averaged_weights_change_by_one_over_2t_at_odd_t() -> None:
    """Exercise 4 of chapter 2 of [Eisenstein2018]."""
    weights = [np.zeros(3), *thrash(AVERAGED, 41)]
    for t in range(3, 42, 2):
        change = weights[t] - weights[t - 1]
        np.testing.assert_allclose(change, [1 / (2 * t), 0, 1 / (2 * t)], rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize("epsilon", [0.1, 0.03, 0.011])
def test_example_10_averaged_weights_settle_at_the_first_odd_t_from_one_over_2_epsilon(
    epsilon: float,
) -> None:
    weights = [np.zeros(3), *thrash(AVERAGED, 60)]
    first = next(t for t in range(2, 61) if np.abs(weights[t] - weights[t - 1]).max() <= epsilon)
    bound = math.ceil(1 / (2 * epsilon))
    assert first == (bound if bound % 2 else bound + 1)


def test_example_10_the_averaged_perceptron_stops_by_itself() -> None:
    """After each pass over the pair the average is x / 2: no change, so the second is the last."""
    X = np.array([[1.0, 0.0, 1.0]] * 2)
    learner = Online("perceptron", epochs=1000, averaged=True, shuffle=False, tolerance=1e-6)
    model = perceptron(learner).fit(X, [1, 0])
    assert model.n_iter_ == 2
    np.testing.assert_allclose(model.coef_[0], [0.5, 0.0, 0.5])


def quadratic(X: Array) -> Array:
    """The six features of the polynomial kernel of degree two."""
    r = math.sqrt(2)
    a, b = X[:, 0], X[:, 1]
    return np.column_stack([a * a, b * b, r * a, r * b, r * a * b, np.ones(len(X))])


def test_example_12_kernel_identity() -> None:
    """((x.z) + 1)^2 is a dot product of six features, slide "Polynomial Kernel" of [McDonald]."""
    random = np.random.default_rng(0)
    X, Z = random.normal(size=(20, 2)), random.normal(size=(30, 2))
    np.testing.assert_allclose((X @ Z.T + 1) ** 2, quadratic(X) @ quadratic(Z).T, atol=1e-12)


def test_example_12_a_perceptron_on_the_six_features_is_the_kernel_perceptron() -> None:
    """The dual form needs only (x.z + 1)^2; its scores are those of the linear model."""
    random = np.random.default_rng(1)
    X = random.normal(size=(60, 2))
    y = ((X**2).sum(axis=1) > 1.2).astype(int)  # a circle: not linear in x
    K = (X @ X.T + 1) ** 2
    alpha = np.zeros(60)  # signed number of mistakes on each example
    for _ in range(5):
        for t in range(60):
            guess = int(alpha @ K[:, t] > 0)
            alpha[t] += int(y[t]) - guess
    learner = Online("perceptron", epochs=5, averaged=False, shuffle=False)
    model = perceptron(learner).fit(quadratic(X), y)
    new = random.normal(size=(40, 2))
    np.testing.assert_allclose(
        model.decision_function(quadratic(new)), alpha @ (X @ new.T + 1) ** 2, rtol=1e-9, atol=1e-9
    )
    linear = Perceptron().fit(X, y)
    assert model.score(quadratic(X), y) > linear.score(X, y)


L2 = 0.5


def svm(learner: Any, **options: Any) -> LinearClassifier:
    return LinearClassifier("hinge", learner, l2=L2, fit_intercept=False, **options)


@pytest.mark.parametrize("n_labels", [2, 3])
def test_example_16_three_ways_to_the_same_svm(n_labels: int) -> None:
    """Primal stochastic (ours), dual coordinate descent (ours) and Frank-Wolfe (the judge's)."""
    toy = dense(n_labels, n=60, d=4)
    F = Objective(toy.X, toy.y, n_labels, "hinge", l2=L2)
    dual = svm(Dual(tolerance=1e-9, max_iterations=100_000)).fit(toy.X, toy.y)
    stochastic = svm(Online("pegasos", epochs=20_000, averaged=True)).fit(toy.X, toy.y)
    k = dual.coef_.shape[0]
    best = F(dual.coef_.T, np.zeros(k))
    assert dual.duality_gap_ < 1e-8
    # the mean of Pegasos' weights errs by log(T)/T: 1 % after 1.2 million steps is generous
    assert best * (1 - 1e-9) <= F(stochastic.coef_.T, np.zeros(k)) <= 1.01 * best
    if n_labels == 2:
        # two unpinned columns of Frank-Wolfe share what one pinned column does: w/2 and -w/2,
        # so the penalty of its problem is half as large for the same l2; double it
        theta, gap = frank_wolfe(toy.X, toy.y, 2, l2=2 * L2, passes=500)
        found = F((theta[:, 1:] - theta[:, :1]), np.zeros(1))
    else:
        theta, gap = frank_wolfe(toy.X, toy.y, n_labels, l2=L2, passes=500)
        found = F(theta, np.zeros(n_labels))
    assert best * (1 - 1e-9) <= found <= best + gap + 1e-9
    assert gap < 0.01 * best


def test_example_16_complementary_slackness() -> None:
    """alpha = 0 beyond the margin, alpha = 1 inside it, between only on it."""
    toy = dense(2, n=60, d=4)
    model = LinearSVM(
        C=1 / L2, loss="hinge", learner=Dual(tolerance=1e-12, max_iterations=1_000_000)
    ).fit(toy.X, toy.y)
    sign = np.where(toy.y == 1, 1.0, -1.0)
    Phi = np.hstack([toy.X, np.ones((toy.n, 1))])
    value, alpha, theta = svm_dual(Phi, sign, L2, np.ones(toy.n))
    np.testing.assert_allclose(model.coef_[0], theta[:-1], atol=1e-5)
    np.testing.assert_allclose(model.intercept_[0], theta[-1], atol=1e-5)
    assert model.objective_ == pytest.approx(value, rel=1e-7)  # no duality gap
    margin = sign * model.decision_function(toy.X)
    slack = 1e-4  # L-BFGS-B leaves multipliers about 1e-6 from their bounds
    assert (alpha[margin > 1 + slack] < 1e-4).all()
    assert (alpha[margin < 1 - slack] > 1 - 1e-4).all()
    between = (alpha > 1e-3) & (alpha < 1 - 1e-3)
    assert between.any()
    np.testing.assert_allclose(margin[between], 1.0, atol=slack)
