"""Columns of numbers come to the scale of the text's features, whatever their own."""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError, LinguineError, ParameterError
from linguine.features import Extractor, Numeric, WordNgrams
from linguine.features.text.growth import Growth
from linguine.features.text.specification import features_from_config, features_to_config

from ..messages import assert_three_parts
from .extraction import counting, dense


def scaled(x: list[float], new: list[float] | None = None, **options: Any) -> list[float]:
    """Return what becomes of a column, or of new numbers after it."""
    ours = counting(WordNgrams() + Numeric("n", **options))
    sites = ours.fit_transform(["text"] * len(x), columns={"n": x})
    if new is not None:
        sites = ours.transform(["text"] * len(new), columns={"n": new})
    if "n" not in ours.names():  # zeros are not stored
        return [0.0] * sites.n_rows
    column: list[float] = dense(sites)[:, ours.names().index("n")].tolist()
    return column


@given(
    st.lists(st.integers(-1000, 1000), min_size=4, max_size=40).filter(lambda x: len(set(x)) > 1),
    st.sampled_from([1e-9, 1e-3, 1.0, 1e3, 1e9]),
)
def test_numbers_of_every_scale_become_the_same(x: list[int], factor: float) -> None:
    np.testing.assert_allclose(
        scaled([each * factor for each in x]),
        scaled([float(each) for each in x]),
        rtol=1e-5,  # float32
        atol=1e-6,
    )


@given(st.lists(st.floats(-60000, 60000, width=16), min_size=8, max_size=40))
def test_the_scale_is_that_of_the_median_and_the_quartiles(x: list[float]) -> None:
    low, middle, high = statistics.quantiles(x, n=4, method="inclusive")
    if high > low:
        expected = [min(3.0, max(-3.0, (each - middle) / (high - low))) for each in x]
        np.testing.assert_allclose(scaled(x), expected, rtol=1e-5, atol=1e-6)  # float32


def test_where_most_numbers_are_equal_the_others_set_the_scale() -> None:
    flags = [0.0] * 95 + [1.0] * 5
    assert scaled(flags) == flags
    assert scaled([7.0] * 9 + [107.0]) == [0.0] * 9 + [1.0]


def test_a_constant_column_is_zero() -> None:
    assert scaled([5.0] * 6) == [0.0] * 6


@pytest.mark.parametrize("new", [1e30, 1.7e308, -1.7e308])
def test_no_outlier_goes_beyond_3(new: float) -> None:
    assert scaled([1.0, 2.0, 3.0, 4.0, 5.0], [new]) == [3.0 if new > 0 else -3.0]


def test_one_outlier_leaves_the_scale_of_the_others_alone() -> None:
    x = [float(i) for i in range(100)]
    np.testing.assert_allclose(scaled([*x, 1e12])[:100], scaled([*x, 101.0])[:100], rtol=1e-6)


@pytest.mark.parametrize("x", [[1.7e308, -1.7e308, 1e308, -1e308], [5e-324, 0.0, 0.0, 0.0]])
def test_the_largest_and_the_smallest_numbers_stay_finite(x: list[float]) -> None:
    assert np.isfinite(scaled(x)).all()


def test_new_texts_are_scaled_by_what_was_learned() -> None:
    assert scaled([0.0, 1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 5.0]) == [0.0, 1.0, 1.5]


def test_unit_scale_lies_between_0_and_1() -> None:
    x = [float(i) for i in range(101)]
    column = scaled(x, [-1e9, 5.0, 50.0, 95.0, 1e9], scale="unit")
    np.testing.assert_allclose(column, [0, 0, 0.5, 1, 1], atol=1e-6)
    assert scaled([3.0] * 4, scale="unit") == [0.0] * 4
    assert scaled([0.0] * 99 + [1.0], scale="unit") == [0.0] * 99 + [1.0]


def test_no_scale_leaves_numbers_as_they_are() -> None:
    assert scaled([160.0, -2.0, 0.5], scale="none") == [160.0, -2.0, 0.5]


