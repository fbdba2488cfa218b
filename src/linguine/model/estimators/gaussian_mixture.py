"""GaussianMixture: round clusters of points, found by EM."""

from __future__ import annotations

import warnings
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.errors import POSITIVE, DataError, ParameterError, check_number, named, show_value
from linguine.features import read_matrix
from linguine.features.threads import count_threads
from linguine.learning.generative.em import Climb, climb
from linguine.learning.generative.gaussian_mixture import GaussianMixtureSteps, Gaussians
from linguine.model.concurrency import Resources, run_in_order
from linguine.model.estimators.scikit_learn import (
    BaseEstimator,
    ConvergenceWarning,
    check_is_fitted,
    draw_seed,
    validate_data,
)
from linguine.progress import resolve

__all__ = ["GaussianMixture"]

Self = TypeVar("Self", bound="GaussianMixture")
_Found: TypeAlias = "Climb[Gaussians, NDArray[np.float64]]"
#: Variances are kept at or above this share of that of all points: a cluster of one point has none.
_SMALLEST_VARIANCE = 1e-9


@dataclass(eq=False, repr=False)
class GaussianMixture(BaseEstimator):
    r"""Mixture of round Gaussians: clusters of points around their means.

    .. math:: p(x) = \sum_{y=1}^{k} \pi_y\, N(x; m_y, v_y I)

    Section 1.5 of [Zhang2010]; see :mod:`linguine.learning.generative.gaussian_mixture`.

    Parameters
    ----------
    n_components
        How many clusters; ``score`` on other points says which number is best.
    variance
        ``"spherical"`` for one of each cluster, ``"shared"`` for one of all, or a number if it is
        known.
    restarts
        Starts; the one whose end is most likely wins.
    max_iterations, tolerance
        EM stops after so many steps, or when one gains less than this share of the likelihood.
    means_init
        Where to start instead : (n_components, n_features).
    random_state
        Seed of the starts.
    n_threads
        Threads; None is all processors. The result does not depend on it.
    progress
        None, True for a bar or log lines, or a function of :class:`linguine.progress.Progress`.

    Examples
    --------
    >>> X = [[0.0], [0.2], [0.1], [5.0], [5.2], [5.1]]
    >>> model = GaussianMixture(2, variance="shared").fit(X)
    >>> sorted(model.means_.round(2).ravel().tolist())
    [0.1, 5.1]
    """

    n_components: int = 1
    _: KW_ONLY
    variance: Any = "spherical"
    restarts: int = 10
    max_iterations: int = 200
    tolerance: float = 1e-6
    means_init: Any = None
    random_state: Any = 0
    n_threads: int | None = None
    progress: Any = None

    def fit(self: Self, X: Any, y: Any = None) -> Self:
        """Find the clusters of points : (n_points, n_features); y is not looked at."""
        self._check()
        points = self._points(X)
        if len(points) < self.n_components:
            raise DataError(
                "Clusters must not be more than points; got n_components="
                f"{self.n_components} and n_samples={len(points)}. Ask for fewer clusters, or give "
                "more points."
            )
        validate_data(self, X, reset=True, skip_check_array=True)
        centre = points.mean(axis=0)
        points -= centre  # squares of what is far from 0 would lose their digits
        best = self._climb(points, centre)
        self.means_ = best.parameters.means + centre
        self.variances_, self.weights_ = best.parameters.variances, best.parameters.shares
        self.history_ = np.array(best.history)
        self.n_iter_, self.converged_ = len(best.history), best.converged
        self.lower_bound_ = best.objective / len(points)
        self._centre = centre
        if not best.converged:
            warnings.warn(
                ConvergenceWarning(
                    "EM should gain less than the tolerance in its last step; after "
                    f"{self.max_iterations} steps it still gains more. Raise "
                    f"{named('max_iterations')}.",
                    owner=type(self).__name__,
                ),
                stacklevel=2,
            )
        return self

    def fit_predict(self, X: Any, y: Any = None) -> NDArray[np.int64]:
        """Find the clusters of points, and return the cluster of each."""
        return self.fit(X).predict(X)

    def predict(self, X: Any) -> NDArray[np.int64]:
        """Return the most probable cluster of each point : (n_points,)."""
        return np.asarray(self.predict_proba(X).argmax(axis=1))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each cluster : (n_points, n_components)."""
        steps, parameters = self._asked(X)
        return steps.expect(parameters, 1.0)[0]

    def score_samples(self, X: Any) -> NDArray[np.float64]:
        """Return the log-density of each point : (n_points,)."""
        steps, parameters = self._asked(X)
        return steps.log_likelihoods(parameters)

    def score(self, X: Any, y: Any = None) -> float:
        """Return the mean log-density of points; of held-out ones it tells how many clusters."""
        return float(self.score_samples(X).mean())

    # --- inside ---------------------------------------------------------------------------------

    def _check(self) -> None:
        owner, fix = type(self).__name__, "Try 2."
        check_number(owner, "n_components", self.n_components, low=1, integer=True, fix=fix)
        for name in ("restarts", "max_iterations"):
            check_number(owner, name, getattr(self, name), low=1, integer=True, fix="Try 10.")
        check_number(owner, "tolerance", self.tolerance, low=0, high=1, fix="Try 1e-6.")
        if isinstance(self.variance, str):
            if self.variance not in ("spherical", "shared"):
                raise ParameterError(
                    "must be 'spherical', 'shared' or a known number; got "
                    f"{show_value(self.variance)}. Choose one of these.",
                    owner=owner,
                    parameter="variance",
                )
            return
        check_number(owner, "variance", self.variance, **POSITIVE, fix="Try 'shared'.")

    def _points(self, X: Any, n_features: int | None = None) -> NDArray[np.float64]:
        if hasattr(X, "tocsr"):
            raise DataError(
                "Sparse data is not supported: distances of points need all coordinates; got "
                f"{type(X).__name__}. Give X.toarray(), or texts to Clusterer."
            )
        sites = read_matrix(X, n_features=n_features, owner=type(self).__name__)
        assert sites.values is not None
        return np.array(sites.values, dtype=np.float64)

    def _asked(self, X: Any) -> tuple[GaussianMixtureSteps, Gaussians]:
        check_is_fitted(self, "means_")
        points = self._points(X, self.n_features_in_) - self._centre
        validate_data(self, X, reset=False, skip_check_array=True)
        steps = GaussianMixtureSteps(points, 1.0, 0.0, n_threads=count_threads(self.n_threads))
        return steps, Gaussians(self.means_ - self._centre, self.variances_, self.weights_)

    def _climb(self, points: NDArray[np.float64], centre: NDArray[np.float64]) -> _Found:
        total = float((points**2).mean())
        known = not isinstance(self.variance, str)
        floor = 0.0 if known else _SMALLEST_VARIANCE * (total if total > 0 else 1.0)
        first = float(self.variance) if known else max(total, floor)
        n_threads = count_threads(self.n_threads)
        seed = draw_seed(self.random_state)
        k = self.n_components

        def start(i: int, use: Resources) -> _Found:
            means = _spread(points, k, np.random.default_rng([seed, i]))
            if self.means_init is not None:
                means = self._given_means(points.shape[1]) - centre
            steps = GaussianMixtureSteps(points, self.variance, floor, n_threads=use.n_threads)
            parameters = Gaussians(means, np.full(k, first), np.full(k, 1.0 / k))
            return climb(
                steps,
                steps.expect(parameters, 1.0)[0],
                tolerance=float(self.tolerance),
                max_iterations=int(self.max_iterations),
                report=use.report,
            )

        n_starts = 1 if self.means_init is not None or k == 1 else int(self.restarts)
        best: _Found | None = None
        with resolve(self.progress) as report:
            for found in run_in_order(start, n_starts, Resources(n_threads, seed, report)):
                if best is None or found.objective > best.objective:
                    best = found
        assert best is not None
        return best

    def _given_means(self, n_features: int) -> NDArray[np.float64]:
        means: ArrayLike = self.means_init
        found = np.asarray(means, dtype=np.float64)
        wanted = (self.n_components, n_features)
        if found.shape != wanted or not np.isfinite(found).all():
            raise ParameterError(
                f"must be finite numbers of the shape {wanted}; got {found.shape}. Give a mean for "
                "each cluster.",
                owner=type(self).__name__,
                parameter="means_init",
            )
        return found


def _spread(
    points: NDArray[np.float64], k: int, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Return points that are far apart, each drawn by its squared distance from the nearest."""
    chosen = [int(generator.integers(len(points)))]
    nearest = ((points - points[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < k:
        total = nearest.sum()
        shares = nearest / total if total > 0 else None  # all points are chosen already
        chosen.append(int(generator.choice(len(points), p=shares)))
        nearest = np.minimum(nearest, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    return points[chosen]
