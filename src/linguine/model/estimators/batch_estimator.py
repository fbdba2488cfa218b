"""Estimators that minimise a loss with a penalty: what their parameters mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.learning import Learner, Loss, Penalty
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["BatchEstimator"]


@dataclass(kw_only=True, eq=False, repr=False)
class BatchEstimator(IncrementalEstimator):
    """The parameters that LinearSVM, LogisticRegression and RidgeClassifier share."""

    tolerance: float | None = None
    max_iterations: int | None = None
    fit_intercept: bool = True
    regularize_intercept: bool | None = False
    intercept_scaling: float = 1.0
    class_weight: Any = None
    n_threads: int | None = None
    progress: Any = None

    def _minimise(
        self,
        loss: Loss,
        learner: str | Learner,
        penalty: Penalty,
        multiclass: str = "joint",
        preferred: tuple[str, ...] | None = None,
    ) -> Composition:
        return Composition(
            loss,
            learner,
            penalty,
            multiclass=multiclass,
            fit_intercept=self.fit_intercept,
            regularize_intercept=self.regularize_intercept,
            intercept_scaling=self.intercept_scaling,
            learner_options={"tolerance": self.tolerance, "max_iterations": self.max_iterations},
            preferred=preferred,
        )
