r"""AROW: adaptive regularization of weight vectors.

Theta is a Gaussian vector with mean mu and covariance Sigma. With d = f(x,y*) - f(x,y_hat) for
the cost-augmented best y_hat, l its hinge loss, and 1/r = C times the example's weight,
Fig. 1 of [Crammer2009]:

    beta = 1 / (d' Sigma d + r)
    mu <- mu + l beta Sigma d
    Sigma^-1 <- Sigma^-1 + d d' / r, of which the diagonal is kept

where mu moves with the Sigma of before. The weights of all labels and the bias are one vector.
"""

from __future__ import annotations

import numpy as np

from .losses import Array, Labels, n_columns, zero_one_cost


def joint_features(phi: Array, columns: Array) -> Array:
    """The vector of all weights that one example with these column weights touches."""
    return np.outer(phi, columns).ravel()


def arow(
    X: Array,
    gold: Labels,
    n_labels: int,
    *,
    epochs: int,
    C: float,
    variance: float,
    fit_intercept: bool = True,
    sample_weight: Array | None = None,
    cost: Array | None = None,
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """((theta, b), (averaged theta, averaged b))."""
    k = n_columns(n_labels)
    phis = np.column_stack([X, np.full(len(X), float(fit_intercept))])
    mu = np.zeros(phis.shape[1] * k)
    precision = np.full(len(mu), 1 / variance)  # the diagonal of the inverse of Sigma
    costs = zero_one_cost(n_labels) if cost is None else cost
    weight = np.ones(len(gold)) if sample_weight is None else sample_weight
    total = np.zeros_like(mu)
    for _ in range(epochs):
        for phi, y, w in zip(phis, gold.astype(int), weight, strict=True):
            columns = phi @ mu.reshape(-1, k)
            # Two labels share a column: that of the second one, the first has score 0.
            unit = np.array([[0.0], [1.0]]) if k == 1 else np.eye(k)
            scores = unit @ columns
            y_hat = int(np.argmax(scores + costs[y]))
            loss = scores[y_hat] + costs[y, y_hat] - scores[y]
            d = joint_features(phi, unit[y] - unit[y_hat])
            if loss > 0 and w > 0:
                r = 1 / (C * w)
                sigma_d = d / precision
                mu = mu + loss / (d @ sigma_d + r) * sigma_d
                precision = precision + d**2 / r
            total += mu
    average = total / (epochs * len(gold))
    last, mean = (each.reshape(-1, k) for each in (mu, average))
    return (last[:-1], last[-1]), (mean[:-1], mean[-1])
