"""Losses of scores: values and gradients as their judge has them, and learners at the minimum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import ParameterError
from linguine.features import Sites
from linguine.learning import (
    Batch,
    Dual,
    EpsilonInsensitive,
    Exact,
    Huber,
    Intercept,
    Logistic,
    Loss,
    Online,
    Ordinal,
    Penalty,
    Poisson,
    ScoreProblem,
    Squared,
    choose_learner,
)
from linguine.learning.score_problem import thresholds

from ..messages import assert_three_parts
from ..reference.score_losses import (
    LOSSES,
    ordinal,
    ordinal_minimum,
    score_minimum,
    svr_minimum,
)

Floats = NDArray[np.float64]
SMOOTH: dict[str, Loss] = {"squared": Squared(), "huber": Huber(0.7), "poisson": Poisson()}
ALL: dict[str, Loss] = {**SMOOTH, "epsilon-insensitive": EpsilonInsensitive(0.3)}


def draw(n: int = 40, d: int = 7, seed: int = 0, *, counts: bool = False) -> tuple[Floats, ...]:
    """X, targets and weights; some targets lie far out."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    t = X @ random.normal(size=d) + random.standard_t(2, size=n)
    if counts:
        t = random.poisson(np.exp(np.clip(0.5 * X[:, 0] + 0.3, -3, 3))).astype(float)
    return X, t, random.uniform(0.5, 2.0, size=n)


def problem(
    X: Floats, t: Floats, w: Floats, loss: Loss, l2: float = 0.0, **more: Any
) -> ScoreProblem:
    n, d = X.shape
    sites = Sites(_core.Matrix(None, None, np.ascontiguousarray(X), n, d, False), X)
    examples = Examples(np.arange(n), np.zeros(n, np.int32), w)
    more.setdefault("intercept", Intercept())
    return ScoreProblem(sites=sites, data=examples, targets=t, loss=loss, l2=l2, **more)


