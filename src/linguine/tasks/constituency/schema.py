"""What the configuration of a constituency parser holds."""

from __future__ import annotations

from linguine.model.file.common_schema import MOST_LABELS, OF_SENTENCES, PACKED, QUANTIZATION
from linguine.model.file.schema import flag, if_there, list_of, record, text, whole

__all__ = ["SCHEMA"]

SCHEMA = record(
    {
        "task": text,
        "labels": list_of(text, at_most=MOST_LABELS),
        "tags": list_of(text, at_least=1, at_most=MOST_LABELS),
        "symbols": list_of(text, at_least=1),
        "templates": record({"word": list_of(text), "span": list_of(text), "split": list_of(text)}),
        "bits": whole(4, 24),
        "common": list_of(text),
        "frequent": list_of(text),
        "classes": list_of(text),
        "entries": list_of(text),
        "has_probabilities": flag,
        "quantization": QUANTIZATION,
        "packed": PACKED,
        "info": record(
            {
                **OF_SENTENCES,
                "n_rules": if_there(whole()),
                "markovisation": if_there(list_of(whole(0, 8), at_least=2, at_most=2)),
            }
        ),
    }
)
