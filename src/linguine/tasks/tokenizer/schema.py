"""What the configuration of a tokenizer holds: that of a tagger of units, and splits."""

from __future__ import annotations

from linguine.model.file.schema import choice, flag, list_of, record, table_of, text
from linguine.tasks.tagger.schema import FIELDS

__all__ = ["SCHEMA"]

SCHEMA = record(
    {
        **FIELDS,
        "units": choice(("runs", "characters")),
        "joins_spaces": flag,
        "words": table_of(list_of(text, at_least=1)),
        "endings": list_of(text),
    }
)
