"""Tasks: an algorithm's name becomes features, structure, loss and learner.

``TextClassifier`` labels texts, ``Tagger`` the tokens of sentences, ``DependencyParser`` finds what
depends on what in sentences, ``ConstituencyParser`` their phrases, ``Clusterer`` groups of texts,
``Tokenizer`` the words and sentences of raw text, ``TextRegressor`` scores of texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.tasks.clusters.algorithms import CLUSTER_ALGORITHMS as CLUSTER_ALGORITHMS
    from linguine.tasks.clusters.estimator import Clusterer as Clusterer
    from linguine.tasks.constituency.algorithms import (
        CONSTITUENCY_ALGORITHMS as CONSTITUENCY_ALGORITHMS,
    )
    from linguine.tasks.constituency.estimator import ConstituencyParser as ConstituencyParser
    from linguine.tasks.parser.algorithms import PARSER_ALGORITHMS as PARSER_ALGORITHMS
    from linguine.tasks.parser.estimator import DependencyParser as DependencyParser
    from linguine.tasks.scores.algorithms import SCORE_ALGORITHMS as SCORE_ALGORITHMS
    from linguine.tasks.scores.estimator import TextRegressor as TextRegressor
    from linguine.tasks.tagger.algorithms import TAGGER_ALGORITHMS as TAGGER_ALGORITHMS
    from linguine.tasks.tagger.estimator import Tagger as Tagger
    from linguine.tasks.text.algorithms import TEXT_ALGORITHMS as TEXT_ALGORITHMS
    from linguine.tasks.text.estimator import TextClassifier as TextClassifier
    from linguine.tasks.tokenizer.algorithms import TOKENIZER_ALGORITHMS as TOKENIZER_ALGORITHMS
    from linguine.tasks.tokenizer.estimator import Tokenizer as Tokenizer
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            ".clusters.algorithms": ["CLUSTER_ALGORITHMS"],
            ".clusters.estimator": ["Clusterer"],
            ".text.algorithms": ["TEXT_ALGORITHMS"],
            ".constituency.algorithms": ["CONSTITUENCY_ALGORITHMS"],
            ".constituency.estimator": ["ConstituencyParser"],
            ".parser.algorithms": ["PARSER_ALGORITHMS"],
            ".scores.algorithms": ["SCORE_ALGORITHMS"],
            ".scores.estimator": ["TextRegressor"],
            ".tagger.algorithms": ["TAGGER_ALGORITHMS"],
            ".parser.estimator": ["DependencyParser"],
            ".tagger.estimator": ["Tagger"],
            ".text.estimator": ["TextClassifier"],
            ".tokenizer.algorithms": ["TOKENIZER_ALGORITHMS"],
            ".tokenizer.estimator": ["Tokenizer"],
        },
    )
