"""Estimators that learn row by row: what their parameters mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linguine.learning import Loss, Online
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["OnlineEstimator"]


@dataclass(kw_only=True, eq=False, repr=False)
class OnlineEstimator(IncrementalEstimator):
    """The parameters that Perceptron and Mira share."""

    epochs: int | None = None
    averaged: bool = True
    multiclass: str = "joint"
    fit_intercept: bool = True
    intercept_scaling: float | None = None
    shuffle: bool = True
    tolerance: float | None = None
    early_stopping: bool = False
    validation_fraction: float = 0.1
    patience: int = 3
    class_weight: Any = None
    n_threads: int | None = None
    random_state: Any = 0
    progress: Any = None

    def _step_by(self, rule: str, loss: Loss, **options: Any) -> Composition:
        learner = Online(
            rule,
            epochs=self.epochs,
            intercept_scaling=self.intercept_scaling,
            averaged=self.averaged,
            shuffle=self.shuffle,
            tolerance=self.tolerance,
            patience=self.patience,
            **options,
        )
        return Composition(
            loss,
            learner,
            multiclass=self.multiclass,
            fit_intercept=self.fit_intercept,
            early_stopping=self.early_stopping,
            validation_fraction=self.validation_fraction,
        )
