"""The label structure answers its questions: best label, scores, probabilities; ties go down."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import LinearClassifier, LogisticRegression, Perceptron

from ..problems import dense


def by_hand(weights: Any, intercept: Any, classes: Any) -> LinearClassifier:
    return LinearClassifier.from_weights(weights, intercept, classes)


def test_weights_by_hand_score_as_written() -> None:
    """The dictionaries of page 32 of [Eisenstein2018]: English against Spanish."""
    words = ["bicycle", "bicicleta", "con", "ordinateur"]
    model = by_hand([[1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0.5]], [0, 0, 0], ["en", "es", "fr"])
    scores = model.decision_function(np.eye(len(words)))
    np.testing.assert_array_equal(scores[:, :2], [[1, 0], [0, 1], [1, 1], [0, 0]])
    assert model.predict(np.eye(4)).tolist() == ["en", "es", "en", "fr"]


def test_two_labels_by_hand_have_one_column_of_scores() -> None:
    model = by_hand([[2.0, -1.0]], [0.5], ["no", "yes"])
    np.testing.assert_allclose(model.decision_function([[1, 1], [0, 2]]), [1.5, -1.5])
    assert model.predict([[1, 1], [0, 2]]).tolist() == ["yes", "no"]


def test_equal_scores_go_to_the_lower_label() -> None:
    model = by_hand(np.zeros((3, 2)), np.zeros(3), ["a", "b", "c"])
    assert model.predict([[1.0, 2.0]]).tolist() == ["a"]
    model = by_hand([[0, 0], [1, 1], [1, 1]], np.zeros(3), ["a", "b", "c"])
    assert model.predict([[1.0, 2.0]]).tolist() == ["b"]
    pair = by_hand(np.zeros((1, 2)), [0.0], ["a", "b"])
    assert pair.predict([[1.0, 2.0]]).tolist() == ["a"]


@given(seed=st.integers(0, 1000), n_labels=st.integers(2, 9), n=st.integers(1, 20))
def test_prediction_is_the_argmax_of_the_scores(seed: int, n_labels: int, n: int) -> None:
    random = np.random.default_rng(seed)
    d = int(random.integers(1, 8))
    columns = 1 if n_labels == 2 else n_labels
    W, b = random.normal(size=(columns, d)), random.normal(size=columns)
    X = random.normal(size=(n, d))
    model = by_hand(W, b, np.arange(n_labels))
    scores = X @ W.T + b
    got = model.decision_function(X)
    np.testing.assert_allclose(got, scores[:, 0] if columns == 1 else scores, rtol=1e-9, atol=1e-12)
    table = np.hstack([np.zeros_like(scores), scores]) if columns == 1 else scores
    np.testing.assert_array_equal(model.predict(X), table.argmax(axis=1))


@pytest.mark.parametrize("n_labels", [2, 3, 6])
def test_probabilities_are_the_softmax_of_the_scores(n_labels: int) -> None:
    toy = dense(n_labels)
    model = LogisticRegression().fit(toy.X, toy.y)
    scores = model.decision_function(toy.X)
    table = np.column_stack([np.zeros(toy.n), scores]) if n_labels == 2 else scores
    expected = np.exp(table - table.max(axis=1, keepdims=True))
    expected /= expected.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(toy.X), expected, rtol=1e-9)
    np.testing.assert_allclose(model.predict_log_proba(toy.X), np.log(expected), rtol=1e-9)
    np.testing.assert_allclose(model.predict_proba(toy.X).sum(axis=1), 1.0, rtol=1e-12)


def test_one_versus_all_probabilities_add_to_one() -> None:
    toy = dense(4)
    model = LogisticRegression(multiclass="one-versus-all").fit(toy.X, toy.y)
    p = model.predict_proba(toy.X)
    np.testing.assert_allclose(p.sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_array_equal(model.classes_[p.argmax(axis=1)], model.predict(toy.X))


@pytest.mark.parametrize("n_labels", [2, 3])
def test_probabilities_of_huge_scores_neither_overflow_nor_vanish(n_labels: int) -> None:
    toy = dense(n_labels)
    model = LogisticRegression().fit(toy.X, toy.y)
    p = model.predict_proba(1e6 * toy.X)
    assert np.isfinite(p).all()
    np.testing.assert_allclose(p.sum(axis=1), 1.0)
    assert np.isfinite(model.predict_log_proba(1e6 * toy.X)).all()


def test_a_loss_that_is_no_likelihood_has_no_probabilities() -> None:
    toy = dense(2)
    model = Perceptron().fit(toy.X, toy.y)
    assert not hasattr(model, "predict_proba")
    with pytest.raises(AttributeError, match=r"[Uu]se|logistic|LogisticRegression|Calibrated"):
        model.predict_proba(toy.X)


@pytest.mark.parametrize(
    ("weights", "intercept", "classes"),
    [
        ([[1.0, 2.0]], [0.0], ["a", "b", "c"]),
        ([[1.0, 2.0], [1.0, 2.0], [0.0, 0.0]], [0.0], ["a", "b", "c"]),
        ([[1.0, np.nan]], [0.0], ["a", "b"]),
        ([1.0, 2.0], [0.0], ["a", "b"]),
        ([[1.0, 2.0]], [0.0], ["a", "a"]),
        ([[1.0, 2.0]], [0.0], ["a"]),
    ],
    ids=["too-few-rows", "intercept-too-short", "nan", "one-dimension", "twice-a", "one-class"],
)
def test_weights_by_hand_are_checked(weights: Any, intercept: Any, classes: Any) -> None:
    with pytest.raises(ValueError, match=r".+[.?;].+"):
        by_hand(weights, intercept, classes)


def test_weights_by_hand_keep_the_order_of_the_classes_given() -> None:
    """Columns belong to the classes as written, sorted or not."""
    model = by_hand([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0], ["z", "a", "m"])
    assert model.predict(np.eye(3)).tolist() == ["z", "a", "m"]


def test_weights_by_hand_can_be_learned_on_with() -> None:
    toy = dense(3, spread=0.3)
    model = by_hand(np.zeros((3, toy.d)), np.zeros(3), [0, 1, 2])
    model.set_params(loss="perceptron", learner="perceptron")
    for _ in range(5):
        model.partial_fit(toy.X, toy.y)
    assert model.score(toy.X, toy.y) > 0.9
