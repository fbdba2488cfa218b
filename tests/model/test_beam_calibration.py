"""Probabilities of labels that a beam has found: what likelihood says, on few texts and on many."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from linguine.model.beam_calibration import BeamCalibrator, fit_beam_sigmoid, fit_beam_softmax
from linguine.model.candidates import Candidates

RANDOM = np.random.default_rng(2)


def draw(n: int, slope: float, offset: float) -> tuple[Candidates, np.ndarray]:
    """Return candidates, and labels that are drawn with the probabilities of a calibrator."""
    scores = -np.sort(-RANDOM.normal(size=(n, 4)), axis=1)
    labels = np.array([RANDOM.permutation(9)[:4] for _ in range(n)], np.int32)
    found = Candidates(labels, scores, -np.inf, 9)
    p = BeamCalibrator("beam-softmax", slope, offset, 9).probabilities(found).values
    place = np.array([RANDOM.choice(5, p=[*row, 1 - row.sum()]) for row in p])
    others = np.array([np.setdiff1d(np.arange(9), row)[0] for row in labels])
    gold = np.where(place < 4, labels[np.arange(n), np.minimum(place, 3)], others)
    return found, gold


def test_the_numbers_are_found_that_labels_were_drawn_with() -> None:
    found, gold = draw(20_000, 2.0, 0.5)
    fitted = fit_beam_softmax(found, gold, np.ones(len(gold)))
    assert fitted.slope == pytest.approx(2.0, abs=0.06)
    assert fitted.offset == pytest.approx(0.5, abs=0.06)


def test_the_likelihood_has_its_maximum_there() -> None:
    found, gold = draw(300, 1.0, -1.0)

    def loss(at: np.ndarray) -> float:
        p = BeamCalibrator("beam-softmax", at[0], at[1], 9).probabilities(found)
        of_gold, rest = p.at(np.arange(300), gold), 1 - p.values.sum(axis=1)
        sure, is_found = 301 / 302, of_gold > 0
        logs = sure * np.log(of_gold[is_found]) + (1 - sure) * np.log(rest[is_found])
        size = np.abs(found.values).max()
        ridge = 5e-4 * ((at[0] * size) ** 2 + at[1] ** 2)
        return float(ridge - logs.sum() - np.log(rest[~is_found]).sum())

    best = minimize(loss, [1.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-6}).x
    fitted = fit_beam_softmax(found, gold, np.ones(300))
    assert (fitted.slope, fitted.offset) == pytest.approx(tuple(best), rel=1e-3)


def test_few_texts_that_are_all_right_promise_nothing_for_sure() -> None:
    found = Candidates(np.array([[0, 1]] * 10), np.array([[1.0, -1.0]] * 10), -np.inf, 3)
    p = fit_beam_softmax(found, np.zeros(10, int), np.ones(10)).probabilities(found)
    assert 0.8 < p.values[0, 0] < 0.99


def test_labels_that_stand_alone_get_the_share_that_is_right() -> None:
    scores = np.repeat([[2.0, -2.0]], 100, axis=0)
    found = Candidates(np.tile(np.array([0, 1], np.int32), (100, 1)), scores, -np.inf, 2)
    right = np.stack([np.arange(100) < 80, np.arange(100) < 10], axis=1)
    fitted = fit_beam_sigmoid(found, right, np.ones(100))
    assert fitted.probabilities(found).values[0] == pytest.approx([0.8, 0.1], abs=0.02)
    assert fitted.score_at(fitted.probabilities(found).values[0, 0]) == pytest.approx(2.0)


def test_empty_places_are_nothing() -> None:
    found = Candidates(np.array([[3, -1]]), np.array([[1.0, -np.inf]]), -np.inf, 9)
    for kind in ("beam-softmax", "beam-sigmoid"):
        p = BeamCalibrator(kind, 1.0, 0.0, 9).probabilities(found)
        assert p.values[0, 1] == 0
        assert p.at(np.array([0, 0]), np.array([3, 5])).tolist() == [p.values[0, 0], 0.0]
