"""Features: what is measured, as rows of numbers that the core can learn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.features.arc_defaults import default_arc_templates
    from linguine.features.arc_extractor import ArcExtractor
    from linguine.features.arc_templates import ArcTemplates, read_arc_templates
    from linguine.features.bag_extractor import BagExtractor
    from linguine.features.columns import Categorical, Function, Given
    from linguine.features.crfpp_templates import read_template_file
    from linguine.features.extractor import Extractor
    from linguine.features.matrix import Sites, read_matrix
    from linguine.features.numeric import Numeric
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
    from linguine.features.token_defaults import default_templates
    from linguine.features.token_extractor import TokenExtractor
    from linguine.features.token_rows import SparseRows, TokenRows
    from linguine.features.token_templates import TokenTemplates
    from linguine.features.weighting import Weighting
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".arc_defaults": ["default_arc_templates"],
            ".arc_extractor": ["ArcExtractor"],
            ".arc_templates": ["ArcTemplates", "read_arc_templates"],
            ".bag_extractor": ["BagExtractor"],
            ".columns": ["Categorical", "Function", "Given"],
            ".crfpp_templates": ["read_template_file"],
            ".extractor": ["Extractor"],
            ".matrix": ["Sites", "read_matrix"],
            ".numeric": ["Numeric"],
            ".templates": [
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
            ".token_defaults": ["default_templates"],
            ".token_extractor": ["TokenExtractor"],
            ".token_rows": ["SparseRows", "TokenRows"],
            ".token_templates": ["TokenTemplates"],
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
