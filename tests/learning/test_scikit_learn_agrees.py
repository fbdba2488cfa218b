"""Where scikit-learn minimises the same objective, its weights are ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn import linear_model, naive_bayes, svm
from sklearn.multiclass import OneVsRestClassifier

from linguine import LinearClassifier, LinearSVM, LogisticRegression, NaiveBayes, RidgeClassifier
from linguine.learning import Batch, Dual

from ..problems import Toy, counts, dense, sparse

REGIMES: dict[str, Any] = {
    "n>d": lambda k: dense(k, n=60, d=5),
    "n<d": lambda k: sparse(k, n=30, d=80),
}
by_regime = pytest.mark.parametrize("regime", REGIMES)
by_n_labels = pytest.mark.parametrize("n_labels", [2, 3, 5])
by_strength = pytest.mark.parametrize("C", [0.1, 1.0, 10.0])

# Our tolerance is a gap in the objective, so weights are off by its square root (over the
# curvature, at least l2 = 1/C >= 0.1): 1e-13 gives six digits, and 1e-10, where the dual of the
# hinge stops, five. Their gradient stops at 1e-10 or 1e-9.
WEIGHTS: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-5}


def assert_same_model(ours: Any, coef: Any, intercept: Any) -> None:
    np.testing.assert_allclose(ours.coef_, np.atleast_2d(coef), **WEIGHTS)
    np.testing.assert_allclose(ours.intercept_, intercept, **WEIGHTS)


@by_regime
@by_n_labels
@by_strength
def test_logistic_regression_is_the_same(regime: str, n_labels: int, C: float) -> None:
    toy: Toy = REGIMES[regime](n_labels)
    theirs = linear_model.LogisticRegression(C=C, tol=1e-10, max_iter=10_000).fit(toy.csr, toy.y)
    ours = LogisticRegression(C=C, tolerance=1e-13, max_iterations=10_000).fit(toy.csr, toy.y)
    assert_same_model(ours, theirs.coef_, theirs.intercept_)
    np.testing.assert_allclose(
        ours.predict_proba(toy.csr), theirs.predict_proba(toy.csr), atol=1e-5
    )


@by_regime
def test_one_versus_all_logistic_regression_is_the_same(regime: str) -> None:
    toy: Toy = REGIMES[regime](4)
    theirs = OneVsRestClassifier(linear_model.LogisticRegression(tol=1e-10, max_iter=10_000))
    theirs.fit(toy.csr, toy.y)
    ours = LogisticRegression(multiclass="one-versus-all", tolerance=1e-13, max_iterations=10_000)
    ours.fit(toy.csr, toy.y)
    coef = np.vstack([e.coef_ for e in theirs.estimators_])
    assert_same_model(ours, coef, np.concatenate([e.intercept_ for e in theirs.estimators_]))


@by_regime
@pytest.mark.parametrize("n_labels", [2, 4])
@by_strength
@pytest.mark.parametrize("loss", ["hinge", "squared-hinge"])
def test_linear_svm_is_the_same_as_linear_svc(
    regime: str, n_labels: int, C: float, loss: str
) -> None:
    toy: Toy = REGIMES[regime](n_labels)
    theirs = svm.LinearSVC(
        C=C, loss=loss.replace("-", "_"), dual=True, tol=1e-9, max_iter=1_000_000, random_state=0
    ).fit(toy.csr, toy.y)
    ours = LinearSVM(C=C, loss=loss, learner=Dual(tolerance=1e-10, max_iterations=1_000_000)).fit(
        toy.csr, toy.y
    )
    assert_same_model(ours, theirs.coef_, theirs.intercept_)


@by_regime
@pytest.mark.parametrize("n_labels", [3, 5])
@pytest.mark.parametrize("C", [0.1, 1.0])
def test_joint_hinge_is_crammer_singer(regime: str, n_labels: int, C: float) -> None:
    toy: Toy = REGIMES[regime](n_labels)
    theirs = svm.LinearSVC(
        C=C, multi_class="crammer_singer", tol=1e-9, max_iter=1_000_000, random_state=0
    ).fit(toy.csr, toy.y)
    ours = LinearSVM(
        C=C,
        loss="hinge",
        multiclass="joint",
        learner=Dual(tolerance=1e-10, max_iterations=1_000_000),
    ).fit(toy.csr, toy.y)
    assert_same_model(ours, theirs.coef_, theirs.intercept_)


@by_regime
@by_n_labels
@pytest.mark.parametrize("l2", [0.1, 1.0, 10.0])
def test_ridge_classifier_is_the_same(regime: str, n_labels: int, l2: float) -> None:
    toy: Toy = REGIMES[regime](n_labels)
    theirs = linear_model.RidgeClassifier(alpha=l2).fit(toy.X, toy.y)
    ours = RidgeClassifier(l2=l2, tolerance=1e-12, max_iterations=10_000).fit(toy.csr, toy.y)
    assert_same_model(ours, theirs.coef_, theirs.intercept_)


@by_n_labels
@pytest.mark.parametrize("alpha", [0.01, 1.0, 5.0])
def test_multinomial_naive_bayes_is_the_same(n_labels: int, alpha: float) -> None:
    toy = counts(n_labels)
    weight = np.random.default_rng(0).uniform(0.5, 2, toy.n)
    theirs = naive_bayes.MultinomialNB(alpha=alpha).fit(toy.csr, toy.y, sample_weight=weight)
    ours = NaiveBayes("multinomial", alpha=alpha).fit(toy.csr, toy.y, sample_weight=weight)
    # closed forms on both sides: only rounding differs
    np.testing.assert_allclose(
        ours.predict_log_proba(toy.csr), theirs.predict_log_proba(toy.csr), rtol=1e-9, atol=1e-9
    )


@by_n_labels
@pytest.mark.parametrize("alpha", [0.01, 1.0, 5.0])
def test_bernoulli_naive_bayes_is_the_same(n_labels: int, alpha: float) -> None:
    toy = counts(n_labels)
    present = (toy.X > 0).astype(float)
    theirs = naive_bayes.BernoulliNB(alpha=alpha).fit(present, toy.y)
    ours = NaiveBayes("bernoulli", alpha=alpha).fit(present, toy.y)
    np.testing.assert_allclose(
        ours.predict_log_proba(present), theirs.predict_log_proba(present), rtol=1e-9, atol=1e-9
    )


@by_regime
@pytest.mark.parametrize("l1", [0.3, 1.5])
def test_l1_logistic_regression_is_the_same_as_liblinear(regime: str, l1: float) -> None:
    toy: Toy = REGIMES[regime](2)
    theirs = linear_model.LogisticRegression(
        l1_ratio=1.0, C=1 / l1, solver="liblinear", fit_intercept=False, tol=1e-10, max_iter=100_000
    ).fit(toy.X, toy.y)
    ours = LinearClassifier(
        "logistic",
        Batch("owl-qn", tolerance=1e-10, max_iterations=20_000),
        l2=0.0,
        l1=l1,
        fit_intercept=False,
    ).fit(toy.X, toy.y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)  # no L2: flat near the optimum
    np.testing.assert_array_equal(ours.coef_ == 0, theirs.coef_ == 0)


def test_l1_multinomial_logistic_regression_is_the_same_as_saga() -> None:
    toy = dense(3, n=60, d=5)
    theirs = linear_model.LogisticRegression(
        l1_ratio=1.0, C=0.5, solver="saga", fit_intercept=False, tol=1e-10, max_iter=100_000
    ).fit(toy.X, toy.y)
    ours = LinearClassifier(
        "logistic",
        Batch("owl-qn", tolerance=1e-10, max_iterations=20_000),
        l2=0.0,
        l1=2.0,
        fit_intercept=False,
    ).fit(toy.X, toy.y)
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-4)


def test_class_weights_are_the_same() -> None:
    toy = dense(3, n=61, d=4)
    for class_weight in ("balanced", {0: 1.0, 1: 3.0, 2: 0.5}):
        theirs = linear_model.LogisticRegression(
            class_weight=class_weight, tol=1e-10, max_iter=10_000
        ).fit(toy.X, toy.y)
        ours = LogisticRegression(
            class_weight=class_weight, tolerance=1e-13, max_iterations=10_000
        ).fit(toy.X, toy.y)
        assert_same_model(ours, theirs.coef_, theirs.intercept_)
