"""The learners over sequences are judged by those over labels, by margins and by duality."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, minimize

from ..problems import dense
from . import chain as brute
from .chain_features import Sentence, chain_of, features, zeros
from .frank_wolfe import frank_wolfe
from .frank_wolfe_chain import frank_wolfe_chain, primal
from .losses import Array
from .mira import mira
from .perceptron import perceptron
from .sgd import sgd
from .structured_mira import hamming, step, structured_mira
from .structured_perceptron import structured_perceptron
from .structured_sgd import gradient, structured_sgd


def random_sentences(
    n: int, *, T: int = 3, d: int = 2, L: int = 2, seed: int = 0
) -> list[Sentence]:
    """Labels that depend on the row and on the label before, with noise."""
    random = np.random.default_rng([seed, n, T, d, L])
    found = []
    for _ in range(n):
        X = random.normal(size=(T, d))
        noisy = (X[:, 0] + 0.5 * random.normal(size=T)) * L / 3 + L / 2
        found.append(Sentence(X, tuple(int(k) for k in np.clip(noisy, 0, L - 1))))
    return found


def one_token_problem() -> tuple[Any, list[Sentence], Array]:
    """Sentences of one token are labels with two biases, the weights of start and end."""
    toy = dense(3, n=9, d=2)
    sentences = [Sentence(toy.X[i : i + 1], (int(toy.y[i]),)) for i in range(toy.n)]
    return toy, sentences, np.hstack([toy.X, np.ones((toy.n, 2))])


def as_label_weights(theta: Array) -> Array:
    """(d + 2, L): features, start, end; d = 2 and L = 3."""
    return np.concatenate([theta[:6], theta[15:]]).reshape(4, 3)


def test_learners_on_one_token_are_the_learners_of_labels() -> None:
    toy, sentences, X = one_token_problem()
    order = list(range(toy.n)) * 3
    plain: dict[str, Any] = {"epochs": 3, "fit_intercept": False}
    w = np.linspace(0.5, 1.5, toy.n)
    theta, average, mistakes = structured_perceptron(sentences, 3, order=order, sample_weight=w)
    (t, _), (a, _), m = perceptron(X, toy.y, 3, sample_weight=w, **plain)
    np.testing.assert_allclose(as_label_weights(theta), t, atol=1e-12)
    np.testing.assert_allclose(as_label_weights(average), a, atol=1e-12)
    assert mistakes == m
    for k in (1, 2):
        theta, average = structured_mira(sentences, 3, order=order, C=0.3, k=k, sample_weight=w)
        (t, _), (a, _) = mira(X, toy.y, 3, C=0.3, k_best=k, sample_weight=w, **plain)
        np.testing.assert_allclose(as_label_weights(theta), t, atol=1e-9)
        np.testing.assert_allclose(as_label_weights(average), a, atol=1e-9)
    for name, schedule in (("logistic", "power"), ("hinge", "pegasos")):
        options: dict[str, Any] = {"loss_name": name, "schedule": schedule, "l2": 0.7}
        theta, average = structured_sgd(sentences, 3, order=order, sample_weight=w, **options)
        (t, _), (a, _) = sgd(X, toy.y, 3, sample_weight=w, **options, **plain)
        np.testing.assert_allclose(as_label_weights(theta), t, atol=1e-12)
        np.testing.assert_allclose(as_label_weights(average), a, atol=1e-12)
    theta, _, gap = frank_wolfe_chain(sentences, 3, lam=0.5, order=order)
    t, label_gap = frank_wolfe(X, toy.y, 3, l2=0.5 * toy.n, passes=3)
    np.testing.assert_allclose(as_label_weights(theta), t, atol=1e-12)
    assert gap == pytest.approx(label_gap / toy.n)


def test_score_of_a_chain_is_theta_times_features() -> None:
    sentence = random_sentences(1, d=3, L=3)[0]
    theta = np.random.default_rng(0).normal(size=zeros([sentence], 3).shape)
    c = chain_of(theta, sentence.X, 3)
    for y in brute.outputs(c):
        assert brute.score(c, y) == pytest.approx(theta @ features(sentence.X, y, 3))


@pytest.mark.parametrize("kind", ["logistic", "hinge"])
def test_gradient_by_theta_is_the_finite_difference(kind: str) -> None:
    sentence = random_sentences(1, L=3)[0]
    theta = np.random.default_rng(1).normal(size=zeros([sentence], 3).shape)
    _, g = gradient(theta, sentence, 3, kind)
    for j, e in enumerate(1e-6 * np.eye(len(theta))):
        up, down = (gradient(theta + x, sentence, 3, kind)[0] for x in (e, -e))
        assert g[j] == pytest.approx((up - down) / 2e-6, abs=1e-6)


def test_perceptron_separates_sentences_that_can_be_separated() -> None:
    random = np.random.default_rng(5)
    rows = [random.normal(size=(3, 2)) for _ in range(6)]
    sentences = [Sentence(X, tuple(int(x > 0) for x in X[:, 0])) for X in rows]
    theta, _, _ = structured_perceptron(sentences, 2, order=list(range(6)) * 60)
    assert all(brute.argmax(chain_of(theta, s.X, 2)) == s.y for s in sentences)


@pytest.mark.parametrize("k", [1, 3])
def test_mira_step_without_cap_meets_the_margin_of_its_candidates(k: int) -> None:
    sentence = random_sentences(1, d=3, L=3)[0]
    X, y = sentence.X, sentence.y
    theta = np.random.default_rng(2).normal(size=zeros([sentence], 3).shape)
    before = chain_of(theta, X, 3)
    seen = brute.add_cost(before, y, 1.0) if k == 1 else before
    wrong = [z for z in brute.k_best(seen, k + 1) if z != y][:k]
    after = chain_of(theta + step(theta, sentence, 3, C=np.inf, k=k), X, 3)
    margins = [brute.score(after, y) - brute.score(after, z) - hamming(y, z) for z in wrong]
    assert min(margins) == pytest.approx(0.0, abs=1e-9)  # met, and not by more than needed


def quadratic_program(sentences: list[Sentence], n_labels: int, lam: float) -> float:
    """min lam/2 ||theta||^2 + mean xi  s.t. theta . (f(x, y) - f(x, z)) + xi >= c(y, z), all z."""
    n, size = len(sentences), len(zeros(sentences, n_labels))
    rows, costs = [], []
    for i, s in enumerate(sentences):
        for z in product(range(n_labels), repeat=len(s.y)):
            delta = features(s.X, s.y, n_labels) - features(s.X, z, n_labels)
            rows.append(np.append(delta, np.eye(n)[i]))
            costs.append(hamming(s.y, z))
    quadratic = np.append(np.full(size, lam), np.zeros(n))
    linear = np.append(np.zeros(size), np.full(n, 1 / n))
    found: Any = minimize(
        lambda v: (0.5 * v @ (quadratic * v) + linear @ v, quadratic * v + linear),
        np.append(np.zeros(size), np.full(n, max(costs))),
        jac=True,
        method="SLSQP",
        constraints=LinearConstraint(np.array(rows), np.array(costs), np.inf),
        options={"maxiter": 500, "ftol": 1e-13},
    )
    return float(found.fun)


def test_frank_wolfe_closes_its_gap_and_reaches_the_quadratic_program() -> None:
    sentences, lam = random_sentences(4), 0.5
    best = quadratic_program(sentences, 2, lam)
    gaps = []
    for passes in (1, 10, 100):
        theta, dual, gap = frank_wolfe_chain(sentences, 2, lam=lam, order=list(range(4)) * passes)
        value = primal(theta, sentences, 2, lam)
        assert gap == pytest.approx(value - dual, abs=1e-12)
        assert dual - 1e-9 <= best <= value + 1e-9
        gaps.append(gap)
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 1e-2 * best


def test_frank_wolfe_closes_its_gap_when_features_cannot_tell_two_outputs_apart() -> None:
    """0 0 1 0 and 0 1 0 0 have the same transitions; without features they are one vector."""
    sentences = [Sentence(np.zeros((4, 1)), (0, 0, 1, 0))]
    theta, _, gap = frank_wolfe_chain(sentences, 2, lam=0.01, order=[0] * 200)
    assert gap < 1e-2
    assert primal(theta, sentences, 2, 0.01) >= 2.0  # two positions always differ
