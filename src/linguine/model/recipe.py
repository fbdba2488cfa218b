"""Recipe: everything between weighted features and theta, so that it can be run again on a part.

Held-out scores, tuning and the final model all run the same recipe on the same rows; only the
examples differ. No text is read twice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import check_number
from linguine.features import Sites, Weighting
from linguine.learning import Fitted
from linguine.learning.nb_weights import log_count_ratios, scale_columns
from linguine.model.parts import Parts
from linguine.progress import Report

__all__ = ["NaiveBayesScaling", "Recipe", "Resources"]


@dataclass(frozen=True)
class Resources:
    """What a fit may use.

    Parameters
    ----------
    n_threads
        Threads; the result does not depend on it.
    seed
        Seed of every shuffle.
    report
        Progress callback, or None.
    """

    n_threads: int = 1
    seed: int = 0
    report: Report | None = None


@dataclass(frozen=True)
class NaiveBayesScaling:
    r"""Learn on x * r, with r the naive-Bayes weights of each label against the rest.

    .. math:: w' = (1 - \beta) \bar{w} + \beta w, \quad \bar{w} = \|w\|_1 / n

    Section 2.3 of [Wang2012].

    Parameters
    ----------
    alpha
        Pseudo-count of every feature.
    beta
        How far the learned weights are trusted; 0 is naive Bayes, 1 leaves them alone.
    """

    alpha: float = 1.0
    beta: float = 0.25

    def __post_init__(self) -> None:
        check_number("nb-svm", "alpha", self.alpha, low=0, low_open=True, fix="Try 1.0.")
        check_number("nb-svm", "beta", self.beta, low=0, high=1, fix="Try 0.25.")


@dataclass(frozen=True, eq=False)
class Recipe:
    """An algorithm on text, complete but for its data.

    Parameters
    ----------
    parts
        Loss, learner, penalty.
    weighting
        How counts become values.
    scaling
        Naive-Bayes weights, or None.
    """

    parts: Parts
    weighting: Weighting
    scaling: NaiveBayesScaling | None = None

    def fit(self, sites: Sites, examples: Examples, n_labels: int, use: Resources) -> Fitted:
        """Find theta for some examples of weighted rows."""
        if self.scaling is None:
            return self._fit(sites, examples, n_labels, use)
        return self._fit_scaled(self.scaling, sites, examples, n_labels, use)

    def _fit(self, sites: Sites, examples: Examples, n_labels: int, use: Resources) -> Fitted:
        learner, problem = self.parts.compose(
            sites,
            examples,
            n_labels,
            n_threads=use.n_threads,
            seed=use.seed,
            report=use.report,
        )
        return learner.fit(problem)

    # Every label has scales of its own, so its problem is solved on its own.
    def _fit_scaled(
        self,
        scaling: NaiveBayesScaling,
        sites: Sites,
        examples: Examples,
        n_labels: int,
        use: Resources,
    ) -> Fitted:
        ratios = log_count_ratios(sites, examples, n_labels, scaling.alpha)
        n_columns = ratios.shape[1]
        stride = _core.stride(n_columns)
        weights = np.zeros((sites.n_features, stride), np.float32)
        bias = np.zeros(stride, np.float32)
        fits = []
        for k in range(n_columns):
            binary = examples if n_labels == 2 else _one_against_rest(examples, k)
            r = np.ascontiguousarray(ratios[:, k])
            fitted = self._fit(scale_columns(sites, r), binary, 2, use)
            weights[:, k] = interpolate(fitted.weights[:, 0], scaling.beta) * r
            bias[k] = fitted.bias[0]
            fits.append(fitted)
        return Fitted(
            weights,
            bias,
            max(each.n_iterations for each in fits),
            all(each.converged for each in fits),
            advice=next((each.advice for each in fits if not each.converged), ""),
        )


def interpolate(w: NDArray[np.floating], beta: float) -> NDArray[np.floating]:
    """Return the weights drawn towards their mean size, which is naive Bayes."""
    return np.asarray((1.0 - beta) * np.abs(w).mean() + beta * w)


def _one_against_rest(examples: Examples, label: int) -> Examples:
    return Examples(examples.rows, (examples.gold == label).astype(np.int32), examples.weights)
