r"""AdaGrad: a step size for each weight, and penalties paid when a feature is met.

.. math::
    G_j \leftarrow G_j + g_j^2, \qquad
    \theta_j \leftarrow \theta_j - \eta\, g_j / \sqrt{G_j}

Eq. (2.74)-(2.75) of [Eisenstein2018]; G_j includes the current gradient. L2 and L1 are
composite (Duchi et al. 2011) and lazy by definition: a feature met again after m steps
first pays for those m steps with the G it has had since,

    theta_j <- soft(theta_j, m eta l1 / (n sqrt(G_j))) / (1 + m eta l2 / (n sqrt(G_j)))

(nothing while G_j = 0, the weight being 0 then), and all features pay once more at the
end. The bias has its own G and pays nothing.
"""

from __future__ import annotations

import numpy as np

from .losses import Array, Labels, loss, n_columns
from .sgd import batches


def soft(v: Array, u: float | Array) -> Array:
    """Move v towards zero by u and stop there."""
    return np.asarray(np.sign(v) * np.maximum(np.abs(v) - u, 0.0))


def adagrad(
    X: Array,
    gold: Labels,
    n_labels: int,
    *,
    loss_name: str,
    epochs: int,
    eta: float,
    l2: float = 0.0,
    l1: float = 0.0,
    batch_size: int = 1,
    fit_intercept: bool = True,
    one_versus_all: bool = False,
    sample_weight: Array | None = None,
) -> tuple[Array, Array]:
    """(theta, b) after the last step."""
    n, k = len(gold), n_columns(n_labels)
    theta, b = np.zeros((X.shape[1], k)), np.zeros(k)
    G, G_b = np.zeros_like(theta), np.zeros_like(b)
    paid = np.zeros(X.shape[1], dtype=int)  # steps whose penalty the feature has paid
    weight = np.ones(n) if sample_weight is None else sample_weight

    def pay(j: int, steps: int) -> None:
        m = steps - paid[j]
        paid[j] = steps
        on = G[j] > 0
        share = m * eta / (n * np.sqrt(G[j][on]))
        theta[j][on] = soft(theta[j][on], share * l1) / (1.0 + share * l2)

    t = 0
    for _ in range(epochs):
        for batch in batches(n, batch_size):
            for active in np.flatnonzero(np.any(X[list(batch)] != 0, axis=0)):
                pay(int(active), t)
            t += 1
            d_theta, d_b = np.zeros_like(theta), np.zeros_like(b)
            for i in batch:
                s = X[i] @ theta + b
                _, g = loss(loss_name, s, int(gold[i]), one_versus_all=one_versus_all)
                d_theta += weight[i] * np.outer(X[i], g) / len(batch)
                d_b += weight[i] * g / len(batch)
            G += d_theta**2
            on = d_theta != 0
            theta[on] -= eta * d_theta[on] / np.sqrt(G[on])
            if fit_intercept:
                G_b += d_b**2
                on_b = d_b != 0
                b[on_b] -= eta * d_b[on_b] / np.sqrt(G_b[on_b])
    for j in range(X.shape[1]):
        pay(j, t)
    return theta, b
