"""linguine: linear models for language.

Everything is ``argmax_y theta . f(x, y)``: features, a structure, a loss and a learner.
``TextClassifier``, ``Tagger``, ``DependencyParser`` and ``ConstituencyParser`` are the whole
journey from texts or sentences to answers. All but the errors are imported when first used;
estimators load scikit-learn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.errors import ConvergenceWarning as ConvergenceWarning
from linguine.errors import DataError as DataError
from linguine.errors import DataWarning as DataWarning
from linguine.errors import LinguineError as LinguineError
from linguine.errors import ParameterError as ParameterError
from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.compat.crfsuite import CRF as CRF
    from linguine.model import GaussianMixture as GaussianMixture
    from linguine.model import KernelPerceptron as KernelPerceptron
    from linguine.model import KernelSVM as KernelSVM
    from linguine.model import LinearClassifier as LinearClassifier
    from linguine.model import LinearModel as LinearModel
    from linguine.model import LinearSVM as LinearSVM
    from linguine.model import LogisticRegression as LogisticRegression
    from linguine.model import Mira as Mira
    from linguine.model import NaiveBayes as NaiveBayes
    from linguine.model import OneVersusAll as OneVersusAll
    from linguine.model import Perceptron as Perceptron
    from linguine.model import RidgeClassifier as RidgeClassifier
    from linguine.tasks import Clusterer as Clusterer
    from linguine.tasks import ConstituencyParser as ConstituencyParser
    from linguine.tasks import DependencyParser as DependencyParser
    from linguine.tasks import Tagger as Tagger
    from linguine.tasks import TextClassifier as TextClassifier
    from linguine.tasks import TextRegressor as TextRegressor
    from linguine.tasks import Tokenizer as Tokenizer
    from linguine.tasks.tuning import tune as tune
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            ".compat.crfsuite": ["CRF"],
            ".model": [
                "GaussianMixture",
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
            ".tasks": [
                "Clusterer",
                "ConstituencyParser",
                "DependencyParser",
                "Tagger",
                "TextClassifier",
                "TextRegressor",
                "Tokenizer",
            ],
            ".tasks.tuning": ["tune"],
        },
        loaded=[
            "ConvergenceWarning",
            "DataError",
            "DataWarning",
            "LinguineError",
            "ParameterError",
            "__version__",
        ],
    )

__version__ = "0.1.0"
