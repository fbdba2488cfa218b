"""Models: scikit-learn estimators, each a choice of loss, learner and penalty."""

from linguine.model.linear_classifier import LinearClassifier
from linguine.model.linear_svm import LinearSVM
from linguine.model.logistic_regression import LogisticRegression
from linguine.model.mira import Mira
from linguine.model.naive_bayes import NaiveBayes
from linguine.model.one_versus_all import OneVersusAll
from linguine.model.perceptron import Perceptron
from linguine.model.ridge_classifier import RidgeClassifier

__all__ = [
    "LinearClassifier",
    "LinearSVM",
    "LogisticRegression",
    "Mira",
    "NaiveBayes",
    "OneVersusAll",
    "Perceptron",
    "RidgeClassifier",
]
