"""What the configuration of a tagger holds."""

from __future__ import annotations

from linguine.model.file.common_schema import (
    MOST_LABELS,
    OF_SENTENCES,
    PACKED,
    QUANTIZATION,
    STANDING,
)
from linguine.model.file.schema import (
    Kind,
    anything,
    choice,
    either,
    flag,
    if_there,
    list_of,
    maybe,
    number,
    record,
    table_of,
    text,
    whole,
)

__all__ = ["FIELDS", "SCHEMA", "SCHEMES"]

#: The values of TagScheme, which looking into a file need not import.
SCHEMES = ("plain", "iob1", "iob2", "bioes")

#: The fields, which a model that is a tagger inside has, too.
FIELDS: dict[str, Kind] = {
    "task": text,
    "tags": list_of(text, at_least=1, at_most=MOST_LABELS),
    "scheme": choice(SCHEMES),
    "order": whole(1, 15),
    "is_local": flag,
    "has_probabilities": flag,
    "columns": list_of(text, at_least=1),
    "tag_column": text,
    "templates": maybe(
        record(
            {
                "templates": list_of(text),
                "beyond": text,
                "transitions": flag,
                "lexicons": table_of(table_of(list_of(text))),
                "functions": list_of(text),
                "patterns": table_of(anything),
            }
        )
    ),
    "n_features": whole(0, (1 << 31) - 1),
    "n_edge_features": whole(0, (1 << 31) - 1),
    "unseen": if_there(number()),
    "vectors": if_there(record({"path": text, "scale": either(text, number(0))})),
    "standing": if_there(STANDING),
    "quantization": QUANTIZATION,
    "packed": PACKED,
    "info": record(
        {
            **OF_SENTENCES,
            "n_words": if_there(whole()),
            "converted_from": if_there(text),
            "n_repaired": if_there(whole()),
            "n_unknown_tags": if_there(whole()),
            "objective": if_there(number()),
            "duality_gap": if_there(number()),
            "log_likelihood": if_there(number()),
        }
    ),
}

SCHEMA = record(FIELDS)
