"""Leave-one-out in closed form says what fits without each row in turn say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine.learning.leave_one_out import CountRows, RidgePath, leave_out_multinomial
from tests.reference.naive_bayes import multinomial
from tests.reference.ridge import ridge_free_bias, targets


def without(n: int, i: int) -> NDArray[np.bool_]:
    chosen = np.ones(n, np.bool_)
    chosen[i] = False
    return chosen


@pytest.mark.parametrize(("n", "d", "k"), [(12, 4, 2), (8, 20, 3), (15, 15, 5)])
@pytest.mark.parametrize("l2", [1e-3, 0.7, 50.0])
def test_ridge_says_of_each_row_what_a_fit_without_it_says(
    n: int, d: int, k: int, l2: float
) -> None:
    generator = np.random.default_rng(n)
    X = generator.normal(size=(n, d))
    T = targets(generator.integers(k, size=n).astype(np.int64), k)
    path, left = RidgePath(X @ X.T), []
    for i in range(n):
        rest = without(n, i)
        theta, bias = ridge_free_bias(X[rest], T[rest], l2, np.ones(n - 1))
        left.append(X[i] @ theta + bias)
    theta, bias = ridge_free_bias(X, T, l2, np.ones(n))
    fitted = X @ theta + bias
    np.testing.assert_allclose(path.leave_out(T, l2), left, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(path.fit(T, l2), fitted, rtol=1e-7, atol=1e-9)


def crooked_counts() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return rows of which one is empty, one is alone in its label, and some words are in one."""
    generator = np.random.default_rng(3)
    X = generator.poisson(0.5, size=(14, 9)).astype(np.float64)
    X[4] = 0
    X[7, 8], X[:, 8] = 2, np.where(np.arange(14) == 7, 2, 0)
    gold = np.array([0, 0, 0, 1, 1, 2, 0, 1, 0, 0, 1, 0, 0, 0])
    return X, gold


@pytest.mark.parametrize("least", [1, 2, 4])
@pytest.mark.parametrize("alpha", [0.01, 1.0, 7.5])
def test_naive_bayes_says_of_each_row_what_counting_without_it_says(
    alpha: float, least: int
) -> None:
    X, gold = crooked_counts()
    n, n_labels = len(X), 3
    rows, columns = np.nonzero(X)
    data = CountRows(rows, columns, X[rows, columns], gold, (n, X.shape[1], n_labels))
    found, whole = leave_out_multinomial(data, alpha, least)
    for i in range(n):
        rest = without(n, i)
        known = (X[rest] > 0).sum(axis=0) >= least
        labels = [y for y in range(n_labels) if (gold[rest] == y).any()]
        code = np.searchsorted(labels, gold[rest])
        table = multinomial(X[rest][:, known], code, np.ones(n - 1), len(labels), alpha)
        scores = X[i, known] @ table[:-1] + table[-1]
        np.testing.assert_allclose(found[i, labels], scores, rtol=1e-9)
        others = np.setdiff1d(np.arange(n_labels), labels)
        assert (found[i, others] < -1e20).all()  # a label of one text cannot be known without it
    if least == 1:
        table = multinomial(X, gold, np.ones(n), n_labels, alpha)
        np.testing.assert_allclose(whole, X @ table[:-1] + table[-1], rtol=1e-9)
