r"""Power laws: what more data would bring, as far as that can be told from less.

The errors of models that learn from n examples mostly follow

.. math:: \epsilon(n) = a + b n^{-c}, \qquad a, b \ge 0, \quad 0 < c \le 1

(Eq. (1) of [Cortes1993]); of all laws with three numbers this one says best what comes next
[Viering2023]. The numbers are those of least squares, each error weighed by what is known of it;
a and b follow from c, which is looked for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["FEWEST_SIZES", "PowerLaw", "fit_power_law"]

Floats = NDArray[np.float64]

#: Three numbers say nothing about the law from three sizes.
FEWEST_SIZES = 4
_EXPONENTS: Floats = np.linspace(0.02, 1.0, 99)


@dataclass(frozen=True)
class PowerLaw:
    """An error that falls as there is more to learn from.

    Parameters
    ----------
    limit
        a: what no amount of data would mend.
    factor, exponent
        b and c.

    Examples
    --------
    >>> PowerLaw(0.1, 2.0, 0.5).error(400.0)
    0.2
    """

    limit: float
    factor: float
    exponent: float

    def error(self, n: float) -> float:
        """Return the error of a model that has learned from n examples."""
        return float(self.limit + self.factor * n**-self.exponent)


def fit_power_law(sizes: ArrayLike, errors: ArrayLike, deviations: ArrayLike) -> PowerLaw:
    """Return the law that goes through errors best.

    Parameters
    ----------
    sizes
        What was learned from : (n_sizes,).
    errors
        What came of it : (n_sizes,).
    deviations
        The standard deviation of each error, above 0 : (n_sizes,).

    Examples
    --------
    >>> sizes = [100.0, 200.0, 400.0, 800.0]
    >>> law = fit_power_law(sizes, [0.1 + 2 * n**-0.5 for n in sizes], [0.01] * 4)
    >>> round(law.limit, 3), round(law.exponent, 3)
    (0.1, 0.5)
    """
    n, e = np.asarray(sizes, np.float64), np.asarray(errors, np.float64)
    w = np.asarray(deviations, np.float64) ** -2
    w /= w.sum()
    # n as a share of the largest, so that b is an error too, whatever c is
    largest = float(n.max())
    powers = (n / largest)[None, :] ** -_EXPONENTS[:, None]  # (n_exponents, n_sizes)
    middle, mean = powers @ w, float(w @ e)
    apart = powers - middle[:, None]
    spread = (apart**2) @ w
    b = np.maximum((apart * (e - mean)) @ w / np.where(spread > 0, spread, 1.0), 0.0)
    a = mean - b * middle
    # Where a would be below 0 it is 0, and b is all there is.
    b = np.where(a < 0, (powers * e) @ w / ((powers**2) @ w), b)
    a = np.maximum(a, 0.0)
    misses = ((a[:, None] + b[:, None] * powers - e) ** 2) @ w
    best = int(misses.argmin())
    c = float(_EXPONENTS[best])
    return PowerLaw(float(a[best]), float(b[best]) * largest**c, c)
