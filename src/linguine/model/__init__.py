"""Models: scikit-learn estimators, each a choice of loss, learner and penalty; and LinearModel.

The estimators load scikit-learn, so they are imported when first used; the rest of the folder
(prediction, calibration, model files) does without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.model.estimators.batch import LinearSVM as LinearSVM
    from linguine.model.estimators.batch import LogisticRegression as LogisticRegression
    from linguine.model.estimators.batch import RidgeClassifier as RidgeClassifier
    from linguine.model.estimators.gaussian_mixture import GaussianMixture as GaussianMixture
    from linguine.model.estimators.kernel_perceptron import KernelPerceptron as KernelPerceptron
    from linguine.model.estimators.kernel_svm import KernelSVM as KernelSVM
    from linguine.model.estimators.linear_classifier import LinearClassifier as LinearClassifier
    from linguine.model.estimators.naive_bayes import NaiveBayes as NaiveBayes
    from linguine.model.estimators.one_versus_all import OneVersusAll as OneVersusAll
    from linguine.model.estimators.online import Mira as Mira
    from linguine.model.estimators.online import Perceptron as Perceptron
    from linguine.model.linear_model import LinearModel as LinearModel
    from linguine.model.margins import Margins as Margins
    from linguine.model.margins import is_separable as is_separable
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            ".estimators.batch": ["LinearSVM", "LogisticRegression", "RidgeClassifier"],
            ".estimators.gaussian_mixture": ["GaussianMixture"],
            ".estimators.kernel_perceptron": ["KernelPerceptron"],
            ".estimators.kernel_svm": ["KernelSVM"],
            ".estimators.linear_classifier": ["LinearClassifier"],
            ".estimators.naive_bayes": ["NaiveBayes"],
            ".estimators.one_versus_all": ["OneVersusAll"],
            ".estimators.online": ["Mira", "Perceptron"],
            ".linear_model": ["LinearModel"],
            ".margins": ["Margins", "is_separable"],
        },
    )
