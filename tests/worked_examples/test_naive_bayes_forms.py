"""Naive Bayes as the textbooks write it: unsmoothed, Bernoulli for texts, a given variance."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import multinomial as multinomial_distribution
from scipy.stats import norm

from linguine import NaiveBayes, ParameterError, TextClassifier
from linguine.errors import NotAvailableError
from linguine.features import WordNgrams
from linguine.learning.generative.naive_bayes import IMPOSSIBLE

from ..messages import assert_three_parts
from ..problems import counts, dense

TEXTS = ["good good fun", "good film", "bad bad film", "bad dull"]
LABELS = ["+", "+", "-", "-"]
WORDS = WordNgrams(1, 1)


def classifier(algorithm: str, **options: Any) -> TextClassifier:
    return TextClassifier(algorithm, features=WORDS, calibration="none", **options)


@pytest.mark.parametrize("algorithm", ["naive-bayes", "bernoulli-naive-bayes"])
def test_unsmoothed_naive_bayes_scores_its_training_texts(algorithm: str) -> None:
    """Exercise 1.2.2 of [LxMLS], before add-one smoothing: all training texts are possible."""
    clf = classifier(algorithm, alpha=0.0).fit(TEXTS, LABELS)
    assert clf.score(TEXTS, LABELS) == 1.0
    assert np.isfinite(clf.decision_function(TEXTS)).all()


def test_unsmoothed_probabilities_are_relative_frequencies() -> None:
    """Eq. (2.21) of [Eisenstein2018]: 3 of 5 words of the good texts are good."""
    X = np.array([[2.0, 1, 0], [1, 0, 0], [0, 1, 1], [0, 0, 1]])
    model = NaiveBayes(alpha=0.0).fit(X, [0, 0, 1, 2])
    expected = np.array([[3 / 4, 1 / 4, 0], [0, 1 / 2, 1 / 2], [0, 0, 1]])
    is_possible = expected > 0
    np.testing.assert_allclose(np.exp(model.coef_)[is_possible], expected[is_possible])
    assert (model.coef_[~is_possible] < IMPOSSIBLE / 2).all()
    np.testing.assert_array_equal(model.predict_proba([[0.0, 0, 2]]).round(12)[0, 0], 0.0)


def test_one_word_that_a_label_never_had_makes_it_impossible_unless_smoothed() -> None:
    """Exercise 1.2.3 of [LxMLS]: words that were not observed cause problems at test time."""
    X = np.array([[9.0, 9, 1, 0], [1, 1, 0, 1]])
    new = [[5.0, 5, 0, 1]]  # like the first, but for one word
    unsmoothed = NaiveBayes(alpha=0.0).fit(X, ["first", "second"])
    assert unsmoothed.predict(new).item() == "second"
    assert unsmoothed.predict_proba(new)[0, 0] == 0.0
    smoothed = NaiveBayes(alpha=1.0).fit(X, ["first", "second"])
    assert smoothed.predict(new).item() == "first"


def test_unsmoothed_models_survive_a_file_and_calibration() -> None:
    clf = TextClassifier("naive-bayes", alpha=0.0, features=WORDS).fit(TEXTS * 5, LABELS * 5)
    loaded = TextClassifier.load(clf.to_bytes())
    assert loaded.predict(TEXTS).tolist() == LABELS
    assert np.isfinite(loaded.predict_proba(TEXTS)).all()


def test_bernoulli_naive_bayes_of_texts_is_that_of_their_presence() -> None:
    """Footnote 1 of [LxMLS]: absent words count, repeated ones do not."""
    clf = classifier("bernoulli-naive-bayes", alpha=1.0).fit(TEXTS, LABELS)
    assert clf.model_ is not None
    names = clf.model_.extractor.names()

    def log_joint(text: str, label: str) -> float:
        mine = [set(t.split()) for t, y in zip(TEXTS, LABELS, strict=True) if y == label]
        total = math.log(len(mine) / len(TEXTS))
        for word in names:
            p = (1 + sum(word in each for each in mine)) / (2 + len(mine))
            total += math.log(p if word in text.split() else 1 - p)
        return total

    for text in [*TEXTS, "good bad", "film", "nothing known"]:
        expected = log_joint(text, "-") - log_joint(text, "+")
        found = clf.decision_function([text]).item()
        sign = 1 if clf.labels_ == ["+", "-"] else -1
        assert found == pytest.approx(sign * expected, abs=1e-5)
    twice = clf.decision_function(["good good good"])
    np.testing.assert_array_equal(twice, clf.decision_function(["good"]))


def test_bernoulli_naive_bayes_goes_on_counting() -> None:
    whole = classifier("bernoulli-naive-bayes").fit(TEXTS, LABELS)
    pieces = classifier("bernoulli-naive-bayes")
    pieces.partial_fit(TEXTS[::2], LABELS[::2]).partial_fit(TEXTS[1::2], LABELS[1::2])
    again = TextClassifier.load(
        classifier("bernoulli-naive-bayes").fit(TEXTS[::2], LABELS[::2]).to_bytes()
    ).partial_fit(TEXTS[1::2], LABELS[1::2])
    for model in (pieces, again):
        np.testing.assert_allclose(
            model.decision_function(TEXTS), whole.decision_function(TEXTS), rtol=1e-5
        )


@pytest.mark.parametrize("how", [{"values": "count"}, {"normalize": "l2"}])
def test_a_model_of_presence_takes_no_other_values(how: dict[str, str]) -> None:
    with pytest.raises(ParameterError) as caught:
        TextClassifier("bernoulli-naive-bayes", **how)  # type: ignore[arg-type]
    assert_three_parts(caught.value, rule="whether words are there", got="got", fix="Leave them")


@pytest.mark.parametrize("variance", [0.5, 2.0])
def test_gaussian_naive_bayes_with_a_given_variance_is_bayes_rule(variance: float) -> None:
    """Exercises 1.1 to 1.3 of [LxMLS]: means are estimated, the variance is known."""
    toy = dense(3, n=60, d=2)
    model = NaiveBayes("gaussian", variance=variance).fit(toy.X, toy.y)
    mu = np.array([toy.X[toy.y == k].mean(axis=0) for k in range(3)])
    prior = np.bincount(toy.y) / 60
    np.testing.assert_allclose(model.means_, mu, rtol=1e-12)
    np.testing.assert_allclose(model.priors_, prior, rtol=1e-12)
    np.testing.assert_array_equal(model.variances_, [variance, variance])
    log_p = np.array(
        [norm.logpdf(toy.X, mu[k], math.sqrt(variance)).sum(1) + np.log(prior[k]) for k in range(3)]
    ).T
    posterior = np.exp(log_p - log_p.max(axis=1, keepdims=True))
    posterior /= posterior.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(toy.X), posterior, rtol=1e-9, atol=1e-12)


def test_with_equal_priors_and_variance_the_nearest_mean_wins() -> None:
    """Exercise 1.1 of [LxMLS]: the Bayes-optimal boundary of two equal Gaussians."""
    random = np.random.default_rng(0)
    X = np.vstack([random.normal(-1, 1, (50, 2)), random.normal(1, 1, (50, 2))])
    model = NaiveBayes("gaussian", variance=1.0).fit(X, np.repeat([0, 1], 50))
    grid = random.normal(size=(100, 2)) * 2
    distance = ((grid[:, None] - model.means_[None]) ** 2).sum(axis=2)
    assert (model.predict(grid) == distance.argmin(axis=1)).all()


def test_a_variance_for_each_feature() -> None:
    toy = dense(2, n=40, d=3)
    given = NaiveBayes("gaussian", variance=NaiveBayes("gaussian").fit(toy.X, toy.y).variances_)
    own = NaiveBayes("gaussian").fit(toy.X, toy.y)
    np.testing.assert_allclose(given.fit(toy.X, toy.y).coef_, own.coef_, rtol=1e-12)


@pytest.mark.parametrize("variance", [0.0, -1.0, float("nan"), "much", [[1.0]]])
def test_a_variance_must_be_positive(variance: object) -> None:
    with pytest.raises(ParameterError) as caught:
        NaiveBayes("gaussian", variance=variance).fit([[0.0], [1.0]], [0, 1])
    assert_three_parts(caught.value, rule="must be a positive", got="got", fix="Use 1.0")


def test_a_variance_must_fit_the_columns_and_the_model() -> None:
    with pytest.raises(ParameterError) as caught:
        NaiveBayes("gaussian", variance=[1.0, 2.0]).fit([[0.0], [1.0]], [0, 1])
    assert_three_parts(caught.value, rule="one for each", got="2 for 1", fix="each column")
    with pytest.raises(ParameterError) as caught:
        NaiveBayes("multinomial", variance=1.0).fit([[0.0], [1.0]], [0, 1])
    assert_three_parts(caught.value, rule="Gaussian", got="variance=1.0", fix="Leave it out")


def test_only_gaussians_have_means() -> None:
    toy = counts(2)
    model = NaiveBayes().fit(toy.X, toy.y)
    assert model.priors_.sum() == pytest.approx(1.0)
    with pytest.raises(NotAvailableError, match="Gaussian"):
        _ = model.means_
    with pytest.raises(NotAvailableError, match="Call fit"):
        _ = NaiveBayes("gaussian").means_


def test_exercise_1_a_bag_of_one_word_has_the_same_probability_either_way() -> None:
    """004's exercise 1: p_mult(x; phi) = p_cat(w; phi) if the counts of x add up to 1."""
    phi = np.array([0.2, 0.5, 0.3])
    X = np.array([[5.0, 12, 8], [2, 1, 7]])
    model = NaiveBayes(alpha=1.0).fit(X, [0, 1])
    log_phi = np.log((X + 1) / (X + 1).sum(axis=1, keepdims=True))
    for w, one in enumerate(np.eye(3)):
        assert multinomial_distribution.pmf(one, n=1, p=phi) == pytest.approx(phi[w], rel=1e-12)
        found = model.decision_function(one[None]).item()  # equal priors
        assert found == pytest.approx(log_phi[1, w] - log_phi[0, w], rel=1e-12)
    # and not for longer ones, where B(x) orders share the bag
    two = np.array([1, 1, 0])
    assert multinomial_distribution.pmf(two, n=2, p=phi) == pytest.approx(2 * phi[0] * phi[1])


