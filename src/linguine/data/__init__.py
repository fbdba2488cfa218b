"""Data: texts and sentences from files and memory, labels, example weights, held-out splits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.data.constituents import Constituents
    from linguine.data.documents import Bags, Documents, Labels
    from linguine.data.examples import Examples
    from linguine.data.formats.bracket_recognition import is_bracketed
    from linguine.data.formats.brackets import iterate_constituents, read_constituents
    from linguine.data.formats.conll import read_conll
    from linguine.data.formats.conllu import read_conllu
    from linguine.data.formats.token_recognition import holds_tokens
    from linguine.data.formats.write_brackets import write_constituents
    from linguine.data.formats.write_conll import append_column
    from linguine.data.formats.write_conllu import write_trees
    from linguine.data.reading.documents import iterate_documents, read_documents
    from linguine.data.reading.sentences import iterate_sentences, read_sentences
    from linguine.data.sentences import Sentences
    from linguine.data.split import split_held_out
    from linguine.data.targets.labels import Target, find_classes, join_classes, read_target
    from linguine.data.targets.tags import Tags
    from linguine.data.targets.weights import make_examples
    from linguine.data.texts import as_texts
    from linguine.data.token_column import TokenColumn
    from linguine.data.trees import Trees
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".formats.bracket_recognition": ["is_bracketed"],
            ".formats.brackets": ["iterate_constituents", "read_constituents"],
            ".formats.conll": ["read_conll"],
            ".formats.conllu": ["read_conllu"],
            ".constituents": ["Constituents"],
            ".documents": ["Bags", "Documents", "Labels"],
            ".examples": ["Examples"],
            ".targets.labels": ["Target", "find_classes", "join_classes", "read_target"],
            ".reading.documents": ["iterate_documents", "read_documents"],
            ".reading.sentences": ["iterate_sentences", "read_sentences"],
            ".sentences": ["Sentences"],
            ".split": ["split_held_out"],
            ".targets.tags": ["Tags"],
            ".texts": ["as_texts"],
            ".token_column": ["TokenColumn"],
            ".formats.token_recognition": ["holds_tokens"],
            ".trees": ["Trees"],
            ".targets.weights": ["make_examples"],
            ".formats.write_brackets": ["write_constituents"],
            ".formats.write_conll": ["append_column"],
            ".formats.write_conllu": ["write_trees"],
        },
    )

__all__ = [
    "Bags",
    "Constituents",
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
    "is_bracketed",
    "iterate_constituents",
    "iterate_documents",
    "iterate_sentences",
    "join_classes",
    "make_examples",
    "read_conll",
    "read_conllu",
    "read_constituents",
    "read_documents",
    "read_sentences",
    "read_target",
    "split_held_out",
    "write_constituents",
    "write_trees",
]
