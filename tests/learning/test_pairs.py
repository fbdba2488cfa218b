"""Losses, learners and penalties that do not fit together are refused by name, with a way out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import LinearClassifier, ParameterError
from linguine.learning import Batch, Counts, Dual, Exact, Online

from ..configurations import CONFIGURATIONS, make
from ..messages import assert_three_parts
from ..problems import counts, dense

# name -> (options, words that name the rule, words that name what came, words of the way out)
INVALID: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "perceptron-rule-with-hinge": (
        {"loss": "hinge", "learner": "perceptron"}, r"perceptron", r"hinge", r"[Uu]se",
    ),
    "perceptron-rule-with-l2": (
        {"loss": "perceptron", "learner": "perceptron", "l2": 1.0}, r"l2", r"perceptron", r"[Uu]se",
    ),
    "mira-with-logistic": (
        {"loss": "logistic", "learner": "mira"}, r"mira", r"logistic", r"[Uu]se",
    ),
    "mira-with-l1": (
        {"loss": "hinge", "learner": "mira", "l1": 1.0}, r"l1", r"mira", r"[Uu]se",
    ),
    "pegasos-with-l1": (
        {"loss": "hinge", "learner": "pegasos", "l2": 1.0, "l1": 1.0}, r"l1", r"pegasos",
        r"[Uu]se",
    ),
    "pegasos-without-l2": (
        {"loss": "hinge", "learner": "pegasos", "l2": 0.0}, r"l2", r"pegasos", r"[Uu]se",
    ),
    "lbfgs-with-hinge": (
        {"loss": "hinge", "learner": "lbfgs"}, r"lbfgs", r"hinge", r"dual|sgd|pegasos",
    ),
    "lbfgs-with-perceptron": (
        {"loss": "perceptron", "learner": "lbfgs"}, r"lbfgs", r"perceptron", r"[Uu]se",
    ),
    "lbfgs-with-joint-squared-hinge": (
        {"loss": "squared-hinge", "learner": "lbfgs", "multiclass": "joint"}, r"squared-hinge",
        r"lbfgs", r"one-versus-all|sgd",
    ),
    "lbfgs-with-l1": (
        {"loss": "logistic", "learner": "lbfgs", "l1": 1.0}, r"l1", r"lbfgs", r"owl-qn",
    ),
    "owl-qn-without-l1": (
        {"loss": "logistic", "learner": "owl-qn", "l1": 0.0}, r"l1", r"owl-qn", r"lbfgs",
    ),
    "dual-with-joint-logistic": (
        {"loss": "logistic", "learner": "dual", "multiclass": "joint"}, r"dual", r"logistic",
        r"one-versus-all|lbfgs",
    ),
    "dual-with-squared": (
        {"loss": "squared", "learner": "dual"}, r"dual", r"squared", r"[Uu]se",
    ),
    "dual-without-l2": (
        {
            "loss": "logistic", "multiclass": "one-versus-all", "learner": "dual", "l2": 0.0,
            "regularize_intercept": True,
        },
        r"l2", r"dual", r"[Uu]se",
    ),
    "dual-with-l1": (
        {"loss": "hinge", "learner": "dual", "l1": 1.0, "regularize_intercept": True}, r"l1",
        r"dual", r"[Uu]se",
    ),
    "dual-with-a-free-intercept": (
        {"loss": "hinge", "learner": Dual(), "l2": 1.0, "regularize_intercept": False},
        r"intercept", r"regularize_intercept=False", r"[Uu]se regularize_intercept=True",
    ),
    "exact-with-logistic": (
        {"loss": "logistic", "learner": "exact"}, r"exact", r"logistic", r"[Uu]se",
    ),
    "exact-with-l1": (
        {"loss": "squared", "learner": "exact", "l1": 1.0}, r"l1", r"exact", r"[Uu]se",
    ),
    "counts-with-logistic": (
        {"loss": "logistic", "learner": Counts()}, r"counts", r"logistic", r"[Uu]se",
    ),
    "joint-likelihood-with-sgd": (
        {"loss": "joint-likelihood", "learner": "sgd"}, r"joint-likelihood", r"sgd", r"counts",
    ),
    "k-best-mira-one-versus-all": (
        {"loss": "hinge", "learner": Online("mira", k_best=3), "multiclass": "one-versus-all"},
        r"k_best", r"[Oo]ne-versus-all", r"[Uu]se",
    ),
    "cost-with-perceptron": (
        {"loss": "perceptron", "learner": "perceptron", "cost": np.ones((3, 3)) - np.eye(3)},
        r"cost", r"perceptron", r"[Uu]se",
    ),
    "cost-one-versus-all": (
        {"loss": "hinge", "learner": "sgd", "multiclass": "one-versus-all",
         "cost": np.ones((3, 3)) - np.eye(3)},
        r"cost", r"[Oo]ne-versus-all", r"[Uu]se",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", INVALID)
def test_an_invalid_pair_is_refused_with_a_way_out(case: str) -> None:
    options, rule, got, fix = INVALID[case]
    toy = dense(3, n=30, d=4)
    with pytest.raises(ParameterError) as caught:
        LinearClassifier(**options).fit(toy.X, toy.y)
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize("n_labels", [2, 3, 6])
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_pair_of_the_table_learns(name: str, n_labels: int) -> None:
    """Well separated clouds: any learner of a linear model gets them right."""
    toy = dense(n_labels, n=20 * n_labels, d=8, spread=0.05)
    model = make(name).fit(toy.X, toy.y)
    assert model.coef_.shape == (1 if n_labels == 2 else n_labels, 8)
    assert model.intercept_.shape == (model.coef_.shape[0],)
    floor = 0.6 if "l1" in name or "squared-one" in name or "squared-joint" in name else 0.9
    assert model.score(toy.X, toy.y) >= floor


@pytest.mark.parametrize(
    ("name", "loss"),
    [
        ("sgd", "logistic"), ("pegasos", "hinge"), ("adagrad", "logistic"), ("mira", "hinge"),
        ("perceptron", "perceptron"), ("lbfgs", "logistic"), ("conjugate-gradient", "logistic"),
        ("gradient-descent", "squared"), ("exact", "squared"), ("dual", "hinge"),
        ("owl-qn", "logistic"), ("auto", "logistic"), ("auto", "hinge"), ("auto", "perceptron"),
        ("auto", "squared"), ("auto", "squared-hinge"), ("auto", "softmax-margin"),
    ],
)  # fmt: skip
def test_a_learner_may_be_given_by_name(name: str, loss: str) -> None:
    toy = dense(3, n=60, d=8, spread=0.1)
    options: dict[str, Any] = {"regularize_intercept": True} if name == "dual" else {}
    if name == "owl-qn":
        options["l1"] = 0.1
    model = LinearClassifier(loss, name, **options).fit(toy.X, toy.y)
    assert model.score(toy.X, toy.y) > 0.9


def test_counts_and_the_joint_likelihood_are_naive_bayes() -> None:
    from linguine import NaiveBayes

    toy = counts(3)
    by_pair = LinearClassifier("joint-likelihood", Counts("bernoulli", alpha=0.5))
    by_name = NaiveBayes("bernoulli", alpha=0.5)
    np.testing.assert_array_equal(by_pair.fit(toy.X, toy.y).coef_, by_name.fit(toy.X, toy.y).coef_)


@pytest.mark.parametrize("loss", ["hinge", "logistic", "squared"])
def test_auto_follows_the_loss_and_the_penalty(loss: str) -> None:
    toy = dense(3, n=40, d=4)
    l1 = 0.5 if loss == "logistic" else 0.0
    model = LinearClassifier(loss, "auto", l1=l1, l2=1.0).fit(toy.X, toy.y)
    assert np.isfinite(model.coef_).all()
    if l1:
        explicit = LinearClassifier(loss, Batch("owl-qn"), l1=l1, l2=1.0).fit(toy.X, toy.y)
        assert model.objective_ == pytest.approx(explicit.objective_, rel=1e-3)
    if loss == "squared":
        explicit = LinearClassifier(loss, Exact(), l2=1.0).fit(toy.X, toy.y)
        np.testing.assert_allclose(model.coef_, explicit.coef_, atol=1e-4)
