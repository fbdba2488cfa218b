"""What the configuration of a text model holds."""

from __future__ import annotations

from linguine.model.file.common_schema import INFO, PACKED, QUANTIZATION, STANDING
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

__all__ = ["INFO_FIELDS", "SCHEMA", "TEXT_FIELDS"]

_FEATURE = record(
    {
        "template": text,
        "low": maybe(whole()),
        "high": maybe(whole()),
        "name": maybe(text),
        "column": maybe(text),
        "tokenizer": maybe(text),
        "punctuation": maybe(flag),
        "scale": maybe(either(text, number(0))),
        "learned": maybe(list_of(list_of(number(-1.8e308, 1.8e308)))),
        "center": maybe(list_of(number(-3.5e38, 3.5e38))),
        "path": maybe(text),
    },
    together=(("low", "high"),),
)

#: What every model of texts holds.
TEXT_FIELDS: dict[str, Kind] = {
    "task": text,
    "labels": list_of(anything, at_least=1),
    "label_type": choice(("str", "int", "float", "bool")),
    "features": list_of(_FEATURE, at_least=1),
    "n_features": whole(0, (1 << 31) - 1),
    "hash_bits": maybe(whole(4, 26)),
    "min_df": maybe(number(0, 1 << 31)),
    "max_df": maybe(number(0, 1 << 31)),
    "min_df_is_usual": if_there(flag),
    "min_count": if_there(whole(1)),
    "max_features": maybe(whole(1)),
    "text_columns": if_there(list_of(text, at_least=1)),
    "join_columns": if_there(flag),
    "values": text,
    "normalize": maybe(text),
    "calibration": maybe(
        record(
            {
                "kind": text,
                "parameters": list_of(number(), at_least=1),
                "n_labels": whole(1),
            }
        )
    ),
    "averaged": if_there(
        record(
            {
                "n_words": whole(0, (1 << 31) - 1),
                "n_buckets": whole(0, (1 << 31) - 1),
                "longest": whole(1, 255),
                "least_piece": whole(0, (1 << 31) - 1),
                "longest_piece": whole(0, 255),
                "keeps_all": flag,
                "n_columns": whole(1, (1 << 31) - 1),
                "has_output": flag,
                "link": choice(("softmax", "sigmoids", "tree")),
            }
        )
    ),
    "tree": if_there(record({"beam": whole(1, 1 << 20)})),
    "reject_below": maybe(number(0, 1)),
    "label_limits": if_there(list_of(number(0, 1))),
    "answer_weights": if_there(list_of(number(0, 1e30))),
    "sets": if_there(record({"n": list_of(whole(0, 1 << 40))})),
    "promise": if_there(
        record(
            {
                "precision": number(0, 1),
                "confidence": number(0, 1),
                "bound": number(0, 1),
                "coverage": number(0, 1),
                "n_held_out": whole(1),
                "n_answered": whole(1),
                "n_right": whole(1),
            }
        )
    ),
    "quantization": QUANTIZATION,
    "packed": PACKED,
    "bucket_names": maybe(table_of(text)),
    "standing": STANDING,
}
#: How it was made.
INFO_FIELDS: dict[str, Kind] = {
    **INFO,
    "n_documents": if_there(whole()),
    "n_unlabelled": if_there(whole()),
    "calibration": if_there(text),
    "opened": if_there(text),
    "text_columns": if_there(list_of(text, at_least=1)),
    "label_columns": if_there(list_of(text, at_least=1)),
    "weight_column": if_there(text),
    "threshold": if_there(text),
    "estimated_accuracy": if_there(number(0, 1)),
    "estimated_macro_f1": if_there(number(0, 1)),
    "majority_accuracy": if_there(number(0, 1)),
    "never_predicted": if_there(list_of(anything)),
    "weighted_accuracy": if_there(number(0, 1)),
    "weighted_by": if_there(text),
    "chosen": if_there(
        record(
            {
                "features": maybe(text),
                "lambda": maybe(number()),
                "C": maybe(number()),
                "vectors": if_there(number(0)),
            }
        )
    ),
}

SCHEMA = record({**TEXT_FIELDS, "info": record(INFO_FIELDS)})
