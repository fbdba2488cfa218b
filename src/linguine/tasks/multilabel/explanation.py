"""Explanations of several labels: each label of a text against its threshold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.reports.text.label_explanations import LabelExplanations
from linguine.tasks.multilabel.label_tree import SetTreeModel
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
    if isinstance(model, SetTreeModel):
        return explain_found(model, text, columns)
    seen = SeenText(model, text, columns)
    scores = seen.scores[0].astype(np.float64)
    probabilities = None
    if model.calibrator is not None:
        probabilities = model.calibrator.probabilities(seen.scores)[0]
    order = np.argsort(-model.ranking(scores, probabilities), kind="stable")
    is_given = model.decide(seen.scores).table()[0]
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


def explain_found(
    model: SetTreeModel, text: Any, columns: Mapping[str, Any] | None = None
) -> LabelExplanations:
    """Return the same of labels that are found along a tree."""
    seen = SeenText(model, text, columns)
    scores = seen.scores.values[0].astype(np.float64).tolist()
    codes = [code for code in seen.scores.labels[0].tolist() if code >= 0]
    given = next(iter(model.decide(seen.scores)))
    values: list[float | None] = [None] * len(codes)
    if model.calibrator is not None:
        values = list(model.probabilities(seen.scores).values[0].tolist())
    found = []
    for i, code in enumerate(codes[: len(given) + _N_BELOW]):
        column, bias = model.tree.column(code)
        found.append(
            seen.explain(
                (model.labels[code], THRESHOLD if code in given else NOT_REACHED),
                (scores[i], model.threshold),
                column.astype(np.float64),
                bias - model.threshold,
                values[i],
            )
        )
    return LabelExplanations(found[0].text, found)
