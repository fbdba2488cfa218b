"""The hard margin written out: the shortest weights that keep every right label ahead by one."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize

from .losses import Array


def hard_margin(X: Array, y: Array, n_labels: int, *, is_free: bool = False) -> tuple[Array, Array]:
    """Return theta (d, columns) and b (columns,) of Eq. (2.47) of [Eisenstein2018].

    Two labels have one column. Without ``is_free`` the bias is the weight of a constant 1.
    """
    n, d = X.shape
    K = 1 if n_labels == 2 else n_labels
    Phi = np.hstack([X, np.ones((n, 1))])

    def margins(flat: Array) -> Array:
        s = Phi @ flat.reshape(d + 1, K)
        if K == 1:
            return np.where(y == 1, s[:, 0], -s[:, 0])
        leads = s[np.arange(n), y][:, None] - s
        return np.asarray(leads[np.arange(K)[None] != y[:, None]])

    def size(flat: Array) -> float:
        theta = flat.reshape(d + 1, K)
        return 0.5 * float(np.square(theta[:-1] if is_free else theta).sum())

    found = minimize(
        size,
        np.zeros((d + 1) * K),
        constraints={"type": "ineq", "fun": lambda flat: margins(flat) - 1.0},
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-14},
    )
    assert found.success, found.message
    theta = found.x.reshape(d + 1, K)
    return theta[:-1], theta[-1]
