"""The answer of the least expected cost is found, also if it is none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.model.costs import Costs


@given(st.integers(0, 9_999), st.integers(2, 5), st.booleans())
def test_the_answer_costs_least_of_all(seed: int, n_labels: int, has_none: bool) -> None:
    random = np.random.default_rng(seed)
    table = random.normal(size=(n_labels, n_labels + has_none))
    p = random.dirichlet(np.ones(n_labels), 20)
    for row, chosen in zip(p, Costs(table).choose(p), strict=True):
        means = [
            sum(row[y] * table[y, answer] for y in range(n_labels))
            for answer in range(table.shape[1])
        ]
        assert means[n_labels if chosen < 0 else chosen] == pytest.approx(min(means))


def test_equal_costs_are_the_likeliest_label_whatever_rounding_does() -> None:
    p = np.random.default_rng(1).dirichlet(np.ones(7), 500)
    costs = Costs(1.0 - np.eye(7))
    assert (costs.choose(p) == p.argmax(axis=1)).all()
    assert (Costs.of_weights(np.ones(7)).choose(p) == p.argmax(axis=1)).all()


def test_no_answer_loses_against_a_label_that_costs_the_same() -> None:
    assert Costs(np.array([[0.0, 1.0, 0.5], [1.0, 0.0, 0.5]])).choose(np.full((1, 2), 0.5)) == [0]


def test_weights_of_two_labels_are_a_threshold() -> None:
    p = np.column_stack([np.linspace(0, 1, 101), 1 - np.linspace(0, 1, 101)])
    chosen = Costs.of_weights(np.array([1.0, 4.0])).choose(p)
    assert (chosen == (p[:, 1] > 0.2)).mean() >= 0.99  # but at the threshold itself
