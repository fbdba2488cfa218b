"""The learners that figures compare, by the names that the command line gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model import (
    LinearSVM,
    LogisticRegression,
    Mira,
    NaiveBayes,
    Perceptron,
    RidgeClassifier,
)
from linguine.reports.lab.drawing import COLORS, DASHES
from linguine.reports.lab.points import Clouds

__all__ = ["LOOKS", "accuracy", "fitted", "make_learners"]

_NAMES = ("naive-bayes", "perceptron", "mira", "logistic", "svm", "ridge")
#: How the line of each learner looks, in every figure.
LOOKS: dict[str, dict[str, Any]] = {
    name: {"color": color, "linestyle": dash}
    for name, color, dash in zip(_NAMES, COLORS, DASHES, strict=True)
}


def make_learners(seed: int = 0) -> dict[str, Any]:
    """Return a new estimator by each name; naive Bayes is the Gaussian one."""
    online: dict[str, Any] = {"intercept_scaling": 1.0, "random_state": seed, "n_threads": 1}
    # The SVM penalises its bias; a larger constant feature leaves it freer.
    made = (
        NaiveBayes("gaussian", n_threads=1),
        Perceptron(**online),
        Mira(**online),
        LogisticRegression(n_threads=1),
        LinearSVM(
            loss="hinge", intercept_scaling=3.0, tolerance=1e-3, max_iterations=100_000,
            random_state=seed, n_threads=1,
        ),
        RidgeClassifier(l2=1.0, n_threads=1),
    )  # fmt: skip
    return dict(zip(_NAMES, made, strict=True))


def fitted(data: Clouds, seed: int) -> Iterator[tuple[str, Any]]:
    """Yield every learner by its name, with what it has learned from the data."""
    for name, model in make_learners(seed).items():
        yield name, model.fit(data.X, data.y)


def accuracy(found: NDArray[Any], gold: NDArray[Any]) -> float:
    """Return the share of labels that are right."""
    return float(np.mean(found == gold))
