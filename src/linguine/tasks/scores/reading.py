"""What a regressor is given: documents of a file, whose labels are numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.data import Documents, read_documents
from linguine.tasks.scores.numbers import documents_numbers
from linguine.tasks.text.options import reading_settings

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["read_examples"]


def read_examples(path: str, settings: Settings) -> Documents:
    """Return all documents of a file, with their scores; what is no number is an error."""
    documents = read_documents(path, **reading_settings(settings))
    documents_numbers(documents)  # its faults are known before a long training
    return documents
