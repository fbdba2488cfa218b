"""Options of scores, and what they mean to a regressor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linguine.tasks.options import (
    FEATURES,
    LEARNER,
    LEARNING,
    OUTPUT,
    READING,
    Table,
    number_or_word,
    shared_settings,
)
from linguine.tasks.text.options import (
    ANSWERS,
    CALIBRATION,
    FEATURE_OPTIONS,
    HEADER,
    JOIN_COLUMNS,
    LABEL_COLUMN,
    PROBABILITIES,
    TEXT_COLUMN,
    choose_features,
)

__all__ = ["OPTIONS", "estimator_settings"]

_LOSSES: Table = {
    "--delta N": (
        float,
        "For huber: larger misses count as absolute, not squared; in the units of the scores.",
    ),
    "--epsilon N": (
        float,
        "For epsilon-insensitive: smaller misses cost nothing; in the units of the scores.",
    ),
}
_INTERVAL: Table = {
    "--interval C": (
        float,
        "Add an interval that holds the true score with this coverage, such as 0.9.",
    ),
}
_ANSWERS: Table = {
    **_INTERVAL,
    "--all every": PROBABILITIES["--all every"],
    "--id-column NAME": ANSWERS["--id-column NAME"],
}
_TRAINING = [
    (FEATURES, FEATURE_OPTIONS),
    (READING, {**TEXT_COLUMN, **JOIN_COLUMNS, **LABEL_COLUMN, **HEADER}),
]
_TEXTS = [(READING, {**TEXT_COLUMN, **HEADER})]

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [(LEARNING, CALIBRATION), (LEARNER, _LOSSES), *_TRAINING],
    "compare": _TRAINING,
    "predict": [(OUTPUT, _ANSWERS), *_TEXTS],
    "evaluate": [
        (OUTPUT, _INTERVAL),
        (READING, {**TEXT_COLUMN, **LABEL_COLUMN, **HEADER}),
    ],
    "explain": _TEXTS,
}


def estimator_settings(
    path: str, settings: Mapping[str, Any], algorithm: str | None
) -> dict[str, Any]:
    """Return what TextRegressor takes."""
    names = ("values", "min_df", "max_df", "min_count", "max_features", "hash_bits")
    made = shared_settings(settings, algorithm, names, _LOSSES)
    if algorithm is None:
        made["calibration"] = number_or_word(settings["calibration"])
    if (normalize := settings["normalize"]) is not None:
        made["normalize"] = None if normalize == "none" else normalize
    made["features"] = choose_features(settings, is_bag=False, algorithm=made["algorithm"])
    return made
