"""Estimates: how good a model is on texts that were held out, said without flattery.

The share of right answers alone deceives on unequal labels, so three more facts stand beside it:
the mean F1, what always answering the most frequent label would reach, and which labels the model
never answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import read_target
from linguine.errors import DataError
from linguine.model.calibration import Calibrator, fit_calibrator
from linguine.model.conformal_sets import ConformalSets
from linguine.model.prediction import choose_labels
from linguine.tasks.text.fitting.held_out import FEWEST_TEXTS, HeldOut
from linguine.tasks.text.model import TextModel

__all__ = ["calibrate_text_model", "estimate", "estimate_answers", "known_gold"]


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
    chosen = choose_labels(held_out.scores, len(classes))
    return estimate_answers(chosen, held_out, classes, weighted_by)


def estimate_answers(
    chosen: NDArray[np.intp], held_out: HeldOut, classes: NDArray[Any], weighted_by: str = ""
) -> dict[str, Any]:
    """Return the same of answers that are known : (n,)."""
    n_labels = len(classes)
    shares = held_out.shares
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
        is_right = chosen == held_out.gold
        facts["weighted_accuracy"] = round(float(np.average(is_right, weights=held_out.weights)), 4)
        facts["weighted_by"] = weighted_by
    return facts


def calibrate_text_model(
    model: TextModel, texts: Any, labels: ArrayLike, columns: Mapping[str, Any] | None
) -> tuple[Calibrator, str]:
    """Fit probabilities to texts that the model has not learned from.

    Return the calibrator, and what a model file says about it.
    """
    scores = model.scores(texts, columns)
    gold = known_gold(model, len(scores), labels)
    calibrator = fit_calibrator(scores, gold, model.n_labels)
    model.sets = ConformalSets.of(calibrator.probabilities(scores), gold)
    return calibrator, f"{calibrator.kind} on {len(scores)} texts"


def known_gold(model: TextModel, n_texts: int, labels: ArrayLike) -> NDArray[np.intp]:
    """Return the labels of texts that probabilities are fitted to, as numbers of the model's."""
    target = read_target(labels, n_texts).hard("calibrate")
    if n_texts < FEWEST_TEXTS:
        raise DataError(
            f"calibrate needs at least {FEWEST_TEXTS} texts to tell how often the model is right; "
            f"got {n_texts}. Give more texts that it has not learned from, a hundred or more."
        )
    is_unknown = ~np.isin(target.values, model.classes)
    if is_unknown.any():
        first = int(np.argmax(is_unknown))
        known = ", ".join(map(repr, model.classes[:5].tolist()))
        raise DataError(
            f"calibrate needs labels that the model knows, which are {known}"
            f"{', ...' if model.n_labels > 5 else ''}; text {first} has "
            f"{target.values[first].item()!r}. Leave such texts out, or teach it the label with "
            "partial_fit first."
        )
    return np.searchsorted(model.classes, target.values)
