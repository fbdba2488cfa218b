"""Hard margins, support vectors and separability: SPEC section 11."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import DataError, LinearClassifier, LinearSVM, TextClassifier
from linguine.learning import Dual
from linguine.model import is_separable

from ..messages import assert_three_parts
from ..reference.hard_margin import hard_margin
from ..reference.losses import Array

INF = float("inf")
XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
EXACT: dict[str, Any] = {"tolerance": 1e-10, "max_iterations": 200_000}


def separable(n_labels: int, seed: int = 0, n: int = 30) -> tuple[Array, Array]:
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 3))
    scores = X @ random.normal(size=(3, n_labels))
    best = np.sort(scores, axis=1)
    wide = best[:, -1] - best[:, -2] > 0.3
    return X[wide], scores.argmax(axis=1)[wide]


@pytest.mark.parametrize("loss", ["hinge", "squared-hinge"])
def test_the_hard_margin_of_two_points_lies_in_their_middle(loss: str) -> None:
    """x = (1, 1) against (3, 3) without a bias of its own: theta = (a, a) on the nearer point."""
    model = LinearSVM(C=INF, loss=loss, fit_intercept=False).fit([[-1.0, -1.0], [3.0, 3.0]], [0, 1])
    np.testing.assert_allclose(model.coef_, [[0.5, 0.5]], atol=1e-9)
    assert model.support_.tolist() == [0]  # the further point is met with room to spare
    np.testing.assert_allclose(model.multipliers_, [[-0.5], [0.0]], atol=1e-9)


@pytest.mark.parametrize(
    ("n_labels", "multiclass"), [(2, "joint"), (2, "one-versus-all"), (3, "joint"), (4, "joint")]
)
def test_the_hard_margin_agrees_with_the_quadratic_program(n_labels: int, multiclass: str) -> None:
    """Largest margin = smallest norm: slide "Max Margin = Min Norm" of [McDonald]."""
    X, y = separable(n_labels, seed=1, n=40)
    theta, b = hard_margin(X, y, n_labels)
    model = LinearSVM(C=INF, loss="hinge", multiclass=multiclass, **EXACT).fit(X, y)
    # SLSQP stops at 1e-14 in the objective, which is 1e-7 in weights of size one
    np.testing.assert_allclose(model.coef_, theta.T, atol=1e-4)
    np.testing.assert_allclose(model.intercept_, b, atol=1e-4)
    expected = 0.5 * (np.square(theta).sum() + np.square(b).sum())
    assert model.objective_ == pytest.approx(expected, rel=1e-6)


def test_a_large_constant_leaves_the_bias_of_the_hard_margin_free() -> None:
    """The figure of textbooks: the widest street between four points, 0.8 x + 0.4 y = 1.4."""
    X, y = np.array([[0.0, 0.0], [2.0, 2.0], [3.0, 1.0], [0.0, 1.0]]), np.array([0, 1, 1, 0])
    theta, b = hard_margin(X, y, 2, is_free=True)
    np.testing.assert_allclose([*theta[:, 0], *b], [0.8, 0.4, -1.4], atol=1e-6)
    model = LinearSVM(C=INF, intercept_scaling=100.0, **EXACT).fit(X, y)
    # the penalty of b is 1e-4 of that of a weight
    np.testing.assert_allclose(model.coef_[0], [0.8, 0.4], atol=1e-3)
    np.testing.assert_allclose(model.intercept_, [-1.4], atol=1e-3)
    assert model.margins(X, y).geometric == pytest.approx(1 / np.hypot(0.8, 0.4), abs=1e-3)
    assert model.support_.tolist() == [1, 2, 3] or model.support_.tolist() == [1, 3]


@pytest.mark.parametrize("n_labels", [2, 3])
def test_all_margins_are_met_and_support_vectors_are_those_on_it(n_labels: int) -> None:
    X, y = separable(n_labels)
    model = LinearSVM(C=INF, loss="hinge", multiclass="joint", **EXACT).fit(X, y)
    margins = model.margins(X, y)
    assert margins.functional == pytest.approx(1.0, abs=1e-8)
    assert margins.separates
    assert margins.geometric == pytest.approx(1 / np.linalg.norm(model.coef_), rel=1e-8)
    on_it = margins.of_rows < 1 + 1e-6
    assert set(model.support_) <= set(np.flatnonzero(on_it))
    assert 0 < len(model.support_) < len(X)


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("multiclass", ["joint", "one-versus-all"])
@pytest.mark.parametrize("C", [0.5, INF])
def test_weights_are_made_of_rows_times_multipliers(
    n_labels: int, multiclass: str, C: float
) -> None:
    X, _ = separable(3)
    y = (X[:, 0] > 0) + (n_labels > 2) * (X[:, 0] > 1).astype(int)
    if multiclass == "one-versus-all" and C == INF:
        y = np.arange(len(X)) % n_labels
        X = np.hstack([X, np.eye(len(X))])
    model = LinearSVM(C=C, loss="hinge", multiclass=multiclass, max_iterations=100_000).fit(X, y)
    np.testing.assert_allclose(model.coef_.T, X.T @ model.multipliers_, atol=1e-9)
    np.testing.assert_allclose(model.intercept_, model.multipliers_.sum(axis=0), atol=1e-9)
    assert model.multipliers_[model.support_].any(axis=1).all()


def test_the_soft_margin_becomes_hard_as_its_price_grows() -> None:
    X, y = separable(2)
    hard = LinearSVM(C=INF, loss="hinge", **EXACT).fit(X, y)
    soft = LinearSVM(C=1e4, loss="hinge", **EXACT).fit(X, y)
    np.testing.assert_allclose(soft.coef_, hard.coef_, atol=1e-6)


@pytest.mark.parametrize("multiclass", ["joint", "one-versus-all"])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_data_that_are_not_separable_are_refused(n_labels: int, multiclass: str) -> None:
    X = np.vstack([XOR, XOR]) if n_labels == 2 else np.vstack([XOR, [[0.0, 0.0]]])
    y = [0, 1, 1, 0] * 2 if n_labels == 2 else [0, 1, 1, 0, 2]
    model = LinearSVM(C=INF, loss="hinge", multiclass=multiclass, max_iterations=200)
    with pytest.raises(DataError, match="separable") as caught:
        model.fit(X, y)
    assert_three_parts(
        caught.value, rule="needs data that are separable", got="after 200 passes", fix="finite C"
    )
    assert not is_separable(X, y)


def test_a_thin_margin_that_was_not_found_in_time_says_how_to_go_on() -> None:
    """10 passes do not find a margin of a thousandth; a million do."""
    X, y = np.array([[1.0, 0.001], [1.0, -0.001]]), [1, 0]
    with pytest.raises(DataError, match="max_iterations"):
        LinearClassifier("hinge", Dual(max_iterations=10), l2=0.0, fit_intercept=False).fit(X, y)
    learner = Dual(max_iterations=10_000_000, tolerance=1e-2)
    model = LinearClassifier("hinge", learner, l2=0.0, fit_intercept=False).fit(X, y)
    np.testing.assert_allclose(model.coef_, [[0.0, 1000.0]], rtol=0.01, atol=10.0)


def test_texts_have_hard_margins_too() -> None:
    texts = ["free cash now", "win cash", "lunch at noon", "see you at lunch"]
    labels = ["spam", "spam", "ham", "ham"]
    clf = TextClassifier("svm", C=INF, calibration="none").fit(texts, labels)
    assert clf.score(texts, labels) == 1.0
    with pytest.raises(DataError, match="separable"):
        TextClassifier("svm", C=INF, calibration="none").fit(["a b", "a b"], labels[1:3])


def test_logistic_regression_in_the_dual_still_needs_a_penalty() -> None:
    with pytest.raises(ValueError, match="needs l2 > 0"):
        LinearClassifier("logistic", "dual", l2=0.0, regularize_intercept=True).fit(
            XOR, [0, 0, 0, 1]
        )


def test_more_features_than_examples_are_separable_whatever_the_labels() -> None:
    """Section 3.4 of [Eisenstein2014]: V > N lets a linear classifier learn everything."""
    random = np.random.default_rng(3)
    X = random.normal(size=(20, 25))
    for n_labels in (2, 4):
        y = np.concatenate([np.arange(n_labels), random.integers(n_labels, size=20 - n_labels)])
        assert is_separable(X, y)
        model = LinearSVM(C=INF, loss="hinge", max_iterations=100_000).fit(X, y)
        assert model.score(X, y) == 1.0
    assert not is_separable(X[:, :2], np.arange(20) % 2)


@pytest.mark.parametrize(("labels", "expected"), [([0, 0, 0, 1], True), ([0, 1, 1, 0], False)])
def test_and_is_separable_and_xor_is_not(labels: list[int], expected: bool) -> None:
    assert is_separable(XOR, labels) is expected
    squares = np.column_stack([XOR, XOR[:, 0] * XOR[:, 1]])
    assert is_separable(squares, labels)  # with their product it is


def test_without_a_bias_less_is_separable() -> None:
    X = np.array([[1.0], [2.0]])
    assert is_separable(X, ["a", "b"])
    assert not is_separable(X, ["a", "b"], fit_intercept=False)


def test_the_bound_of_the_perceptron_is_asked_of_margins() -> None:
    """R^2 / gamma^2, the theorem of Novikoff on the slides of [McDonald]."""
    X, y = separable(2)
    model = LinearSVM(C=INF, loss="hinge", fit_intercept=False, **EXACT).fit(X, y)
    margins = model.margins(X, y)
    radius = float(np.linalg.norm(X, axis=1).max())
    assert margins.perceptron_bound(radius) == pytest.approx((radius / margins.geometric) ** 2)
    assert LinearSVM().fit(XOR, [0, 1, 1, 0]).margins(XOR, [0, 1, 1, 0]).perceptron_bound(1) == INF


def test_a_margin_of_a_label_that_is_not_known_is_refused() -> None:
    model = LinearSVM().fit(XOR, [0, 0, 0, 1])
    with pytest.raises(DataError, match="knows") as caught:
        model.margins(XOR, [0, 0, 2, 1])
    assert_three_parts(caught.value, rule="A margin is that of", got="got 2", fix="Leave rows")
