"""Sets hold the right label as often as they promise, and are those of the slow judge."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import NotAvailableError, ParameterError
from linguine.model.conformal_sets import ConformalSets, n_kept

from ..reference import promises as judge


def drawn(n: int, n_labels: int, seed: int, skew: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities, and labels drawn from them; skew makes the first labels frequent."""
    random = np.random.default_rng([seed, n_labels])
    p = random.dirichlet(0.4 * skew ** -np.arange(n_labels, dtype=float), n)
    return p, (p.cumsum(axis=1) < random.random((n, 1))).sum(axis=1).clip(max=n_labels - 1)


@given(st.integers(0, 9_999), st.integers(10, 120), st.integers(2, 6), st.sampled_from([1, 5, 8]))
def test_sets_are_those_of_the_slow_judge(seed: int, n: int, n_labels: int, tenths: int) -> None:
    p, gold = drawn(n, n_labels, seed)
    asked, _ = drawn(20, n_labels, seed + 1)
    found = ConformalSets.of(p, gold)
    share = Fraction(tenths, 10)
    rows = p.tolist(), gold.tolist(), asked.tolist(), share
    assert found.sets(asked, tenths / 10).tolist() == judge.label_sets(*rows)
    by_label = found.sets(asked, tenths / 10, by_label=True)
    for label in range(n_labels):
        expected = np.array(judge.label_sets(*rows, label=label))[:, label]
        assert by_label[:, label].tolist() == expected.tolist()


@pytest.mark.parametrize("n", [1_000, 9_000])
@pytest.mark.parametrize("coverage", [0.8, 0.9, 0.99])
def test_they_cover_what_they_promise_also_if_only_quantiles_are_kept(
    n: int, coverage: float
) -> None:
    """Four standard errors of both samples."""
    p, gold = drawn(n, 5, 3)
    asked, right = drawn(20_000, 5, 4)
    found = ConformalSets.of(p, gold)
    assert len(found.misses) <= 2_005
    slack = 4 * (coverage * (1 - coverage) * (1 / n + 1 / 20_000)) ** 0.5
    hits = found.sets(asked, coverage)[np.arange(20_000), right]
    assert hits.mean() == pytest.approx(coverage, abs=slack + 1 / 2_000)


def test_by_label_a_rare_label_is_covered_as_the_others_are() -> None:
    p, gold = drawn(20_000, 5, 5, skew=2.5)
    bent = p**3 / (p**3).sum(axis=1, keepdims=True)  # too sure of the frequent ones
    found = ConformalSets.of(bent[:10_000], gold[:10_000])
    rest, right = bent[10_000:], gold[10_000:]
    rows = np.arange(10_000)
    together = found.sets(rest, 0.9)[rows, right]
    by_label = found.sets(rest, 0.9, by_label=True)[rows, right]
    rare = right == np.bincount(right, minlength=5).argmin()
    assert together[rare].mean() < 0.85
    # 3 standard errors of the few texts with the label
    assert by_label[rare].mean() >= 0.9 - 3 * (0.09 / rare.sum()) ** 0.5


def test_a_label_that_is_hardly_known_is_in_every_set_by_label() -> None:
    p, gold = drawn(300, 3, 6)
    found = ConformalSets.of(p[gold < 2], gold[gold < 2])
    assert found.n[2] == 0
    assert found.sets(p, 0.9, by_label=True)[:, 2].all()
    assert not found.sets(p, 0.9)[:, 2].all()


def test_500_labels_keep_about_2000_misses() -> None:
    n = np.random.default_rng(0).zipf(1.5, 500).clip(max=5_000)
    assert n_kept(n).sum() <= 2_000 + 10 * 500
    assert (n_kept(n) <= n).all()


def test_a_coverage_that_so_few_texts_cannot_promise_says_which_they_can() -> None:
    found = ConformalSets.of(*drawn(50, 3, 7))
    with pytest.raises(NotAvailableError, match=r"needs 99 held-out texts.* Ask for 0.98"):
        found.sets(np.eye(3), 0.99)
    with pytest.raises(ParameterError, match="coverage must be a number"):
        found.sets(np.eye(3), 1.0)
