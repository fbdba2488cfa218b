r"""The dual of the binary support vector machine, solved with its multipliers kept.

.. math::
    \max_{0 \le \alpha_i \le w_i} \sum_i \alpha_i
        - \frac{1}{2 l_2} \| \sum_i \alpha_i y_i \phi_i \|^2,
    \qquad \theta = \tfrac{1}{l_2} \sum_i \alpha_i y_i \phi_i

phi_i carries the constant of the bias, which is therefore penalised like the rest; the
Lagrange multipliers of section 2.3.2 of [Eisenstein2018]. alpha_i > 0 only for
the support vectors; alpha_i = w_i when the margin is violated (complementary slackness).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize

from .losses import Array


def svm_dual(Phi: Array, y: Array, l2: float, weight: Array) -> tuple[float, Array, Array]:
    """(dual value, alpha, theta) for labels y = +-1; the value is in F's units."""
    Z = Phi * y[:, None]

    def negative(alpha: Array) -> tuple[float, Array]:
        v = alpha @ Z
        return float(v @ v) / (2 * l2) - float(alpha.sum()), Z @ v / l2 - 1.0

    found: Any = minimize(
        negative,
        np.zeros(len(y)),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, float(w)) for w in weight],
        options={"maxiter": 50000, "maxfun": 100000, "ftol": 1e-16, "gtol": 1e-10, "maxcor": 50},
    )
    return -float(found.fun), found.x, found.x @ Z / l2
