"""Models: scikit-learn estimators, each a choice of loss, learner and penalty.

The estimators load scikit-learn, so they are imported when first used; the rest of the folder
(prediction, calibration, model files) does without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.model.crfsuite_like import CRF
    from linguine.model.linear_classifier import LinearClassifier
    from linguine.model.linear_svm import LinearSVM
    from linguine.model.logistic_regression import LogisticRegression
    from linguine.model.mira import Mira
    from linguine.model.naive_bayes import NaiveBayes
    from linguine.model.one_versus_all import OneVersusAll
    from linguine.model.perceptron import Perceptron
    from linguine.model.ridge_classifier import RidgeClassifier
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".crfsuite_like": ["CRF"],
            ".linear_classifier": ["LinearClassifier"],
            ".linear_svm": ["LinearSVM"],
            ".logistic_regression": ["LogisticRegression"],
            ".mira": ["Mira"],
            ".naive_bayes": ["NaiveBayes"],
            ".one_versus_all": ["OneVersusAll"],
            ".perceptron": ["Perceptron"],
            ".ridge_classifier": ["RidgeClassifier"],
        },
    )

__all__ = [
    "CRF",
    "LinearClassifier",
    "LinearSVM",
    "LogisticRegression",
    "Mira",
    "NaiveBayes",
    "OneVersusAll",
    "Perceptron",
    "RidgeClassifier",
]
