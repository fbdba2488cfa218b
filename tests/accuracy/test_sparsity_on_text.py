"""Worked example 17: L1 drops more than nine weights of ten and costs less than a point."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linguine import LinearClassifier, LogisticRegression
from linguine.learning import Batch, Online

from .corpora import corpus

pytestmark = pytest.mark.slow


@cache
def accuracy_of_l2() -> float:
    return max(corpus("imdb").accuracy(LogisticRegression(C=C)) for C in (1.0, 10.0))


@pytest.mark.parametrize("learner", ["owl-qn", "sgd", "adagrad"])
def test_example_17_l1_keeps_less_than_a_tenth_of_the_weights(learner: str) -> None:
    """Section 2.6.1 of [Eisenstein2018]: ten times smaller, about as good."""
    # tf-idf rows have length one: l1 = 1 asks a feature for a total slope of one
    chosen = Batch("owl-qn") if learner == "owl-qn" else Online(learner, epochs=10)
    model = LinearClassifier("logistic", chosen, l2=0.0, l1=0.3)
    accuracy = corpus("imdb").accuracy(model)
    zeros = float(np.mean(model.coef_ == 0))
    assert zeros > 0.9, f"only {zeros:.1%} of the weights are zero"
    assert accuracy > accuracy_of_l2() - 0.01, f"{accuracy:.4f} against {accuracy_of_l2():.4f}"