def test_exercise_2_the_prior_of_maximum_likelihood_is_the_share_of_each_label() -> None:
    """004's exercise 2: mu_y = count(y) / N beats every other distribution of the labels."""
    y = np.array([0] * 5 + [1] * 3 + [2] * 2)
    model = NaiveBayes().fit(np.ones((10, 1)), y)
    np.testing.assert_allclose(model.priors_, [0.5, 0.3, 0.2], rtol=1e-12)

    def log_likelihood(mu: np.ndarray) -> float:
        return float(np.log(mu[y]).sum())

    best = log_likelihood(model.priors_)
    grid = np.linspace(0.05, 0.9, 18)
    others = [(a, b, 1 - a - b) for a, b in product(grid, grid) if a + b < 0.99]
    assert all(log_likelihood(np.array(mu)) <= best + 1e-12 for mu in others)


@pytest.mark.parametrize("algorithm", ["multinomial", "bernoulli"])
def test_endless_smoothing_leaves_one_classifier_for_all(algorithm: str) -> None:
    """alpha to infinity: every feature is as likely with every label; the prior decides."""
    toy = counts(3)
    y = np.where(np.arange(toy.n) % 5 == 0, toy.y, 0)
    model = NaiveBayes(algorithm, alpha=1e12).fit(toy.X, y)
    np.testing.assert_allclose(np.ptp(model.coef_, axis=0), 0.0, atol=1e-9)
    assert (model.predict(toy.X) == 0).all()
    np.testing.assert_allclose(
        model.predict_proba(toy.X), np.tile(model.priors_, (toy.n, 1)), atol=1e-9
    )
