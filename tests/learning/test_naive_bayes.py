"""Naive Bayes counts as its equations say, and is a linear classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import NaiveBayes

from ..problems import counts, dense
from ..reference import naive_bayes as judge

MODELS = ["multinomial", "bernoulli", "gaussian"]
by_n_labels = pytest.mark.parametrize("n_labels", [2, 3, 5])
# one logarithm of a ratio of sums on both sides; scores add up to a hundred of them
CLOSED_FORM: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-9}


def affine(model: str, n_labels: int, alpha: float, weight: Any) -> tuple[Any, ...]:
    toy = dense(n_labels, n=40, d=5) if model == "gaussian" else counts(n_labels)
    if model == "bernoulli":
        X = (toy.X > 0).astype(float)
        return X, toy.y, judge.bernoulli(X, toy.y, weight, n_labels, alpha)
    if model == "multinomial":
        return toy.X, toy.y, judge.multinomial(toy.X, toy.y, weight, n_labels, alpha)
    return toy.X, toy.y, judge.gaussian(toy.X, toy.y, weight, n_labels)


@by_n_labels
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("model", MODELS)
def test_posterior_is_bayes_rule_on_counts(model: str, n_labels: int, weighted: bool) -> None:
    weight = np.random.default_rng(2).uniform(0.5, 2.0, 40) if weighted else np.ones(40)
    X, y, table = affine(model, n_labels, 0.5, weight)
    options: dict[str, Any] = {} if model == "gaussian" else {"alpha": 0.5}
    ours = NaiveBayes(model, **options).fit(X, y, sample_weight=weight if weighted else None)
    np.testing.assert_allclose(ours.predict_proba(X), judge.posterior(table, X), **CLOSED_FORM)


@by_n_labels
@pytest.mark.parametrize("model", MODELS)
def test_scores_are_linear_in_the_features(model: str, n_labels: int) -> None:
    X, y, _ = affine(model, n_labels, 1.0, np.ones(40))
    ours = NaiveBayes(model).fit(X, y)
    scores = X @ ours.coef_.T + ours.intercept_
    scores = scores[:, 0] if n_labels == 2 else scores
    np.testing.assert_allclose(ours.decision_function(X), scores, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("model", ["multinomial", "bernoulli"])
def test_two_labels_make_one_column_of_differences(model: str) -> None:
    X, y, table = affine(model, 2, 1.0, np.ones(40))
    ours = NaiveBayes(model).fit(X, y)
    np.testing.assert_allclose(ours.coef_[0], table[:-1, 1] - table[:-1, 0], **CLOSED_FORM)
    np.testing.assert_allclose(ours.intercept_[0], table[-1, 1] - table[-1, 0], **CLOSED_FORM)


def test_more_smoothing_moves_probabilities_towards_uniform() -> None:
    toy = counts(2)
    spread = [
        float(np.ptp(NaiveBayes(alpha=alpha).fit(toy.X, toy.y).coef_)) for alpha in (0.1, 1, 100)
    ]
    assert spread[0] > spread[1] > spread[2]


def test_a_word_never_seen_with_a_label_does_not_veto_it_when_smoothed() -> None:
    X = np.array([[3.0, 0.0], [0.0, 3.0]])
    ours = NaiveBayes(alpha=1.0).fit(X, ["ham", "spam"])
    assert (ours.predict_proba([[0.0, 1.0]]) > 0).all()


def test_a_constant_feature_does_not_break_the_gaussian_model() -> None:
    """Its variance is zero; it says nothing about the label."""
    toy = dense(2, n=30, d=2)
    X = np.hstack([toy.X, np.full((30, 1), 4.0)])
    ours = NaiveBayes("gaussian").fit(X, toy.y)
    assert np.isfinite(ours.predict_proba(X)).all()
    plain = NaiveBayes("gaussian").fit(toy.X, toy.y)
    np.testing.assert_allclose(ours.predict_proba(X), plain.predict_proba(toy.X), atol=1e-6)
