"""Estimates: how good a model is on texts that were held out, said without flattery.

The share of right answers alone deceives on unequal labels, so three more facts stand beside it:
the mean F1, what always answering the most frequent label would reach, and which labels the model
never answers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.prediction import choose_labels
from linguine.tasks.text.held_out import HeldOut

__all__ = ["estimate"]


def estimate(held_out: HeldOut, classes: NDArray[Any], weighted_by: str = "") -> dict[str, Any]:
    """Return what a model file says about the quality of a model.

    Every held-out text counts once, whatever its weight in learning; a text with several labels
    counts for each by its share. Labels that no held-out text has are in none of the figures.
    ``weighted_by`` is what has given texts different weights, for people.

    Examples
    --------
    >>> held_out = HeldOut(np.array([[-1.0], [-2.0], [-1.0]]), np.array([0, 0, 1]), np.ones(3))
    >>> facts = estimate(held_out, np.array(["ham", "spam"]))
    >>> facts["estimated_accuracy"], facts["majority_accuracy"], facts["never_predicted"]
    (0.6667, 0.6667, ['spam'])
    """
    n_labels = len(classes)
    chosen = choose_labels(held_out.scores, n_labels)
    shares = _shares(held_out)
    right = np.bincount(
        held_out.gold, weights=shares * (chosen == held_out.gold), minlength=n_labels
    )
    support = np.bincount(held_out.gold, weights=shares, minlength=n_labels)
    answers = np.bincount(chosen, weights=shares, minlength=n_labels)
    occurs = support + answers > 0
    f1 = 2 * right[occurs] / (support + answers)[occurs]
    most = int(support.argmax())
    facts: dict[str, Any] = {
        "estimated_accuracy": round(float(right.sum() / shares.sum()), 4),
        "estimated_macro_f1": round(float(f1.mean()), 4),
        "majority_label": classes.tolist()[most],
        "majority_accuracy": round(float(support[most] / support.sum()), 4),
        "never_predicted": classes[(support > 0) & (answers == 0)].tolist(),
    }
    if weighted_by:
        facts["weighted_accuracy"] = round(held_out.accuracy(n_labels), 4)
        facts["weighted_by"] = weighted_by
    return facts


def _shares(held_out: HeldOut) -> NDArray[np.float64]:
    """Return how much each example counts: 1, and together 1 for those of one text."""
    if held_out.rows is None:
        return np.ones(len(held_out.gold))
    _, place = np.unique(held_out.rows, return_inverse=True)
    totals = np.bincount(place, weights=held_out.weights)
    return np.asarray(held_out.weights / totals[place], np.float64)
