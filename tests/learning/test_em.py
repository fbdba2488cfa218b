"""EM counts by marginals: it agrees with plain NumPy, never falls, and depends on no thread."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.features import read_matrix
from linguine.learning.generative.em import begin_apart, climb, warming
from linguine.learning.generative.naive_bayes import CountsState
from linguine.learning.generative.naive_bayes_mixture import NaiveBayesMixture

from ..reference import em as judge

# Sums of a few dozen logarithms on both sides.
CLOSE: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-9}


def toy(seed: int, n: int = 30, d: int = 8) -> Any:
    """Counts of two kinds of rows."""
    generator = np.random.default_rng(seed)
    rates = generator.gamma(0.5, 2.0, (3, d)) + 0.05
    return generator.poisson(rates[generator.integers(3, size=n)]).astype(np.float64)


@pytest.mark.parametrize("n_labels", [1, 2, 3, 5])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_step_is_that_of_the_judge(n_labels: int, dtype: type) -> None:
    X = toy(1)
    q = np.random.default_rng(0).dirichlet(np.ones(n_labels), len(X))
    mixture = NaiveBayesMixture(read_matrix(X.astype(dtype)), n_labels, alpha=0.3)
    theta, bias = mixture.maximise(q)
    new, objective = mixture.expect((theta, bias), 1.0)
    expected: Any = judge.naive_bayes_step(X, q, 0.3)
    got: Any = theta, bias, new, objective
    for ours, theirs in zip(got, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, **CLOSE)


def test_known_labels_stay_and_hidden_ones_count_by_their_weight() -> None:
    X = toy(2)
    n_known = 6
    gold = np.zeros((len(X), 3))
    gold[np.arange(n_known), np.arange(n_known) % 3] = 1.0
    q = np.random.default_rng(0).dirichlet(np.ones(3), len(X))
    counted = CountsState(X[:n_known].T @ gold[:n_known], None, gold.sum(axis=0))
    hidden = read_matrix(X[n_known:])
    mixture = NaiveBayesMixture(hidden, 3, alpha=0.5, gold=counted, weight=0.25)
    theta, bias = mixture.maximise(q[n_known:])
    new, objective = mixture.expect((theta, bias), 1.0)
    expected = judge.naive_bayes_step(X, q, 0.5, gold, 0.25)
    np.testing.assert_allclose(theta, expected[0], **CLOSE)
    np.testing.assert_allclose(bias, expected[1], **CLOSE)
    np.testing.assert_allclose(new, expected[2][n_known:], **CLOSE)
    assert objective == pytest.approx(expected[3], rel=1e-9)


@given(st.integers(0, 10_000), st.integers(2, 6), st.sampled_from([0.01, 0.5, 2.0]))
def test_the_objective_never_falls(seed: int, n_labels: int, alpha: float) -> None:
    X = toy(seed)
    mixture = NaiveBayesMixture(read_matrix(X), n_labels, alpha=alpha)
    chosen = np.random.default_rng(seed).choice(len(X), n_labels, replace=False)
    found = climb(mixture, begin_apart(len(X), chosen), tolerance=0.0, max_iterations=40)
    # A step that gains nothing may lose the last bits of a sum of hundreds.
    slack = 1e-12 * abs(found.history[0])
    assert all(b >= a - slack for a, b in pairwise(found.history))


def test_marginals_of_sharp_steps_are_those_of_flat_ones_raised_to_a_power() -> None:
    X = toy(3)
    mixture = NaiveBayesMixture(read_matrix(X), 3, alpha=1.0)
    parameters = mixture.maximise(begin_apart(len(X), np.array([0, 1, 2])))
    sharp, _ = mixture.expect(parameters, 1.0)
    flat, _ = mixture.expect(parameters, 0.25)
    powered = sharp**0.25
    np.testing.assert_allclose(flat, powered / powered.sum(axis=1, keepdims=True), rtol=1e-9)


def test_the_bytes_do_not_depend_on_the_number_of_threads() -> None:
    X = toy(4, n=500, d=300)
    results = []
    for n_threads in (1, 2, 5):
        mixture = NaiveBayesMixture(read_matrix(X), 7, alpha=0.1, n_threads=n_threads)
        found = climb(mixture, begin_apart(500, np.arange(7)), max_iterations=5)
        results.append((found.parameters[0].tobytes(), found.q.tobytes(), tuple(found.history)))
    assert results[0] == results[1] == results[2]


def test_labels_that_coincide_after_warming_up_are_given_rows_of_their_own() -> None:
    X = np.array([[5.0, 0.0], [5.0, 0.0], [4.0, 0.0], [0.0, 6.0]])
    mixture = NaiveBayesMixture(read_matrix(X), 2, alpha=0.1)
    q = np.tile([0.6, 0.4], (4, 1))
    mixture.settle(q)
    assert q.sum(axis=0).tolist() == [3.0, 1.0]
    assert q[3].tolist() == [0.0, 1.0]  # what is explained worst


def test_warming_ends_below_one_and_leaves_short_texts_alone() -> None:
    steps = warming(150.0)
    assert steps[0] == pytest.approx(0.02)
    assert all(a < b < 1.0 for a, b in pairwise(steps))
    assert warming(3.0) == ()


def test_a_report_that_raises_ends_the_climb() -> None:
    X = toy(5)
    mixture = NaiveBayesMixture(read_matrix(X), 2, alpha=1.0)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        climb(mixture, begin_apart(len(X), np.arange(2)), report=stop)
