r"""The structured perceptron, plain and averaged (Collins 2002; [McDonald]).

    y_hat = argmax_y theta . f(x, y)
    if y_hat != y:  theta <- theta + f(x, y) - f(x, y_hat)
    m <- m + theta                                        (after *every* sentence)
    return theta, m / t

perceptron.py with another argmax. A sentence of weight w moves theta w times as far. `order` names
the sentence of every step, so it holds the epochs and their shuffles.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .chain import argmax
from .chain_features import Sentence, chain_of, features, zeros
from .losses import Array


def structured_perceptron(
    sentences: Sequence[Sentence],
    n_labels: int,
    *,
    order: Sequence[int],
    sample_weight: Array | None = None,
) -> tuple[Array, Array, int]:
    """(theta, averaged theta, sentences with a mistake)."""
    theta = zeros(sentences, n_labels)
    m = np.zeros_like(theta)
    mistakes = 0
    for i in order:
        X, y = sentences[i].X, sentences[i].y
        y_hat = argmax(chain_of(theta, X, n_labels))
        if y_hat != y:
            mistakes += 1
            w = 1.0 if sample_weight is None else sample_weight[i]
            theta = theta + w * (features(X, y, n_labels) - features(X, y_hat, n_labels))
        m = m + theta
    return theta, m / len(order), mistakes
