"""Explanations of text models: which words spoke for a label, and which features it knows best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, check_number
from linguine.model.prediction import score_rows
from linguine.model.text_model import TextModel, largest
from linguine.reports.explanation import Contribution, Explanation

__all__ = ["explain_text", "top_features"]

#: Names and places of a feature, each once and in order: a dict is an ordered set. A feature may
#: stand at every place of a long text, so to look through a list for each would take the square.
_Evidence = tuple[dict[str, None], dict[tuple[int, int], None]]


def explain_text(
    model: TextModel, text: str, columns: Mapping[str, Any] | None = None
) -> Explanation:
    """Return the exact contributions of every feature of a text.

    Parameters
    ----------
    model
        The model that decides.
    text
        What it decides on.
    columns
        Further columns with one value each, if the features need any.
    """
    if not isinstance(text, str):
        raise DataError(
            f"explain takes one text; got {type(text).__name__}. Give a str, not a list."
        )
    sites = model.extractor.transform([text], columns)
    scores = score_rows(sites, model.weights, model.bias, model.n_labels, 1)
    row = _score_per_label(scores, model.n_labels)[0]
    order = np.argsort(-row, kind="stable")
    best, second = int(order[0]), int(order[1]) if model.n_labels > 1 else None
    theta, bias = _lead(model, best, second)
    assert sites.indices is not None
    ids = sites.indices
    values = np.ones(len(ids)) if sites.values is None else sites.values.astype(np.float64)
    probability = None
    if model.calibrator is not None:
        probability = float(model.calibrator.probabilities(scores)[0, best])
    evidence = _evidence(model, text, columns)
    contributions = []
    for i, value in zip(ids.tolist(), values.tolist(), strict=True):
        names, spans = evidence.get(i, ({f"#{i}": None}, {}))
        weight = float(theta[i])
        contributions.append(
            Contribution(" | ".join(names), value, weight, value * weight, tuple(spans))
        )
    return Explanation(
        text,
        _plain(model.classes[best]),
        None if second is None else _plain(model.classes[second]),
        float(row[best]),
        0.0 if second is None else float(row[second]),
        bias,
        contributions,
        probability,
    )


def _plain(label: Any) -> Any:
    return label.item() if hasattr(label, "item") else label


def _score_per_label(scores: NDArray[Any], n_labels: int) -> NDArray[np.float64]:
    """Two labels share one column: half of it speaks for the second, minus half for the first."""
    s = scores.astype(np.float64)
    return s if n_labels != 2 else np.hstack([-s, s]) / 2


def _lead(model: TextModel, best: int, second: int | None) -> tuple[NDArray[np.float64], float]:
    """Return weights and bias of one label minus those of another."""
    weights, bias = model.weights, model.bias.astype(np.float64)
    if model.n_labels == 2:
        sign = 1.0 if best == 1 else -1.0
        return sign * weights[:, 0].astype(np.float64), sign * float(bias[0])
    lead = weights[:, best].astype(np.float64)
    if second is None:
        return lead, float(bias[best])
    return lead - weights[:, second], float(bias[best] - bias[second])


def _evidence(
    model: TextModel, text: str, columns: Mapping[str, Any] | None
) -> dict[int, _Evidence]:
    """Return names and places (in characters) of each feature of the text."""
    characters = _characters(text)
    found: dict[int, _Evidence] = {}
    for each in model.extractor.evidence(text, columns):
        names, spans = found.setdefault(each.id, ({}, {}))
        names[each.name] = None
        if not each.is_in_text:
            continue
        begin, end = int(characters[each.begin]), int(characters[each.end])
        if begin < end:
            spans[begin, end] = None
    return found


def _characters(text: str) -> NDArray[np.int64]:
    """Return the character that each byte of the text belongs to, and one beyond the end."""
    data = np.frombuffer(text.encode(), np.uint8)
    starts = (data & 0xC0) != 0x80
    places = np.concatenate([np.cumsum(starts) - 1, [len(text)]])
    return places.astype(np.int64)


def top_features(model: TextModel, k: int = 20) -> dict[Any, list[tuple[str, float]]]:
    """Return the k features with the largest weights of each label.

    Against the other label for two labels, against the average label for more: weights that all
    labels share decide nothing.

    Parameters
    ----------
    model
        Any text model; buckets of hashed features have the names that were found for them.
    k
        How many for each label.
    """
    check_number("top_features", "k", k, low=1, integer=True, fix="Try 20.")
    vocabulary = model.extractor.vocabulary_
    assert vocabulary is not None
    tops = {}
    for label, column in _columns(model):
        ids = largest(column, k)
        names = vocabulary.names(ids.tolist())
        tops[label] = [(name, float(column[i])) for name, i in zip(names, ids, strict=True)]
    return tops


def _columns(model: TextModel) -> list[tuple[Any, NDArray[np.float32]]]:
    labels = [_plain(each) for each in model.classes]
    if model.n_labels == 2:
        return [(labels[0], -model.weights[:, 0]), (labels[1], model.weights[:, 0])]
    mean = model.weights[:, : model.n_labels].mean(axis=1)
    return [(label, model.weights[:, k] - mean) for k, label in enumerate(labels)]
