r"""Leave-one-out in closed form: what a model would say of each example without that example.

Of ridge one fit tells it for all penalties: with the hat matrix :math:`H`, :math:`\hat y = H t`,

.. math:: t_i - \hat y_i^{(-i)} = \frac{t_i - \hat y_i}{1 - H_{ii}}, \quad
    H = \tfrac{1}{n} 1 1^\top + U \operatorname{diag}\Bigl(\frac{\mu_k}{\mu_k + \lambda}\Bigr)
    U^\top

where :math:`U, \mu` are the eigenvectors and eigenvalues of the products of centred rows
[Allen1974]. Of naive Bayes the example's own counts are taken out of its label's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linguine.learning.generative.naive_bayes import IMPOSSIBLE

__all__ = ["MOST_RIDGE", "CountRows", "RidgePath", "leave_out_multinomial"]

Floats = NDArray[np.float64]
#: More rows would take minutes and gigabytes: their products are a table.
MOST_RIDGE = 5_000


class RidgePath:
    r"""Ridge with a free bias, for every penalty.

    Parameters
    ----------
    products
        The dot product of each row with each : (n, n).

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [2.0], [4.0]])
    >>> path = RidgePath(X @ X.T)
    >>> path.leave_out(X, 1.0).round(3).ravel().tolist(), path.fit(X, 1.0).round(3)[0].item()
    ([0.412, 1.111, 1.966, 3.0], 0.179)
    """

    def __init__(self, products: Floats) -> None:
        centred = products - products.mean(axis=0) - products.mean(axis=1)[:, None]
        centred += products.mean()
        mu, self.vectors = np.linalg.eigh(centred)
        self.mu = np.maximum(mu, 0.0)

    def fit(self, targets: Floats, l2: float) -> Floats:
        """Return what ridge says of the rows it has learned from : (n, n_columns)."""
        mean = targets.mean(axis=0)
        along = self._shrinkage(l2)[:, None] * (self.vectors.T @ (targets - mean))
        return np.asarray(mean + self.vectors @ along)

    def leave_out(self, targets: Floats, l2: float) -> Floats:
        """Return what it would say of each row without it : (n, n_columns)."""
        own = 1.0 / len(targets) + np.square(self.vectors) @ self._shrinkage(l2)
        return np.asarray(targets - (targets - self.fit(targets, l2)) / (1.0 - own)[:, None])

    def _shrinkage(self, l2: float) -> Floats:
        whole = self.mu + l2
        shares: Floats = np.zeros_like(whole)
        np.divide(self.mu, whole, out=shares, where=whole > 0)
        return shares


@dataclass(frozen=True, eq=False)
class CountRows:
    """Counts row by row.

    Parameters
    ----------
    rows, columns, values
        Of each entry : (n_entries,).
    gold
        The label of each row : (n,).
    shape
        Rows, columns and labels.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Floats
    gold: NDArray[np.int64]
    shape: tuple[int, int, int]


def leave_out_multinomial(data: CountRows, alpha: float, least: int) -> tuple[Floats, Floats]:
    r"""Return scores of multinomial naive Bayes: of each row without it, and with it.

    .. math::
        s_{i,y} = \log \pi_y + \sum_j x_{ij} \log \frac{\alpha + c_{y,j} - [y = y_i] x_{ij}}
        {\alpha V_i + \sum_{j'} (c_{y,j'} - [y = y_i] x_{ij'})}

    Features that are in fewer than ``least`` rows without row i are none : two (n, n_labels).

    Examples
    --------
    >>> rows = CountRows(np.array([0, 1, 2]), np.array([0, 0, 1]), np.ones(3), np.array([0, 0, 1]),
    ...                  (3, 2, 2))
    >>> leave_out_multinomial(rows, 1.0, 1)[0].argmax(axis=1).tolist()
    [0, 0, 0]
    """
    n, n_features, n_labels = data.shape
    i, j, x, gold = data.rows, data.columns, data.values, data.gold
    places = j * n_labels + gold[i]
    counts = _add_up(places, x, n_features * n_labels).reshape(n_features, n_labels)
    frequency = np.bincount(j, minlength=n_features)
    known = np.count_nonzero(frequency >= least)
    stays = frequency[j] > least  # also without the row
    goes = frequency[j] == least
    totals, n_rows = counts[frequency >= least].sum(axis=0), np.bincount(gold, minlength=n_labels)
    gone = np.bincount(i[goes], minlength=n)
    length = _add_up(i[stays], x[stays], n)
    lengths = _add_up(i, x, n)
    without, whole = np.empty((n, n_labels)), np.empty((n, n_labels))
    for y in range(n_labels):
        own = gold == y
        # What vanishes with the row is no part of the totals of any label.
        lost = _add_up(i[goes], counts[j[goes], y], n)
        lost += _add_up(i, np.where(stays & own[i], x, 0.0), n)
        c = counts[j, y] - np.where(own[i], x, 0.0)
        told = _add_up(i[stays], x[stays] * _log(c[stays] + alpha), n)
        total = np.maximum(totals[y] - lost, 0.0) + alpha * (known - gone)
        without[:, y] = told - length * _log_total(total) + _log_share(n_rows[y] - own, n - 1)
        told = _add_up(i, x * _log(counts[j, y] + alpha), n)
        whole[:, y] = told - lengths * _log_total(totals[y] + alpha * known)
        whole[:, y] += _log_share(n_rows[y : y + 1], n)
    return without, whole


def _add_up(places: NDArray[np.int64], values: Floats, n: int) -> Floats:
    """Return sums; bincount gives integers where there is nothing to add."""
    return np.bincount(places, weights=values, minlength=n).astype(np.float64, copy=False)


def _log(p: Floats) -> Floats:
    return np.log(p, out=np.full(p.shape, IMPOSSIBLE), where=p > 0)


def _log_total(total: Floats) -> Floats:
    return np.asarray(np.log(np.where(total > 0, total, 1.0)))


def _log_share(part: NDArray[np.int64], n: int) -> Floats:
    """Return the logarithm of a share; of a label that nothing has, what is impossible."""
    share = np.maximum(part, 0) / max(n, 1)
    return np.log(share, out=np.full(share.shape, -1e30), where=share > 0)
