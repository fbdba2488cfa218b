"""Documents as a text model takes them: texts by themselves or by column, and further columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linguine.data import Documents

if TYPE_CHECKING:
    from linguine.features.text.columns import TextColumns

__all__ = ["take_apart"]


def take_apart(
    reads: TextColumns, texts: Any, columns: Mapping[str, Any] | None
) -> tuple[Any, Mapping[str, Any] | None]:
    """Return texts and columns of documents; anything else as it is.

    Text columns of documents may be called otherwise than those that are read: their order counts.
    """
    if not isinstance(texts, Documents):
        return texts, columns
    found: dict[str, Any] = {**texts.columns, **(columns or {})}
    if (bags := texts.bags) is not None:
        found["bag"] = (bags.offsets, bags.names, bags.values)
    if not reads.names or (reads.is_one_text and not texts.text_columns):
        return texts.texts, found
    names = texts.text_columns if len(texts.text_columns) == len(reads.names) else reads.names
    wanted = zip(reads.names, names, strict=True)
    return {name: found[each] for name, each in wanted if each in found}, found
