"""Worked example 17: L1 drops more than nine weights of ten and costs less than a point."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from linguine import LinearClassifier, LogisticRegression
from linguine.learning import Batch, Online

from .corpora import corpus

pytestmark = pytest.mark.slow


@cache
def accuracy_of_l2() -> float:
    return max(corpus("imdb").accuracy(LogisticRegression(C=C)) for C in (1.0, 10.0))


# Strengths were chosen on a fifth of the training set, never on the test set.
SPARSE = {
    "owl-qn": {"learner": Batch("owl-qn"), "l1": 0.1, "l2": 0.1},
    "lazy-sgd": {
        "learner": Online("sgd", epochs=10, learning_rate=0.5, schedule="constant"),
        "l1": 0.1,
        "l2": 0.0,
    },
}


@pytest.mark.parametrize("options", SPARSE.values(), ids=SPARSE.keys())
def test_example_17_l1_keeps_less_than_a_tenth_of_the_weights(options: dict[str, Any]) -> None:
    """Section 2.6.1 of [Eisenstein2018]: ten times smaller, about as good."""
    model = LinearClassifier("logistic", **options)
    accuracy = corpus("imdb").accuracy(model)
    zeros = float(np.mean(model.coef_ == 0))
    assert zeros > 0.9, f"only {zeros:.1%} of the weights are zero (accuracy {accuracy:.4f})"
    assert accuracy > accuracy_of_l2() - 0.01, f"{accuracy:.4f} against {accuracy_of_l2():.4f}"
