"""Random scores of arcs, and the kinds of trees and scores that every question is asked about."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

Array = NDArray[np.float64]

RULES = [
    pytest.param(projective, single_root, id=f"{kind}-{roots}")
    for projective, kind in ((True, "projective"), (False, "crossing"))
    for single_root, roots in ((True, "one-root"), (False, "any-roots"))
]
KINDS = [
    pytest.param({}, id="plain"),
    pytest.param({"whole": True}, id="ties"),
    pytest.param({"size": 60.0}, id="far-apart"),
    pytest.param({"size": 2000.0}, id="very-far-apart"),
    pytest.param({"excluded": 0.3}, id="excluded"),
    pytest.param({"excluded": 0.6, "size": 30.0}, id="mostly-excluded"),
    pytest.param({"excluded": 0.4, "whole": True}, id="excluded-ties"),
]


def random_scores(
    seed: int, n: int, *, size: float = 1.0, excluded: float = 0.0, whole: bool = False
) -> Array:
    """Return normal scores times ``size``; some excluded; whole numbers make ties."""
    random = np.random.default_rng(seed)
    scores = size * random.standard_normal((n, n + 1))
    if whole:
        scores = np.round(scores)
    scores[random.random(scores.shape) < excluded] = -np.inf
    scores[np.arange(n), np.arange(1, n + 1)] = np.nan  # must never be read
    return scores


def nested_cycles(n: int, *, size: float = 1.0) -> Array:
    """Words in pairs prefer each other, pairs of pairs each other next, and so on; then 0."""
    word = np.arange(n)
    depth = np.array([[(m ^ h).bit_length() for h in range(n)] for m in range(n)])
    scores = np.empty((n, n + 1))
    scores[:, 1:] = size * (-depth + 0.001 * word[None, :])
    scores[:, 0] = size * (-10 - 0.01 * ((7 * word) % n))
    return scores