def cut(t: Floats, n_values: int) -> Floats:
    """The place of each among so many equal parts."""
    ranks = np.argsort(np.argsort(t))
    return np.asarray(ranks * n_values // len(t), np.float64)


def padded(theta: Floats) -> Floats:
    table = np.zeros((len(theta), _core.stride(1)))
    table[:, 0] = theta
    return table


@pytest.mark.parametrize("name", ALL)
def test_value_and_gradient_are_those_of_the_judge(name: str) -> None:
    X, t, w = draw(counts=name == "poisson")
    theta, b = np.asarray(np.random.default_rng(1).normal(size=X.shape[1])), 0.4
    loss, number = LOSSES[name]
    value, slope = loss(X @ theta + b, t, number)
    bias = np.zeros(_core.stride(1))
    bias[0] = b
    found, by_theta, by_bias = problem(X, t, w, ALL[name]).gradient(padded(theta), bias)
    assert found == pytest.approx(float((w * value).sum()), rel=1e-12)
    np.testing.assert_allclose(by_theta[:, 0], X.T @ (w * slope), rtol=1e-9, atol=1e-9)
    assert by_bias[0] == pytest.approx(float((w * slope).sum()))


@pytest.mark.parametrize("n_values", [2, 3, 6])
def test_ordinal_value_is_the_judges_and_its_gradient_that_of_finite_differences(
    n_values: int,
) -> None:
    X, t, w = draw()
    places = cut(t, n_values)
    stated = problem(X, places, w, Ordinal(n_values))
    random = np.random.default_rng(2)
    theta = padded(np.asarray(random.normal(size=X.shape[1])))
    bias = np.zeros(stated.n_biases)
    bias[: n_values - 1] = random.normal(size=n_values - 1)
    value, by_theta, by_bias = stated.gradient(theta, bias)
    scores = X @ theta[:, 0] + bias[0]
    judged = ordinal(scores, places, thresholds(bias, n_values))
    assert value == pytest.approx(float((w * judged).sum()), rel=1e-10)
    for table, slopes, size in ((theta, by_theta, len(theta)), (bias, by_bias, n_values - 1)):
        for i in range(size):
            place = (i, 0) if table.ndim == 2 else (i,)
            ends = []
            for sign in (1, -1):
                table[place] += sign * 1e-6
                ends.append(stated.gradient(theta, bias)[0])
                table[place] -= sign * 1e-6
            assert (ends[0] - ends[1]) / 2e-6 == pytest.approx(slopes[place], abs=1e-6)


@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("shape", [(40, 7), (15, 40)], ids=["tall", "wide"])
@pytest.mark.parametrize("solver", ["lbfgs", "conjugate-gradient"])
def test_batch_learners_find_the_minimum(name: str, shape: tuple[int, int], solver: str) -> None:
    """In the space of weights, and in that of samples."""
    X, t, w = draw(*shape, counts=name == "poisson")
    best, theta, b = score_minimum(name, X, t, w, l2=0.8)
    fitted = Batch(solver, tolerance=1e-12).fit(problem(X, t, w, SMOOTH[name], 0.8))
    assert fitted.objective == pytest.approx(best, rel=1e-8)
    np.testing.assert_allclose(fitted.weights[:, 0], theta, atol=1e-4)
    assert fitted.bias[0] == pytest.approx(b, abs=1e-4)


@pytest.mark.parametrize("shape", [(40, 7), (15, 40)], ids=["tall", "wide"])
def test_exact_is_the_minimum_of_squared_misses(shape: tuple[int, int]) -> None:
    X, t, w = draw(*shape)
    best, *_ = score_minimum("squared", X, t, w, l2=0.8)
    fitted = Exact(tolerance=1e-10).fit(problem(X, t, w, Squared(), 0.8))
    assert fitted.objective == pytest.approx(best, rel=1e-8)


@pytest.mark.parametrize("shape", [(40, 7), (15, 40)], ids=["tall", "wide"])
@pytest.mark.parametrize("epsilon", [0.0, 0.3])
@pytest.mark.parametrize("shrinking", [True, False])
def test_dual_is_the_minimum_of_epsilon_insensitive_misses(
    shape: tuple[int, int], epsilon: float, shrinking: bool
) -> None:
    X, t, w = draw(*shape)
    best = svr_minimum(X, t, w, 0.8, epsilon)
    stated = problem(
        X, t, w, EpsilonInsensitive(epsilon), 0.8, intercept=Intercept(is_regularized=True)
    )
    fitted = Dual(tolerance=1e-9, max_iterations=20_000, shrinking=shrinking).fit(stated)
    assert fitted.converged
    assert fitted.objective == pytest.approx(best, rel=1e-6)


@pytest.mark.parametrize("n_values", [2, 3, 5])
def test_ordinal_finds_weights_and_thresholds_at_the_minimum(n_values: int) -> None:
    X, t, w = draw(60, 5)
    places = cut(t, n_values)
    best = ordinal_minimum(X, places, w, 0.5, n_values)
    fitted = Batch("lbfgs", tolerance=1e-12).fit(problem(X, places, w, Ordinal(n_values), 0.5))
    assert fitted.objective == pytest.approx(best, rel=1e-7)
    assert (np.diff(thresholds(fitted.bias, n_values)) > 0).all()


def test_ordinal_over_two_values_is_logistic_regression() -> None:
    X, t, w = draw(60, 5)
    gold = (t > np.median(t)).astype(float)
    stated = problem(X, gold, w, Ordinal(2), 0.5)
    fitted = Batch("lbfgs", tolerance=1e-12).fit(stated)
    from linguine.learning import LabelProblem

    examples = Examples(np.arange(60), gold.astype(np.int32), w)
    same = LabelProblem(
        sites=stated.sites, data=examples, n_labels=2, loss=Logistic(), l2=0.5,
        intercept=Intercept(),
    )  # fmt: skip
    judge = Batch("lbfgs", tolerance=1e-12).fit(same)
    np.testing.assert_allclose(fitted.weights[:, 0], judge.weights[:, 0], atol=1e-5)


@pytest.mark.parametrize("name", ["squared", "huber", "epsilon-insensitive"])
def test_steps_come_near_the_minimum(name: str) -> None:
    X, t, w = draw(200, 5)
    best, *_ = score_minimum(name, X, t, w, l2=1.0)
    stated = problem(X, t, w, ALL[name], 1.0)
    fitted = Online("sgd", epochs=200, learning_rate=0.01).fit(stated)
    assert stated.objective(fitted.weights, fitted.bias) < 1.02 * best


@pytest.mark.parametrize("name", [*ALL, "ordinal"])
def test_threads_change_no_bit(name: str) -> None:
    X, t, w = draw(1500, 5, counts=name == "poisson")
    loss = {**ALL, "ordinal": Ordinal(4)}[name]
    if name == "ordinal":
        t = cut(t, 4)
    regularized = Intercept(is_regularized=name == "epsilon-insensitive")
    choice = choose_learner("auto", loss, Penalty(), multiclass="joint", n_labels=2,
                            structure="score")  # fmt: skip
    tables = [
        choice.learner.fit(problem(X, t, w, loss, 1.0, n_threads=n, intercept=regularized)).weights
        for n in (1, 2)
    ]
    assert tables[0].tobytes() == tables[1].tobytes()


def test_what_no_loss_takes_is_refused_by_the_core() -> None:
    X, t, w = draw(10, 3)
    for loss, targets in ((Poisson(), -(t**2) - 1), (Ordinal(3), t), (Huber(), t * np.inf)):
        with pytest.raises(ValueError, match="takes no target"):
            problem(X, targets, w, loss).native()


def test_pairs_that_make_no_sense_are_refused_with_what_to_use() -> None:
    def choose(learner: str, loss: Loss, structure: str) -> None:
        choose_learner(learner, loss, Penalty(), multiclass="joint", n_labels=2,
                       structure=structure)  # fmt: skip

    with pytest.raises(ParameterError) as caught:
        choose("dual", Huber(), "score")
    assert_three_parts(caught.value, "cannot minimise the loss 'huber' of scores", "'dual'", "Use ")
    with pytest.raises(ParameterError, match="is about scores"):
        choose("lbfgs", Huber(), "label")
    with pytest.raises(ParameterError, match="is about labels; got scores"):
        choose("lbfgs", Logistic(), "score")