def test_every_transform_has_its_own_scale() -> None:
    ours = counting(Numeric("n", transforms=("value", "square")))
    matrix = dense(ours.fit_transform(["t"] * 5, columns={"n": [1.0, 2.0, 3.0, 4.0, 5.0]}))
    by_name = dict(zip(ours.names(), matrix.T.tolist(), strict=True))
    np.testing.assert_allclose(by_name["n"], [-1, -0.5, 0, 0.5, 1])
    np.testing.assert_allclose(by_name["n^2"], [(s - 9) / 12 for s in (1, 4, 9, 16, 25)], rtol=1e-6)


def test_learning_again_forgets_the_scale_of_before() -> None:
    ours = counting(WordNgrams() + Numeric("n"))
    ours.fit_transform(["a", "b", "c"], columns={"n": [1e6, 2e6, 3e6]})
    again = ours.fit_transform(["a", "b", "c"], columns={"n": [1.0, 2.0, 3.0]})
    assert dense(again)[:, ours.names().index("n")].tolist() == [-1.0, 0.0, 1.0]


def test_more_texts_keep_the_scale_that_the_weights_belong_to() -> None:
    ours = counting(WordNgrams() + Numeric("n"))
    ours.fit_transform(["a", "b", "c"], columns={"n": [1.0, 2.0, 3.0]})
    piece = Growth(ours).read(["d"], {"n": [4.0]})
    names = piece.extractor.names()
    assert dense(piece.extractor.weigh(piece.counts))[0, names.index("n")] == 2.0


def test_the_first_texts_of_a_stream_set_the_scale() -> None:
    growth = Growth(counting(WordNgrams() + Numeric("n")))
    first = growth.read(["a", "b", "c"], {"n": [1.0, 2.0, 3.0]})
    growth.take_in(first)
    second = growth.read(["d"], {"n": [4.0]})
    names = second.extractor.names()
    assert dense(second.extractor.weigh(second.counts))[0, names.index("n")] == 2.0


def test_the_scale_survives_a_round_trip_as_plain_data() -> None:
    ours = Extractor(Numeric("n"))
    ours.fit_counts(["a", "b", "c"], {"n": [1.0, 2.0, 3.0]})
    config = features_to_config(ours.features)
    assert config[0]["scale"] == "robust"
    assert features_from_config(config) == ours.features


def test_a_column_of_a_file_without_scales_is_taken_as_it_is() -> None:
    config = [{"template": "numeric", "column": "n", "transforms": ["value"]}]
    [template] = features_from_config(config).templates
    assert isinstance(template, Numeric)
    assert template.scale == "none"


@pytest.mark.parametrize(
    "learned",
    [
        [],
        [[0.0, 0.0]],
        [[0.0, -1.0]],
        [[float("nan"), 1.0]],
        [[0.0]],
        [["a", 1.0]],
        [[0, 1]] * 2,
        7,
    ],
    ids=repr,
)
def test_a_broken_scale_in_a_file_is_refused(learned: Any) -> None:
    config = {"template": "numeric", "column": "n", "scale": "robust", "learned": learned}
    with pytest.raises(DataError) as caught:
        features_from_config([config])
    assert_three_parts(caught.value, "learned must be", "got", "Leave it out")


def test_an_unknown_scale_is_refused() -> None:
    with pytest.raises(ParameterError, match="robust"):
        Numeric("n", scale="robots")


def test_a_transform_that_leaves_the_numbers_is_refused() -> None:
    with pytest.raises(LinguineError) as caught:
        scaled([1.0, 1e200, 2.0], transforms=("value", "square"))
    assert_three_parts(caught.value, "must stay finite", r"row 1 .* 1e\+200", "Leave")


def test_a_column_that_nobody_has_seen_cannot_be_scaled() -> None:
    from linguine import _core

    with pytest.raises(DataError) as caught:
        Numeric("n").bag(_core.Texts(["a"]), {"n": [1.0]})
    assert_three_parts(caught.value, "must be seen", "nothing was learned", "Call fit")
