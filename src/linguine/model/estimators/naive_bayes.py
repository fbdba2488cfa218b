"""NaiveBayes: joint likelihood, maximised by counting."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from linguine.learning import Counts, JointLikelihood
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
        Pseudo-count of multinomial and Bernoulli; None is 1.
    class_weight
        ``"balanced"``, a dict from class to factor, or None.
    n_threads
        Threads for prediction; None is all processors.

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
    class_weight: Any = None
    n_threads: int | None = None

    def _composition(self) -> Composition:
        return Composition(JointLikelihood(), Counts(self.model, alpha=self.alpha))
