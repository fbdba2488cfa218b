"""linguine: linear models for language.

Everything is ``argmax_y theta . f(x, y)``: features, a structure, a loss and a learner.
``TextClassifier``, ``Tagger`` and ``DependencyParser`` are the whole journey from texts or
sentences to answers. The
estimators load scikit-learn, so they are imported when first used.
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

if TYPE_CHECKING:
    from linguine.model import (
        CRF,
        LinearClassifier,
        LinearSVM,
        LogisticRegression,
        Mira,
        NaiveBayes,
        OneVersusAll,
        Perceptron,
        RidgeClassifier,
    )
    from linguine.tasks import DependencyParser, Tagger, TextClassifier

__version__ = "0.1.0"

__all__ = [
    "CRF",
    "ConvergenceWarning",
    "DataError",
    "DataWarning",
    "DependencyParser",
    "LinearClassifier",
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

_ESTIMATORS = frozenset(
    {
        "CRF",
        "LinearClassifier",
        "LinearSVM",
        "LogisticRegression",
        "Mira",
        "NaiveBayes",
        "OneVersusAll",
        "Perceptron",
        "RidgeClassifier",
    }
)
_TASKS = frozenset({"DependencyParser", "Tagger", "TextClassifier"})


def __getattr__(name: str) -> object:
    if name in _ESTIMATORS:
        from linguine import model

        return getattr(model, name)
    if name in _TASKS:
        from linguine import tasks

        return getattr(tasks, name)
    raise AttributeError(f"module 'linguine' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
