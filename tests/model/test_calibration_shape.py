"""The shape of a calibration is where a plain search finds the minimum, and helps on new rows."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import approx_fprime, minimize

from linguine.model.calibration import Calibrator, fit_calibrator
from linguine.model.calibration_shape import ShapeLoss, fit_shape
from linguine.model.calibrator import Shape

Scores = NDArray[np.float64]


def bent_sample(n: int, n_labels: int, seed: int = 0) -> tuple[Scores, NDArray[np.intp]]:
    """Rows of unequal length: gold is drawn from what a bent calibration says about them."""
    generator = np.random.default_rng(seed)
    s = generator.normal(size=(n, n_labels)) * generator.gamma(1.0, 3.0, size=(n, 1))
    if n_labels == 2:
        s = s[:, 1:] - s[:, :1]
        truth = Calibrator("power", (1.5, 1.5, 0.5), 2)
    else:
        truth = Calibrator("spread", (2.0, 1.2, 0.9), n_labels)
    noise = generator.gumbel(size=(n, n_labels))
    return s, np.argmax(truth.log_probabilities(s) + noise, axis=1)


def below(s: Scores) -> Scores:
    both = np.hstack([0 * s, s]) if s.shape[1] == 1 else s
    return np.asarray(both - both.max(axis=1, keepdims=True))


@pytest.mark.parametrize("n_labels", [2, 3, 6])
@pytest.mark.parametrize("at", [(0.0, 0.0, 0.0), (0.3, -0.5, 0.8), (-0.4, 0.4, -0.3)])
def test_gradient_is_that_of_finite_differences(
    n_labels: int, at: tuple[float, float, float]
) -> None:
    s, gold = bent_sample(40, n_labels)
    loss = ShapeLoss(below(s), gold)
    point = np.array(at) * ([1, 1, 0] if n_labels == 2 else [1, 1, 1])
    expected = approx_fprime(point, lambda x: loss(x)[0], 1e-7)
    n = 2 if n_labels == 2 else 3  # two labels have no gamma
    np.testing.assert_allclose(loss(point)[1][:n], expected[:n], rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("n_labels", [2, 4])
def test_the_shape_is_where_a_plain_search_finds_the_minimum(n_labels: int) -> None:
    s, gold = bent_sample(400, n_labels)
    loss = ShapeLoss(below(s), gold)
    free = [1.0, 1.0, 1.0 if n_labels > 2 else 0.0]
    judge = minimize(
        lambda x: loss(x * free)[0], np.zeros(3), method="Nelder-Mead",
        options={"xatol": 1e-7, "fatol": 1e-9, "maxiter": 4000},
    )  # fmt: skip
    shape = fit_shape(below(s), gold)
    # It stops when F falls by less than 1e-9 of itself, which is the root of that in x.
    assert np.log(shape.kappa) == pytest.approx(judge.x[1], abs=1e-3)
    assert shape.gamma == pytest.approx(judge.x[2] * free[2], abs=1e-3)


@pytest.mark.parametrize(("n_labels", "kind"), [(2, "power"), (5, "spread")])
def test_bent_scores_are_found_and_say_more_about_new_rows(n_labels: int, kind: str) -> None:
    s, gold = bent_sample(3000, n_labels)
    new, new_gold = bent_sample(3000, n_labels, seed=1)
    fitted = fit_calibrator(s, gold, n_labels)
    assert fitted.kind == kind
    plain = fit_calibrator(s, gold, n_labels, kind="platt" if n_labels == 2 else "temperature")

    def log_loss(each: Calibrator) -> float:
        return -float(each.log_probabilities(new)[np.arange(3000), new_gold].mean())

    assert log_loss(fitted) < log_loss(plain) - 0.01


@pytest.mark.parametrize("n_labels", [2, 5])
def test_few_rows_keep_the_simple_kind(n_labels: int) -> None:
    s, gold = bent_sample(99, n_labels)
    kind = "platt" if n_labels == 2 else "temperature"
    assert fit_calibrator(s, gold, n_labels).kind == kind


def test_labels_keep_the_order_of_their_scores() -> None:
    s, _ = bent_sample(200, 6)
    p = Calibrator("spread", (1.3, 0.7, 1.4), 6).probabilities(s)
    np.testing.assert_array_equal(np.argsort(p, axis=1), np.argsort(s, axis=1))


def test_a_label_that_nobody_has_seen_does_not_change_the_others() -> None:
    s, _ = bent_sample(50, 4)
    wide = np.hstack([s, np.full((50, 1), -1e6)])
    narrow_p = Calibrator("spread", (1.3, 0.7, 1.4), 4).probabilities(s)
    wide_p = Calibrator("spread", (1.3, 0.7, 1.4), 5).probabilities(wide)
    np.testing.assert_allclose(wide_p[:, :4], narrow_p, rtol=1e-9)
    assert wide_p[:, 4].max() < 1e-100


def test_equal_scores_have_no_shape() -> None:
    assert fit_shape(np.zeros((5, 3)), np.zeros(5, np.intp)) == Shape()
