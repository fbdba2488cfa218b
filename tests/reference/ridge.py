r"""Ridge regression in closed form, with a free bias or an augmented constant.

.. math::
    \hat w = (\sum_i \omega_i x_i x_i^\top + l_2 I)^{-1} \sum_i \omega_i x_i t_i

Eq. (1.3) of [Zhang2010] with lambda n = l2. A free bias centres X and t first (the
solution below Eq. (1.2)); an augmented constant A appends a column of A to X, and the bias
is then A times its weight.
"""

from __future__ import annotations

import numpy as np

from .losses import Array, Labels


def targets(gold: Labels, n_labels: int) -> Array:
    """t = +-1 : (n, n_columns); one column for two labels."""
    if n_labels == 2:
        return np.where(gold[:, None] == 1, 1.0, -1.0)
    return np.where(gold[:, None] == np.arange(n_labels), 1.0, -1.0)


def ridge_free_bias(X: Array, T: Array, l2: float, weight: Array) -> tuple[Array, Array]:
    """(theta, b), the bias not penalised."""
    x_bar = np.average(X, axis=0, weights=weight)
    t_bar = np.average(T, axis=0, weights=weight)
    Xc, Tc = X - x_bar, T - t_bar
    A = (Xc * weight[:, None]).T @ Xc + l2 * np.eye(X.shape[1])
    theta = np.asarray(np.linalg.solve(A, (Xc * weight[:, None]).T @ Tc), dtype=np.float64)
    return theta, t_bar - x_bar @ theta


def ridge_augmented(
    X: Array, T: Array, l2: float, weight: Array, constant: float
) -> tuple[Array, Array]:
    """(theta, b), the bias being the weight of a constant feature."""
    Xa = np.hstack([X, np.full((len(X), 1), constant)])
    A = (Xa * weight[:, None]).T @ Xa + l2 * np.eye(Xa.shape[1])
    theta = np.asarray(np.linalg.solve(A, (Xa * weight[:, None]).T @ T), dtype=np.float64)
    return theta[:-1], constant * theta[-1]


def ridge_no_bias(X: Array, T: Array, l2: float, weight: Array) -> Array:
    """theta alone."""
    A = (X * weight[:, None]).T @ X + l2 * np.eye(X.shape[1])
    return np.asarray(np.linalg.solve(A, (X * weight[:, None]).T @ T), dtype=np.float64)
