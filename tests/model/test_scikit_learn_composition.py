"""Estimators work inside scikit-learn's tools."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from linguine import (
    LinearClassifier,
    LinearSVM,
    LogisticRegression,
    Mira,
    NaiveBayes,
    OneVersusAll,
    Perceptron,
    RidgeClassifier,
)
from linguine.learning import Dual, Online

from ..problems import dense

ESTIMATORS: dict[str, Callable[[], Any]] = {
    "naive-bayes": NaiveBayes,
    "perceptron": Perceptron,
    "mira": Mira,
    "svm": LinearSVM,
    "logistic": LogisticRegression,
    "ridge": RidgeClassifier,
    "linear": lambda: LinearClassifier("hinge", Online("pegasos"), l2=1.0),
    "one-versus-all": lambda: OneVersusAll(Perceptron()),
}
by_estimator = pytest.mark.parametrize("make", ESTIMATORS.values(), ids=ESTIMATORS.keys())

TEXTS = ["free cash now", "click free offer", "meeting at noon", "see you at lunch",
         "win cash offer", "lunch meeting today"]  # fmt: skip
LABELS = ["spam", "spam", "ham", "ham", "spam", "ham"]


@by_estimator
def test_a_pipeline_learns_from_text(make: Callable[[], Any]) -> None:
    model = make_pipeline(TfidfVectorizer(), make()).fit(TEXTS, LABELS)
    assert model.predict(["free offer", "lunch at noon"]).tolist() == ["spam", "ham"]


@by_estimator
def test_cross_validation_scores_every_fold(make: Callable[[], Any]) -> None:
    toy = dense(3, n=90, d=6, spread=0.4)
    scores = cross_val_score(make(), np.abs(toy.X), toy.y, cv=3)
    assert scores.shape == (3,)
    assert scores.mean() > 0.5


@by_estimator
def test_a_clone_has_the_same_options_and_no_weights(make: Callable[[], Any]) -> None:
    toy = dense(2)
    model = make().fit(np.abs(toy.X), toy.y)
    copy = clone(model)
    assert not hasattr(copy, "classes_")
    assert repr(copy.get_params()) == repr(model.get_params())


@by_estimator
def test_a_pickled_model_predicts_the_same(make: Callable[[], Any]) -> None:
    toy = dense(3)
    X = np.abs(toy.X)
    model = make().fit(X, toy.y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))


@pytest.mark.parametrize("name", ["naive-bayes", "perceptron", "mira", "linear"])
def test_a_pickled_model_goes_on_learning(name: str) -> None:
    toy = dense(3)
    X = np.abs(toy.X)
    model = ESTIMATORS[name]().partial_fit(X, toy.y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(
        again.partial_fit(X, toy.y).coef_, model.partial_fit(X, toy.y).coef_
    )


def test_a_grid_search_finds_the_right_strength() -> None:
    toy = dense(2, n=120, d=10, spread=2.0)
    search = GridSearchCV(
        LogisticRegression(), {"C": [1e-6, 1.0]}, cv=3, scoring="neg_log_loss"
    ).fit(toy.X, toy.y)
    assert search.best_params_["C"] == 1.0
    assert search.predict(toy.X).shape == (120,)


def test_a_grid_search_may_choose_the_learner() -> None:
    toy = dense(2, n=60, d=5)
    search = GridSearchCV(
        LinearClassifier("hinge", regularize_intercept=True, l2=1.0),
        {"learner": [Dual(), Dual(shrinking=False)]},
        cv=2,
    ).fit(toy.X, toy.y)
    assert isinstance(search.best_params_["learner"], Dual)


@pytest.mark.parametrize("name", ["perceptron", "mira", "svm", "ridge"])
def test_calibration_adds_probabilities(name: str) -> None:
    toy = dense(3, n=90, d=6, spread=0.8)
    model = CalibratedClassifierCV(ESTIMATORS[name](), cv=3).fit(toy.X, toy.y)
    p = model.predict_proba(toy.X)
    np.testing.assert_allclose(p.sum(axis=1), 1.0)
    assert model.score(toy.X, toy.y) > 0.7


def test_options_inside_a_pipeline_are_set_by_name() -> None:
    model = make_pipeline(StandardScaler(), LinearSVM())
    model.set_params(linearsvm__C=0.25)
    assert model[-1].get_params()["C"] == 0.25


@pytest.mark.parametrize("base", [Perceptron, LogisticRegression, LinearSVM, RidgeClassifier])
def test_one_versus_all_wraps_any_binary_classifier(base: Callable[[], Any]) -> None:
    toy = dense(4, n=80, d=6, spread=0.2)
    names = np.array(["a", "b", "c", "d"])[toy.y]
    model = OneVersusAll(base()).fit(toy.X, names)
    assert model.decision_function(toy.X).shape == (80, 4)
    assert model.score(toy.X, names) > 0.9


def test_one_versus_all_around_ours_is_our_own_one_versus_all() -> None:
    toy = dense(3, n=60, d=4)
    wrapped = OneVersusAll(LogisticRegression(tolerance=1e-13)).fit(toy.X, toy.y)
    own = LogisticRegression(multiclass="one-versus-all", tolerance=1e-13).fit(toy.X, toy.y)
    np.testing.assert_allclose(
        wrapped.decision_function(toy.X), own.decision_function(toy.X), atol=1e-5
    )


def test_one_versus_all_wraps_a_stranger() -> None:
    from sklearn.linear_model import SGDClassifier

    toy = dense(3, n=90, d=6, spread=0.2)
    model = OneVersusAll(SGDClassifier(random_state=0)).fit(toy.X, toy.y)
    assert model.score(toy.X, toy.y) > 0.9
