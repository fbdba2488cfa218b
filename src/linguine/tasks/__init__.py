"""Tasks: an algorithm's name becomes features, structure, loss and learner.

``TextClassifier`` labels texts, ``Tagger`` the tokens of sentences, ``DependencyParser`` finds the
trees of sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.tasks.parser.algorithms import PARSER_ALGORITHMS
    from linguine.tasks.parser.estimator import DependencyParser
    from linguine.tasks.tagger.algorithms import TAGGER_ALGORITHMS
    from linguine.tasks.tagger.estimator import Tagger
    from linguine.tasks.text.algorithms import ALGORITHMS
    from linguine.tasks.text.estimator import TextClassifier
    from linguine.tasks.text.settings import ALL_ALGORITHMS
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "linguine.tasks.text.algorithms": ["ALGORITHMS"],
            "linguine.tasks.parser.algorithms": ["PARSER_ALGORITHMS"],
            "linguine.tasks.tagger.algorithms": ["TAGGER_ALGORITHMS"],
            "linguine.tasks.text.settings": ["ALL_ALGORITHMS"],
            ".parser.estimator": ["DependencyParser"],
            ".tagger.estimator": ["Tagger"],
            ".text.estimator": ["TextClassifier"],
        },
    )

__all__ = [
    "ALGORITHMS",
    "ALL_ALGORITHMS",
    "PARSER_ALGORITHMS",
    "TAGGER_ALGORITHMS",
    "DependencyParser",
    "Tagger",
    "TextClassifier",
]
