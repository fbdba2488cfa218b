"""L1 sets weights to exactly zero, and only those that the optimality conditions allow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import LinearClassifier, LogisticRegression, ParameterError
from linguine.learning import Batch, Online

from ..messages import assert_three_parts
from ..problems import dense, sparse
from ..reference.losses import n_columns
from ..reference.objective import Objective

OWL_QN = Batch("owl-qn", tolerance=1e-13, max_iterations=20_000)


@pytest.mark.parametrize("l2", [0.0, 0.5], ids=["lasso", "elastic-net"])
@pytest.mark.parametrize("multiclass", ["joint", "one-versus-all"])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_elastic_net_minimum_meets_the_subgradient_conditions(
    n_labels: int, multiclass: str, l2: float
) -> None:
    """g + l1 sign(theta) = 0 where theta != 0, |g| <= l1 where it is 0; bias slope 0."""
    toy, l1 = dense(n_labels, n=60, d=8), 4.0
    model = LinearClassifier("logistic", OWL_QN, multiclass=multiclass, l2=l2, l1=l1)
    model.fit(toy.X, toy.y)
    F = Objective(toy.X, toy.y, n_labels, "logistic", multiclass == "one-versus-all", l2=l2)
    theta = model.coef_.T
    _, g, g_b = F.smooth(theta, model.intercept_)
    on = theta != 0
    assert on.any()
    assert not on.all()
    # a gap of 1e-13 in F leaves slopes of about its square root, times the curvature
    np.testing.assert_allclose(g[on], -l1 * np.sign(theta[on]), atol=1e-4 * l1)
    assert np.abs(g[~on]).max() <= l1 * (1 + 1e-4)
    np.testing.assert_allclose(g_b, 0.0, atol=1e-4 * l1)


@pytest.mark.parametrize("rule", ["sgd", "adagrad"])
def test_lazy_online_l1_gives_exact_zeros(rule: str) -> None:
    toy = sparse(2, n=60, d=200)
    options: dict[str, Any] = {"schedule": "constant"} if rule == "sgd" else {}
    learner = Online(rule, epochs=20, learning_rate=0.5, **options)
    model = LinearClassifier("logistic", learner, l2=0.0, l1=1.0).fit(toy.csr, toy.y)
    never_seen = np.asarray(toy.X.sum(axis=0) == 0)
    assert (model.coef_[:, never_seen] == 0).all()
    assert 0.5 < (model.coef_[:, ~never_seen] == 0).mean() < 1.0


def test_averaging_is_refused_with_l1_because_it_destroys_the_zeros() -> None:
    toy = sparse(2)
    learner = Online("sgd", averaged=True)
    with pytest.raises(ParameterError) as caught:
        LinearClassifier("logistic", learner, l1=1.0).fit(toy.csr, toy.y)
    assert_three_parts(caught.value, r"exact zeros", r"averaged=True", r"averaged=None|l1=0")


def test_a_large_l1_leaves_only_the_bias() -> None:
    toy = dense(3, n=31, d=4)
    model = LogisticRegression(l1=1e4, tolerance=1e-12).fit(toy.X, toy.y)
    assert (model.coef_ == 0).all()
    share = np.bincount(toy.y) / toy.n
    np.testing.assert_allclose(model.predict_proba(toy.X[:1])[0], share, atol=1e-5)


def test_more_l1_gives_fewer_weights() -> None:
    toy = dense(2, n=80, d=20)
    kept = [
        np.count_nonzero(
            LinearClassifier("logistic", OWL_QN, l2=0.0, l1=l1).fit(toy.X, toy.y).coef_
        )
        for l1 in (0.1, 3.0, 10.0)
    ]
    assert kept[0] > kept[1] > kept[2]


def test_tiny_l1_reaches_the_l2_minimum() -> None:
    toy = dense(3, n=40, d=4)
    plain = LinearClassifier("logistic", Batch(tolerance=1e-9), l2=0.5).fit(toy.X, toy.y)
    tiny = LinearClassifier("logistic", OWL_QN, l2=0.5, l1=1e-9).fit(toy.X, toy.y)
    assert n_columns(3) == tiny.coef_.shape[0]
    assert tiny.objective_ == pytest.approx(plain.objective_, rel=1e-6)
