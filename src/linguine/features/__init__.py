"""Features: what is measured, as rows of numbers that the core can learn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.features.arc.defaults import default_arc_templates
    from linguine.features.arc.extractor import ArcExtractor
    from linguine.features.arc.templates import ArcTemplates, read_arc_templates
    from linguine.features.columns import Categorical, Function, Given
    from linguine.features.matrix import Sites, read_matrix
    from linguine.features.numeric import Numeric
    from linguine.features.text.extractor import Extractor
    from linguine.features.text.templates import (
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
    from linguine.features.token.bag_extractor import BagExtractor
    from linguine.features.token.crfpp_templates import read_template_file
    from linguine.features.token.defaults import default_templates
    from linguine.features.token.extractor import TokenExtractor
    from linguine.features.token.rows import SparseRows, TokenRows
    from linguine.features.token.templates import TokenTemplates
    from linguine.features.weighting import Weighting
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".arc.defaults": ["default_arc_templates"],
            ".arc.extractor": ["ArcExtractor"],
            ".arc.templates": ["ArcTemplates", "read_arc_templates"],
            ".token.bag_extractor": ["BagExtractor"],
            ".columns": ["Categorical", "Function", "Given"],
            ".token.crfpp_templates": ["read_template_file"],
            ".text.extractor": ["Extractor"],
            ".matrix": ["Sites", "read_matrix"],
            ".numeric": ["Numeric"],
            ".text.templates": [
                "Affixes",
                "Capitalisation",
                "CharNgrams",
                "Features",
                "Lexicon",
                "Shape",
                "WordList",
                "WordNgrams",
                "tokenize",
            ],
            ".token.defaults": ["default_templates"],
            ".token.extractor": ["TokenExtractor"],
            ".token.rows": ["SparseRows", "TokenRows"],
            ".token.templates": ["TokenTemplates"],
            ".weighting": ["Weighting"],
        },
    )

__all__ = [
    "Affixes",
    "ArcExtractor",
    "ArcTemplates",
    "BagExtractor",
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
    "SparseRows",
    "TokenExtractor",
    "TokenRows",
    "TokenTemplates",
    "Weighting",
    "WordList",
    "WordNgrams",
    "default_arc_templates",
    "default_templates",
    "read_arc_templates",
    "read_matrix",
    "read_template_file",
    "tokenize",
]
