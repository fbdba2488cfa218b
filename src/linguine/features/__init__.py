"""Features: what is measured, as rows of numbers that the core can learn from."""

from linguine.features.columns import Categorical, Function, Given, Numeric
from linguine.features.extractor import Extractor
from linguine.features.matrix import Sites, read_matrix
from linguine.features.templates import (
    Affixes,
    Capitalisation,
    CharNgrams,
    Features,
    Lexicon,
    Shape,
    WordList,
    WordNgrams,
    tokenize,
)
from linguine.features.weighting import Weighting

__all__ = [
    "Affixes",
    "Capitalisation",
    "Categorical",
    "CharNgrams",
    "Extractor",
    "Features",
    "Function",
    "Given",
    "Lexicon",
    "Numeric",
    "Shape",
    "Sites",
    "Weighting",
    "WordList",
    "WordNgrams",
    "read_matrix",
    "tokenize",
]
