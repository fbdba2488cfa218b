r"""The objective that every learner shares, and its gradient, one row at a time.

.. math::
    F(\theta, b) = \sum_i w_i \ell(\theta; x_i, y_i)
                   + \tfrac{l_2}{2} \|\theta\|^2 + l_1 \|\theta\|_1 + \tfrac{l_b}{2} \|b\|^2

Eq. (2.65) and (2.67) of [Eisenstein2018], with lambda = l2. The bias is free unless
l_b > 0. An augmented constant A per row (Zhang, section 1.1) is l_b = l2 / A^2: with
b = A v the penalty l2/2 v^2 is l2/(2 A^2) b^2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .losses import Array, Labels, loss, n_columns


@dataclass(frozen=True)
class Objective:
    """F for fixed data; theta : (d, n_columns), b : (n_columns,)."""

    X: Array
    gold: Labels
    n_labels: int
    loss: str
    one_versus_all: bool = False
    cost: Array | None = None
    sample_weight: Array | None = None
    l2: float = 0.0
    l1: float = 0.0
    bias_l2: float = 0.0

    @property
    def columns(self) -> int:
        return n_columns(self.n_labels)

    def __call__(self, theta: Array, b: Array) -> float:
        return self.smooth(theta, b)[0] + self.l1 * float(np.abs(theta).sum())

    def smooth(self, theta: Array, b: Array) -> tuple[float, Array, Array]:
        """F without its L1 term, and the gradient: sum_i w_i phi_i (mu - 1[y_i])."""
        weight = np.ones(len(self.gold)) if self.sample_weight is None else self.sample_weight
        value = 0.5 * self.l2 * float((theta**2).sum()) + 0.5 * self.bias_l2 * float((b**2).sum())
        d_theta, d_b = self.l2 * theta, self.bias_l2 * b
        for phi, y, w in zip(self.X, self.gold, weight, strict=True):
            v, g = loss(
                self.loss,
                phi @ theta + b,
                int(y),
                one_versus_all=self.one_versus_all,
                cost=self.cost,
            )
            value += w * v
            d_theta = d_theta + w * np.outer(phi, g)
            d_b = d_b + w * g
        return value, d_theta, d_b
