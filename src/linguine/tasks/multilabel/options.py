"""Options of texts with several labels, and what they mean to a classifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linguine.tasks.multilabel.settings import WAYS
from linguine.tasks.options import FEATURES, LEARNING, OUTPUT, READING, Table
from linguine.tasks.text.options import (
    ANSWERS,
    FEATURE_OPTIONS,
    HEADER,
    JOIN_COLUMNS,
    LABEL_COLUMN,
    TEXT_COLUMN,
    text_settings,
)

__all__ = ["OPTIONS", "estimator_settings"]


def read_threshold(value: str) -> str | float:
    """Return a way to choose thresholds, or a probability.

    Examples
    --------
    >>> read_threshold("common"), read_threshold("0.3")
    ('common', 0.3)
    """
    if value in WAYS:
        return value
    try:
        return float(value)
    except ValueError:
        raise ValueError(
            f"{value!r} is neither {' nor '.join(WAYS)}, nor a probability such as 0.5."
        ) from None


_THRESHOLDS: Table = {
    "--threshold HOW": (
        read_threshold,
        "From which probability on a text gets a label: f1 (the default) chooses one for each "
        "label on held-out texts, common one for all; or a number.",
    ),
    "--precision P": (
        float,
        "Choose thresholds such that this share of the answers is right, such as 0.9.",
    ),
}
_CALIBRATION: Table = {
    "--calibration HOW": (
        str,
        "How to find probabilities, or intervals of scores, on texts that are held out: auto, none "
        "(fastest), or a number of folds.",
        "auto",
    ),
}
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
        (LEARNING, {**_CALIBRATION, **_THRESHOLDS}),
        (FEATURES, FEATURE_OPTIONS),
        (READING, _TRAINING),
    ],
    "compare": [(LEARNING, _THRESHOLDS), (FEATURES, FEATURE_OPTIONS), (READING, _TRAINING)],
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
