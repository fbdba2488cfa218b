"""What a clusterer is given: documents of a file, whose labels nobody asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.data import Documents, read_documents
from linguine.tasks.text.options import reading_settings

if TYPE_CHECKING:
    from linguine.tasks.task import Settings

__all__ = ["read_examples"]


def read_examples(path: str, settings: Settings) -> Documents:
    """Return all documents of a file, without labels."""
    return read_documents(path, need_labels=False, **reading_settings(settings))
