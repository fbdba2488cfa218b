"""Columns of a dual learner that are done leave the table; the others do not notice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linguine.data import Examples
from linguine.features import read_matrix
from linguine.learning import Dual, Intercept, LabelProblem, SquaredHinge
from linguine.learning.label_problem import ColumnScales

N_LABELS = 26


def unequal() -> LabelProblem:
    """Return labels that are done at different times: half are words, half come by chance."""
    generator = np.random.default_rng(3)
    X = generator.normal(size=(500, 70)) * (generator.random((500, 70)) < 0.3)
    easy = np.abs(X[:, : N_LABELS // 2]).argmax(axis=1)
    by_chance = generator.integers(N_LABELS // 2, N_LABELS, size=500)
    gold = np.where(generator.random(500) < 0.6, easy, by_chance)
    return LabelProblem(
        sites=read_matrix(X),
        data=Examples(np.arange(500), gold.astype(np.int32), np.ones(500)),
        n_labels=N_LABELS,
        loss=SquaredHinge(),
        one_versus_all=True,
        l2=0.05,
        intercept=Intercept(is_regularized=True),
        n_threads=1,
    )


@pytest.mark.parametrize("strength", [None, 1.0], ids=["plain", "scaled"])
@pytest.mark.parametrize("n_threads", [2, 3, 7])
def test_the_company_of_a_column_changes_no_bit(n_threads: int, strength: float | None) -> None:
    scales = None if strength is None else ColumnScales(range(N_LABELS), strength=strength)
    problem = replace(unequal(), scales=scales)
    alone = Dual(tolerance=1e-5).fit(problem)
    dealt = Dual(tolerance=1e-5).fit(replace(problem, n_threads=n_threads))
    assert alone.weights.tobytes() == dealt.weights.tobytes()
    assert alone.bias.tobytes() == dealt.bias.tobytes()


def test_every_column_ends_at_the_optimum_of_its_own_problem() -> None:
    problem = unequal()
    together = Dual(tolerance=1e-10, max_iterations=100_000).fit(problem)
    for label in range(N_LABELS):
        is_label = (problem.data.gold == label).astype(np.int32)
        mine = replace(
            problem,
            data=Examples(problem.data.rows, is_label, problem.data.weights),
            n_labels=2,
            one_versus_all=False,
        )
        own = Dual(tolerance=1e-10, max_iterations=100_000).fit(mine)
        # Both are within 1e-10 of the optimum's value, so weights agree to its root.
        np.testing.assert_allclose(together.weights[:, label], own.weights[:, 0], atol=1e-4)
