"""Dual learners that begin where another penalty ended."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites, SparseRows, read_matrix
from linguine.learning import (
    Batch,
    ChainData,
    ChainProblem,
    ChainWeights,
    Dual,
    Fitted,
    Intercept,
    LabelProblem,
    LabelWeights,
    Logistic,
    Loss,
    SquaredHinge,
)
from linguine.learning.chain_problem import ChainStart
from linguine.learning.losses import Hinge

LOSSES = [Hinge(), SquaredHinge(), Logistic()]


def data(n_labels: int) -> tuple[Sites, Examples]:
    """Return noisy rows: the optimum is neither at zero nor separable."""
    generator = np.random.default_rng(7)
    X = generator.normal(size=(400, 60)) * (generator.random((400, 60)) < 0.3)
    gold = (X[:, :n_labels] + generator.normal(size=(400, n_labels))).argmax(axis=1)
    return read_matrix(X), Examples(np.arange(400), gold.astype(np.int32), np.ones(400))


def fit(
    loss: Loss,
    n_labels: int,
    l2: float,
    multipliers: NDArray[np.float64] | None,
    n_threads: int = 1,
) -> Fitted[LabelWeights]:
    sites, examples = data(n_labels)
    problem = LabelProblem(
        sites=sites,
        data=examples,
        n_labels=n_labels,
        loss=loss,
        one_versus_all=n_labels > 2,
        l2=l2,
        intercept=Intercept(is_regularized=True),
        n_threads=n_threads,
        multipliers=multipliers,
    )
    return Dual(tolerance=1e-9, max_iterations=100_000).fit(problem)


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
@pytest.mark.parametrize("n_labels", [2, 4])
def test_a_warm_start_ends_at_the_same_optimum(loss: Loss, n_labels: int) -> None:
    table = np.zeros((400, 1 if n_labels == 2 else n_labels))
    fit(loss, n_labels, 1.0, table)
    warm, cold = fit(loss, n_labels, 4.0, table), fit(loss, n_labels, 4.0, None)
    # both gaps are at most 1e-9 of the objective
    assert warm.objective == pytest.approx(cold.objective, rel=1e-8)
    np.testing.assert_allclose(warm.weights, cold.weights, atol=1e-4)


# Small logistic problems are polished for a fixed number of passes, wherever they begin.
@pytest.mark.parametrize("loss", LOSSES[:2], ids=lambda loss: loss.name)
def test_starting_at_the_optimum_takes_fewer_passes(loss: Loss) -> None:
    table = np.zeros((400, 1))
    cold = fit(loss, 2, 1.0, table)
    assert fit(loss, 2, 1.0, table).n_iterations < cold.n_iterations


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_multipliers_out_of_bounds_do_no_harm(loss: Loss) -> None:
    wild = np.random.default_rng(3).normal(size=(400, 1)) * 100
    warm, cold = fit(loss, 2, 1.0, wild), fit(loss, 2, 1.0, None)
    assert warm.objective == pytest.approx(cold.objective, rel=1e-8)


def test_one_and_two_threads_warm_up_to_the_same_bits() -> None:
    weights = []
    for n_threads in (1, 2):
        table = np.zeros((400, 4))
        fit(SquaredHinge(), 4, 1.0, table, n_threads)
        weights.append(fit(SquaredHinge(), 4, 3.0, table, n_threads).weights)
    np.testing.assert_array_equal(weights[0], weights[1])


@pytest.mark.parametrize(
    "table",
    [np.zeros((400, 2)), np.zeros((3, 1)), np.full((400, 1), np.nan)],
    ids=["columns", "rows", "nan"],
)
def test_multipliers_that_do_not_fit_are_refused(table: Any) -> None:
    with pytest.raises(ValueError, match="multipliers"):
        fit(SquaredHinge(), 2, 1.0, table)


def test_chains_that_begin_where_another_penalty_ended_reach_the_same_optimum() -> None:
    generator = np.random.default_rng(2)
    indices = generator.integers(0, 30, size=(200, 4)).astype(np.int32)
    rows = SparseRows(np.arange(0, 801, 4, dtype=np.int32), indices.ravel(), None, 30)
    gold = ((indices % 3).sum(axis=1) % 3).astype(np.int32)
    data = ChainData.of(rows, np.arange(0, 201, 10), gold)
    rules = _core.ChainRules(3, 1, None, None, None)

    def fit(l2: float, begins: ChainStart | None) -> Fitted[ChainWeights]:
        problem = ChainProblem(data=data, rules=rules, loss=Logistic(), l2=l2, begins=begins)
        return Batch("lbfgs", tolerance=1e-10).fit(problem)

    begins = ChainStart()
    fit(1.0, begins)
    warm, cold = fit(0.5, begins), fit(0.5, None)
    assert warm.objective == pytest.approx(cold.objective, rel=1e-6)
    assert warm.n_iterations < cold.n_iterations
