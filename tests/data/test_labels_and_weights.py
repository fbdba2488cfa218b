"""Labels of any kind, weights of examples and classes, and labels given as proportions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linguine import LinearClassifier, LogisticRegression, NaiveBayes
from linguine.data import find_classes, make_examples, read_target
from linguine.errors import DataError
from linguine.learning import Batch, Dual, Exact

from ..configurations import CONFIGURATIONS, make
from ..problems import counts, dense

CONVEX: dict[str, dict[str, Any]] = {
    "lbfgs": {"loss": "logistic", "learner": Batch(tolerance=1e-9), "l2": 1.0},
    "owl-qn": {
        "loss": "logistic",
        "learner": Batch("owl-qn", tolerance=1e-9, max_iterations=5000),
        "l2": 0.5,
        "l1": 0.5,
    },
    "dual-crammer-singer": {
        "loss": "hinge",
        "learner": Dual(tolerance=1e-9, max_iterations=100_000),
        "l2": 1.0,
        "regularize_intercept": True,
    },
    "dual-one-versus-all": {
        "loss": "squared-hinge",
        "learner": Dual(tolerance=1e-9, max_iterations=100_000),
        "l2": 1.0,
        "regularize_intercept": True,
        "multiclass": "one-versus-all",
    },
    "exact": {"loss": "squared", "learner": Exact(tolerance=1e-12), "l2": 1.0},
}
by_convex = pytest.mark.parametrize("options", CONVEX.values(), ids=CONVEX.keys())


def convex(options: dict[str, Any], **changes: Any) -> LinearClassifier:
    return LinearClassifier(**{**options, **changes})


@pytest.mark.parametrize(
    "labels",
    [
        ["ham", "spam", "eggs"],
        [10, 20, 30],
        [-1, 0, 1],
        [1.0, 2.0, 5.0],
        np.array(["x", "yy", "zzz"], dtype=object),
        np.array([b"x", b"y", b"z"]),
    ],
    ids=["strings", "integers", "signed", "floats", "objects", "bytes"],
)
def test_labels_come_back_as_they_went_in(labels: Any) -> None:
    toy = dense(3)
    y = np.asarray(labels)[toy.y]
    model = LogisticRegression().fit(toy.X, y)
    np.testing.assert_array_equal(model.classes_, np.sort(np.asarray(labels)))
    assert model.predict(toy.X).dtype == y.dtype
    assert set(model.predict(toy.X)) <= set(y)
    assert (model.predict(toy.X) == y).mean() > 0.5


def test_names_of_labels_do_not_change_the_weights() -> None:
    toy = dense(3)
    plain = LogisticRegression().fit(toy.X, toy.y)
    named = LogisticRegression().fit(toy.X, np.array(["a", "b", "c"])[toy.y])
    np.testing.assert_array_equal(plain.coef_, named.coef_)


def test_two_boolean_labels() -> None:
    toy = dense(2)
    model = LogisticRegression().fit(toy.X, toy.y == 1)
    assert model.classes_.tolist() == [False, True]
    assert model.coef_.shape == (1, toy.d)


@by_convex
def test_a_whole_weight_equals_repeated_rows(options: dict[str, Any]) -> None:
    toy = dense(3, n=30, d=4)
    weight = np.arange(30) % 4  # zeros too
    weighted = convex(options).fit(toy.X, toy.y, sample_weight=weight)
    repeated = convex(options).fit(np.repeat(toy.X, weight, axis=0), np.repeat(toy.y, weight))
    # two runs to the same optimum; weights agree to the root of the gap, 1e-9
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=2e-4)
    assert weighted.objective_ == pytest.approx(repeated.objective_, rel=1e-6)


@by_convex
def test_a_weight_of_two_is_a_row_twice_to_the_ninth_digit(options: dict[str, Any]) -> None:
    if options.get("l1"):
        pytest.skip("steps that cross zero stop earlier")
    toy, weight = dense(3, n=60, d=6), np.arange(60) % 2 + 1
    learner = replace(options["learner"], tolerance=1e-13, max_iterations=1_000_000)
    weighted = convex(options, learner=learner).fit(toy.X, toy.y, sample_weight=weight)
    repeated = convex(options, learner=learner)
    repeated.fit(np.repeat(toy.X, weight, axis=0), np.repeat(toy.y, weight))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-9)


@pytest.mark.parametrize("model", ["multinomial", "bernoulli", "gaussian"])
def test_a_whole_weight_equals_repeated_rows_in_counts(model: str) -> None:
    toy = counts(3)
    weight = np.arange(toy.n) % 4
    weighted = NaiveBayes(model).fit(toy.X, toy.y, sample_weight=weight)
    repeated = NaiveBayes(model).fit(np.repeat(toy.X, weight, axis=0), np.repeat(toy.y, weight))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_weight_of_zero_leaves_the_row_out(name: str) -> None:
    toy = dense(3, n=40, d=4)
    weight = np.where(np.arange(40) % 5 == 0, 0.0, 1.0)
    weighted = make(name).fit(toy.X, toy.y, sample_weight=weight)
    without = make(name).fit(toy.X[weight > 0], toy.y[weight > 0])
    np.testing.assert_allclose(weighted.coef_, without.coef_, rtol=1e-6, atol=1e-9)


@by_convex
def test_a_class_weight_multiplies_the_weights_of_its_rows(options: dict[str, Any]) -> None:
    toy = dense(3, n=30, d=4)
    factor = np.array([1.0, 3.0, 0.5])
    by_class = convex(options, class_weight={0: 1.0, 1: 3.0, 2: 0.5}).fit(toy.X, toy.y)
    by_row = convex(options).fit(toy.X, toy.y, sample_weight=factor[toy.y])
    np.testing.assert_allclose(by_class.coef_, by_row.coef_, rtol=1e-9, atol=1e-12)


@by_convex
def test_balanced_gives_every_class_the_same_total_weight(options: dict[str, Any]) -> None:
    toy = dense(3, n=40, d=4)
    y = np.where(np.arange(40) < 25, 0, toy.y)
    factor = 40 / (3 * np.bincount(y))
    balanced = convex(options, class_weight="balanced").fit(toy.X, y)
    by_row = convex(options).fit(toy.X, y, sample_weight=factor[y])
    np.testing.assert_allclose(balanced.coef_, by_row.coef_, rtol=1e-9, atol=1e-12)


def test_class_weights_multiply_sample_weights() -> None:
    toy = dense(2, n=30, d=3)
    weight = np.linspace(0.5, 2, 30)
    both = convex(CONVEX["lbfgs"], class_weight={0: 2.0, 1: 1.0})
    both.fit(toy.X, toy.y, sample_weight=weight)
    product = convex(CONVEX["lbfgs"])
    product.fit(toy.X, toy.y, sample_weight=weight * np.where(toy.y == 0, 2.0, 1.0))
    np.testing.assert_allclose(both.coef_, product.coef_, rtol=1e-9)


@by_convex
def test_proportions_of_labels_equal_weighted_copies(options: dict[str, Any]) -> None:
    toy = dense(3, n=24, d=4)
    soft = np.random.default_rng(0).dirichlet(np.ones(3), size=24)
    soft[0] = [0.0, 1.0, 0.0]
    ours = convex(options).fit(toy.X, soft)
    copies = convex(options).fit(
        np.repeat(toy.X, 3, axis=0), np.tile([0, 1, 2], 24), sample_weight=soft.ravel()
    )
    np.testing.assert_allclose(ours.coef_, copies.coef_, atol=2e-4)
    assert ours.objective_ == pytest.approx(copies.objective_, rel=1e-6)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_one_hot_proportions_equal_hard_labels(name: str) -> None:
    toy = dense(3, n=40, d=4)
    hard = make(name).fit(toy.X, toy.y)
    soft = make(name).fit(toy.X, np.eye(3)[toy.y])
    np.testing.assert_array_equal(soft.coef_, hard.coef_)
    assert soft.classes_.tolist() == [0, 1, 2]


@pytest.mark.parametrize("model", ["multinomial", "bernoulli", "gaussian"])
def test_proportions_of_labels_are_fractional_counts(model: str) -> None:
    toy = counts(3)
    soft = np.random.default_rng(0).dirichlet(np.ones(3), size=toy.n)
    ours = NaiveBayes(model).fit(toy.X, soft)
    copies = NaiveBayes(model).fit(
        np.repeat(toy.X, 3, axis=0), np.tile([0, 1, 2], toy.n), sample_weight=soft.ravel()
    )
    np.testing.assert_allclose(ours.coef_, copies.coef_, rtol=1e-9, atol=1e-9)


def test_proportions_of_two_labels_make_one_column() -> None:
    toy = dense(2, n=20, d=3)
    p = np.linspace(0.1, 0.9, 20)
    model = convex(CONVEX["lbfgs"]).fit(toy.X, np.column_stack([1 - p, p]))
    assert model.coef_.shape == (1, 3)


@pytest.mark.parametrize(
    "y",
    [[["a"], ["b"]], [["a"], ["a", "b"]], [("a",), ("a", "b")], [{"a"}, {"b"}], [[0.5, 0.5], [1]]],
    ids=["one each", "ragged", "tuples", "sets", "ragged numbers"],
)
def test_lists_of_labels_are_told_that_a_row_has_one_label(y: Any) -> None:
    """NumPy's words about inhomogeneous shapes came through."""
    with pytest.raises(DataError, match=r"one label.*Row \d of y is .*Give one label per row"):
        read_target(y, 2)


def test_labels_may_come_from_a_generator() -> None:
    target = read_target((each for each in ["spam", "ham"]), 2)
    assert target.values.tolist() == ["spam", "ham"]


@pytest.mark.parametrize("y", ["ab", b"ab", {"a": 1, "b": 2}, {"a", "b"}])
def test_labels_without_an_order_of_rows_are_refused(y: Any) -> None:
    with pytest.raises(DataError, match=r"list of labels.*got .*Give one label per row"):
        read_target(y, 2)


def test_large_whole_numbers_are_not_rounded() -> None:
    labels = [2**63, -1, 2**63 + 1]
    target = read_target(labels, 3)
    assert find_classes(target).tolist() == sorted(labels)


def test_weights_whose_sum_overflows_are_refused() -> None:
    target = read_target(["a", "b"], 2)
    with pytest.raises(DataError, match="finite sum"), np.errstate(over="ignore"):
        make_examples(target, find_classes(target), sample_weight=[1.7e308, 1.7e308])
