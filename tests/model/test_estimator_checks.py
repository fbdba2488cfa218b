"""scikit-learn's own checks, on every estimator and on each family of learners."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from linguine import (
    KernelPerceptron,
    KernelSVM,
    LinearClassifier,
    LinearSVM,
    LogisticRegression,
    Mira,
    NaiveBayes,
    OneVersusAll,
    Perceptron,
    RidgeClassifier,
)
from linguine.learning import Online

REPEATS = "the order and number of steps matter: repeating a row is not weighting it"
NEGATIVE = "the check's X is negative, which counts cannot be"

# What scikit-learn excuses its own Perceptron, SGDClassifier and LinearSVC from, and why.
EXCUSED: dict[str, dict[str, str]] = {
    "NaiveBayes()": {
        "check_class_weight_classifiers": NEGATIVE,
        "check_decision_proba_consistency": NEGATIVE,
    },
    "Perceptron": {
        "check_sample_weight_equivalence_on_dense_data": REPEATS,
        "check_sample_weight_equivalence_on_sparse_data": REPEATS,
    },
    "KernelPerceptron": {
        "check_sample_weight_equivalence_on_dense_data": REPEATS,
        "check_sample_weight_equivalence_on_sparse_data": REPEATS,
    },
    "Mira": {
        "check_sample_weight_equivalence_on_dense_data": REPEATS,
        "check_sample_weight_equivalence_on_sparse_data": REPEATS,
    },
    "LinearClassifier(l2=1.0,learner=Online(rule='pegasos'": {
        "check_sample_weight_equivalence_on_dense_data": REPEATS,
        "check_sample_weight_equivalence_on_sparse_data": REPEATS,
    },
    "LinearClassifier(learner='adagrad')": {
        "check_sample_weight_equivalence_on_dense_data": REPEATS,
        "check_sample_weight_equivalence_on_sparse_data": REPEATS,
    },
}


def excused(estimator: Any) -> dict[str, str]:
    name = "".join(repr(estimator).split())
    return next((checks for start, checks in EXCUSED.items() if name.startswith(start)), {})


ESTIMATORS: list[Any] = [
    NaiveBayes(),
    NaiveBayes("bernoulli"),
    NaiveBayes("gaussian"),
    Perceptron(),
    Perceptron(multiclass="one-versus-all"),
    Mira(),
    Mira(k_best=3),
    LinearSVM(),
    LinearSVM(loss="hinge", multiclass="joint"),
    LogisticRegression(),
    LogisticRegression(l1=0.1),
    LogisticRegression(multiclass="one-versus-all"),
    RidgeClassifier(),
    RidgeClassifier(tolerance=1e-14),
    LinearClassifier(),
    LinearClassifier("hinge", Online("pegasos", epochs=20), l2=1.0),
    LinearClassifier("softmax-margin", "conjugate-gradient"),
    LinearClassifier("logistic", "adagrad"),
    OneVersusAll(LogisticRegression()),
    KernelSVM(tolerance=1e-10),  # repeating and weighting rows agree to the tolerance
    KernelPerceptron(),
]


# The checks' data is unscaled (means of 100); whether a fit converges is tested in tests/learning.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(ESTIMATORS, expected_failed_checks=excused)
def test_estimator_keeps_the_conventions_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)
