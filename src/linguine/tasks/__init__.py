"""Tasks: an algorithm's name becomes features, structure, loss and learner.

``TextClassifier`` labels texts, ``Tagger`` the tokens of sentences, ``DependencyParser`` finds the
trees of sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.model.algorithms import ALGORITHMS
    from linguine.model.parser_algorithms import PARSER_ALGORITHMS
    from linguine.model.tagger_algorithms import TAGGER_ALGORITHMS
    from linguine.model.text_settings import ALL_ALGORITHMS
    from linguine.tasks.dependency_parser import DependencyParser
    from linguine.tasks.tagger import Tagger
    from linguine.tasks.text_classifier import TextClassifier
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "linguine.model.algorithms": ["ALGORITHMS"],
            "linguine.model.parser_algorithms": ["PARSER_ALGORITHMS"],
            "linguine.model.tagger_algorithms": ["TAGGER_ALGORITHMS"],
            "linguine.model.text_settings": ["ALL_ALGORITHMS"],
            ".dependency_parser": ["DependencyParser"],
            ".tagger": ["Tagger"],
            ".text_classifier": ["TextClassifier"],
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
