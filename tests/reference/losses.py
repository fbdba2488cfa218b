r"""Losses by brute force: try every label, take the max or the sum.

.. math::
    \ell(s; y) = \mathrm{agg}_{y'} [ s_{y'} + \rho\, c(y, y') ] - s_y

with agg = max (perceptron, hinge) or log-sum-exp (logistic, softmax-margin) and
rho = 0 (perceptron, logistic) or 1 (hinge, softmax-margin). Eq. (2.41), (2.52) and
(2.60) of [Eisenstein2018]. The derivative by the scores is always mu - 1[y], mu being
the indicator of the argmax or the softmax. Ties go to the lower index.

Beside the table: squared hinge = hinge^2; squared = 1/2 sum_y (s_y - t_y)^2, t = +-1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

LOSSES = ("perceptron", "hinge", "squared-hinge", "logistic", "softmax-margin", "squared")


def n_columns(n_labels: int) -> int:
    """One column per label, but a single one for two labels."""
    return 1 if n_labels <= 2 else n_labels


def zero_one_cost(n_labels: int) -> Array:
    """c(y, y') = 1[y != y'], Eq. (2.51) of [Eisenstein2018]."""
    return 1.0 - np.eye(n_labels)


def agg_loss(name: str, s: Array, y: int, cost: Array) -> tuple[float, Array]:
    """Value and score gradient for one table of label scores s : (K,)."""
    augmented = s + (cost[y] if name in ("hinge", "squared-hinge", "softmax-margin") else 0.0)
    gold = np.zeros_like(s)
    gold[y] = 1.0
    if name in ("logistic", "softmax-margin"):
        shift = augmented.max()
        log_z = shift + np.log(np.exp(augmented - shift).sum())
        mu = np.exp(augmented - log_z)
        return float(log_z - s[y]), mu - gold
    z = np.zeros_like(s)
    z[int(np.argmax(augmented))] = 1.0  # np.argmax returns the lowest of equals
    value = float(augmented.max() - s[y])
    if name == "squared-hinge":
        return value**2, 2.0 * value * (z - gold)
    return value, z - gold


def loss(
    name: str, s: Array, y: int, *, one_versus_all: bool = False, cost: Array | None = None
) -> tuple[float, Array]:
    """Value of the loss on one row and its derivative by the column scores.

    s : (n_columns,). A single column is the pinned pair (0, s); one-versus-all is one
    pinned pair (rest, label) per column.
    """
    if name == "squared":
        t = np.where(np.arange(len(s)) == y, 1.0, -1.0)
        if len(s) == 1:
            t = np.array([1.0 if y == 1 else -1.0])
        return float(0.5 * ((s - t) ** 2).sum()), s - t
    if len(s) == 1:
        pair = zero_one_cost(2) if cost is None else cost
        value, g = agg_loss(name, np.array([0.0, s[0]]), y, pair)
        return value, g[1:]
    if one_versus_all:
        value, gradient = 0.0, np.zeros_like(s)
        for k in range(len(s)):
            v, g = agg_loss(name, np.array([0.0, s[k]]), int(y == k), zero_one_cost(2))
            value += v
            gradient[k] = g[1]
        return value, gradient
    return agg_loss(name, s, y, zero_one_cost(len(s)) if cost is None else cost)
