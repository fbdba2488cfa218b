"""Learning in pieces: what counts and online learners can do, and the rest says it cannot."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from linguine import LinearClassifier, LogisticRegression, Mira, NaiveBayes, Perceptron
from linguine.data import make_examples, read_target
from linguine.errors import LinguineError
from linguine.features import read_matrix
from linguine.learning import Online
from linguine.learning.learners.online_state import OnlineState
from linguine.learning.row_store import RowStore

from ..configurations import CONFIGURATIONS, make
from ..messages import assert_three_parts
from ..problems import counts, dense

RULES: dict[str, dict[str, Any]] = {
    "perceptron": {"loss": "perceptron"},
    "mira": {"loss": "hinge"},
    "sgd": {"loss": "logistic", "l2": 0.0},
    "adagrad": {"loss": "logistic", "l2": 0.0},
}
LEARNER: dict[str, dict[str, Any]] = {
    "perceptron": {},
    "mira": {"C": 0.5},
    "sgd": {"learning_rate": 0.1, "schedule": "power", "power": 0.6},
    "adagrad": {"learning_rate": 0.2},
}
TABLES = ("weights", "bias", "weight_lags", "bias_lags", "weight_squares", "bias_squares")
by_rule = pytest.mark.parametrize("rule", RULES)
by_average = pytest.mark.parametrize("averaged", [False, True], ids=["last", "averaged"])


def online(rule: str, *, averaged: bool, epochs: int = 1, **changes: Any) -> LinearClassifier:
    options = {"shuffle": False, "intercept_scaling": 1.0, **LEARNER[rule]}  # first piece = whole
    learner = Online(rule, epochs=epochs, averaged=averaged, **options)
    return LinearClassifier(learner=learner, **{**RULES[rule], **changes})


@by_rule
@by_average
@pytest.mark.parametrize("n_labels", [2, 3])
def test_three_passes_of_partial_fit_equal_three_epochs_of_fit(
    rule: str, averaged: bool, n_labels: int
) -> None:
    toy = dense(n_labels, n=30, d=4)
    pieces = online(rule, averaged=averaged)
    for _ in range(3):
        pieces.partial_fit(toy.X, toy.y)
    whole = online(rule, averaged=averaged, epochs=3).fit(toy.X, toy.y)
    # the same steps; only sums for the average are brought up to date at other times
    np.testing.assert_allclose(pieces.coef_, whole.coef_, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(pieces.intercept_, whole.intercept_, rtol=1e-9, atol=1e-12)


@by_rule
@by_average
def test_pieces_of_the_data_equal_one_epoch_over_all(rule: str, averaged: bool) -> None:
    toy = dense(3, n=30, d=4)
    pieces = online(rule, averaged=averaged)
    for start in range(0, 30, 7):
        part = slice(start, start + 7)
        pieces.partial_fit(toy.X[part], toy.y[part], classes=[0, 1, 2])
    whole = online(rule, averaged=averaged).fit(toy.X, toy.y)
    np.testing.assert_allclose(pieces.coef_, whole.coef_, rtol=1e-9, atol=1e-12)


@by_rule
def test_partial_fit_makes_one_pass_whatever_epochs_says(rule: str) -> None:
    toy = dense(2, n=20, d=3)
    once = online(rule, averaged=False, epochs=7).partial_fit(toy.X, toy.y)
    one = online(rule, averaged=False, epochs=1).fit(toy.X, toy.y)
    np.testing.assert_allclose(once.coef_, one.coef_, rtol=1e-12, atol=1e-14)


@by_rule
@by_average
def test_a_class_may_appear_later(rule: str, averaged: bool) -> None:
    toy = dense(4, n=60, d=5, spread=0.3)
    model = online(rule, averaged=averaged)
    early = toy.y < 2
    model.partial_fit(toy.X[early], toy.y[early])
    assert model.classes_.tolist() == [0, 1]
    for _ in range(10):
        model.partial_fit(toy.X, toy.y)
    assert model.classes_.tolist() == [0, 1, 2, 3]
    assert model.coef_.shape == (4, 5)
    assert model.score(toy.X, toy.y) > 0.9


def test_a_class_that_sorts_first_may_appear_last() -> None:
    """Its column goes in front; the others must keep what they have learned."""
    toy = dense(3, n=60, d=5, spread=0.3)
    names = np.array(["m", "z", "a"])[toy.y]
    model = online("perceptron", averaged=False)
    late = names == "a"
    for _ in range(5):
        model.partial_fit(toy.X[~late], names[~late])
    before = model.predict(toy.X[~late])
    model.partial_fit(toy.X[late], names[late])
    assert model.classes_.tolist() == ["a", "m", "z"]
    assert (before == names[~late]).mean() > 0.9
    for _ in range(5):
        model.partial_fit(toy.X, names)
    assert model.score(toy.X, names) > 0.9


@by_rule
@pytest.mark.parametrize("multiclass", ["joint", "one-versus-all"])
@pytest.mark.parametrize("third", ["a", "n", "z"])
def test_a_third_class_alone_changes_no_answer(rule: str, multiclass: str, third: str) -> None:
    """Between two classes nothing changes, and the third wins nowhere, until it is learned."""
    toy = dense(2, n=40, d=4)
    names = np.array(["m", "q"])[toy.y]
    model = online(rule, averaged=False, multiclass=multiclass, fit_intercept=False)
    model.partial_fit(toy.X, names)
    before, margins = model.predict(toy.X), model.decision_function(toy.X)
    assert len(set(before)) == 2
    model.partial_fit(np.zeros((1, 4)), [third])  # no feature: nothing is learned
    assert model.predict(toy.X).tolist() == before.tolist()
    m, q = np.searchsorted(model.classes_, ["m", "q"])
    scores = model.decision_function(toy.X)
    is_opposite = multiclass == "one-versus-all"  # the scores were +-margin
    np.testing.assert_allclose(scores[:, q] - scores[:, m], margins * (1 + is_opposite), rtol=1e-9)


@by_rule
def test_a_third_class_splits_a_pair_but_not_its_squares(rule: str) -> None:
    toy = dense(2, n=40, d=4)
    model = online(rule, averaged=True).partial_fit(toy.X, toy.y)
    state = model._state
    assert isinstance(state, OnlineState)
    old = {name: getattr(state, name)[..., 0].copy() for name in TABLES}
    state.widen(np.array([0, 2]), 3)
    for name, table in old.items():
        wide, is_square = getattr(state, name), name.endswith("squares")
        np.testing.assert_array_equal(wide[..., 0], table if is_square else -table / 2)
        np.testing.assert_array_equal(wide[..., 2], table if is_square else table / 2)
        assert not wide[..., 1].any()


@pytest.mark.parametrize("n_old", [1, 2, 3])
def test_new_labels_of_adagrad_begin_with_the_first_square(n_old: int) -> None:
    """They began with 0, so that a tiny first gradient was a whole step."""
    toy = dense(3, n=12, d=4)
    learner = Online("adagrad", first_square=0.25, shuffle=False)
    model = LinearClassifier("logistic", learner, l2=0.0)
    early = toy.y < n_old
    model.partial_fit(toy.X[early], toy.y[early])
    state = model._state
    assert isinstance(state, OnlineState)
    old = state.weight_squares[:, : 1 if n_old <= 2 else n_old].copy()
    state.widen(np.arange(n_old), n_old + 2)
    np.testing.assert_array_equal(state.weight_squares[:, n_old : n_old + 2], 0.25)
    assert (state.weight_squares >= 0.25).all()
    if n_old == 3:
        np.testing.assert_array_equal(state.weight_squares[:, :3], old)


def test_new_features_of_adagrad_begin_with_the_first_square() -> None:
    toy = dense(3, n=12, d=4)
    learner = Online("adagrad", first_square=0.25, shuffle=False)
    model = LinearClassifier("logistic", learner, l2=0.0).partial_fit(toy.X, toy.y)
    store = RowStore(model._state)
    rows = np.array([1, 7])
    part = store.take(rows)
    np.testing.assert_array_equal(part.weight_squares[1], 0.25)
    assert (part.weight_squares[0] > 0.25).any()
    store.put(rows, 8, part)
    np.testing.assert_array_equal(store.take(np.arange(4, 8)).weight_squares, 0.25)


@pytest.mark.parametrize(
    ("schedule", "l2"), [("constant", 0.0), ("constant", 0.5), ("power", 0.5), ("pegasos", 0.5)]
)
@by_average
def test_a_pass_over_the_rows_it_needs_equals_a_pass_over_the_table(
    averaged: bool, schedule: str, l2: float
) -> None:
    """Rows that a pass does not see decay and are averaged with the rest; Pegasos folds."""
    random = np.random.default_rng(3)
    rate = None if schedule == "pegasos" else 0.3
    learner = Online("sgd", schedule=schedule, averaged=averaged, shuffle=False,
                     intercept_scaling=1.0, learning_rate=rate)  # fmt: skip
    whole = LinearClassifier("logistic", learner, l2=l2)
    X, y = random.normal(size=(6, 9)), np.array([0, 1, 2, 0, 1, 2])
    whole.partial_fit(X, y)
    store = RowStore(copy.deepcopy(whole._state))
    for step in range(5):
        rows = np.sort(random.choice(9, 3, replace=False))
        x = np.zeros((1, 9))
        x[0, rows] = random.normal(size=3)
        whole.partial_fit(x, [step % 3])
        examples = make_examples(read_target([step % 3], 1), np.arange(3))
        part, problem = store.take(rows), None
        _, problem = whole._composition().compose(
            read_matrix(np.ascontiguousarray(x[:, rows])), examples, 3, n_threads=1, seed=0,
            report=None, incremental=True,
        )  # fmt: skip
        learner.learn(part, problem)
        store.put(rows, 9, part)
        weights, bias = learner.answer(store.take(np.arange(9)))
        np.testing.assert_allclose(weights[:, :3].T, whole.coef_, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(bias[:3], whole.intercept_, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("n", [30, 1200])
@pytest.mark.parametrize("n_labels", [2, 3])
@by_rule
def test_an_average_goes_on_after_fit_as_one_stream(rule: str, n_labels: int, n: int) -> None:
    r"""The judge: (t avg + sum of the weights after each new step) / (t + m), from avg on."""
    toy, more = dense(n_labels, n=n, d=4), dense(n_labels, n=5, d=4, seed=1)
    model = online(rule, averaged=True, epochs=2).fit(toy.X, toy.y)
    average, t = model.coef_.copy(), min(n, 1000)  # one pass, however many there were
    weights, bias = average.T.copy(), model.intercept_.copy()
    total = t * average
    # The same steps, one at a time and not averaged, from the average on.
    last = online(rule, averaged=False).fit(toy.X, toy.y)
    last._weights = np.zeros_like(last._weights)
    last._weights[:, : weights.shape[1]] = weights
    last._bias = np.zeros_like(last._bias)
    last._bias[: len(bias)] = bias
    last._state, last._standing = None, model._standing
    for i in range(5):
        last.partial_fit(more.X[i : i + 1], more.y[i : i + 1], classes=np.arange(n_labels))
        total = total + last.coef_
    model.partial_fit(more.X, more.y)
    np.testing.assert_allclose(model.coef_, total / (t + 5), rtol=1e-9, atol=1e-12)


@by_rule
def test_one_class_first_is_allowed_in_pieces(rule: str) -> None:
    toy = dense(2, n=30, d=4, spread=0.3)
    model = online(rule, averaged=False)
    only = toy.y == 1
    model.partial_fit(toy.X[only], toy.y[only])
    assert set(model.predict(toy.X)) == {1}
    for _ in range(5):
        model.partial_fit(toy.X, toy.y)
    assert model.score(toy.X, toy.y) > 0.9


@by_rule
def test_announced_classes_have_columns_from_the_start(rule: str) -> None:
    toy = dense(2, n=20, d=3)
    model = online(rule, averaged=False).partial_fit(toy.X, toy.y, classes=[0, 1, 2, 3])
    assert model.classes_.tolist() == [0, 1, 2, 3]
    assert model.coef_.shape == (4, 3)


def test_label_names_in_pieces_may_grow_longer() -> None:
    """NumPy cuts a string to the width of its array; a later, longer label must survive."""
    X = np.eye(3)
    model = Perceptron().partial_fit(X[:2], ["a", "b"]).partial_fit(X[2:], ["a much longer name"])
    assert "a much longer name" in model.classes_.tolist()


@pytest.mark.parametrize("name", ["multinomial", "bernoulli", "gaussian"])
def test_naive_bayes_in_pieces_equals_naive_bayes_at_once(name: str) -> None:
    toy = counts(3)
    weight = np.random.default_rng(0).uniform(0.5, 2.0, toy.n)
    pieces = NaiveBayes(name)
    for start in range(0, toy.n, 11):
        part = slice(start, start + 11)
        pieces.partial_fit(toy.X[part], toy.y[part], sample_weight=weight[part])
    whole = NaiveBayes(name).fit(toy.X, toy.y, sample_weight=weight)
    np.testing.assert_allclose(pieces.coef_, whole.coef_, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(pieces.intercept_, whole.intercept_, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", ["multinomial", "bernoulli"])
def test_naive_bayes_meets_a_new_class_in_a_later_piece(name: str) -> None:
    toy = counts(3)
    order = np.argsort(toy.y, kind="stable")  # one class after the other
    pieces = NaiveBayes(name)
    for part in np.array_split(order, 6):
        pieces.partial_fit(toy.X[part], toy.y[part])
    whole = NaiveBayes(name).fit(toy.X, toy.y)
    np.testing.assert_allclose(pieces.coef_, whole.coef_, rtol=1e-9, atol=1e-9)


NEED_ALL_DATA = ("lbfgs", "conjugate", "gradient", "owl", "dual", "exact")


@pytest.mark.parametrize("name", [n for n in CONFIGURATIONS if n.startswith(NEED_ALL_DATA)])
def test_learners_that_need_all_data_name_one_that_does_not(name: str) -> None:
    toy = dense(3, n=20, d=3)
    with pytest.raises((LinguineError, AttributeError)) as caught:
        make(name).partial_fit(toy.X, toy.y)
    assert_three_parts(
        caught.value, r"partial_fit", r"lbfgs|conjugate|gradient|owl-qn|dual|exact",
        r"sgd|adagrad|perceptron|mira|counts|NaiveBayes|pegasos",
    )  # fmt: skip


def test_fit_after_partial_fit_starts_afresh() -> None:
    toy, other = dense(2, n=20, d=3), dense(3, n=30, d=3, seed=4)
    model = online("sgd", averaged=True).partial_fit(other.X, other.y).fit(toy.X, toy.y)
    fresh = online("sgd", averaged=True).fit(toy.X, toy.y)
    np.testing.assert_array_equal(model.coef_, fresh.coef_)


def test_partial_fit_refuses_another_number_of_features() -> None:
    toy = dense(2, n=20, d=3)
    model = Mira().partial_fit(toy.X, toy.y)
    with pytest.raises(LinguineError, match=r"2 features.*3 features"):
        model.partial_fit(toy.X[:, :2], toy.y)
    assert model.predict(toy.X).shape == (20,)


def test_partial_fit_refuses_labels_beyond_the_announced_type() -> None:
    toy = dense(2, n=20, d=3)
    model = Perceptron().partial_fit(toy.X, toy.y)
    with pytest.raises(LinguineError, match=r"type|mix"):
        model.partial_fit(toy.X, np.array(["a", "b"])[toy.y])


def test_online_logistic_regression_learns_in_pieces() -> None:
    toy = dense(2, n=200, d=4, spread=0.5)
    model = LogisticRegression(learner="sgd")
    for _ in range(5):
        model.partial_fit(toy.X, toy.y)
    assert model.score(toy.X, toy.y) > 0.9
    assert model.predict_proba(toy.X).shape == (200, 2)
