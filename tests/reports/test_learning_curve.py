"""Learning curves: samples that hold each other, a law that is found again, and what is said."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.errors import DataError, DataWarning, ParameterError
from linguine.reports import learning_curve
from linguine.reports.judging.curve_picture import draw_curve, render_curve
from linguine.reports.judging.figures import share
from linguine.reports.judging.growing import grow
from linguine.reports.judging.learning_curve import LearningCurve, Point
from linguine.reports.judging.ledger import Ledger
from linguine.reports.judging.outlook import look_ahead
from linguine.reports.judging.power_law import fit_power_law
from linguine.reports.judging.samples import nested_order, usual_sizes, wanted_sizes

ACCURACY = share("accuracy", 0, 1, counts_examples=True)


def point(n: int, n_right: int, of: int = 1000) -> Point:
    table = [[int(i < n_right), 1] for i in range(of)]
    return Point(n, Ledger.of_table(table, [ACCURACY]), 0.01)


def curve(*rights: int) -> LearningCurve:
    return LearningCurve([point(50 * 2**i, n) for i, n in enumerate(rights)], "texts")


def test_every_beginning_of_an_order_has_its_share_of_each_label() -> None:
    labels = np.repeat([0, 1, 2], [600, 300, 100])
    order = nested_order(1000, labels, seed=3)
    assert sorted(order.tolist()) == list(range(1000))
    for n in (10, 50, 200, 1000):
        counts = np.bincount(labels[order[:n]], minlength=3)
        assert np.abs(counts - n * np.array([0.6, 0.3, 0.1])).max() <= 1


def test_a_rare_label_is_in_a_small_sample_as_often_as_its_share_says() -> None:
    labels = np.repeat([0, 1, 2], [60, 30, 10])
    found = [2 in labels[nested_order(100, labels, seed)[:5]] for seed in range(400)]
    assert np.mean(found) == pytest.approx(0.5, abs=0.08)


def test_the_first_two_examples_have_different_labels() -> None:
    labels = np.repeat([0, 1], [999, 1])
    for seed in range(20):
        assert len(set(labels[nested_order(1000, labels, seed)[:2]])) == 2


def test_the_same_seed_draws_the_same_and_another_seed_does_not() -> None:
    first, again, other = (nested_order(50, None, seed).tolist() for seed in (1, 1, 2))
    assert first == again != other


def test_sizes_are_powers_of_two_that_hold_every_label_twice() -> None:
    assert usual_sizes(1000, n_labels=20) == [64, 128, 256, 512, 1000]
    assert usual_sizes(25_000)[0] == 128
    assert usual_sizes(12) == [12]


@pytest.mark.parametrize("sizes", [[0], [1001], [2.5], [-0.5], [1.5]])
def test_sizes_that_are_not_there_are_refused(sizes: list[float]) -> None:
    with pytest.raises(ParameterError, match="from 1 to 1,000"):
        wanted_sizes(sizes, 1000, "texts")


def test_a_law_is_found_again() -> None:
    sizes = 100.0 * 2.0 ** np.arange(6)
    for limit, factor, exponent in [(0.0, 1.0, 0.2), (0.1, 3.0, 0.5), (0.05, 9.0, 0.9)]:
        law = fit_power_law(sizes, limit + factor * sizes**-exponent, np.full(6, 0.01))
        assert law.exponent == pytest.approx(exponent, abs=1e-9)
        assert law.limit == pytest.approx(limit, abs=1e-9)


def test_no_law_of_a_grid_is_better() -> None:
    sizes, errors = np.array([10.0, 20, 40, 80]), np.array([0.5, 0.35, 0.3, 0.22])
    deviations = np.array([0.03, 0.02, 0.02, 0.01])

    def miss(a: float, b: float, c: float) -> float:
        return float((((a + b * sizes**-c - errors) / deviations) ** 2).sum())

    law = fit_power_law(sizes, errors, deviations)
    best = miss(law.limit, law.factor, law.exponent)
    tried = (
        miss(a, b, c)
        for a in np.linspace(0, 0.3, 16)
        for b in np.linspace(0, 5, 51)
        for c in (0.1, 0.3, 0.5, 0.7, 0.9)
    )
    assert best <= min(tried) + 1e-6


def test_an_error_that_grows_is_not_said_to_fall() -> None:
    law = fit_power_law([1, 2, 4, 8], [0.1, 0.12, 0.13, 0.15], [0.01] * 4)
    assert law.error(16) == pytest.approx(0.125)


def test_twice_the_data_is_said_with_its_doubts() -> None:
    found = curve(650, 744, 810, 857)
    said = found.say()
    for part in ("Twice the data (800 texts)", "probably", "no measurement", "85.7 % was measured"):
        assert part in said
    assert found.outlook is not None
    assert found.outlook.now < found.outlook.value
    low, high = found.outlook.interval
    assert low <= found.outlook.value <= high
    assert found.to_dict()["outlook"]["check"]["measured"] == 0.857


def test_what_cannot_get_better_is_not_said_to_get_worse() -> None:
    said = curve(950, 990, 996, 1000).say()
    assert "would probably bring no better accuracy than the 100.0 % of now" in said
    assert "to about" not in said


def test_too_few_sizes_say_so() -> None:
    assert curve(650, 744).outlook is None
    assert "at least four" in curve(650).to_text()
    assert look_ahead([100, 110, 120, 130], [0.5, 0.6, 0.7, 0.8], [None] * 4) is None


def test_a_score_that_is_best_at_zero_falls() -> None:
    found = look_ahead([1, 2, 4, 8], [0.8, 0.4, 0.2, 0.1], [None] * 4, is_better_high=False)
    assert found is not None
    assert found.value == pytest.approx(0.05)


def test_nothing_is_no_curve() -> None:
    with pytest.raises(DataError, match="needs a size"):
        LearningCurve([], "texts")


@pytest.mark.parametrize("rights", [(650, 744, 810, 857), (650, 744), (650,), (0, 0), (1000,)])
def test_a_picture_shows_every_size_and_is_sound(rights: tuple[int, ...]) -> None:
    made = curve(*rights)
    drawn = ElementTree.fromstring(draw_curve(made))
    points = [each for each in drawn.iter() if each.get("class") == "point"]
    assert len(points) == len(rights)
    assert all(0 <= float(each.get("cy", "-1")) <= 380 for each in points)
    page = render_curve(made, title="<b>")
    assert "<b>" not in page
    assert made.points[0].ledger.n == 1000


def test_python_has_the_same_curve_and_leaves_the_estimator_alone() -> None:
    texts, labels = [f"w{i % 7} v{i % 3}" for i in range(60)], ["ab"[i % 7 > 3] for i in range(60)]
    estimator = TextClassifier("naive-bayes")
    made = learning_curve(estimator, texts, labels, texts, labels, sizes=[20, 1.0])
    alone = TextClassifier("naive-bayes").fit(texts, labels).evaluate(texts, labels)
    assert made.points[-1].value("accuracy") == alone.accuracy
    assert [each.n for each in made.points] == [20, 60]
    assert not hasattr(estimator, "model_") or estimator.model_ is None
    with pytest.raises(DataError, match="of one length"):
        learning_curve(estimator, texts, labels[1:], texts, labels)


def test_sizes_that_nothing_can_be_learned_from_are_left_out_with_a_word() -> None:
    ledger = point(1, 900).ledger

    def learn(rows: Any) -> tuple[Ledger, float]:
        if len(rows) < 20:
            raise DataError("too few")
        return ledger, 0.0

    with pytest.warns(DataWarning, match="16 texts are left out"):
        found = grow(128, learn, unit="texts")
    assert [each.n for each in found.points] == [32, 64, 128]
    with pytest.raises(DataError, match="too few"):
        grow(128, learn, sizes=[16])
