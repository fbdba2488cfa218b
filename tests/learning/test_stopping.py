"""When learners stop: epochs, held-out data, the change of the average, and what they record."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from linguine import (
    ConvergenceWarning,
    LinearClassifier,
    LinearSVM,
    LogisticRegression,
    ParameterError,
    Perceptron,
)
from linguine.learning import Batch, Dual, Exact, Online

from ..problems import dense


def noisy(n: int = 300) -> Any:
    return dense(2, n=n, d=10, spread=3.0)


def test_early_stopping_ends_before_the_last_epoch() -> None:
    toy = noisy()
    model = LinearClassifier(
        "perceptron", Online("perceptron", epochs=200, patience=3), early_stopping=True
    ).fit(toy.X, toy.y)
    assert 4 <= model.n_iter_ < 200  # one good epoch and three without a better one, at least
    assert len(model.history_) == model.n_iter_


def test_early_stopping_waits_for_patience() -> None:
    toy = noisy()
    fits = [
        LinearClassifier(
            "perceptron",
            Online("perceptron", epochs=200, patience=patience, averaged=False),
            early_stopping=True,
        ).fit(toy.X, toy.y)
        for patience in (1, 20)
    ]
    assert fits[0].n_iter_ < fits[1].n_iter_


def test_early_stopping_keeps_the_best_epoch_not_the_last() -> None:
    """The model after stopping is the one after `n_iter_ - patience` epochs."""
    toy = noisy()
    options: dict[str, Any] = {"averaged": False, "shuffle": True}
    stopped = LinearClassifier(
        "perceptron", Online("perceptron", epochs=200, patience=4, **options), early_stopping=True
    ).fit(toy.X, toy.y)
    best = LinearClassifier(
        "perceptron",
        Online("perceptron", epochs=stopped.n_iter_ - 4, patience=200, **options),
        early_stopping=True,
    ).fit(toy.X, toy.y)
    np.testing.assert_array_equal(stopped.coef_, best.coef_)


@pytest.mark.parametrize("fraction", [0.1, 0.5])
def test_early_stopping_holds_out_the_asked_fraction(fraction: float) -> None:
    """Every row has a feature of its own, so the weights show which rows were learned from."""
    y = np.arange(100) % 2
    learner = Online("sgd", epochs=1, learning_rate=0.1, schedule="constant")
    model = LinearClassifier(
        "hinge", learner, l2=0.0, early_stopping=True, validation_fraction=fraction
    ).fit(np.eye(100), y)
    learned = model.coef_[0] != 0
    assert learned.sum() == round(100 * (1 - fraction))
    assert learned[y == 0].sum() == learned[y == 1].sum()  # held out evenly from both labels


def test_learning_stops_when_the_average_no_longer_changes() -> None:
    toy = noisy()
    loose = LinearClassifier(
        "perceptron", Online("perceptron", epochs=500, averaged=True, tolerance=1.0)
    ).fit(toy.X, toy.y)
    tight = LinearClassifier(
        "perceptron", Online("perceptron", epochs=500, averaged=True, tolerance=0.05)
    ).fit(toy.X, toy.y)
    assert loose.n_iter_ < tight.n_iter_ < 500


def test_the_average_changed_by_no_more_than_the_tolerance_in_the_last_epoch() -> None:
    toy = noisy()
    learner = Online("perceptron", epochs=500, averaged=True, tolerance=0.2, shuffle=False)
    model = LinearClassifier("perceptron", learner).fit(toy.X, toy.y)
    averages = [
        LinearClassifier(
            "perceptron", Online("perceptron", epochs=epochs, averaged=True, shuffle=False)
        ).fit(toy.X, toy.y)
        for epochs in (model.n_iter_ - 2, model.n_iter_ - 1, model.n_iter_)
    ]
    parts = [np.append(m.coef_.ravel(), m.intercept_) for m in averages]
    weights = [m.coef_.ravel() for m in averages]
    changes = [np.linalg.norm(parts[i + 1] - parts[i]) for i in (0, 1)]
    without_bias = [np.linalg.norm(weights[i + 1] - weights[i]) for i in (0, 1)]
    assert without_bias[1] <= 0.2
    assert max(changes[0], without_bias[0]) > 0.2
    np.testing.assert_allclose(model.coef_, averages[-1].coef_, rtol=1e-9)


def test_online_history_is_the_mean_loss_of_each_epoch() -> None:
    toy = dense(2, n=20, d=3)
    model = LinearClassifier(
        "hinge",
        Online("sgd", epochs=4, learning_rate=1e-9, schedule="constant", shuffle=False),
        l2=0.0,
    ).fit(toy.X, toy.y)
    # steps of 1e-9 leave all scores at zero, where every example's hinge is one
    np.testing.assert_allclose(model.history_, [1.0] * 4, atol=1e-6)
    assert model.n_iter_ == 4


@pytest.mark.parametrize("solver", ["lbfgs", "conjugate-gradient", "gradient-descent", "owl-qn"])
def test_batch_history_falls_to_the_objective(solver: str) -> None:
    toy = dense(3, n=50, d=5)
    model = LinearClassifier(
        "logistic", Batch(solver), l2=1.0, l1=0.5 if solver == "owl-qn" else 0.0
    ).fit(toy.X, toy.y)
    history = np.array(model.history_)
    assert len(history) in (model.n_iter_, model.n_iter_ + 1)
    assert (np.diff(history) <= 1e-9 * history[:-1]).all()
    assert history[-1] == pytest.approx(model.objective_, rel=1e-9)


def test_gradient_descent_falls_in_every_step() -> None:
    """Armijo's rule guarantees a decrease; a larger first step may not break it."""
    toy = dense(2, n=50, d=5)
    model = LinearClassifier(
        "logistic", Batch("gradient-descent", max_iterations=5000), l2=1.0
    ).fit(5 * toy.X, toy.y)
    assert (np.diff(model.history_) <= 0).all()


