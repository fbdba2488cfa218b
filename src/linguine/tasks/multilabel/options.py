"""Options of texts with several labels, and what they mean to a classifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linguine.tasks.options import FEATURES, LEARNING, OUTPUT, READING, Table
from linguine.tasks.text.deciding.options import THRESHOLDS
from linguine.tasks.text.options import (
    ANSWERS,
    CALIBRATION,
    FEATURE_OPTIONS,
    HEADER,
    JOIN_COLUMNS,
    LABEL_COLUMN,
    TEXT_COLUMN,
    text_settings,
)

__all__ = ["OPTIONS", "estimator_settings"]


_SEPARATOR: Table = {
    "--label-separator S": (
        str,
        "Texts have several labels, with this between them: | or , or another.",
    ),
}
_LABELLED: Table = {**TEXT_COLUMN, **LABEL_COLUMN, **_SEPARATOR, **HEADER}
_TRAINING: Table = {**TEXT_COLUMN, **JOIN_COLUMNS, **LABEL_COLUMN, **_SEPARATOR, **HEADER}

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [
        (LEARNING, {**CALIBRATION, **THRESHOLDS}),
        (FEATURES, FEATURE_OPTIONS),
        (READING, _TRAINING),
    ],
    "compare": [(LEARNING, THRESHOLDS), (FEATURES, FEATURE_OPTIONS), (READING, _TRAINING)],
    "predict": [(OUTPUT, ANSWERS), (READING, {**TEXT_COLUMN, **HEADER})],
    "evaluate": [(READING, _LABELLED)],
    "split": [(READING, _LABELLED)],
    "explain": [(READING, {**TEXT_COLUMN, **HEADER})],
}


def estimator_settings(
    path: str, settings: Mapping[str, Any], algorithm: str | None
) -> dict[str, Any]:
    """Return what TextClassifier takes."""
    made = text_settings(settings, algorithm)
    made |= {name: settings[name] for name in ("threshold", "precision")}
    return made
