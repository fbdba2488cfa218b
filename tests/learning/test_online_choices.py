"""Choices of online learners that textbooks make: what is drawn, what MIRA looks at, F itself."""

from __future__ import annotations

import numpy as np
import pytest

from linguine import LinearClassifier, Mira, ParameterError, Perceptron, Tagger, TextClassifier
from linguine.learning import Dual, Online

from ..messages import assert_three_parts
from ..problems import Toy, dense, random_cost
from ..reference.mira import mira
from ..reference.objective import Objective
from .test_online_agrees_with_judges import (
    TEXTBOOK,
    assert_same,
    by_average,
    by_multiclass,
    by_toy,
    fit,
)

TEXTS = ["free cash now", "win cash", "lunch at noon", "see you at lunch"] * 2
LABELS = ["spam", "spam", "ham", "ham"] * 2


def test_sampling_with_replacement_leaves_some_examples_out_and_takes_others_twice() -> None:
    """Every row has a feature of its own: its weight counts how often it was drawn."""
    n = 200
    X, y = np.eye(n), np.arange(n) % 2
    learner = Online(
        "sgd", with_replacement=True, epochs=1, learning_rate=1e-3, averaged=False
    )  # steps so small that each draw adds about the same
    model = LinearClassifier("logistic", learner, l2=0.0, fit_intercept=False).fit(X, y)
    drawn = np.rint(np.abs(model.coef_[0]) / 5e-4).astype(int)
    assert drawn.sum() == n
    never = (drawn == 0).mean()
    assert 0.27 < never < 0.47  # 1/e = 0.368 of them, give or take three deviations
    assert drawn.max() >= 2
    cycling = Online("sgd", epochs=1, learning_rate=1e-3, averaged=False)
    model = LinearClassifier("logistic", cycling, l2=0.0, fit_intercept=False).fit(X, y)
    assert (np.rint(np.abs(model.coef_[0]) / 5e-4) == 1).all()


def test_draws_follow_the_seed() -> None:
    toy = dense(3, n=40, d=4)
    fits = [
        Perceptron(with_replacement=True, epochs=3, random_state=seed).fit(toy.X, toy.y).coef_
        for seed in (1, 1, 2)
    ]
    np.testing.assert_array_equal(fits[0], fits[1])
    assert not np.array_equal(fits[0], fits[2])


def test_pegasos_with_replacement_reaches_the_objective_of_the_dual() -> None:
    """Alg. 6 of [LxMLS] as its source has it: every step draws one example."""
    toy = dense(2, n=60, d=4)
    F = Objective(toy.X, toy.y, 2, "hinge", l2=0.5)
    options = {"l2": 0.5, "fit_intercept": False}
    learner = Online("pegasos", epochs=5000, with_replacement=True)
    drawn = LinearClassifier("hinge", learner, **options).fit(toy.X, toy.y)  # type: ignore[arg-type]
    exact = LinearClassifier("hinge", Dual(tolerance=1e-9), **options).fit(toy.X, toy.y)  # type: ignore[arg-type]
    # the mean of 300,000 steps errs by log(T) / T, and by chance
    assert F(drawn.coef_.T, np.zeros(1)) <= 1.02 * F(exact.coef_.T, np.zeros(1))


@pytest.mark.parametrize("n_labels", [2, 3])
def test_mira_of_the_prediction_moves_only_on_mistakes(n_labels: int) -> None:
    """Alg. 3 of [LxMLS]; the other update also moves for right answers that lead by too little."""
    toy = dense(n_labels, n=40, d=60)
    options = {"averaged": False, "stop_when_right": True, "epochs": 1000}
    predicted = Mira(update="prediction", **options).fit(toy.X, toy.y)  # type: ignore[arg-type]
    max_loss = Mira(**options).fit(toy.X, toy.y)  # type: ignore[arg-type]
    assert predicted.score(toy.X, toy.y) == max_loss.score(toy.X, toy.y) == 1.0
    assert 0 <= predicted.margins(toy.X, toy.y).functional < 1
    assert max_loss.margins(toy.X, toy.y).functional >= 1 - 1e-9


def test_both_updates_of_mira_are_there_for_texts_and_tags() -> None:
    for update in ("max-loss", "prediction"):
        clf = TextClassifier("mira", update=update, calibration="none").fit(TEXTS, LABELS)
        assert clf.score(TEXTS, LABELS) == 1.0
        tagger = Tagger("mira", update=update, epochs=3)
        tagger.fit([["dogs", "bark"], ["cats", "sleep"]], [["N", "V"], ["N", "V"]])
        assert tagger.predict([["dogs", "sleep"]]) == [["N", "V"]]


def test_an_update_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        Mira(update="predict").fit([[1.0], [0.0]], [0, 1])
    assert_three_parts(caught.value, rule="update", got="predict", fix="prediction")


def test_the_prediction_is_one_candidate() -> None:
    with pytest.raises(ParameterError) as caught:
        Online("mira", update="prediction", k_best=3)
    assert_three_parts(caught.value, rule="one label", got="k_best=3", fix="Use k_best=1")


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("loss", ["perceptron", "hinge", "logistic", "squared"])
def test_the_objective_of_online_learners_is_there_on_request(n_labels: int, loss: str) -> None:
    toy = dense(n_labels, n=40, d=4)
    F = Objective(toy.X, toy.y, n_labels, loss, l2=0.5)
    learner = Online("sgd", epochs=5, measure_objective=True)
    model = LinearClassifier(loss, learner, l2=0.5).fit(toy.X, toy.y)
    assert model.objective_ == pytest.approx(F(model.coef_.T, model.intercept_), rel=1e-9)
    silent = LinearClassifier(loss, Online("sgd", epochs=5), l2=0.5).fit(toy.X, toy.y)
    assert not hasattr(silent, "objective_")


def test_the_objective_of_mira_is_its_hinge() -> None:
    toy = dense(3, n=40, d=4)
    F = Objective(toy.X, toy.y, 3, "hinge")
    model = Mira(measure_objective=True).fit(toy.X, toy.y)
    assert model.objective_ == pytest.approx(F(model.coef_.T, model.intercept_), rel=1e-9)


@by_toy
@by_multiclass
@by_average
@pytest.mark.parametrize("C", [0.05, float("inf")])
def test_mira_of_the_prediction_is_algorithm_3_of_lxmls(
    toy: Toy, multiclass: str, averaged: bool, C: float
) -> None:
    model = fit(
        toy,
        Online("mira", update="prediction", C=C, epochs=2, averaged=averaged, **TEXTBOOK),
        loss="hinge",
        multiclass=multiclass,
    )
    last, average = mira(
        toy.X,
        toy.y,
        toy.n_labels,
        epochs=2,
        C=C,
        one_versus_all=multiclass == "one-versus-all",
        update="prediction",
    )
    assert_same(model, *(average if averaged else last))


def test_mira_of_the_prediction_pays_the_cost_of_what_it_predicted() -> None:
    toy = dense(4, n=20, d=4)
    cost = random_cost(4)
    learner = Online("mira", update="prediction", epochs=2, averaged=False, **TEXTBOOK)
    model = fit(toy, learner, loss="hinge", cost=cost)
    last, _ = mira(toy.X, toy.y, 4, epochs=2, C=1.0, cost=cost, update="prediction")
    assert_same(model, *last)
