"""What the configuration of a parser holds."""

from __future__ import annotations

from linguine.model.file.common_schema import (
    MOST_LABELS,
    OF_SENTENCES,
    PACKED,
    QUANTIZATION,
    STANDING,
)
from linguine.model.file.schema import flag, if_there, list_of, maybe, number, record, text, whole

__all__ = ["SCHEMA"]

SCHEMA = record(
    {
        "task": text,
        "relations": list_of(text, at_least=1, at_most=MOST_LABELS),
        "projective": flag,
        "single_root": flag,
        "has_probabilities": flag,
        "columns": list_of(text, at_least=1),
        "templates": record(
            {
                "shared": list_of(text),
                "relation": list_of(text),
                "sibling": maybe(list_of(text)),
            }
        ),
        "frequent": list_of(text),
        "shared_bits": whole(4, 30),
        "relation_bits": whole(4, 24),
        "quantization": QUANTIZATION,
        "standing": if_there(STANDING),
        "packed": PACKED,
        "info": record(
            {
                **OF_SENTENCES,
                "relation_cost": if_there(number()),
                "jackknife": if_there(whole()),
            }
        ),
    }
)
