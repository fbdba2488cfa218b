r"""Weights of labels: answers that suit F1, where labels are unequal.

.. math:: \hat y = \arg\max_y w_y \, p(y | x)

With two labels this is one threshold. The weights are found label by label on held-out texts, so
that macro-F1 is as large as can be; a right answer counts by half as it was counted and by half as
the probabilities expect it, which keeps a few texts of a rare label from deciding much.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["find_label_weights"]

#: Factors of a weight that are tried, and how often all labels are gone through.
_FACTORS = 2.0 ** (np.arange(-12, 13) / 4.0)
_ROUNDS = 3
#: Less gain in macro-F1 is luck.
_LEAST_GAIN = 1e-4


def find_label_weights(p: NDArray[np.float64], gold: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return the weight of each label : (n_labels,); 1 for all where nothing is gained.

    Examples
    --------
    >>> p = np.array([[0.9, 0.1]] * 6 + [[0.6, 0.4]] * 2)
    >>> weights = find_label_weights(p, np.array([0] * 6 + [1] * 2))
    >>> bool(weights[1] / weights[0] > 1.5)
    True
    """
    n, n_labels = p.shape
    weights = np.ones(n_labels)
    rows = np.arange(n)
    hits = p / 2.0
    hits[rows, gold] += 0.5
    totals = hits.sum(axis=0)
    best = _macro_f1(p.argmax(axis=1), hits, totals)
    for _ in range(_ROUNDS):
        before = best
        for label in range(n_labels):
            others = p * weights
            others[:, label] = -1.0
            rival = others.argmax(axis=1)
            against = others[rows, rival]
            for factor in _FACTORS:
                wins = p[:, label] * factor > against
                found = _macro_f1(np.where(wins, label, rival), hits, totals)
                if found > best + _LEAST_GAIN / n_labels:
                    best, weights[label] = found, factor
        if best < before + _LEAST_GAIN:
            break
    return np.asarray(weights)


def _macro_f1(
    answers: NDArray[np.intp], hits: NDArray[np.float64], totals: NDArray[np.float64]
) -> float:
    n_labels = len(totals)
    right = np.bincount(answers, hits[np.arange(len(answers)), answers], minlength=n_labels)
    given = np.bincount(answers, minlength=n_labels)
    return float((2.0 * right / np.maximum(given + totals, 1e-12)).mean())
