"""A recipe gives the same theta as its steps done by hand: naive-Bayes scaling, then learning."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine.data import Examples
from linguine.errors import ParameterError
from linguine.features import Extractor, Numeric, Sites, WordNgrams
from linguine.model.concurrency import Resources
from linguine.tasks.text.fitting.recipe import Recipe, make_recipe
from linguine.tasks.text.fitting.scaling import NaiveBayesScaling

from ..features.extraction import dense
from ..messages import assert_three_parts
from ..reference import nb_svm
from ..tasks.synthetic import LABELS, corpus

Array = NDArray[np.float64]
USE = Resources(n_threads=2, seed=0)
PRECISE = {"tolerance": 1e-8, "max_iterations": 20_000}


def problem(n_labels: int) -> tuple[Sites, Examples]:
    train = corpus(90, n_labels)
    sites = Extractor(WordNgrams(), values="binary", normalize=None).fit_transform(train.texts)
    gold = np.array([LABELS.index(each) for each in train.labels], np.int32)
    return sites, Examples(np.arange(len(gold)), gold, np.ones(len(gold)))


def learn_plainly(X: Array, signs: Array) -> tuple[Array, float]:
    """The library's own SVM on a matrix that was scaled by hand."""
    from linguine import LinearSVM

    svm = LinearSVM(**PRECISE).fit(X.astype(np.float32), signs)  # type: ignore[arg-type]
    return np.asarray(svm.coef_[0], np.float64), float(svm.intercept_[0])


