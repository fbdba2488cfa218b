"""Worked examples about likelihoods and least squares: 6, 7, 8 and 15 of SPEC section 8."""

from __future__ import annotations

import numpy as np
import pytest

from linguine import LinearClassifier, LogisticRegression, RidgeClassifier, _core
from linguine.learning import Batch, Exact

from ..problems import Toy, dense, native_problem, sparse
from ..reference.ridge import ridge_augmented, ridge_free_bias, ridge_no_bias, targets

TIGHT = Batch(tolerance=1e-15, max_iterations=10_000)


@pytest.mark.parametrize(
    ("w", "errors", "log_likelihood"),
    [([-1, 0, 1, 0], 0, -126.93), ([-1, 7, 1, 0], 1, -1.44)],
    ids=["no-error", "one-error"],
)
def test_example_6_likelihood_is_not_error(
    w: list[float], errors: int, log_likelihood: float
) -> None:
    """Slides "Min error versus max log-likelihood" of [McDonald]: the likelier model errs more."""
    X = np.array(1000 * [[-1.0, 1.0]] + [[3.0, 1.0]])
    y = np.array(1000 * [0] + [1])
    model = LinearClassifier.from_weights(np.reshape(w, (2, 2)), [0, 0], [0, 1])
    assert int((model.predict(X) != y).sum()) == errors
    found = model.predict_log_proba(X)[np.arange(1001), y].sum()
    assert found == pytest.approx(log_likelihood, abs=0.005)  # two digits are given
    problem = native_problem(_core, Toy(X, y, 2), "logistic")
    theta = np.ascontiguousarray(model.coef_.T)
    F = _core.objective(problem, theta, np.zeros(1), 0.0, 0.0, 0.0, 1)
    assert F == pytest.approx(-log_likelihood, abs=0.005)


def test_example_7_maximum_entropy_dice() -> None:
    """{1,2,3} seen 10 times, {4,5,6} 30 times, nothing more is known: page 44 of [LxMLS].

    An observation of a group is a label shared evenly by its three outcomes.
    """
    X = np.ones((2, 1))
    shares = np.array([[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]]) / 3
    model = LinearClassifier("logistic", TIGHT, l2=0.0, fit_intercept=False)
    model.fit(X, shares, sample_weight=[10, 30])
    expected = [1 / 12, 1 / 12, 1 / 12, 1 / 4, 1 / 4, 1 / 4]
    np.testing.assert_allclose(model.predict_proba(X[:1])[0], expected, atol=1e-6)


@pytest.mark.parametrize("n_labels", [2, 3, 4])
def test_example_8_moment_matching(n_labels: int) -> None:
    """Expected and observed counts agree at the optimum, Eq. (2.78) of [Eisenstein2018]."""
    toy = dense(n_labels, n=120, d=4, spread=2.5)
    model = LogisticRegression(C=float("inf"), learner=TIGHT).fit(toy.X, toy.y)
    p = model.predict_proba(toy.X)
    observed = np.eye(n_labels)[toy.y]
    with_offset = np.hstack([toy.X, np.ones((toy.n, 1))])
    # the solver's gradient is the difference; it stops at a gap of 1e-15 in F
    np.testing.assert_allclose(with_offset.T @ p, with_offset.T @ observed, atol=1e-5)


@pytest.mark.parametrize("toy", [dense(2, n=50, d=5), sparse(3, n=30, d=80)], ids=["n>d", "n<d"])
def test_example_15_ridge_closed_form_equals_the_iterative_solution(toy: Toy) -> None:
    """Eq. (1.3) of [Zhang2010], with lambda n = l2."""
    T, ones = targets(toy.y, toy.n_labels), np.ones(toy.n)
    exact = Exact(tolerance=1e-13, max_iterations=10_000)
    theta = ridge_no_bias(toy.X, T, 0.7, ones)
    for learner in (exact, TIGHT):
        model = LinearClassifier("squared", learner, l2=0.7, fit_intercept=False)
        np.testing.assert_allclose(model.fit(toy.X, toy.y).coef_, theta.T, atol=1e-7)
    theta, b = ridge_free_bias(toy.X, T, 0.7, ones)
    model = RidgeClassifier(l2=0.7, tolerance=1e-13, max_iterations=10_000).fit(toy.X, toy.y)
    np.testing.assert_allclose(model.coef_, theta.T, atol=1e-7)
    np.testing.assert_allclose(model.intercept_, b, atol=1e-7)


@pytest.mark.parametrize("constant", [0.5, 1.0, 4.0])
def test_example_15_an_augmented_constant_reproduces_an_explicit_bias(constant: float) -> None:
    """[x, A] without a bias is [x] with one, page 3 of [Zhang2010]."""
    toy = dense(3, n=50, d=4)
    exact = Exact(tolerance=1e-13, max_iterations=10_000)
    explicit = LinearClassifier(
        "squared", exact, l2=0.7, regularize_intercept=True, intercept_scaling=constant
    ).fit(toy.X, toy.y)
    augmented = np.hstack([toy.X, np.full((toy.n, 1), constant)])
    embedded = LinearClassifier("squared", exact, l2=0.7, fit_intercept=False)
    embedded.fit(augmented, toy.y)
    np.testing.assert_allclose(
        explicit.decision_function(toy.X), embedded.decision_function(augmented), atol=1e-8
    )
    np.testing.assert_allclose(explicit.intercept_, constant * embedded.coef_[:, -1], atol=1e-8)
    theta, b = ridge_augmented(toy.X, targets(toy.y, 3), 0.7, np.ones(toy.n), constant)
    np.testing.assert_allclose(explicit.coef_, theta.T, atol=1e-8)
    np.testing.assert_allclose(explicit.intercept_, b, atol=1e-8)


def test_example_15_a_large_constant_leaves_the_bias_free() -> None:
    toy = dense(2, n=50, d=4)
    free = RidgeClassifier(l2=0.7, tolerance=1e-13, max_iterations=10_000).fit(toy.X, toy.y)
    large = LinearClassifier(
        "squared",
        Exact(tolerance=1e-13, max_iterations=10_000),
        l2=0.7,
        regularize_intercept=True,
        intercept_scaling=1e4,
    ).fit(toy.X, toy.y)
    # the penalty on b is l2 / A^2 = 7e-9, beside a curvature of n = 50
    np.testing.assert_allclose(large.coef_, free.coef_, atol=1e-7)
