"""Limits of weights: what scores can be made of without running out of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError

__all__ = ["MOST_WEIGHT", "check_weights"]

#: Beyond this the sum of a few weights is infinite in float32. No learner comes near it.
MOST_WEIGHT = 1e30


def check_weights(name: str, values: NDArray[Any], most: float = MOST_WEIGHT) -> None:
    """Raise DataError unless all weights are finite and of a size that can be added up.

    Examples
    --------
    >>> check_weights("weights", np.array([0.5, np.inf]))
    Traceback (most recent call last):
        ...
    linguine.errors.DataError: The weights of a model must be finite and at most 1e+30; one is inf.
    The file is damaged, or the model has diverged: train it again and save it.
    """
    if not values.size:
        return
    # Smallest and largest, not |values|: no copy, and NaN comes through.
    with np.errstate(invalid="ignore"):  # some kinds of NaN complain when they are converted
        extremes = np.array([values.min(), values.max()], dtype=np.float64)
    is_wrong = ~(np.abs(extremes) <= most)
    if is_wrong.any():
        raise DataError(
            f"The {name} of a model must be finite and at most {most:g}; one is "
            f"{extremes[is_wrong][0]:g}. The file is damaged, or the model has diverged: train it "
            "again and save it."
        )
