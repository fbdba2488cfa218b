"""Calibrated probabilities: right on average, never at odds with the scores, fast for one row."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from linguine.errors import DataError, ParameterError
from linguine.model.calibration import Calibrator, fit_calibrator
from linguine.model.prediction import choose_labels

from ..messages import assert_three_parts

Scores = NDArray[np.float64]

#: Scores from far apart to closer than rounding can tell.
any_score = st.floats(-1e6, 1e6) | st.floats(-1e-15, 1e-15) | st.sampled_from([0.0, 1.0, 1 + 2e-16])


def calibrators(n_labels: int) -> st.SearchStrategy[Calibrator]:
    slope = st.floats(1e-6, 1e6)
    kappa, gamma = st.floats(0.05, 4.0), st.floats(-3.0, 3.0)
    temperature = slope.map(lambda a: Calibrator("temperature", (a,), n_labels))
    if n_labels == 1:
        return temperature
    if n_labels != 2:
        bent = st.tuples(slope, kappa, gamma)
        return temperature | bent.map(lambda abc: Calibrator("spread", abc, n_labels))
    platt = st.tuples(slope, slope).map(lambda ab: Calibrator("platt", ab, 2))
    power = st.tuples(slope, slope, kappa).map(lambda abc: Calibrator("power", abc, 2))
    return temperature | platt | power


def sample(n: int, n_labels: int, slope: float, seed: int) -> tuple[Scores, NDArray[np.int64]]:
    """Scores whose true calibration is a temperature: gold is drawn from softmax(slope s)."""
    generator = np.random.default_rng(seed)
    s = generator.normal(size=(n, n_labels))
    noise = generator.gumbel(size=s.shape)
    gold = np.argmax(slope * s + noise, axis=1)
    return (s if n_labels > 2 else s[:, 1:] - s[:, :1]), gold


@pytest.mark.parametrize("n_labels", [2, 3, 7, 40])
@given(data=st.data())
def test_the_most_probable_label_is_the_one_with_the_highest_score(
    n_labels: int, data: st.DataObject
) -> None:
    """predict and predict_proba never disagree, not even by rounding (scikit-learn#13211)."""
    shape = (data.draw(st.integers(1, 3)), n_labels if n_labels > 2 else 1)
    scores = data.draw(arrays(np.float64, shape, elements=any_score))
    p = data.draw(calibrators(n_labels)).probabilities(scores)
    assert p.argmax(axis=1).tolist() == choose_labels(scores, n_labels).tolist()


@pytest.mark.parametrize("n_labels", [1, 2, 3, 40])
@given(data=st.data())
def test_probabilities_are_probabilities(n_labels: int, data: st.DataObject) -> None:
    shape = (data.draw(st.integers(1, 4)), n_labels if n_labels > 2 else 1)
    scores = data.draw(arrays(np.float64, shape, elements=any_score))
    log_p = data.draw(calibrators(n_labels)).log_probabilities(scores)
    assert log_p.shape == (shape[0], n_labels)
    assert log_p.dtype == np.float64
    assert log_p.max() <= 0.0
    assert np.exp(log_p).max() <= 1.0
    # the promise of the documentation; one part in 1e15 is what it takes to break a tie
    np.testing.assert_allclose(np.exp(log_p).sum(axis=1), 1.0, rtol=0, atol=1e-12)


@pytest.mark.parametrize("n_labels", [2, 3, 32, 33])
def test_a_row_alone_gets_what_it_gets_in_a_batch(n_labels: int) -> None:
    scores, _ = sample(20, n_labels, 1.0, seed=1)
    calibrator = Calibrator("temperature", (1.7,), n_labels)
    alone = np.vstack([calibrator.log_probabilities(row[None]) for row in scores])
    # the exponential of math and of NumPy may differ in the last place
    np.testing.assert_allclose(alone, calibrator.log_probabilities(scores), rtol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scores_of_single_precision_are_taken(dtype: type) -> None:
    p = Calibrator("temperature", (1.0,), 3).probabilities(np.array([[1, 2, 3]], dtype=dtype))
    assert p.dtype == np.float64


@pytest.mark.parametrize("n_labels", [2, 3, 8])
@pytest.mark.parametrize("scale", [1e-4, 1.0, 1e4])
def test_temperature_recovers_the_slope_that_made_the_labels(n_labels: int, scale: float) -> None:
    scores, gold = sample(40_000, n_labels, 1.5, seed=2)
    fitted = fit_calibrator(scores * scale, gold, n_labels, kind="temperature")
    assert fitted.parameters[0] * scale == pytest.approx(1.5, rel=0.03)  # 3 standard errors


def test_platt_recovers_both_slopes() -> None:
    generator = np.random.default_rng(3)
    s = generator.normal(size=60_000)
    truth = Calibrator("platt", (3.0, 1.0), 2)
    gold = generator.random(len(s)) < truth.probabilities(s[:, None])[:, 1]
    fitted = fit_calibrator(s[:, None], gold.astype(int), 2)
    assert fitted.kind == "platt"
    np.testing.assert_allclose(fitted.parameters, (3.0, 1.0), rtol=0.05)


@pytest.mark.parametrize("n_labels", [2, 5])
def test_the_slope_is_where_a_plain_search_finds_the_minimum(n_labels: int) -> None:
    scores, gold = sample(200, n_labels, 0.8, seed=4)
    both = scores if n_labels > 2 else np.hstack([0 * scores, scores])
    epsilon = 1 / (len(gold) + 2)
    target = np.full(both.shape, epsilon / (n_labels - 1))
    target[np.arange(len(gold)), gold] = 1 - epsilon

    def loss(beta: float) -> float:
        log_p = beta * both - np.log(np.exp(beta * both).sum(axis=1, keepdims=True))
        return -float((target * log_p).sum())

    fitted = fit_calibrator(scores, gold, n_labels, kind="temperature").parameters[0]
    judge = minimize_scalar(loss, bounds=(1e-3, 10), method="bounded", options={"xatol": 1e-9})
    assert fitted == pytest.approx(judge.x, rel=1e-5)  # the judge sees a flat minimum


@pytest.mark.parametrize("n_labels", [2, 4])
def test_separable_scores_keep_a_finite_slope_and_laplaces_confidence(n_labels: int) -> None:
    gold = np.arange(100) % n_labels
    scores = 5.0 * np.eye(n_labels)[gold] if n_labels > 2 else (10.0 * gold - 5.0)[:, None]
    p = fit_calibrator(scores, gold, n_labels, kind="temperature").probabilities(scores)
    np.testing.assert_allclose(p.max(axis=1), 101 / 102, rtol=1e-9)


def test_few_rows_of_one_label_do_not_make_certain() -> None:
    """Two right rows with tiny scores say little about a large score."""
    scores, gold = sample(500, 2, 0.5, seed=5)
    keep = scores[:, 0] < 0
    s = np.vstack([scores[keep], [[0.01], [0.02]]])
    y = np.concatenate([gold[keep], [1, 1]])
    first, second = fit_calibrator(s, y, 2).slopes
    assert second < 4 * first


def test_a_label_without_rows_borrows_the_slope_of_the_other() -> None:
    scores, gold = sample(500, 2, 1.0, seed=6)
    keep = scores[:, 0] < 0
    first, second = fit_calibrator(scores[keep], gold[keep], 2).parameters
    assert second == pytest.approx(first, rel=0.05)


@pytest.mark.parametrize("n_labels", [2, 3])
def test_scores_worse_than_chance_give_nearly_equal_probabilities(n_labels: int) -> None:
    scores, gold = sample(300, n_labels, 2.0, seed=7)
    calibrator = fit_calibrator(-scores, gold, n_labels)
    assert np.abs(calibrator.probabilities(-scores) - 1 / n_labels).max() < 0.01


@pytest.mark.parametrize("n_labels", [1, 2, 3])
def test_equal_scores_give_equal_probabilities(n_labels: int) -> None:
    scores = np.zeros((4, n_labels if n_labels > 2 else 1))
    p = fit_calibrator(scores, np.zeros(4, dtype=int), n_labels).probabilities(scores)
    np.testing.assert_allclose(p, 1 / n_labels, rtol=1e-14)


@pytest.mark.parametrize("scores", [[[1e300], [-1e300]], [[1e-300], [-1e-300]], [[1e12], [-1e-9]]])
def test_wild_scales_are_survived(scores: list[list[float]]) -> None:
    calibrator = fit_calibrator(np.array(scores), np.array([1, 0]), 2)
    assert all(math.isfinite(slope) and slope > 0 for slope in calibrator.parameters)


@pytest.mark.parametrize("n_labels", [1, 2, 3])
def test_the_configuration_is_plain_data_and_comes_back_equal(n_labels: int) -> None:
    scores, gold = sample(50, max(n_labels, 2), 1.0, seed=8)
    fitted = fit_calibrator(scores, np.minimum(gold, n_labels - 1), n_labels)
    assert Calibrator.from_config(json.loads(json.dumps(fitted.to_config()))) == fitted


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "isotonic"},
        {"kind": ["platt"]},
        {"parameters": [1.0]},
        {"parameters": [1.0, -1.0]},
        {"parameters": [1.0, float("nan")]},
        {"parameters": [1.0, float("inf")]},
        {"parameters": [1.0, 10**400]},
        {"parameters": [1.0, True]},
        {"parameters": "12"},
        {"n_labels": 3},
        {"n_labels": 0},
        {"n_labels": 2.5},
        {"n_labels": None},
        {"more": 1},
    ],
    ids=str,
)
def test_a_damaged_configuration_is_refused(change: dict[str, Any]) -> None:
    config = {"kind": "platt", "parameters": [1.0, 2.0], "n_labels": 2, **change}
    with pytest.raises(DataError) as caught:
        Calibrator.from_config(config)
    assert_three_parts(caught.value, "calibration|Calibration", "got|Unknown", "save the model")


