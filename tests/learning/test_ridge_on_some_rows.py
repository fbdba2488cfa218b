"""Ridge on rows of which only some are examples, as in a fold: solved among the examples."""

from __future__ import annotations

import numpy as np
import pytest

from linguine.data import Examples
from linguine.features.matrix import read_matrix
from linguine.learning import Exact, Intercept, LabelProblem, Squared


@pytest.mark.parametrize("intercept", [Intercept(), Intercept(is_regularized=True)])
@pytest.mark.parametrize("weights", [np.ones(12), np.arange(1.0, 13.0)], ids=["equal", "unequal"])
def test_rows_that_are_no_examples_change_nothing(
    intercept: Intercept, weights: np.ndarray
) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 700))  # more features than are solved directly, fewer rows than these
    rows = np.sort(rng.choice(20, 12, replace=False))
    gold = rng.integers(0, 3, 12).astype(np.int32)

    def solve(table: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        problem = LabelProblem(
            sites=read_matrix(table),
            data=Examples(places, gold, weights),
            n_labels=3,
            loss=Squared(),
            l2=2.0,
            intercept=intercept,
        )
        found = Exact(tolerance=1e-10).fit(problem)
        return found.weights[:, :3], found.bias[:3]

    theta, bias = solve(X, rows)
    judged = solve(X[rows], np.arange(12))
    np.testing.assert_allclose(theta, judged[0], atol=1e-8)
    np.testing.assert_allclose(bias, judged[1], atol=1e-8)
    T = np.where(gold[:, None] == np.arange(3), 1.0, -1.0)
    rest = T - X[rows] @ theta - bias  # the gradient of the penalised sum of squares is zero
    np.testing.assert_allclose(X[rows].T @ (weights[:, None] * rest), 2.0 * theta, atol=1e-6)
