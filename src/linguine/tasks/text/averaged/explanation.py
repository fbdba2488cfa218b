"""Explanations of averaged models: words, pieces and n-grams, each with its share of the lead.

The lead is that of z, not of the probabilities: it is a sum over the features of the text. In a
tree it is what the node says at which the ways of the two best labels part.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.data.texts import as_texts
from linguine.reports.explanation import Contribution, Explanation
from linguine.tasks.text.averaged.model import AveragedModel
from linguine.tasks.text.model import largest

__all__ = ["AveragedModel", "explain_averaged", "top_words"]

#: What an occurrence was found as.
_PIECE = 1


def explain_averaged(model: AveragedModel, text: str, characters: NDArray[np.int64]) -> Explanation:
    """Return the contributions of all features of a text.

    ``characters`` are those that its bytes belong to : (n_bytes + 1,).
    """
    scores, texts = model.scores([text]), as_texts([text])
    best = int(model.best(scores)[0])
    others = np.array([k for k in model.order[::-1].tolist() if k != best], np.intp)
    second = int(others[np.argmax(scores[0, others])]) if len(others) else None
    z = model.native.linear(texts)
    found = model.native.occurrences(texts)
    lead = np.zeros(model.n_columns) if second is None else model.directions(best, second)
    score, rival = _scores(model, z, best, second)
    return Explanation(
        text,
        model.labels[best],
        None if second is None else model.labels[second],
        score,
        rival,
        0.0,
        _contributions(model, found, lead, characters),
        float(model.probabilities(scores)[0, best]),
    )


def _scores(
    model: AveragedModel, z: NDArray[np.float64], best: int, second: int | None
) -> tuple[float, float]:
    """Return z of both; where a tree parts, half of it speaks for the one, half for the other."""
    if second is None:
        return 0.0, 0.0
    if model.link != "tree":
        return float(z[best]), float(z[second])
    halves = [float(z[k // 2]) / (2.0 if k % 2 else -2.0) for k in model.parting(best, second)]
    return sum(halves), -sum(halves)


def _contributions(
    model: AveragedModel,
    found: list[tuple[str, int, int, int, int]],
    lead: NDArray[np.float64],
    characters: NDArray[np.int64],
) -> list[Contribution]:
    places: dict[int, list[Any]] = {}
    for name, row, begin, end, kind in found:
        entry = places.setdefault(row, [{}, {}, 0])
        entry[0][_shown(name) if kind == _PIECE else name] = None
        first, last = int(characters[begin]), int(characters[end])
        if first < last:
            entry[1][first, last] = None
        entry[2] += 1
    rows = np.fromiter(places, np.int64, len(places))
    weights = model.weights[rows].astype(np.float64) @ lead
    contributions = []
    for weight, (names, spans, n) in zip(weights.tolist(), places.values(), strict=True):
        value = n / len(found)
        name = " | ".join(names)
        contributions.append(Contribution(name, value, weight, value * weight, tuple(spans)))
    return contributions


def _shown(piece: str) -> str:
    """Return a piece of a word for people: ``<fre…``, ``…ree…``."""
    return f"{'' if piece.startswith('<') else '…'}{piece}{'' if piece.endswith('>') else '…'}"


def top_words(model: AveragedModel, k: int) -> dict[Any, list[tuple[str, float]]]:
    """Return the k words with the largest weights of each label, their pieces included.

    Against the other of two labels, else against the average of all, or along the way of a tree.
    Buckets have no names, so n-grams of words are not among them.
    """
    weights = model.native.word_weights()
    tops = {}
    for label, name in enumerate(model.labels):
        rival = 1 - label if model.n_labels == 2 else None
        column = (weights @ model.directions(label, rival)).astype(np.float32)
        ids = largest(column, k)
        tops[name] = [(model.words.name(i), float(column[i])) for i in ids.tolist()]
    return tops
