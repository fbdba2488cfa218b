"""Thresholds and sigmoids of many texts: what is left out or counted in cells changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from linguine.model import sigmoids
from linguine.reports.text.label_sets import _first
from linguine.tasks.multilabel import thresholds
from linguine.tasks.multilabel.settings import ThresholdChoice

RNG = np.random.default_rng(0)
#: Labels from frequent to rare, and two that no text or every text has.
SHARES = np.array([0.3, 0.1, 0.03, 0.01, 0.003, 0.0, 1.0])
RIGHT = RNG.random((3000, len(SHARES))) < SHARES
SCORES = np.where(RIGHT, 0.5, -1.0) + RNG.normal(0.0, 0.6, RIGHT.shape)
WEIGHTS = RNG.integers(1, 4, len(RIGHT)).astype(np.float64)


@pytest.mark.parametrize(
    "choice", [ThresholdChoice(), ThresholdChoice("common"), ThresholdChoice(precision=0.8)]
)
def test_texts_far_down_change_no_threshold(
    choice: ThresholdChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = sigmoids.fit_sigmoids(SCORES, RIGHT, WEIGHTS).probabilities(SCORES)
    found = thresholds.choose_thresholds(p, RIGHT, WEIGHTS, choice)
    monkeypatch.setattr(thresholds, "_AT_LEAST", len(p))
    assert (found == thresholds.choose_thresholds(p, RIGHT, WEIGHTS, choice)).all()


def test_the_chosen_thresholds_have_the_largest_f1_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "_EXPECTED", 0.0)
    monkeypatch.setattr(thresholds, "_MACRO", 1e6)
    p = 1.0 / (1.0 + np.exp(-3.0 * SCORES))
    found = thresholds.choose_thresholds(p, RIGHT, np.ones(len(p)), ThresholdChoice())
    for k in range(5):
        given = p[:, k][:, None] > np.append(np.sort(p[:, k])[:-1], 0.0)
        hits = (given & RIGHT[:, [k]]).sum(axis=0)
        best = (2.0 * hits / (given.sum(axis=0) + RIGHT[:, k].sum())).max()
        mine = p[:, k] > found[k]
        f1 = 2.0 * (mine & RIGHT[:, k]).sum() / (mine.sum() + RIGHT[:, k].sum())
        assert f1 == pytest.approx(best)


def test_cells_say_what_texts_say(monkeypatch: pytest.MonkeyPatch) -> None:
    in_cells = sigmoids.fit_sigmoids(SCORES, RIGHT, WEIGHTS)
    monkeypatch.setattr(sigmoids, "_N_CELLS", len(SCORES))
    by_text = sigmoids.fit_sigmoids(SCORES, RIGHT, WEIGHTS)
    p, q = (each.probabilities(SCORES) for each in (in_cells, by_text))
    np.testing.assert_allclose(p, q, atol=2e-3)


def test_the_best_labels_are_those_of_a_stable_sort() -> None:
    scores = RNG.integers(0, 5, (50, 6)).astype(np.float32)
    assert (_first(scores, 3) == np.argsort(-scores, axis=1, kind="stable")[:, :3]).all()
    assert _first(scores[:, :2], 3).shape == (50, 2)
