"""Naive-Bayes ratios are what the formula says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine import _core
from linguine.data import Examples
from linguine.features import Sites
from linguine.learning.generative.nb_weights import log_count_ratios

from ..problems import counts
from ..reference.nb_svm import ratios


def sites_of(X: Any, *, with_values: bool = True, blocks: Any = None) -> Sites:
    """A matrix as the extractor makes it."""
    rows, columns = np.nonzero(X)
    indptr = np.zeros(len(X) + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=len(X)), out=indptr[1:])
    indices = columns.astype(np.int32)
    values = X[rows, columns].astype(np.float32) if with_values else None
    native = _core.Matrix(indptr, indices, values, len(X), X.shape[1], True)
    return Sites(native, values, indptr, indices, blocks)


def examples_of(gold: Any, weight: Any = None) -> Examples:
    weight = np.ones(len(gold)) if weight is None else weight
    return Examples(np.arange(len(gold)), gold.astype(np.int32), weight)


@pytest.mark.parametrize("alpha", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("n_labels", [2, 3, 5])
@pytest.mark.parametrize("with_values", [True, False], ids=["counts", "presence"])
def test_ratios_are_those_of_the_formula(n_labels: int, alpha: float, with_values: bool) -> None:
    toy = counts(n_labels)
    ours = log_count_ratios(
        sites_of(toy.X, with_values=with_values), examples_of(toy.y), n_labels, alpha
    )
    expected = ratios(toy.X, toy.y, np.ones(toy.n), n_labels, alpha)
    np.testing.assert_allclose(
        ours, expected, rtol=1e-5, atol=1e-6
    )  # float32 out of sums in double


@given(st.integers(0, 2**32), st.sampled_from([2, 3]))
def test_weights_of_rows_count_in_the_ratios(seed: int, n_labels: int) -> None:
    toy = counts(n_labels, seed=seed)
    weight = np.random.default_rng(seed).random(toy.n) * 3
    ours = log_count_ratios(sites_of(toy.X), examples_of(toy.y, weight), n_labels, 1.0)
    expected = ratios(toy.X, toy.y, weight, n_labels, 1.0)
    np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-6)


def test_each_block_of_features_has_its_own_norm() -> None:
    toy = counts(3)
    blocks = np.array([0, 0, 0, 1, 1, 1, 1, 254, 254, 0, 1, 255], np.uint8)
    ours = log_count_ratios(sites_of(toy.X, blocks=blocks), examples_of(toy.y), 3, 0.5)
    expected = ratios(toy.X, toy.y, np.ones(toy.n), 3, 0.5, blocks)
    np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-6)


def test_two_labels_share_one_column_of_opposite_signs() -> None:
    toy = counts(2)
    sites = sites_of(toy.X)
    ours = log_count_ratios(sites, examples_of(toy.y), 2, 1.0)
    mirrored = log_count_ratios(sites, examples_of(1 - toy.y), 2, 1.0)
    assert ours.shape == (toy.d, 1)
    np.testing.assert_allclose(ours, -mirrored, rtol=1e-6)


def test_rows_that_are_not_examples_do_not_count() -> None:
    toy = counts(2)
    first = Examples(np.arange(20), toy.y[:20].astype(np.int32), np.ones(20))
    ours = log_count_ratios(sites_of(toy.X), first, 2, 1.0)
    expected = ratios(toy.X[:20], toy.y[:20], np.ones(20), 2, 1.0)
    np.testing.assert_allclose(ours, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("n_labels", [3, 5])
def test_some_columns_are_those_of_all(n_labels: int) -> None:
    toy = counts(n_labels)
    blocks = np.arange(toy.d).astype(np.uint8) % 3
    sites, examples = sites_of(toy.X, blocks=blocks), examples_of(toy.y)
    whole = log_count_ratios(sites, examples, n_labels, 1.0)
    parts = [log_count_ratios(sites, examples, n_labels, 1.0, columns)
             for columns in (range(2), range(2, n_labels))]  # fmt: skip
    np.testing.assert_array_equal(np.hstack(parts), whole)


@pytest.mark.parametrize(
    ("scales", "rule"),
    [
        ((2, 2, 1.0, 1.0, None, 255), "columns of the problem"),
        ((0, 0, 1.0, 1.0, None, 255), "columns of the problem"),
        ((0, 1, 0.0, 1.0, None, 255), "alpha"),
        ((0, 1, 1.0, float("nan"), None, 255), "strength"),
        ((0, 1, 1.0, 1.0, np.zeros(1, np.uint8), 255), "one entry for each feature"),
        ((0, 1, 1.0, 1.0, None, 256), "one byte"),
    ],
    ids=["beyond", "none", "alpha", "strength", "blocks", "share"],
)
def test_the_core_checks_scales_before_it_uses_them(scales: Any, rule: str) -> None:
    toy = counts(3)
    examples = examples_of(toy.y)
    problem = _core.Problem(
        sites_of(toy.X).native, examples.rows, examples.gold, examples.weights, 3,
        "squared-hinge", True, None,
    )  # fmt: skip
    weights, bias = np.zeros((toy.d, 4), np.float32), np.zeros(4, np.float32)
    with pytest.raises(ValueError, match=rule):
        _core.dual(problem, weights, bias, _core.DualOptions(), None, None, scales)
