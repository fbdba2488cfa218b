"""Explanations of several labels: each label of a text against its threshold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.reports.text.label_explanations import LabelExplanations
from linguine.tasks.multilabel.model import MultilabelModel
from linguine.tasks.text.explanation import SeenText, explain_each, largest_weights

if TYPE_CHECKING:
    from linguine.reports.explanation import Explanation
    from linguine.tasks.task import Asked, Settings

__all__ = ["NOT_REACHED", "THRESHOLD", "explain_asked", "explain_labels", "largest_weights"]

#: What a label is compared with.
THRESHOLD, NOT_REACHED = "(threshold)", "(threshold, which is not reached)"
#: Labels just below their thresholds that are explained as well.
_N_BELOW = 2


def explain_asked(
    model: MultilabelModel, asked: Asked, settings: Settings
) -> Iterator[Explanation]:
    """Yield the explanations of all labels of texts of the command line, or of lines of a file."""
    for each in explain_each(model, asked, settings, explain_labels):
        yield from each


def explain_labels(
    model: MultilabelModel, text: Any, columns: Mapping[str, Any] | None = None
) -> LabelExplanations:
    """Return why a text gets each of its labels, and why not the next ones."""
    seen = SeenText(model, text, columns)
    scores = seen.scores[0].astype(np.float64)
    probabilities = None
    if model.calibrator is not None:
        probabilities = model.calibrator.probabilities(seen.scores)[0]
    # Probabilities can be compared where scores of labels on scales of their own cannot.
    order = np.argsort(-(scores if probabilities is None else probabilities), kind="stable")
    is_given = model.decide(seen.scores)[0]
    chosen = [*order[is_given[order]].tolist(), *order[~is_given[order]].tolist()[:_N_BELOW]]
    found = [
        seen.explain(
            (model.labels[k], THRESHOLD if is_given[k] else NOT_REACHED),
            (float(scores[k]), float(model.thresholds[k])),
            model.weights[:, k].astype(np.float64),
            float(model.bias[k]) - float(model.thresholds[k]),
            None if probabilities is None else float(probabilities[k]),
        )
        for k in chosen
    ]
    return LabelExplanations(found[0].text, found)
