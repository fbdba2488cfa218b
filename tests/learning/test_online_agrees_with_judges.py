"""Online learners take exactly the steps of the eager judges, though they are lazy inside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from linguine import LinearClassifier
from linguine.learning import Online

from ..problems import Toy, dense, random_cost, sparse
from ..reference.adagrad import adagrad
from ..reference.losses import LOSSES, Array
from ..reference.mira import mira
from ..reference.perceptron import perceptron
from ..reference.sgd import sgd

# Lazy and eager updates do the same real arithmetic in another order: scaled weights multiply
# and divide by a product of decays. A few hundred steps cost a few hundred ulp, 1e-13; two more
# digits are left for cancellation.
TOLERANCE: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-11}
# In file order, and with the books' offset feature of 1 (by default it follows the size of X).
TEXTBOOK: dict[str, Any] = {"shuffle": False, "intercept_scaling": 1.0}

TOYS: dict[str, Toy] = {
    "dense-2": dense(2, n=25, d=4),
    "dense-3": dense(3, n=25, d=4),
    "dense-5": dense(5, n=25, d=4),
    "sparse-2": sparse(2),
    "sparse-3": sparse(3),
    "sparse-5": sparse(5, n=35),
}
by_toy = pytest.mark.parametrize("toy", TOYS.values(), ids=TOYS.keys())
by_small_toy = pytest.mark.parametrize(
    "toy", [TOYS["dense-2"], TOYS["sparse-3"]], ids=["dense-2", "sparse-3"]
)
by_multiclass = pytest.mark.parametrize("multiclass", ["joint", "one-versus-all"])
by_average = pytest.mark.parametrize("averaged", [False, True], ids=["last", "averaged"])
by_intercept = pytest.mark.parametrize("intercept", [True, False], ids=["bias", "no-bias"])


def fit(toy: Toy, learner: Online, *, weight: Array | None = None, **options: Any) -> Any:
    """Fitted on CSR; dense input is compared with CSR in tests/data."""
    model = LinearClassifier(learner=learner, **options)
    return model.fit(sp.csr_matrix(toy.X), toy.y, sample_weight=weight)


def assert_same(model: Any, theta: Array, b: Array) -> None:
    np.testing.assert_allclose(model.coef_, theta.T, **TOLERANCE)
    np.testing.assert_allclose(model.intercept_, b, **TOLERANCE)


@by_toy
@by_multiclass
@by_average
@by_intercept
def test_perceptron_is_algorithm_3_and_4(
    toy: Toy, multiclass: str, averaged: bool, intercept: bool
) -> None:
    model = fit(
        toy,
        Online("perceptron", epochs=3, averaged=averaged, **TEXTBOOK),
        loss="perceptron",
        multiclass=multiclass,
        fit_intercept=intercept,
    )
    last, average, _ = perceptron(
        toy.X,
        toy.y,
        toy.n_labels,
        epochs=3,
        fit_intercept=intercept,
        one_versus_all=multiclass == "one-versus-all",
    )
    assert_same(model, *(average if averaged else last))


@by_toy
@by_multiclass
@by_average
@pytest.mark.parametrize("C", [0.05, 1.0, float("inf")])
def test_mira_takes_the_capped_step_that_meets_the_margin(
    toy: Toy, multiclass: str, averaged: bool, C: float
) -> None:
    model = fit(
        toy,
        Online("mira", C=C, epochs=2, averaged=averaged, **TEXTBOOK),
        loss="hinge",
        multiclass=multiclass,
    )
    last, average = mira(
        toy.X, toy.y, toy.n_labels, epochs=2, C=C, one_versus_all=multiclass == "one-versus-all"
    )
    assert_same(model, *(average if averaged else last))


@pytest.mark.parametrize("with_cost", [False, True], ids=["zero-one", "cost-matrix"])
@pytest.mark.parametrize("k_best", [2, 3, 4])
@pytest.mark.parametrize("C", [0.05, 1.0, float("inf")])
def test_mira_with_several_candidates_solves_the_quadratic_program(
    k_best: int, C: float, with_cost: bool
) -> None:
    toy = dense(5, n=20, d=4)
    cost = random_cost(5) if with_cost else None
    model = fit(
        toy,
        Online("mira", C=C, k_best=k_best, epochs=1, averaged=False, **TEXTBOOK),
        loss="hinge",
        cost=cost,
    )
    (theta, b), _ = mira(toy.X, toy.y, 5, epochs=1, C=C, k_best=k_best, cost=cost)
    # Hildreth's method stops at its own tolerance; errors add up over 20 steps
    np.testing.assert_allclose(model.coef_, theta.T, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(model.intercept_, b, rtol=1e-5, atol=1e-6)


@by_small_toy
@by_average
@pytest.mark.parametrize("schedule", ["constant", "power", "pegasos"])
@pytest.mark.parametrize("loss", LOSSES)
def test_stochastic_gradient_descent_with_l2_is_the_eager_one(
    toy: Toy, averaged: bool, schedule: str, loss: str
) -> None:
    if loss in ("squared", "squared-hinge") and schedule == "pegasos":
        eta = None  # 1/(lambda t) needs a large lambda for losses that grow with the square
        l2 = 20.0 * toy.n
    else:
        eta, l2 = 0.05, 2.0
    options: dict[str, Any] = {} if schedule == "pegasos" else {"learning_rate": eta}
    if schedule == "power":
        options["power"] = 0.6
    model = fit(
        toy,
        Online(
            "sgd",
            epochs=3,
            schedule=schedule,
            averaged=averaged,
            **TEXTBOOK,
            **options,
        ),
        loss=loss,
        l2=l2,
    )
    last, average = sgd(
        toy.X,
        toy.y,
        toy.n_labels,
        loss_name=loss,
        epochs=3,
        schedule=schedule,
        eta_0=eta or 1.0,
        power=0.6,
        l2=l2,
    )
    assert_same(model, *(average if averaged else last))


@by_toy
@by_multiclass
@pytest.mark.parametrize(
    ("l2", "l1", "averaged"),
    [(0.0, 0.0, False), (0.0, 0.0, True), (3.0, 0.0, True), (0.0, 1.0, False), (3.0, 0.5, False)],
    ids=["none", "none-averaged", "l2-averaged", "l1", "elastic-net"],
)
def test_lazy_penalties_equal_eager_ones(
    toy: Toy, multiclass: str, averaged: bool, l2: float, l1: float
) -> None:
    model = fit(
        toy,
        Online(
            "sgd",
            epochs=3,
            learning_rate=0.5,
            schedule="power",
            power=0.6,
            averaged=averaged,
            **TEXTBOOK,
        ),
        loss="logistic",
        multiclass=multiclass,
        l2=l2,
        l1=l1,
    )
    last, average = sgd(
        toy.X,
        toy.y,
        toy.n_labels,
        loss_name="logistic",
        epochs=3,
        schedule="power",
        eta_0=0.5,
        power=0.6,
        l2=l2,
        l1=l1,
        one_versus_all=multiclass == "one-versus-all",
    )
    assert_same(model, *(average if averaged else last))


@by_toy
@pytest.mark.parametrize("loss", ["hinge", "logistic"])
def test_pegasos_steps_by_one_over_lambda_t(toy: Toy, loss: str) -> None:
    model = fit(
        toy,
        Online("pegasos", epochs=2, averaged=False, **TEXTBOOK),
        loss=loss,
        l2=5.0,
    )
    (theta, b), _ = sgd(
        toy.X, toy.y, toy.n_labels, loss_name=loss, epochs=2, schedule="pegasos", l2=5.0
    )
    assert_same(model, theta, b)


@by_toy
@by_multiclass
@pytest.mark.parametrize("loss", ["hinge", "logistic"])
@pytest.mark.parametrize(("l2", "l1"), [(0.0, 0.0), (2.0, 0.0), (0.0, 0.5), (2.0, 0.5)])
def test_adagrad_divides_each_step_by_the_root_of_the_squared_gradients(
    toy: Toy, multiclass: str, loss: str, l2: float, l1: float
) -> None:
    model = fit(
        toy,
        Online("adagrad", epochs=3, learning_rate=0.3, averaged=False, **TEXTBOOK),
        loss=loss,
        multiclass=multiclass,
        l2=l2,
        l1=l1,
    )
    theta, b = adagrad(
        toy.X,
        toy.y,
        toy.n_labels,
        loss_name=loss,
        epochs=3,
        eta=0.3,
        l2=l2,
        l1=l1,
        one_versus_all=multiclass == "one-versus-all",
    )
    assert_same(model, theta, b)


@by_small_toy
@pytest.mark.parametrize("batch_size", [2, 7, 1000])
@pytest.mark.parametrize("rule", ["sgd", "pegasos", "adagrad"])
def test_a_mini_batch_steps_along_the_mean_of_its_gradients(
    toy: Toy, batch_size: int, rule: str
) -> None:
    options: dict[str, Any] = {} if rule == "pegasos" else {"learning_rate": 0.2}
    if rule == "sgd":
        options["schedule"] = "constant"
    model = fit(
        toy,
        Online(
            rule,
            epochs=2,
            batch_size=batch_size,
            averaged=False,
            **TEXTBOOK,
            **options,
        ),
        loss="logistic",
        l2=1.0,
    )
    if rule == "adagrad":
        theta, b = adagrad(
            toy.X, toy.y, toy.n_labels, loss_name="logistic", epochs=2, eta=0.2, l2=1.0,
            batch_size=batch_size,
        )  # fmt: skip
    else:
        (theta, b), _ = sgd(
            toy.X, toy.y, toy.n_labels, loss_name="logistic", epochs=2,
            schedule="constant" if rule == "sgd" else "pegasos", eta_0=0.2, l2=1.0,
            batch_size=batch_size,
        )  # fmt: skip
    assert_same(model, theta, b)


@by_small_toy
@by_average
@by_intercept
@pytest.mark.parametrize("rule", ["perceptron", "mira", "sgd", "adagrad"])
def test_a_sample_weight_multiplies_the_gradient_of_its_example(
    toy: Toy, averaged: bool, intercept: bool, rule: str
) -> None:
    if rule == "adagrad" and averaged:
        pytest.skip("the averaged weights of AdaGrad are compared with running means below")
    weight = np.random.default_rng(1).uniform(0.1, 3.0, toy.n)
    common: dict[str, Any] = {"fit_intercept": intercept, "sample_weight": weight, "epochs": 2}
    loss = "logistic"
    options: dict[str, Any] = {}
    if rule == "perceptron":
        loss = "perceptron"
        last, average, _ = perceptron(toy.X, toy.y, toy.n_labels, **common)
    elif rule == "mira":
        loss = "hinge"
        options = {"C": 0.3}
        last, average = mira(toy.X, toy.y, toy.n_labels, C=0.3, **common)
    elif rule == "sgd":
        options = {"learning_rate": 0.2, "schedule": "constant"}
        last, average = sgd(
            toy.X, toy.y, toy.n_labels, loss_name=loss, schedule="constant", eta_0=0.2, l2=1.0,
            **common,
        )  # fmt: skip
    else:
        options = {"learning_rate": 0.2}
        last = adagrad(toy.X, toy.y, toy.n_labels, loss_name=loss, eta=0.2, l2=1.0, **common)
        average = last
    theta_b = average if averaged else last
    model = fit(
        toy,
        Online(rule, epochs=2, averaged=averaged, **TEXTBOOK, **options),
        loss=loss,
        l2=1.0 if rule in ("sgd", "adagrad") else None,
        fit_intercept=intercept,
        weight=weight,
    )
    assert_same(model, *theta_b)


@by_small_toy
def test_averaged_adagrad_is_the_mean_of_the_weights_after_each_step(toy: Toy) -> None:
    """Without penalties; with them a weight pays only when met, so its path is not defined."""
    n = 12
    toy = toy.head(n)
    paths = [
        adagrad(toy.X[:t], toy.y[:t], toy.n_labels, loss_name="logistic", epochs=1, eta=0.3)
        for t in range(1, n + 1)
    ]
    model = fit(
        toy,
        Online("adagrad", epochs=1, learning_rate=0.3, averaged=True, **TEXTBOOK),
        loss="logistic",
        l2=0.0,
    )
    assert_same(
        model, np.mean([p[0] for p in paths], axis=0), np.mean([p[1] for p in paths], axis=0)
    )


@by_toy
def test_binary_features_without_values_learn_like_ones(toy: Toy) -> None:
    present = sp.csr_matrix((toy.X > 0.5).astype(bool))
    learner = Online("sgd", epochs=2, learning_rate=0.3, schedule="constant", **TEXTBOOK)
    ones = LinearClassifier(learner=learner, l2=1.0).fit(present.astype(float), toy.y)
    model = LinearClassifier(learner=learner, l2=1.0).fit(present, toy.y)
    np.testing.assert_allclose(model.coef_, ones.coef_, rtol=1e-6, atol=1e-7)  # may be float32


@pytest.mark.parametrize("rule", ["perceptron", "mira", "sgd", "pegasos", "adagrad"])
def test_many_epochs_of_decay_lose_no_digits(rule: str) -> None:
    """The scale of lazy L2 shrinks towards zero; it must be folded back before it underflows."""
    toy = sparse(2, n=20, d=30)
    loss = {"perceptron": "perceptron", "mira": "hinge"}.get(rule, "logistic")
    l2 = 2000.0 if rule in ("sgd", "adagrad") else (5.0 if rule == "pegasos" else None)
    options: dict[str, Any] = {}
    if rule == "sgd":
        options = {"learning_rate": 0.004, "schedule": "constant"}  # each step keeps 60 %
    if rule == "mira":
        options = {"C": 1.0}
    model = fit(
        toy,
        Online(rule, epochs=200, averaged=False, **TEXTBOOK, **options),
        loss=loss,
        l2=l2,
    )
    assert np.isfinite(model.coef_).all()
    if rule == "sgd":
        (theta, b), _ = sgd(
            toy.X, toy.y, 2, loss_name=loss, epochs=200, schedule="constant", eta_0=0.004, l2=2000.0
        )
        assert_same(model, theta, b)


def test_mira_leaves_weights_alone_when_margin_is_met() -> None:
    X = np.array([[1.0, 0.0], [0.0, 1.0]])
    model = LinearClassifier(
        "hinge",
        Online("mira", C=float("inf"), epochs=1, averaged=False, **TEXTBOOK),
        fit_intercept=False,
    ).fit(X, [0, 1])
    before = model.coef_.copy()
    model.partial_fit(10 * X, [0, 1])
    np.testing.assert_array_equal(model.coef_, before)


def test_perceptron_leaves_weights_alone_when_right() -> None:
    X = np.array([[1.0, 0.0], [0.0, 1.0]])
    learner = Online("perceptron", epochs=5, averaged=False, **TEXTBOOK)
    model = LinearClassifier("perceptron", learner, fit_intercept=False).fit(X, [0, 1])
    before = model.coef_.copy()
    model.partial_fit(X, [0, 1])
    np.testing.assert_array_equal(model.coef_, before)