@pytest.mark.parametrize("config", [None, [], "platt", {}], ids=str)
def test_what_is_not_a_configuration_is_refused(config: object) -> None:
    with pytest.raises(DataError, match="must hold"):
        Calibrator.from_config(config)


def test_platt_is_for_two_labels() -> None:
    with pytest.raises(ParameterError) as caught:
        fit_calibrator(np.zeros((3, 3)), np.arange(3), 3, kind="platt")
    assert_three_parts(caught.value, "exactly 2 labels", "n_labels=3", "temperature")


@pytest.mark.parametrize(
    ("scores", "gold", "got"),
    [
        (np.zeros((0, 3)), np.zeros(0, dtype=int), r"\(0, 3\)"),
        (np.zeros((2, 2)), np.zeros(2, dtype=int), r"\(2, 2\)"),
        (np.zeros((2, 3)), np.zeros(3, dtype=int), r"\(3,\)"),
        (np.array([[0, 1, 2], [0, np.nan, 1]]), np.zeros(2, dtype=int), "row 1"),
        (np.zeros((2, 3)), np.array([0, 3]), "to 3"),
        (np.zeros((2, 3)), np.array([0.0, 1.0]), "float64"),
    ],
)
def test_bad_held_out_data_is_refused(scores: Scores, gold: NDArray[Any], got: str) -> None:
    with pytest.raises(DataError) as caught:
        fit_calibrator(scores, gold, 3)
    assert_three_parts(caught.value, "must|needs", got, r"Hold out|Regularise|Give")


def test_scores_of_another_model_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        Calibrator("temperature", (1.0,), 3).log_probabilities(np.zeros((2, 4)))
    assert_three_parts(caught.value, r"\(n_rows, 3\)", r"\(2, 4\)", "Give the scores")
