"""Schemas of model files: what the configuration of each task holds.

A field that a later version adds goes here, as if_there: files from before do not have it.
"""

from __future__ import annotations

from linguine.model.file.quantization import QUANTIZATIONS
from linguine.model.file.schema import (
    Kind,
    anything,
    choice,
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

__all__ = ["MOST_LABELS", "SCHEMAS", "SCHEMES"]

#: Tags or relations that a model may have; more would not fit into the core's tables.
MOST_LABELS = 30_000
#: The values of TagScheme, whose module models of texts do not import.
SCHEMES = ("plain", "iob1", "iob2", "bioes")
_SEED = (1 << 64) - 1
_QUANTIZATION = maybe(choice(QUANTIZATIONS.names))
#: Tensors that were packed, by name.
_PACKED = if_there(
    table_of(record({"dtype": text, "form": text, "shape": list_of(whole(), at_most=4)}))
)

#: How a model was made, whatever its task. What is not here is only shown.
_INFO: dict[str, Kind] = {
    "algorithm": if_there(text),
    "options": if_there(table_of(anything)),
    "n_features": if_there(whole()),
    "n_iterations": if_there(whole()),
    "n_weights": if_there(whole()),
    "seed": if_there(whole(0, _SEED)),
}

_FEATURE = record(
    {
        "template": text,
        "low": maybe(whole()),
        "high": maybe(whole()),
        "name": maybe(text),
        "column": maybe(text),
        "tokenizer": maybe(text),
        "punctuation": maybe(flag),
        "scale": maybe(text),
        "learned": maybe(list_of(list_of(number(-1.8e308, 1.8e308)))),
    },
    together=(("low", "high"),),
)

_TEXTS = record(
    {
        "task": text,
        "labels": list_of(anything, at_least=1),
        "label_type": choice(("str", "int", "float", "bool")),
        "features": list_of(_FEATURE, at_least=1),
        "n_features": whole(0, (1 << 31) - 1),
        "hash_bits": maybe(whole(4, 26)),
        "min_df": maybe(number(0, 1 << 31)),
        "max_df": maybe(number(0, 1 << 31)),
        "min_df_is_usual": if_there(flag),
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
        "reject_below": maybe(number(0, 1)),
        "quantization": _QUANTIZATION,
        "packed": _PACKED,
        "bucket_names": maybe(table_of(text)),
        "standing": maybe(
            record(
                {
                    "n_steps": whole(),
                    "n_examples": whole(),
                    "learning_rate": maybe(number(1e-9, 1e9)),
                    "intercept_scaling": maybe(number(1e-9, 1e9)),
                }
            )
        ),
        "info": record(
            {
                **_INFO,
                "n_documents": if_there(whole()),
                "calibration": if_there(text),
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
                        }
                    )
                ),
            }
        ),
    }
)

_SENTENCES: dict[str, Kind] = {
    **_INFO,
    "n_sentences": if_there(whole()),
    "n_tokens": if_there(whole()),
    "learner": if_there(text),
}

_TAGGING = record(
    {
        "task": text,
        "tags": list_of(text, at_least=1, at_most=MOST_LABELS),
        "scheme": choice(SCHEMES),
        "order": whole(1, 2),
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
        "quantization": _QUANTIZATION,
        "packed": _PACKED,
        "info": record(
            {
                **_SENTENCES,
                "n_words": if_there(whole()),
                "converted_from": if_there(text),
                "n_repaired": if_there(whole()),
                "n_unknown_tags": if_there(whole()),
                "objective": if_there(number()),
                "duality_gap": if_there(number()),
            }
        ),
    }
)

_PARSING = record(
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
        "quantization": _QUANTIZATION,
        "packed": _PACKED,
        "info": record(
            {
                **_SENTENCES,
                "relation_cost": if_there(number()),
                "jackknife": if_there(whole()),
            }
        ),
    }
)

#: The schema of the configuration, by task.
SCHEMAS: dict[str, Kind] = {
    "text-classification": _TEXTS,
    "tagging": _TAGGING,
    "parsing": _PARSING,
}
