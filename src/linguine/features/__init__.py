"""Features: what is measured, as rows of numbers that the core can learn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.features.arc.defaults import default_arc_templates as default_arc_templates
    from linguine.features.arc.extractor import ArcExtractor as ArcExtractor
    from linguine.features.arc.templates import ArcTemplates as ArcTemplates
    from linguine.features.arc.templates import read_arc_templates as read_arc_templates
    from linguine.features.columns import Categorical as Categorical
    from linguine.features.columns import Function as Function
    from linguine.features.columns import Given as Given
    from linguine.features.matrix import Sites as Sites
    from linguine.features.matrix import read_matrix as read_matrix
    from linguine.features.numeric import Numeric as Numeric
    from linguine.features.span.templates import SpanTemplates as SpanTemplates
    from linguine.features.text.extractor import Extractor as Extractor
    from linguine.features.text.templates import Affixes as Affixes
    from linguine.features.text.templates import Capitalisation as Capitalisation
    from linguine.features.text.templates import CharNgrams as CharNgrams
    from linguine.features.text.templates import Features as Features
    from linguine.features.text.templates import Lexicon as Lexicon
    from linguine.features.text.templates import Shape as Shape
    from linguine.features.text.templates import WordList as WordList
    from linguine.features.text.templates import WordNgrams as WordNgrams
    from linguine.features.text.templates import tokenize as tokenize
    from linguine.features.token.bag_extractor import BagExtractor as BagExtractor
    from linguine.features.token.crfpp_templates import read_template_file as read_template_file
    from linguine.features.token.defaults import default_templates as default_templates
    from linguine.features.token.extractor import TokenExtractor as TokenExtractor
    from linguine.features.token.rows import SparseRows as SparseRows
    from linguine.features.token.rows import TokenRows as TokenRows
    from linguine.features.token.templates import TokenTemplates as TokenTemplates
    from linguine.features.vectors import Vectors as Vectors
    from linguine.features.weighting import Weighting as Weighting
    from linguine.features.word_vectors import WordVectors as WordVectors
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            ".arc.defaults": ["default_arc_templates"],
            ".arc.extractor": ["ArcExtractor"],
            ".arc.templates": ["ArcTemplates", "read_arc_templates"],
            ".token.bag_extractor": ["BagExtractor"],
            ".columns": ["Categorical", "Function", "Given"],
            ".token.crfpp_templates": ["read_template_file"],
            ".span.templates": ["SpanTemplates"],
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
            ".vectors": ["Vectors"],
            ".weighting": ["Weighting"],
            ".word_vectors": ["WordVectors"],
        },
    )
