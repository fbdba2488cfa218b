"""Input of clusterers: files, documents that were read, lists, arrays and data frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linguine._core import Texts
from linguine.data import Documents
from linguine.data.texts import check_some
from linguine.features.text.columns import TextColumns
from linguine.tasks.clusters.settings import ClusterSettings
from linguine.tasks.text.input import as_documents
from linguine.tasks.text.model import take_apart

__all__ = ["as_unlabelled", "read_texts", "settings_for"]


def as_unlabelled(texts: Any, reads: TextColumns) -> Any:
    """Return the documents of a file, without labels; anything else as it is."""
    return as_documents(texts, None, reads, need_labels=False)


def settings_for(settings: ClusterSettings, texts: Any) -> ClusterSettings:
    """Return the settings with the text columns that documents come with, if none were named."""
    if not isinstance(texts, Documents) or settings.text_columns or len(texts.text_columns) < 2:
        return settings
    return replace(settings, text_columns=texts.text_columns)


def read_texts(
    settings: ClusterSettings, texts: Any, columns: Mapping[str, Any] | None
) -> tuple[Texts, Mapping[str, Any]]:
    """Return what to learn from."""
    read = settings.reads.read(*take_apart(settings.reads, texts, columns))
    check_some(len(read[0]))
    return read
