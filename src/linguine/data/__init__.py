"""Data: texts from files and memory, labels, example weights and held-out splits."""

from linguine.data.documents import Bags, Documents, Labels
from linguine.data.examples import Examples
from linguine.data.labels import Target, find_classes, join_classes, read_target
from linguine.data.read import iterate_documents, read_documents
from linguine.data.split import split_held_out
from linguine.data.texts import as_texts
from linguine.data.weights import make_examples

__all__ = [
    "Bags",
    "Documents",
    "Examples",
    "Labels",
    "Target",
    "as_texts",
    "find_classes",
    "iterate_documents",
    "join_classes",
    "make_examples",
    "read_documents",
    "read_target",
    "split_held_out",
]
