"""Tasks: an algorithm's name becomes features, structure, loss and learner.

``TextClassifier`` labels texts, ``Tagger`` the tokens of sentences.
"""

from linguine.model.algorithms import ALGORITHMS
from linguine.model.tagger_algorithms import TAGGER_ALGORITHMS
from linguine.model.text_settings import ALL_ALGORITHMS
from linguine.tasks.tagger import Tagger
from linguine.tasks.text_classifier import TextClassifier

__all__ = ["ALGORITHMS", "ALL_ALGORITHMS", "TAGGER_ALGORITHMS", "Tagger", "TextClassifier"]