@pytest.mark.parametrize("beta", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_nb_svm_is_an_svm_on_naive_bayes_weights(n_labels: int, beta: float) -> None:
    sites, examples = problem(n_labels)
    recipe = make_recipe("nb-svm", {"alpha": 0.5, "beta": beta, **PRECISE})
    fitted = recipe.fit(sites, examples, n_labels, USE)
    theta, bias = nb_svm.fit(
        dense(sites), examples.gold.astype(np.int64), n_labels, 0.5, beta, learn_plainly
    )
    # Two dual solvers at a gap of 1e-8 on separable data: weights agree to about its root.
    np.testing.assert_allclose(fitted.weights[:, : theta.shape[1]], theta, atol=2e-3)
    np.testing.assert_allclose(fitted.bias[: theta.shape[1]], bias, atol=2e-3)


def test_beta_0_is_naive_bayes_with_its_prior() -> None:
    """The bias was the SVM's at every beta, so that the larger of two labels always won."""
    sites, examples = problem(2)
    few = examples.subset((examples.gold == 0) | (np.arange(90) % 5 == 0))
    fitted = make_recipe("nb-svm", {"beta": 0.0}).fit(sites, few, 2, USE)
    X, gold = dense(sites)[few.rows], few.gold
    r = nb_svm.ratios(X, gold.astype(np.int64), np.ones(len(few)), 2, 1.0)[:, 0]
    prior = np.log((gold == 1).sum() / (gold == 0).sum())
    theta, bias = fitted.weights[:, 0].astype(np.float64), float(fitted.bias[0])
    np.testing.assert_allclose((X @ theta + bias) / (X @ r + prior), theta @ r / (r @ r), rtol=1e-3)


def test_nb_svm_leaves_numbers_that_are_no_counts_to_the_learner() -> None:
    train = corpus(60, 2)
    numbers = [float(label == LABELS[1]) * 2 - 1 for label in train.labels]
    extractor = Extractor(WordNgrams() + Numeric("n"))
    sites = extractor.fit_transform(train.texts, {"n": numbers})
    gold = np.array([LABELS.index(each) for each in train.labels], np.int32)
    examples = Examples(np.arange(60), gold, np.ones(60))
    place = extractor.names().index("n")
    learned, none = (
        make_recipe("nb-svm", {"beta": beta}).fit(sites, examples, 2, USE).weights[place, 0]
        for beta in (0.5, 0.0)
    )
    assert learned > 0.01
    # Naive Bayes sees a number in every text of both labels; float32 sums leave a trace.
    assert abs(none) < 1e-4


def test_beta_0_leaves_naive_bayes_alone() -> None:
    sites, examples = problem(2)
    fitted = make_recipe("nb-svm", {"beta": 0.0}).fit(sites, examples, 2, USE)
    r = nb_svm.ratios(dense(sites), examples.gold.astype(np.int64), np.ones(len(examples)), 2, 1.0)[
        :, 0
    ]
    theta = fitted.weights[:, 0].astype(np.float64)
    np.testing.assert_allclose(theta / np.abs(theta).sum(), r / np.abs(r).sum(), atol=1e-6)


@pytest.mark.parametrize("n_labels", [2, 4])
def test_scaled_columns_learned_side_by_side_are_those_learned_in_a_row(n_labels: int) -> None:
    sites, examples = problem(n_labels)
    recipe = make_recipe("nb-svm", {})
    one, two = (recipe.fit(sites, examples, n_labels, Resources(n)) for n in (1, 2))
    assert one.weights.tobytes() == two.weights.tobytes()
    assert one.bias.tobytes() == two.bias.tobytes()


def test_a_tiny_strength_is_hardly_any_naive_bayes() -> None:
    """Scaling by sqrt(1 + lambda r^2) goes over into plain rows of length 1."""
    train = corpus(90, 2)
    sites = Extractor(WordNgrams()).fit_transform(train.texts)
    gold = np.array([LABELS.index(each) for each in train.labels], np.int32)
    examples = Examples(np.arange(90), gold, np.ones(90))
    plain = make_recipe("svm", PRECISE)
    scaled = dataclasses.replace(plain, scaling=NaiveBayesScaling(strength=1e-9))
    a, b = (each.fit(sites, examples, 2, USE) for each in (plain, scaled))
    np.testing.assert_allclose(a.weights[:, 0], b.weights[:, 0], atol=1e-3)


def test_strength_makes_rows_of_mean_length_1() -> None:
    """What is learned is what an SVM learns from rows that were scaled by hand."""
    sites, examples = problem(3)
    X = dense(sites)
    r = nb_svm.ratios(X, examples.gold.astype(np.int64), np.ones(len(examples)), 3, 1.0)
    recipe = dataclasses.replace(
        make_recipe("svm", PRECISE), scaling=NaiveBayesScaling(strength=4.0)
    )
    fitted = recipe.fit(sites, examples, 3, USE)
    for k in range(3):
        s = np.sqrt(1 + 4 * r[:, k] ** 2)
        s /= np.sqrt(((X * s) ** 2).sum(axis=1).mean())
        u, b = learn_plainly(X * s, np.where(examples.gold == k, 1.0, -1.0))
        # Two dual solvers at a gap of 1e-8: weights agree to about its root.
        np.testing.assert_allclose(fitted.weights[:, k], u * s, atol=2e-3)
        assert fitted.bias[k] == pytest.approx(b, abs=2e-3)


def test_a_recipe_can_be_run_again_on_a_part() -> None:
    sites, examples = problem(3)
    recipe: Recipe = make_recipe("svm", {})
    before = sites.values
    whole = recipe.fit(sites, examples, 3, USE)
    recipe.fit(sites, examples.subset(examples.rows < 30), 3, USE)
    again = recipe.fit(sites, examples, 3, USE)
    assert sites.values is before
    assert whole.weights.tobytes() == again.weights.tobytes()


@pytest.mark.parametrize(
    ("options", "rule", "got"),
    [
        ({"alpha": 0.0}, "alpha must be a number > 0", "got 0"),
        ({"beta": 1.5}, "beta must be a number >= 0 and <= 1", "got 1.5"),
        ({"beta": -0.1}, "beta must be", "got -0.1"),
    ],
    ids=str,
)
def test_bad_scalings_are_refused(options: dict[str, float], rule: str, got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        make_recipe("nb-svm", options)
    assert_three_parts(caught.value, rule, got, "Try")
