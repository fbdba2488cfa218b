"""NaiveBayes: joint likelihood, maximised by counting."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import NotAvailableError
from linguine.learning import Counts, JointLikelihood
from linguine.learning.generative.naive_bayes import CountsState, means, priors, variances
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["NaiveBayes"]


@dataclass(eq=False, repr=False)
class NaiveBayes(IncrementalEstimator):
    r"""Naive Bayes: features that are independent once the class is known.

    .. math:: \hat y = \arg\max_y \log p(y) + \sum_j \log p(x_j \mid y)

    Section 2.1 of [Eisenstein2018]; the three models are in
    :mod:`linguine.learning.generative.naive_bayes`.

    Parameters
    ----------
    model
        ``"multinomial"`` for counts, ``"bernoulli"`` for presence, ``"gaussian"`` for any numbers.
    alpha
        Pseudo-count of multinomial and Bernoulli; None is 1, and 0 does not smooth.
    variance
        Of the Gaussian model: a known variance, one for all features or one for each; None is that
        of the data.
    class_weight
        ``"balanced"``, a dict from class to factor, or None.
    n_threads
        Threads for prediction; None is all processors.

    Attributes
    ----------
    priors_
        The share of each class : (n_classes,).
    means_, variances_
        Of the Gaussian model: the mean of each class, and the variance that all share :
        (n_classes, n_features), (n_features,).

    Examples
    --------
    >>> X = [[2, 0, 1], [1, 0, 0], [0, 2, 1], [0, 1, 1]]
    >>> model = NaiveBayes().fit(X, ["ham", "ham", "spam", "spam"])
    >>> model.predict_proba([[1, 0, 0]]).round(3).tolist()
    [[0.821, 0.179]]
    """

    model: str = "multinomial"
    _: KW_ONLY
    alpha: float | None = None
    variance: Any = None
    class_weight: Any = None
    n_threads: int | None = None

    def _composition(self) -> Composition:
        learner = Counts(self.model, alpha=self.alpha, variance=self.variance)
        return Composition(JointLikelihood(), learner)

    @property
    def priors_(self) -> NDArray[np.float64]:
        """The share of each class : (n_classes,)."""
        return priors(self._counted("priors_"))

    @property
    def means_(self) -> NDArray[np.float64]:
        """Of the Gaussian model: the mean of each class : (n_classes, n_features)."""
        return means(self._gaussian("means_")).T

    @property
    def variances_(self) -> NDArray[np.float64]:
        """Of the Gaussian model: the variance that all classes share : (n_features,)."""
        return variances(self._gaussian("variances_"))

    def _counted(self, name: str) -> CountsState:
        state = getattr(self, "_state", None)
        if not isinstance(state, CountsState):
            raise NotAvailableError(f"NaiveBayes has no {name} before it has counted. Call fit.")
        return state

    def _gaussian(self, name: str) -> CountsState:
        if self.model != "gaussian":
            raise NotAvailableError(
                f"Only the Gaussian model has {name}; got model={self.model!r}. Use coef_, the "
                "logarithms of its probabilities."
            )
        return self._counted(name)
