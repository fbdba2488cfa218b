"""Models: scikit-learn estimators, each a choice of loss, learner and penalty; and LinearModel.

The estimators load scikit-learn, so they are imported when first used; the rest of the folder
(prediction, calibration, model files) does without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.model.estimators.batch import LinearSVM, LogisticRegression, RidgeClassifier
    from linguine.model.estimators.linear_classifier import LinearClassifier
    from linguine.model.estimators.naive_bayes import NaiveBayes
    from linguine.model.estimators.one_versus_all import OneVersusAll
    from linguine.model.estimators.online import Mira, Perceptron
    from linguine.model.linear_model import LinearModel
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".estimators.batch": ["LinearSVM", "LogisticRegression", "RidgeClassifier"],
            ".estimators.linear_classifier": ["LinearClassifier"],
            ".estimators.naive_bayes": ["NaiveBayes"],
            ".estimators.one_versus_all": ["OneVersusAll"],
            ".estimators.online": ["Mira", "Perceptron"],
            ".linear_model": ["LinearModel"],
        },
    )

__all__ = [
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
