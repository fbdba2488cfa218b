"""Calibration of a text model on texts of its own: for models that were learned in pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linguine.data import read_target
from linguine.errors import DataError
from linguine.model.calibration import Calibrator, fit_calibrator
from linguine.tasks.text.held_out import FEWEST_TEXTS
from linguine.tasks.text.model import TextModel

__all__ = ["calibrate_text_model"]


def calibrate_text_model(
    model: TextModel, texts: Any, labels: ArrayLike, columns: Mapping[str, Any] | None
) -> tuple[Calibrator, str]:
    """Fit probabilities to texts that the model has not learned from.

    Return the calibrator, and what a model file says about it.
    """
    scores = model.scores(texts, columns)
    target = read_target(labels, len(scores)).hard("calibrate")
    if len(scores) < FEWEST_TEXTS:
        raise DataError(
            f"calibrate needs at least {FEWEST_TEXTS} texts to tell how often the model is right; "
            f"got {len(scores)}. Give more texts that it has not learned from, a hundred or more."
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
    gold = np.searchsorted(model.classes, target.values)
    calibrator = fit_calibrator(scores, gold, model.n_labels)
    return calibrator, f"{calibrator.kind} on {len(scores)} texts"
