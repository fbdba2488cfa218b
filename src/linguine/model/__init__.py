"""Models: scikit-learn estimators, each a choice of loss, learner and penalty; and LinearModel.

The estimators load scikit-learn, so they are imported when first used; the rest of the folder
(prediction, calibration, model files) does without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.model.estimators.kernel_perceptron import KernelPerceptron
    from linguine.model.estimators.kernel_svm import KernelSVM
    from linguine.model.estimators.linear_classifier import LinearClassifier
    from linguine.model.estimators.linear_svm import LinearSVM
    from linguine.model.estimators.logistic_regression import LogisticRegression
    from linguine.model.estimators.mira import Mira
    from linguine.model.estimators.naive_bayes import NaiveBayes
    from linguine.model.estimators.one_versus_all import OneVersusAll
    from linguine.model.estimators.perceptron import Perceptron
    from linguine.model.estimators.ridge_classifier import RidgeClassifier
    from linguine.model.linear_model import LinearModel
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".estimators.kernel_perceptron": ["KernelPerceptron"],
            ".estimators.kernel_svm": ["KernelSVM"],
            ".estimators.linear_classifier": ["LinearClassifier"],
            ".estimators.linear_svm": ["LinearSVM"],
            ".estimators.logistic_regression": ["LogisticRegression"],
            ".estimators.mira": ["Mira"],
            ".estimators.naive_bayes": ["NaiveBayes"],
            ".estimators.one_versus_all": ["OneVersusAll"],
            ".estimators.perceptron": ["Perceptron"],
            ".estimators.ridge_classifier": ["RidgeClassifier"],
            ".linear_model": ["LinearModel"],
        },
    )

__all__ = [
    "KernelPerceptron",
    "KernelSVM",
    "LinearClassifier",
    "LinearModel",
    "LinearSVM",
    "LogisticRegression",
    "Mira",
    "NaiveBayes",
    "OneVersusAll",
    "Perceptron",
    "RidgeClassifier",
]
