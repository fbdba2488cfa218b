"""Schemas of model files: what the configuration of each task holds.

A field that a later version adds goes here, as IfThere: files from before do not have it.
"""

from __future__ import annotations

from linguine.model.file.quantization import QUANTIZATIONS
from linguine.model.file.schema import (
    Anything,
    Choice,
    Flag,
    IfThere,
    Kind,
    ListOf,
    Maybe,
    Number,
    Record,
    TableOf,
    Text,
    Whole,
)

__all__ = ["MOST_LABELS", "SCHEMAS", "SCHEMES"]

#: Tags or relations that a model may have; more would not fit into the core's tables.
MOST_LABELS = 30_000
#: The values of TagScheme, whose module models of texts do not import.
SCHEMES = ("plain", "iob1", "iob2", "bioes")
_SEED = (1 << 64) - 1
_QUANTIZATION = Maybe(Choice(QUANTIZATIONS.names))
#: Tensors that were packed, by name.
_PACKED = IfThere(
    TableOf(Record({"dtype": Text(), "form": Text(), "shape": ListOf(Whole(), at_most=4)}))
)

#: How a model was made, whatever its task. What is not here is only shown.
_INFO: dict[str, Kind] = {
    "algorithm": IfThere(Text()),
    "options": IfThere(TableOf(Anything())),
    "n_features": IfThere(Whole()),
    "n_iterations": IfThere(Whole()),
    "n_weights": IfThere(Whole()),
    "seed": IfThere(Whole(0, _SEED)),
}

_FEATURE = Record(
    {
        "template": Text(),
        "low": Maybe(Whole()),
        "high": Maybe(Whole()),
        "name": Maybe(Text()),
        "column": Maybe(Text()),
        "tokenizer": Maybe(Text()),
        "punctuation": Maybe(Flag()),
        "scale": Maybe(Text()),
        "learned": Maybe(ListOf(ListOf(Number(-1.8e308, 1.8e308)))),
    },
    together=(("low", "high"),),
)

_TEXTS = Record(
    {
        "task": Text(),
        "labels": ListOf(Anything(), at_least=1),
        "label_type": Choice(("str", "int", "float", "bool")),
        "features": ListOf(_FEATURE, at_least=1),
        "n_features": Whole(0, (1 << 31) - 1),
        "hash_bits": Maybe(Whole(4, 26)),
        "min_df": Maybe(Number(0, 1 << 31)),
        "max_df": Maybe(Number(0, 1 << 31)),
        "min_df_is_usual": IfThere(Flag()),
        "max_features": Maybe(Whole(1)),
        "text_columns": IfThere(ListOf(Text(), at_least=1)),
        "join_columns": IfThere(Flag()),
        "values": Text(),
        "normalize": Maybe(Text()),
        "calibration": Maybe(
            Record(
                {
                    "kind": Text(),
                    "parameters": ListOf(Number(), at_least=1),
                    "n_labels": Whole(1),
                }
            )
        ),
        "reject_below": Maybe(Number(0, 1)),
        "quantization": _QUANTIZATION,
        "packed": _PACKED,
        "bucket_names": Maybe(TableOf(Text())),
        "standing": Maybe(
            Record(
                {
                    "n_steps": Whole(),
                    "n_examples": Whole(),
                    "learning_rate": Maybe(Number(1e-9, 1e9)),
                    "intercept_scaling": Maybe(Number(1e-9, 1e9)),
                }
            )
        ),
        "info": Record(
            {
                **_INFO,
                "n_documents": IfThere(Whole()),
                "calibration": IfThere(Text()),
                "estimated_accuracy": IfThere(Number(0, 1)),
                "estimated_macro_f1": IfThere(Number(0, 1)),
                "majority_accuracy": IfThere(Number(0, 1)),
                "never_predicted": IfThere(ListOf(Anything())),
                "weighted_accuracy": IfThere(Number(0, 1)),
                "weighted_by": IfThere(Text()),
                "chosen": IfThere(
                    Record(
                        {
                            "features": Maybe(Text()),
                            "lambda": Maybe(Number()),
                            "C": Maybe(Number()),
                        }
                    )
                ),
            }
        ),
    }
)

_SENTENCES: dict[str, Kind] = {
    **_INFO,
    "n_sentences": IfThere(Whole()),
    "n_tokens": IfThere(Whole()),
    "learner": IfThere(Text()),
}

_TAGGING = Record(
    {
        "task": Text(),
        "tags": ListOf(Text(), at_least=1, at_most=MOST_LABELS),
        "scheme": Choice(SCHEMES),
        "order": Whole(1, 2),
        "is_local": Flag(),
        "has_probabilities": Flag(),
        "columns": ListOf(Text(), at_least=1),
        "tag_column": Text(),
        "templates": Maybe(
            Record(
                {
                    "templates": ListOf(Text()),
                    "beyond": Text(),
                    "transitions": Flag(),
                    "lexicons": TableOf(TableOf(ListOf(Text()))),
                    "functions": ListOf(Text()),
                    "patterns": TableOf(Anything()),
                }
            )
        ),
        "n_features": Whole(0, (1 << 31) - 1),
        "n_edge_features": Whole(0, (1 << 31) - 1),
        "unseen": IfThere(Number()),
        "quantization": _QUANTIZATION,
        "packed": _PACKED,
        "info": Record(
            {
                **_SENTENCES,
                "n_words": IfThere(Whole()),
                "converted_from": IfThere(Text()),
                "n_repaired": IfThere(Whole()),
                "n_unknown_tags": IfThere(Whole()),
                "objective": IfThere(Number()),
                "duality_gap": IfThere(Number()),
            }
        ),
    }
)

_PARSING = Record(
    {
        "task": Text(),
        "relations": ListOf(Text(), at_least=1, at_most=MOST_LABELS),
        "projective": Flag(),
        "single_root": Flag(),
        "has_probabilities": Flag(),
        "columns": ListOf(Text(), at_least=1),
        "templates": Record(
            {
                "shared": ListOf(Text()),
                "relation": ListOf(Text()),
                "sibling": Maybe(ListOf(Text())),
            }
        ),
        "frequent": ListOf(Text()),
        "shared_bits": Whole(4, 30),
        "relation_bits": Whole(4, 24),
        "quantization": _QUANTIZATION,
        "packed": _PACKED,
        "info": Record(
            {
                **_SENTENCES,
                "relation_cost": IfThere(Number()),
                "jackknife": IfThere(Whole()),
            }
        ),
    }
)

#: The schema of the configuration, by task.
SCHEMAS: dict[str, Record] = {
    "text-classification": _TEXTS,
    "tagging": _TAGGING,
    "parsing": _PARSING,
}