CUT_SHORT: dict[str, Any] = {
    "lbfgs": LinearClassifier("logistic", Batch(max_iterations=2), l2=1e-4),
    "conjugate-gradient": LinearClassifier(
        "logistic", Batch("conjugate-gradient", max_iterations=2), l2=1e-4
    ),
    "gradient-descent": LinearClassifier(
        "logistic", Batch("gradient-descent", max_iterations=2), l2=1e-4
    ),
    "owl-qn": LinearClassifier("logistic", Batch("owl-qn", max_iterations=2), l2=0.0, l1=1e-3),
    "dual": LinearClassifier(
        "hinge", Dual(max_iterations=2, tolerance=1e-12), l2=1e-4, regularize_intercept=True
    ),
    "dual-joint": LinearClassifier(
        "hinge", Dual(max_iterations=2, tolerance=1e-12), l2=1e-4, regularize_intercept=True
    ),
    "exact": LinearClassifier("squared", Exact(max_iterations=1, tolerance=1e-12), l2=1e-4),
    "logistic-regression": LogisticRegression(max_iterations=2),
    "svm": LinearSVM(max_iterations=2, tolerance=1e-12, loss="hinge"),
}


@pytest.mark.parametrize("name", CUT_SHORT)
def test_stopping_too_early_is_one_warning_that_says_what_to_change(name: str) -> None:
    # Up to 500 unknowns "exact" solves directly and has nothing to cut short.
    toy = dense(3 if "joint" in name else 2, n=200, d=600 if name == "exact" else 10)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = CUT_SHORT[name].fit(toy.X, toy.y)
    assert len(caught) == 1
    assert issubclass(caught[0].category, ConvergenceWarning)
    assert "max_iterations" in str(caught[0].message)
    assert "tolerance" in str(caught[0].message)
    assert caught[0].filename == __file__  # it points at the user's line, not into the library
    assert model.predict(toy.X).shape == (200,)


def test_a_cut_short_one_versus_all_warns_once_not_once_per_class() -> None:
    toy = dense(8, n=300, d=10)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        LinearSVM(loss="hinge", max_iterations=1, tolerance=1e-12, C=100).fit(toy.X, toy.y)
    assert len(caught) == 1


