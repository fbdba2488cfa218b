r"""f(x, y) of a sentence as one long vector, so that a learner needs to know nothing else.

    f(x, y) = [ sum_t phi_t (x) e_{y_t} | transitions | start | end ]
    theta   = [ d * L                   | L * L       | L     | L   ]

Each table is written row by row: the weight of feature j and label k is theta[j * L + k]. The
score of an output is theta . f(x, y); "structured learning" of [McDonald]. A bias per label is a
column of ones in X. The derivative of a loss by theta has the same shape: f with the derivative by
the scores of the parts in the place of the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .chain import Chain, Parts, indicators
from .losses import Array


@dataclass(frozen=True)
class Sentence:
    """X : (T, d) a row of features per token; y its labels, 0 .. n_labels - 1."""

    X: Array
    y: tuple[int, ...]


def n_weights(d: int, n_labels: int) -> int:
    """Length of theta."""
    return d * n_labels + n_labels**2 + 2 * n_labels


def chain_of(theta: Array, X: Array, n_labels: int) -> Chain:
    """The scores that theta gives to the parts of one sentence."""
    L = n_labels
    W, A, start, end = np.split(theta, np.cumsum([X.shape[1] * L, L * L, L]))
    return Chain(X @ W.reshape(-1, L), A.reshape(L, L), start, end)


def stack(X: Array, parts: Parts) -> Array:
    """Numbers per part to numbers per weight."""
    tables = [X.T @ parts["nodes"], parts["transitions"], parts["start"], parts["end"]]
    return np.concatenate([table.ravel() for table in tables])


def features(X: Array, y: Sequence[int], n_labels: int) -> Array:
    """f(x, y)."""
    return stack(X, indicators(n_labels, y))


def zeros(sentences: Sequence[Sentence], n_labels: int) -> Array:
    """theta before the first step."""
    return np.zeros(n_weights(sentences[0].X.shape[1], n_labels))
