"""Data: texts and sentences from files and memory, labels, example weights, held-out splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.data.documents import Bags, Documents, Labels
    from linguine.data.examples import Examples, split_held_out
    from linguine.data.formats.recognition import holds_tokens
    from linguine.data.formats.writing import append_column, write_trees
    from linguine.data.reading.documents import iterate_documents, read_documents
    from linguine.data.reading.sentences import (
        iterate_sentences,
        read_conll,
        read_conllu,
        read_sentences,
    )
    from linguine.data.sentences import Sentences
    from linguine.data.targets.labels import Target, find_classes, join_classes, read_target
    from linguine.data.targets.tags import Tags
    from linguine.data.targets.weights import make_examples
    from linguine.data.texts import as_texts
    from linguine.data.token_lists import TokenColumn
    from linguine.data.trees import Trees
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".documents": ["Bags", "Documents", "Labels"],
            ".examples": ["Examples", "split_held_out"],
            ".targets.labels": ["Target", "find_classes", "join_classes", "read_target"],
            ".reading.documents": ["iterate_documents", "read_documents"],
            ".reading.sentences": [
                "iterate_sentences",
                "read_conll",
                "read_conllu",
                "read_sentences",
            ],
            ".sentences": ["Sentences"],
            ".targets.tags": ["Tags"],
            ".texts": ["as_texts"],
            ".token_lists": ["TokenColumn"],
            ".formats.recognition": ["holds_tokens"],
            ".trees": ["Trees"],
            ".targets.weights": ["make_examples"],
            ".formats.writing": ["append_column", "write_trees"],
        },
    )

__all__ = [
    "Bags",
    "Documents",
    "Examples",
    "Labels",
    "Sentences",
    "Tags",
    "Target",
    "TokenColumn",
    "Trees",
    "append_column",
    "as_texts",
    "find_classes",
    "holds_tokens",
    "iterate_documents",
    "iterate_sentences",
    "join_classes",
    "make_examples",
    "read_conll",
    "read_conllu",
    "read_documents",
    "read_sentences",
    "read_target",
    "split_held_out",
    "write_trees",
]
