"""Explanations of label trees: the leaf of the best label against that of the next.

The score of a label is that of its leaf, so what a text's features contribute adds up exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.reports.explanation import Explanation
from linguine.tasks.text.explanation import SeenText
from linguine.tasks.text.label_tree.model import Along, TreeModel
from linguine.tasks.text.model import TextModel, largest

if TYPE_CHECKING:
    from linguine.model.label_tree import LabelTree

__all__ = ["Along", "explain_along", "lead_of", "top_of_leaves"]


def explain_along(
    model: TreeModel, text: Any, columns: Mapping[str, Any] | None = None
) -> Explanation:
    """Return the contributions of all features of a text."""
    seen = SeenText(model, text, columns)
    found = seen.scores
    labels, scores = found.labels[0].tolist(), found.values[0].astype(np.float64).tolist()
    best, second = labels[0], labels[1] if len(labels) > 1 and labels[1] >= 0 else None
    probability = None
    if model.calibrator is not None:
        probability = float(model.probabilities(found).values[0, 0])
    return seen.explain(
        (model.labels[best], None if second is None else model.labels[second]),
        (scores[0], 0.0 if second is None else scores[1]),
        *lead_of(model.tree, best, second),
        probability,
    )


def lead_of(tree: LabelTree, best: int, second: int | None) -> tuple[NDArray[np.float64], float]:
    """Return weights and bias of one label minus those of another, or of nothing."""
    column, bias = tree.column(best)
    lead = column.astype(np.float64)
    if second is None:
        return lead, bias
    other, other_bias = tree.column(second)
    return lead - other, bias - other_bias


def top_of_leaves(
    model: TextModel, tree: LabelTree, k: int
) -> Iterator[tuple[Any, list[tuple[str, float]]]]:
    """Yield the k features with the largest weights of each label."""
    vocabulary = model.extractor.vocabulary_
    assert vocabulary is not None
    for y, label in enumerate(model.labels):
        features, weights = tree.weights_of(tree.way(y)[-1])
        places = largest(weights.astype(np.float32), k)
        names = vocabulary.names(features[places].tolist())
        yield label, list(zip(names, weights[places].tolist(), strict=True))
