"""Data: texts and sentences from files and memory, labels, example weights, held-out splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.data.conll import read_conll
    from linguine.data.conllu import read_conllu
    from linguine.data.documents import Bags, Documents, Labels
    from linguine.data.examples import Examples
    from linguine.data.labels import Target, find_classes, join_classes, read_target
    from linguine.data.read import iterate_documents, read_documents
    from linguine.data.read_tokens import iterate_sentences, read_sentences
    from linguine.data.sentences import Sentences
    from linguine.data.split import split_held_out
    from linguine.data.tags import Tags
    from linguine.data.texts import as_texts
    from linguine.data.token_column import TokenColumn
    from linguine.data.token_formats import holds_tokens
    from linguine.data.trees import Trees
    from linguine.data.weights import make_examples
    from linguine.data.write_conll import append_column
    from linguine.data.write_conllu import write_trees
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".conll": ["read_conll"],
            ".conllu": ["read_conllu"],
            ".documents": ["Bags", "Documents", "Labels"],
            ".examples": ["Examples"],
            ".labels": ["Target", "find_classes", "join_classes", "read_target"],
            ".read": ["iterate_documents", "read_documents"],
            ".read_tokens": ["iterate_sentences", "read_sentences"],
            ".sentences": ["Sentences"],
            ".split": ["split_held_out"],
            ".tags": ["Tags"],
            ".texts": ["as_texts"],
            ".token_column": ["TokenColumn"],
            ".token_formats": ["holds_tokens"],
            ".trees": ["Trees"],
            ".weights": ["make_examples"],
            ".write_conll": ["append_column"],
            ".write_conllu": ["write_trees"],
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
