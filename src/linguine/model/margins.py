r"""Margins: by how much the right label leads, and whether data can be separated at all.

.. math:: \gamma_i = \theta \cdot f(x_i, y_i) - \max_{y \ne y_i} \theta \cdot f(x_i, y)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import find_classes, read_target
from linguine.extras import needed_by
from linguine.features import read_matrix
from linguine.learning import LabelProblem

__all__ = ["Margins", "is_separable", "measure_margins", "share_of_rows"]


@dataclass(frozen=True, eq=False)
class Margins:
    r"""The margins of some rows.

    Eqs. (2.43) and (2.46) of [Eisenstein2018]. Distances in space are divided by the norm of theta
    without the bias: they are those of the rows from the boundary between two labels.

    Parameters
    ----------
    of_rows
        The functional margin of each row, negative where another label leads : (n_rows,).
    norm
        The norm of theta.

    Examples
    --------
    >>> margins = Margins(np.array([2.0, 1.0]), norm=2.0)
    >>> margins.functional, margins.geometric, margins.separates
    (1.0, 0.5, True)
    """

    of_rows: NDArray[np.float64]
    norm: float

    @property
    def functional(self) -> float:
        """The smallest margin."""
        return float(self.of_rows.min())

    @property
    def geometric(self) -> float:
        """The smallest margin over the norm of theta; 0 if theta is 0."""
        return self.functional / self.norm if self.norm > 0 else 0.0

    @property
    def separates(self) -> bool:
        """True if every right label leads, so that the rows are separable."""
        return self.functional > 0

    def perceptron_bound(self, radius: float) -> float:
        r"""Return how many mistakes a perceptron makes at most, (R / gamma)^2.

        The theorem of Novikoff on the slides of [McDonald]. Of theta with a bias, R is that of
        rows with the constant feature, and so is gamma: divide by the norm that includes it.

        Parameters
        ----------
        radius
            R, the largest norm of f(x, y) - f(x, y').
        """
        return (radius / self.geometric) ** 2 if self.separates else float("inf")


def measure_margins(
    scores: NDArray[Any], gold: NDArray[np.integer[Any]], theta: NDArray[Any]
) -> Margins:
    """Return the margins of rows with scores (n_rows, n_columns) and right labels (n_rows,).

    Examples
    --------
    >>> measure_margins(np.array([[3.0], [-2.0]]), np.array([1, 0]), np.ones((1, 4))).geometric
    1.0
    """
    s, rows = scores.astype(np.float64), np.arange(len(scores))
    if s.shape[1] == 1:
        of_rows = np.where(gold == 1, s[:, 0], -s[:, 0])
    else:
        right = s[rows, gold].copy()
        s[rows, gold] = -np.inf
        of_rows = right - s.max(axis=1)
    return Margins(of_rows, float(np.linalg.norm(theta)))


def is_separable(X: Any, y: ArrayLike, *, fit_intercept: bool = True) -> bool:
    r"""Return whether some weights give every row its label, decided exactly.

    .. math:: \exists \theta\; \forall i, y \ne y_i :
        \theta \cdot f(x_i, y_i) - \theta \cdot f(x_i, y) \ge 1

    a linear program of n (K - 1) rows, Eq. (2.35) of [Eisenstein2018]. It takes
    seconds for some thousand rows; weights that were learned tell sooner, if they separate
    (``model.margins(X, y).separates``).

    Parameters
    ----------
    X, y
        Rows and the label of each.
    fit_intercept
        Whether each label has a bias.

    Examples
    --------
    >>> corners = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> is_separable(corners, [0, 0, 0, 1]), is_separable(corners, [0, 1, 1, 0])
    (True, False)
    """
    with needed_by("is_separable"):
        from scipy import sparse
        from scipy.optimize import linprog

    sites = read_matrix(X)
    target = read_target(y, sites.n_rows).hard("is_separable")
    classes = find_classes(target)
    n, K, gold = sites.n_rows, len(classes), target.encode(classes)
    if sites.indices is None:
        rows = sparse.csr_array(np.asarray(sites.values, np.float64)[:, : sites.n_features])
    else:
        values = np.ones(len(sites.indices)) if sites.values is None else sites.values
        cells = values.astype(np.float64), sites.indices, sites.indptr
        rows = sparse.csr_array(cells, shape=(n, sites.n_features))
    if fit_intercept:
        rows = sparse.hstack([rows, np.ones((n, 1))], format="csr")
    wrong = np.nonzero(np.arange(K)[None] != gold[:, None])
    # the first label is pinned to 0: only differences of scores count
    sides = np.eye(K)[wrong[1]] - np.eye(K)[gold[wrong[0]]]
    asked = sparse.hstack(
        [rows[wrong[0]].multiply(sides[:, k : k + 1]) for k in range(1, K)], format="csr"
    )
    found = linprog(
        np.zeros(asked.shape[1]), A_ub=asked, b_ub=-np.ones(asked.shape[0]), bounds=(None, None)
    )
    return bool(found.status == 0)


def share_of_rows(problem: LabelProblem) -> NDArray[np.float64]:
    """Return how much of each row is in each column of theta : (n_rows, n_columns).

    What a dual learner has found: theta = X^T a. Multipliers of two labels and of one-versus-all
    are positive, and pull to the side of the label; those of the joint hinge add up to zero.
    """
    alpha, examples = problem.multipliers, problem.data
    assert alpha is not None
    shares = np.zeros((problem.sites.n_rows, problem.n_columns))
    if problem.n_labels == 2:
        alpha = np.where(examples.gold == 1, 1.0, -1.0)[:, None] * alpha
    elif problem.one_versus_all:
        alpha = np.where(examples.gold[:, None] == np.arange(problem.n_labels), alpha, -alpha)
    np.add.at(shares, examples.rows, alpha)
    return shares
