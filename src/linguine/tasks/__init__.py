"""Tasks: an algorithm's name becomes features, structure, loss and learner.

``TextClassifier`` labels texts, ``Tagger`` the tokens of sentences, ``DependencyParser`` finds the
trees of sentences.
"""

from linguine.model.algorithms import ALGORITHMS
from linguine.model.parser_algorithms import PARSER_ALGORITHMS
from linguine.model.tagger_algorithms import TAGGER_ALGORITHMS
from linguine.model.text_settings import ALL_ALGORITHMS
from linguine.tasks.dependency_parser import DependencyParser
from linguine.tasks.tagger import Tagger
from linguine.tasks.text_classifier import TextClassifier

__all__ = [
    "ALGORITHMS",
    "ALL_ALGORITHMS",
    "PARSER_ALGORITHMS",
    "TAGGER_ALGORITHMS",
    "DependencyParser",
    "Tagger",
    "TextClassifier",
]
