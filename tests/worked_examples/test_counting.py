"""Worked examples of the sources that need only counts: 1, 2, 4, 11 and 14 of SPEC section 8."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy.special import gammaln
from scipy.stats import multinomial, norm

from linguine import LinearClassifier, NaiveBayes


def test_example_1_bayes_rule() -> None:
    """A test for a construction that one in 100,000 sentences has, Eq. (2.8) of [Eisenstein2014].

    Naive Bayes with one feature (the test says yes) and the probabilities as weights of examples.
    """
    prior, recall, false_positive_rate = 1e-5, 0.95, 0.005
    says_yes = np.array([[1.0], [0.0], [1.0], [0.0]])
    has_gap = ["gap", "gap", "none", "none"]
    weight = [
        prior * recall,
        prior * (1 - recall),
        (1 - prior) * false_positive_rate,
        (1 - prior) * (1 - false_positive_rate),
    ]
    model = NaiveBayes("bernoulli", alpha=0.0).fit(says_yes, has_gap, sample_weight=weight)
    p_gap = model.predict_proba([[1.0]])[0, 0]
    assert p_gap == pytest.approx(0.0018964, abs=5e-8)  # the digits given


def test_example_2_traffic_lights() -> None:
    """Naive Bayes believes that two red lights work, page 14 of [Eisenstein2014]."""
    red = np.array([[1, 1]] + 3 * [[0, 1]] + 3 * [[1, 0]])  # (north-south, east-west) is red
    lights = ["broken"] + 6 * ["working"]
    model = NaiveBayes("bernoulli", alpha=1e-10).fit(red, lights)
    p_broken, p_working = model.predict_proba([[1, 1]])[0]
    assert p_working == pytest.approx(0.6, abs=1e-8)  # alpha moves it by about 1e-10
    assert p_broken == pytest.approx(0.4, abs=1e-8)
    assert model.predict([[1, 1]]).item() == "working"


WORDS = ("George", "Washington", "Bridge", "General")


def read_off_features(text: str, label: str, *, bias: bool) -> list[float]:
    """f(x, y) through the library: the score of y under each unit weight vector in turn."""
    x = np.array([[float(word in text.split()) for word in WORDS]])
    labels = ["Person", "Object", "~"]  # the third only keeps a column for each of the two
    size = len(WORDS) + bias
    features = []
    for j in range(2 * size):
        theta = np.zeros(2 * size)
        theta[j] = 1.0
        blocks = np.vstack([theta.reshape(2, size), np.zeros(size)])
        model = LinearClassifier.from_weights(
            blocks[:, : len(WORDS)], blocks[:, -1] if bias else np.zeros(3), labels
        )
        column = model.classes_.tolist().index(label)
        features.append(float(model.decision_function(x)[0, column]))
    return features


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("General George Washington", "Person", [1, 1, 0, 1, 0, 0, 0, 0]),
        ("George Washington Bridge", "Object", [0, 0, 0, 0, 1, 1, 1, 0]),
        ("George Washington George", "Object", [0, 0, 0, 0, 1, 1, 0, 0]),
    ],
)
def test_example_4_block_features(text: str, label: str, expected: list[float]) -> None:
    """Each label has a block of its own, slide "Block Feature Vectors" of [McDonald]."""
    assert read_off_features(text, label, bias=False) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [("Person", [1, 1, 0, 1, 1, 0, 0, 0, 0, 0]), ("Object", [0, 0, 0, 0, 0, 1, 1, 0, 1, 1])],
)
def test_example_4_block_features_with_bias_have_one_more_column_per_label(
    label: str, expected: list[float]
) -> None:
    assert read_off_features("General George Washington", label, bias=True) == expected


def test_example_11_two_views_of_naive_bayes() -> None:
    """Types and tokens differ by log B(x), section 2.1.1 of [Eisenstein2018]."""
    random = np.random.default_rng(0)
    y = np.arange(30) % 3
    phi = random.dirichlet(np.ones(5), size=3)
    X = np.array([random.multinomial(6, phi[k]) for k in y], dtype=float)
    model = NaiveBayes("multinomial", alpha=1.0).fit(X, y)
    counts = np.array([X[y == k].sum(axis=0) for k in range(3)]) + 1.0
    phi_hat = counts / counts.sum(axis=1, keepdims=True)

    x = np.array([2, 0, 1, 3, 0])
    tokens = np.repeat(np.arange(5), x)
    log_types = multinomial.logpmf(x, n=6, p=phi_hat) + np.log(1 / 3)
    log_tokens = np.log(phi_hat[:, tokens]).sum(axis=1) + np.log(1 / 3)
    log_B = gammaln(x.sum() + 1) - gammaln(x + 1).sum()

    np.testing.assert_allclose(log_types - log_tokens, log_B, rtol=1e-9)
    scores = model.decision_function(x[None].astype(float))[0]
    np.testing.assert_allclose(scores, log_tokens, rtol=1e-9)  # the linear score, Eq. (2.18)
    assert model.predict(x[None].astype(float)).item() == log_types.argmax() == log_tokens.argmax()
    for view in (log_types, log_tokens):  # the same posterior, whatever the view
        posterior = np.exp(view - view.max())
        np.testing.assert_allclose(
            model.predict_proba(x[None].astype(float))[0], posterior / posterior.sum(), rtol=1e-9
        )


def test_example_11_b_counts_the_orders_of_a_bag() -> None:
    """man bites dog, dog bites man, ...: B(x) orders, all scored alike."""
    orders = set(permutations(("man", "bites", "dog")))
    log_B = gammaln(4) - 3 * gammaln(2)
    assert len(orders) == round(np.exp(log_B)) == 6


@pytest.mark.parametrize("n_labels", [2, 3])
def test_example_14_gaussian_naive_bayes_with_shared_variance_is_linear(n_labels: int) -> None:
    """Densities multiplied by Bayes' rule give the linear model, Exercise 1.3 of [LxMLS]."""
    random = np.random.default_rng(1)
    y = np.arange(90) % n_labels
    centres = np.array([[-1.0, -1.0], [1.0, 1.0], [2.0, -1.0]])
    X = centres[y] + random.normal(size=(90, 2))
    model = NaiveBayes("gaussian").fit(X, y)
    m = np.array([X[y == k].mean(axis=0) for k in range(n_labels)])
    sigma = np.sqrt(((X - m[y]) ** 2).mean(axis=0))
    grid = random.normal(size=(50, 2)) * 2
    log_p = np.array(
        [
            norm.logpdf(grid, m[k], sigma).sum(axis=1) + np.log((y == k).mean())
            for k in range(n_labels)
        ]
    ).T
    posterior = np.exp(log_p - log_p.max(axis=1, keepdims=True))
    posterior /= posterior.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(grid), posterior, rtol=1e-8, atol=1e-12)


def test_example_14_the_boundary_is_the_formula() -> None:
    """w = (m2 - m1) / v, b = log(pi2 / pi1) - (m2^2 - m1^2) / (2 v): zero on the boundary."""
    random = np.random.default_rng(2)
    y = (np.arange(80) % 4 == 0).astype(int)  # unequal priors
    X = np.where(y[:, None] == 1, 1.0, -1.0) + random.normal(size=(80, 2))
    model = NaiveBayes("gaussian").fit(X, y)
    m1, m2 = X[y == 0].mean(axis=0), X[y == 1].mean(axis=0)
    v = ((X - np.where(y[:, None] == 1, m2, m1)) ** 2).mean(axis=0)
    w = (m2 - m1) / v
    b = np.log(0.25 / 0.75) - ((m2**2 - m1**2) / (2 * v)).sum()
    np.testing.assert_allclose(model.coef_[0], w, rtol=1e-9)
    np.testing.assert_allclose(model.intercept_[0], b, rtol=1e-9)
    along = random.normal(size=20)
    boundary = np.column_stack([along, -(b + w[0] * along) / w[1]])
    np.testing.assert_allclose(model.decision_function(boundary), 0.0, atol=1e-9)
