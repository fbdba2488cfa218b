"""GaussianMixture: the judge's steps, scikit-learn's answers, and what it refuses."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from sklearn.mixture import GaussianMixture as Peer
from sklearn.utils.estimator_checks import parametrize_with_checks

from linguine import DataError, GaussianMixture, ParameterError
from linguine.learning.generative.gaussian_mixture import GaussianMixtureSteps

from ..reference import em as judge

VARIANCES: list[Any] = ["spherical", "shared", 0.7]
by_variance = pytest.mark.parametrize("variance", VARIANCES, ids=str)


def points(seed: int = 0, n: int = 240, d: int = 3, apart: float = 4.0) -> Any:
    generator = np.random.default_rng(seed)
    centres = generator.normal(0, apart, (3, d))
    spreads = np.array([0.5, 1.0, 1.5])
    y = generator.integers(3, size=n)
    return centres[y] + spreads[y, None] * generator.normal(size=(n, d))


@by_variance
def test_a_step_is_that_of_the_judge(variance: Any) -> None:
    X = points()
    q = np.random.default_rng(1).dirichlet(np.ones(4), len(X))
    steps = GaussianMixtureSteps(X, variance, 0.0)
    found = steps.maximise(q)
    new, objective = steps.expect(found, 1.0)
    means, variances, shares, expected, value = judge.gaussian_step(X, q, variance)
    # Squared lengths of a hundred lose two of sixteen digits.
    for ours, theirs in (
        (found.means, means),
        (found.variances, variances),
        (found.shares, shares),
        (new, expected),
    ):
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-10)
    assert objective == pytest.approx(value, rel=1e-10)


@pytest.mark.filterwarnings("ignore:.*EM should gain", "ignore:Best performing")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("n_steps", [1, 7, 100])
@pytest.mark.parametrize("offset", [0.0, 1e3], ids=["around zero", "far from zero"])
def test_it_finds_what_scikit_learn_finds_from_the_same_start(
    seed: int, n_steps: int, offset: float
) -> None:
    X = points(seed, apart=2.0) + offset
    start = X[np.random.default_rng(seed).choice(len(X), 3, replace=False)]
    ours = GaussianMixture(3, means_init=start, tolerance=0.0, max_iterations=n_steps)
    ours.fit(X)
    total = ((X - X.mean(axis=0)) ** 2).mean()
    peer = Peer(
        3, covariance_type="spherical", means_init=start, weights_init=np.full(3, 1 / 3),
        precisions_init=np.full(3, 1 / total), reg_covar=0.0, tol=0.0, max_iter=n_steps,
    ).fit(X)  # fmt: skip
    np.testing.assert_allclose(ours.means_, peer.means_, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.variances_, peer.covariances_, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.weights_, peer.weights_, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-6)
    np.testing.assert_allclose(ours.score_samples(X), peer.score_samples(X), rtol=1e-6, atol=1e-6)


@pytest.mark.filterwarnings("ignore:.*EM should gain")
@by_variance
@pytest.mark.parametrize("seed", range(5))
def test_the_likelihood_never_falls(variance: Any, seed: int) -> None:
    X = points(seed, apart=1.0)
    found = GaussianMixture(
        4, variance=variance, restarts=1, tolerance=0.0, max_iterations=300, random_state=seed
    )
    history = found.fit(X).history_.tolist()
    assert all(b >= a - 1e-10 * abs(a) for a, b in pairwise(history))


def test_clusters_that_lie_apart_are_found_and_held_out_points_say_how_many_there_are() -> None:
    X, held_out = points(2, n=600)[:300], points(2, n=600)[300:]
    scores = {k: GaussianMixture(k).fit(X).score(held_out) for k in (1, 2, 3, 6)}
    assert scores[3] > scores[2] > scores[1]
    assert scores[6] < scores[3] + 0.05


def test_the_same_on_any_number_of_threads() -> None:
    made = [GaussianMixture(5, n_threads=n).fit(points()) for n in (1, 2)]
    assert made[0].means_.tobytes() == made[1].means_.tobytes()
    assert made[0].history_.tobytes() == made[1].history_.tobytes()


def test_points_that_are_all_equal_have_a_variance_that_is_not_zero() -> None:
    found = GaussianMixture(2).fit(np.ones((5, 2)))
    assert (found.variances_ > 0).all()
    assert np.isfinite(found.score(np.ones((5, 2))))


BAD: dict[str, dict[str, Any]] = {
    "n_components": {"n_components": 0},
    "variance": {"variance": "full"},
    "variance must": {"variance": -1.0},
    "restarts": {"restarts": 0},
    "means_init": {"n_components": 2, "means_init": [[0.0]]},
}


@pytest.mark.parametrize(("name", "options"), BAD.items(), ids=BAD)
def test_parameters_that_cannot_be_are_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=name):
        GaussianMixture(**options).fit(points())


def test_more_clusters_than_points_are_refused() -> None:
    with pytest.raises(DataError, match="n_components=4 and n_samples=3"):
        GaussianMixture(4).fit(points(n=3))


@parametrize_with_checks([GaussianMixture(), GaussianMixture(2, variance="shared")])
def test_scikit_learns_checks(estimator: Any, check: Any) -> None:
    check(estimator)