def test_a_converged_fit_is_silent() -> None:
    toy = dense(3, n=50, d=5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for model in (LogisticRegression(), LinearSVM(), Perceptron()):
            model.fit(toy.X, toy.y)


def test_a_rate_that_is_too_large_is_an_error_not_a_model_of_nan() -> None:
    toy = dense(2, n=50, d=5)
    learner = Online("sgd", epochs=50, learning_rate=1e3, schedule="constant")
    with pytest.raises((ValueError, RuntimeError), match=r"finite.*Lower learning_rate"):
        LinearClassifier("squared", learner, l2=0.0).fit(1e3 * toy.X, toy.y)


def test_duality_gap_bounds_the_distance_to_the_minimum() -> None:
    toy = dense(2, n=100, d=5)
    rough = LinearSVM(loss="hinge", learner=Dual(tolerance=1e-1)).fit(toy.X, toy.y)
    fine = LinearSVM(loss="hinge", learner=Dual(tolerance=1e-10, max_iterations=100_000)).fit(
        toy.X, toy.y
    )
    assert rough.objective_ - fine.objective_ <= rough.duality_gap_ * abs(rough.objective_) + 1e-9
    assert rough.duality_gap_ <= 1e-1
    assert fine.duality_gap_ <= 1e-10


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("rule", ["perceptron", "mira"])
@pytest.mark.parametrize("averaged", [False, True])
def test_mistake_driven_rules_stop_when_all_are_right(
    n_labels: int, rule: str, averaged: bool
) -> None:
    """Section 2.2.2 of [Eisenstein2018]: on separable data the perceptron finds a separator."""
    toy = dense(n_labels, n=40, d=60)  # more features than examples are separable
    loss = "perceptron" if rule == "perceptron" else "hinge"
    learner = Online(rule, stop_when_right=True, averaged=averaged, epochs=1000)
    model = LinearClassifier(loss, learner).fit(toy.X, toy.y)
    assert 1 < model.n_iter_ < 1000
    assert model.history_[-1] == 0.0
    if not averaged:
        margins = model.margins(toy.X, toy.y)
        assert margins.functional >= (1.0 - 1e-9 if rule == "mira" else 0.0)
        assert model.score(toy.X, toy.y) == 1.0


def test_the_last_epoch_of_a_perceptron_that_stops_is_the_first_without_a_step() -> None:
    toy = dense(2, n=40, d=30, spread=1.0)
    stopped = Perceptron(stop_when_right=True, epochs=1000, averaged=False).fit(toy.X, toy.y)
    one_less = Perceptron(epochs=stopped.n_iter_ - 1, averaged=False).fit(toy.X, toy.y)
    two_less = Perceptron(epochs=stopped.n_iter_ - 2, averaged=False).fit(toy.X, toy.y)
    np.testing.assert_array_equal(stopped.coef_, one_less.coef_)
    assert not np.array_equal(stopped.coef_, two_less.coef_)


def test_a_wrong_answer_at_a_tie_is_a_mistake_though_it_costs_nothing() -> None:
    """All scores are 0 at first, and 0 = 0 is a loss of nothing; the second label is wrong then."""
    model = Perceptron(stop_when_right=True, averaged=False, epochs=50).fit([[1.0], [-1.0]], [1, 0])
    assert model.score([[1.0], [-1.0]], [1, 0]) == 1.0


def test_a_perceptron_that_waits_for_separable_data_says_so() -> None:
    corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
    with pytest.warns(ConvergenceWarning, match="still mistakes after epochs=30"):
        Perceptron(stop_when_right=True, epochs=30).fit(corners, [0, 1, 1, 0])


def test_only_rules_that_learn_from_mistakes_can_stop_without_one() -> None:
    with pytest.raises(ParameterError, match="stop_when_right") as caught:
        Online("sgd", stop_when_right=True)
    assert "rule='perceptron' or 'mira'" in str(caught.value)
