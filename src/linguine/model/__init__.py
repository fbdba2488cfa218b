"""Models: scikit-learn estimators, each a choice of loss, learner and penalty.

The estimators load scikit-learn, so they are imported when first used; the rest of the folder
(prediction, calibration, model files) does without.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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

_FILES = {
    "CRF": "crfsuite_like",
    "LinearClassifier": "linear_classifier",
    "LinearSVM": "linear_svm",
    "LogisticRegression": "logistic_regression",
    "Mira": "mira",
    "NaiveBayes": "naive_bayes",
    "OneVersusAll": "one_versus_all",
    "Perceptron": "perceptron",
    "RidgeClassifier": "ridge_classifier",
}


def __getattr__(name: str) -> object:
    if name in _FILES:
        return getattr(import_module(f"linguine.model.{_FILES[name]}"), name)
    raise AttributeError(f"module 'linguine.model' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
