r"""Sums over the trees of longer sentences, slow and with digits to spare.

Crossing arcs allowed: the matrix-tree theorem [Koo2007] as it stands,

.. math::
    L_{mm} = \sum_h w(h, m), \quad L_{hm} = -w(h, m), \quad Z = \det L, \quad
    P(h \to m) = w(h, m) \left( (L^{-1})_{mm} - (L^{-1})_{mh} \right)

(for the root only the first term); with one root, the first row of L holds w(0, m), L_{mm} does
without it, and the two terms of the inverse are left out where they belong to that row. All in
fractions: not a digit is lost, whatever cancels.

Projective: Eisner's recursion on logarithms, one sum after the other; its derivative by
differences.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Matrix = list[list[Fraction]]


def determinant_and_inverse(matrix: Matrix) -> tuple[Fraction, Matrix]:
    """Eliminate by Gauss and Jordan, with any pivot that is not zero."""
    n = len(matrix)
    rows = [[*row, *(Fraction(int(i == j)) for j in range(n))] for i, row in enumerate(matrix)]
    determinant = Fraction(1)
    for c in range(n):
        pivot = next((r for r in range(c, n) if rows[r][c] != 0), None)
        if pivot is None:
            return Fraction(0), []
        if pivot != c:
            rows[c], rows[pivot] = rows[pivot], rows[c]
            determinant = -determinant
        determinant *= rows[c][c]
        rows[c] = [cell / rows[c][c] for cell in rows[c]]
        for r in range(n):
            if r != c and rows[r][c] != 0:
                rows[r] = [a - rows[r][c] * b for a, b in zip(rows[r], rows[c], strict=True)]
    return determinant, [row[n:] for row in rows]


def matrix_tree(weights: list[list[Fraction]], single_root: bool) -> tuple[Fraction, Matrix]:
    """Return Z and P(h -> m) at [m - 1][h] for weights in the same places."""
    n = len(weights)
    laplacian = [
        [
            -weights[m][h + 1]
            if h != m
            else sum(
                (weights[m][k] for k in range(1 if single_root else 0, n + 1) if k != m + 1),
                Fraction(0),
            )
            for m in range(n)
        ]
        for h in range(n)
    ]
    if single_root:
        laplacian[0] = [weights[m][0] for m in range(n)]
    z, inverse = determinant_and_inverse(laplacian)
    shares = [[Fraction(0)] * (n + 1) for _ in range(n)]
    if z == 0:
        return z, shares
    for m in range(n):
        shares[m][0] = weights[m][0] * inverse[m][0 if single_root else m]
        for h in range(n):
            if h == m:
                continue
            first = Fraction(0) if single_root and m == 0 else inverse[m][m]
            second = Fraction(0) if single_root and h == 0 else inverse[m][h]
            shares[m][h + 1] = weights[m][h + 1] * (first - second)
    return z, shares


def log_sum(values: Array) -> float:
    """Return log sum exp."""
    top = float(np.max(values, initial=-np.inf))
    return -np.inf if top == -np.inf else top + float(np.log(np.exp(values - top).sum()))


def projective(scores: Array, single_root: bool) -> float:
    """Return log Z of projective trees."""
    n = len(scores)
    right, left = (np.full((n + 2, n + 2), -np.inf) for _ in range(2))
    right_arc, left_arc = right.copy(), left.copy()
    np.fill_diagonal(right, 0.0)
    np.fill_diagonal(left, 0.0)
    for width in range(1, n + 1):
        for i in range(1 if single_root else 0, n + 1 - width):
            j = i + width
            opened = log_sum(right[i, i:j] + left[i + 1 : j + 1, j])
            right_arc[i, j] = opened + scores[j - 1, i]
            right[i, j] = log_sum(right_arc[i, i + 1 : j + 1] + right[i + 1 : j + 1, j])
            if i > 0:
                left_arc[i, j] = opened + scores[i - 1, j]
                left[i, j] = log_sum(left[i, i:j] + left_arc[i:j, j])
    if not single_root:
        return float(right[0, n])
    return log_sum(left[1, 1 : n + 1] + scores[:, 0] + right[1 : n + 1, n])
