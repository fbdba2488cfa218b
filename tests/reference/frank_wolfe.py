r"""Block-coordinate Frank-Wolfe for the multi-class support vector machine.

The dual of F = sum_i hinge_i + l2/2 ||theta||^2 lives on a product of simplices, one per
example. A block's linear oracle is the cost-augmented argmax y_hat, the corner

    theta_s = Delta(x_i, y_hat) / l2,   l_s = c(y_i, y_hat),   Delta = f(x, y_i) - f(x, y)

and the best step towards it, gamma = clip(<l2 (theta_i - theta_s), theta> - l_i + l_s) /
(l2 ||theta_i - theta_s||^2), 0, 1), is exact. Algorithm 4 of Lacoste-Julien et al. (2013).
The duality gap is the sum of the numerators, so the judge knows how far it is.
"""

from __future__ import annotations

import numpy as np

from .losses import Array, Labels, zero_one_cost


def frank_wolfe(
    X: Array, gold: Labels, n_labels: int, *, l2: float, passes: int
) -> tuple[Array, float]:
    """(theta : (d, K), duality gap) for the joint hinge loss without bias."""
    n, d = X.shape
    cost = zero_one_cost(n_labels)
    theta = np.zeros((d, n_labels))
    blocks = np.zeros((n, d, n_labels))
    l = np.zeros(n)

    def corner(i: int) -> tuple[Array, float]:
        y = int(gold[i])
        y_hat = int(np.argmax(X[i] @ theta + cost[y]))
        delta = np.zeros((d, n_labels))
        delta[:, y] += X[i]
        delta[:, y_hat] -= X[i]
        return delta / l2, float(cost[y, y_hat])

    for _ in range(passes):
        for i in range(n):
            theta_s, l_s = corner(i)
            way = blocks[i] - theta_s
            gap = l2 * float((way * theta).sum()) - l[i] + l_s
            length = l2 * float((way * way).sum())
            gamma = min(max(gap / length, 0.0), 1.0) if length > 0 else 0.0
            theta = theta - gamma * way
            blocks[i] -= gamma * way
            l[i] += gamma * (l_s - l[i])
    total = 0.0
    for i in range(n):
        theta_s, l_s = corner(i)
        total += l2 * float(((blocks[i] - theta_s) * theta).sum()) - l[i] + l_s
    return theta, total
