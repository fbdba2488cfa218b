"""Limits that textbooks name: no step, no weight, no bound. SPEC section 11."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from linguine import LinearClassifier, LinearSVM, LogisticRegression, Mira, RidgeClassifier
from linguine.learning import Batch

from ..problems import dense

TOY = dense(3, n=60, d=4)


def size(model: object) -> float:
    return float(np.abs(model.coef_).max())  # type: ignore[attr-defined]


def test_mira_without_a_step_never_moves() -> None:
    """C to 0: every step is at most C long, and there are 600 of them."""
    for C in (1e-3, 1e-9):
        model = Mira(C=C, epochs=10, averaged=False).fit(TOY.X, TOY.y)
        assert 0 < size(model) <= 600 * C * np.abs(TOY.X).max()


@pytest.mark.parametrize("multiclass", ["joint", "one-versus-all"])
@pytest.mark.parametrize("loss", ["hinge", "squared-hinge"])
def test_an_svm_that_pays_nothing_for_violations_has_no_weights(loss: str, multiclass: str) -> None:
    """C to 0, and theta to 0 with it: each example adds at most C x."""
    if (loss, multiclass) == ("squared-hinge", "joint"):
        pytest.skip("the dual has the joint hinge only")
    sizes = [size(LinearSVM(C=C, loss=loss, multiclass=multiclass).fit(TOY.X, TOY.y))
             for C in (1e-2, 1e-4, 1e-8)]  # fmt: skip
    assert sizes[0] > sizes[1] > sizes[2]
    assert sizes[2] < 1e-5


@pytest.mark.parametrize("l2", [1e3, 1e9])
def test_an_endless_penalty_leaves_no_weights(l2: float) -> None:
    """lambda to infinity, Eq. (2.59) of [Eisenstein2018]: the gradient at 0 over lambda is left."""
    for model in (LogisticRegression(C=1 / l2), RidgeClassifier(l2=l2)):
        model.fit(TOY.X, TOY.y)
        assert size(model) <= 2 * np.abs(TOY.X).sum() / l2


def test_under_an_endless_penalty_the_free_bias_says_how_frequent_each_label_is() -> None:
    y = np.where(np.arange(60) < 20, 0, TOY.y)
    model = LogisticRegression(C=1e-9, tolerance=1e-12).fit(TOY.X, y)
    shares = np.bincount(y) / 60
    np.testing.assert_allclose(model.predict_proba(TOY.X), np.tile(shares, (60, 1)), atol=1e-4)


def test_the_weight_of_a_feature_of_one_example_has_no_bound_without_a_penalty() -> None:
    """Section 2.4.1 of [Eisenstein2018]: a feature that only one example has grows for ever."""
    X = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    y = [0, 1, 1]  # the second feature is that of the last example alone
    sizes = []
    for n in (5, 20, 80):
        learner = Batch("gradient-descent", max_iterations=n, tolerance=1e-300)
        model = LinearClassifier("logistic", learner, l2=0.0, fit_intercept=False)
        with pytest.warns(UserWarning, match="did not reach"):
            sizes.append(float(model.fit(X, y).coef_[0, 1]))
    assert sizes[0] < sizes[1] < sizes[2]
    assert sizes[2] > sizes[0] + 1.0
    penalised = LinearClassifier("logistic", l2=0.1, fit_intercept=False).fit(X, y)
    assert penalised.coef_[0, 1] < sizes[2]


def test_the_same_penalty_weighs_twice_as_much_on_one_column_as_on_two() -> None:
    """docs/equations.md, "What lambda and C mean": one column w, or two, -w/2 and w/2."""
    toy = dense(2, n=60, d=4)
    exact = Batch("lbfgs", tolerance=1e-14, max_iterations=10_000)
    pinned = LinearClassifier("logistic", exact, l2=1.0, fit_intercept=False).fit(toy.X, toy.y)

    def two_columns(flat: np.ndarray) -> float:
        s = toy.X @ flat.reshape(4, 2)
        losses = np.logaddexp(s[:, 0], s[:, 1]) - s[np.arange(60), toy.y]
        return float(losses.sum() + 0.5 * 2.0 * np.square(flat).sum())

    theta = minimize(two_columns, np.zeros(8), tol=1e-12).x.reshape(4, 2)
    # finite differences of BFGS leave five digits
    np.testing.assert_allclose(theta[:, 1] - theta[:, 0], pinned.coef_[0], atol=1e-4)
    np.testing.assert_allclose(theta[:, 1], pinned.coef_[0] / 2, atol=1e-4)
