"""Options of clusters, and what they mean to a clusterer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linguine.errors import whole_number
from linguine.tasks.options import (
    FEATURES,
    LEARNER,
    LEARNER_OPTIONS,
    LEARNING,
    OUTPUT,
    READING,
    RESTARTS,
    Table,
)
from linguine.tasks.text.options import (
    ANSWERS,
    FEATURE_OPTIONS,
    HEADER,
    JOIN_COLUMNS,
    LABEL_COLUMN,
    PROBABILITIES,
    TEXT_COLUMN,
    choose_features,
)

__all__ = ["OPTIONS", "estimator_settings"]


def read_k(value: str) -> int | tuple[int, int] | str:
    """Return a number of clusters, a range of them, or auto.

    Examples
    --------
    >>> read_k("20"), read_k("5-30"), read_k("auto")
    (20, (5, 30), 'auto')
    """
    if value == "auto":
        return value
    low, dash, high = value.partition("-")
    ends = whole_number(low), whole_number(high or low)
    if ends[0] is None or ends[1] is None or (dash and not high):
        raise ValueError(
            f"{value!r} is neither a number such as 20, nor a range such as 5-30, nor auto."
        )
    return (ends[0], ends[1]) if dash else ends[0]


_CLUSTERS: Table = {
    "-k N": (
        read_k,
        "How many clusters; a range such as 5-30, or auto, chooses the number under which texts "
        "that are held out are most likely.",
        "auto",
    ),
    **RESTARTS,
}
#: Those of the learner that clusters have.
_LEARNER = ("--alpha N", "--max-iterations N", "--tolerance N")
_WORDS = ("--ngrams N", "--chars LOW-HIGH", "--tokenizer NAME", "--punctuation", "--values KIND",
          "--min-df N", "--max-df N", "--max-features N")  # fmt: skip
_FEATURES: Table = {name: FEATURE_OPTIONS[name] for name in _WORDS}
_TEXTS: Table = {**TEXT_COLUMN, **HEADER}
_LEARNED: Table = {**TEXT_COLUMN, **JOIN_COLUMNS, **HEADER}

OPTIONS: Mapping[str, Sequence[tuple[str, Table]]] = {
    "train": [(LEARNING, _CLUSTERS), (FEATURES, _FEATURES), (READING, _LEARNED)],
    "cluster": [
        (LEARNING, _CLUSTERS),
        (OUTPUT, PROBABILITIES),
        (FEATURES, _FEATURES),
        (LEARNER, {name: LEARNER_OPTIONS[name] for name in _LEARNER}),
        (READING, _LEARNED),
    ],
    "predict": [(OUTPUT, ANSWERS), (READING, _TEXTS)],
    "evaluate": [(READING, {**TEXT_COLUMN, **LABEL_COLUMN, **HEADER})],
    "explain": [(READING, _TEXTS)],
}


def estimator_settings(
    path: str, settings: Mapping[str, Any], algorithm: str | None
) -> dict[str, Any]:
    """Return what Clusterer takes."""
    names = ("k", "values", "min_df", "max_df", "max_features")
    options = ("restarts", "alpha", "max_iterations", "tolerance")
    made = {name: settings[name] for name in (*names, *options) if settings.get(name) is not None}
    made |= {"seed": settings["seed"], "n_threads": settings["threads"]}
    asked = settings.get("algorithm", "auto") if algorithm is None else algorithm
    made["features"] = clustered_features(settings, is_bag=False)
    return {"algorithm": asked, **made}


def clustered_features(settings: Mapping[str, Any], *, is_bag: bool) -> Any:
    """Return the templates that were asked for; single words if only their form was."""
    given = {name: settings.get(name) for name in ("ngrams", "chars", "tokenizer", "punctuation")}
    if any(given.values()) and given["ngrams"] is None:
        given["ngrams"] = 1
    columns = {"numeric": (), "categorical": (), "numeric_scale": "auto",
               "vector_column": (), "vectors": None, "vector_scale": "auto"}  # fmt: skip
    return choose_features({**given, **columns}, is_bag=is_bag, algorithm="mixture")
