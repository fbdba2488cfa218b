"""linguine: linear models for language.

Everything is ``argmax_y theta . f(x, y)``: features, a structure, a loss and a learner.
``TextClassifier``, ``Tagger`` and ``DependencyParser`` are the whole journey from texts or
sentences to answers. All but the errors are imported when first used; estimators load scikit-learn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.errors import (
    ConvergenceWarning,
    DataError,
    DataWarning,
    LinguineError,
    ParameterError,
)
from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.compat.crfsuite import CRF
    from linguine.model import (
        KernelPerceptron,
        KernelSVM,
        LinearClassifier,
        LinearModel,
        LinearSVM,
        LogisticRegression,
        Mira,
        NaiveBayes,
        OneVersusAll,
        Perceptron,
        RidgeClassifier,
    )
    from linguine.tasks import DependencyParser, Tagger, TextClassifier
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".compat.crfsuite": ["CRF"],
            ".model": [
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
            ],
            ".tasks": ["DependencyParser", "Tagger", "TextClassifier"],
        },
    )

__version__ = "0.1.0"

__all__ = [
    "CRF",
    "ConvergenceWarning",
    "DataError",
    "DataWarning",
    "DependencyParser",
    "KernelPerceptron",
    "KernelSVM",
    "LinearClassifier",
    "LinearModel",
    "LinearSVM",
    "LinguineError",
    "LogisticRegression",
    "Mira",
    "NaiveBayes",
    "OneVersusAll",
    "ParameterError",
    "Perceptron",
    "RidgeClassifier",
    "Tagger",
    "TextClassifier",
    "__version__",
]
