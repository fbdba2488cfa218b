"""A broken matrix handed straight to the native module is refused, never followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse

from linguine import _core
from linguine.errors import DataError
from linguine.features.matrix import read_matrix

GOOD: dict[str, Any] = {
    "indptr": np.array([0, 2, 3]),
    "indices": np.array([0, 2, 1], np.int32),
    "values": np.array([1.0, 2.0, 3.0]),
    "n_rows": 2,
    "n_features": 3,
}
BIG = np.iinfo(np.int64).max

BROKEN: dict[str, dict[str, Any]] = {
    "indptr-goes-down": {"indptr": np.array([0, 3, 2])},
    "indptr-goes-down-in-the-middle": {"indptr": np.array([0, 4, 1, 3]), "n_rows": 3},
    "indptr-does-not-start-at-zero": {"indptr": np.array([1, 2, 3])},
    "indptr-starts-below-zero": {"indptr": np.array([-1, 2, 3])},
    "indptr-ends-behind-the-indices": {"indptr": np.array([0, 2, 4])},
    "indptr-ends-far-behind": {"indptr": np.array([0, 2, 2**31 - 1])},
    "indptr-too-short": {"indptr": np.array([0, 3])},
    "indptr-too-long": {"indptr": np.array([0, 2, 3, 3])},
    "indptr-empty": {"indptr": np.array([], dtype=np.int64)},
    "index-too-large": {"indices": np.array([0, 3, 1])},
    "index-far-too-large": {"indices": np.array([0, 2**31 - 1, 1])},
    "index-negative": {"indices": np.array([0, -1, 1])},
    "values-too-short": {"values": np.array([1.0, 2.0])},
    "values-too-long": {"values": np.array([1.0, 2.0, 3.0, 4.0])},
    "values-with-nan": {"values": np.array([1.0, np.nan, 3.0])},
    "values-with-infinity": {"values": np.array([1.0, 2.0, -np.inf])},
    "n_rows-negative": {"n_rows": -1},
    "n_rows-too-large": {"n_rows": 5},
    "n_features-negative": {"n_features": -3},
    "n_features-zero": {"n_features": 0},
}


@pytest.mark.parametrize("width", [np.int32, np.int64], ids=["int32", "int64"])
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_csr_is_a_value_error(case: str, width: type) -> None:
    parts = {**GOOD, **BROKEN[case]}
    with pytest.raises((ValueError, TypeError)):
        _core.Matrix(
            parts["indptr"].astype(width),
            parts["indices"].astype(np.int32),
            parts["values"],
            parts["n_rows"],
            parts["n_features"],
            False,
        )


@pytest.mark.parametrize("case", ["indptr-ends-far-behind", "index-too-large", "index-negative"])
def test_a_broken_csr_without_values_is_a_value_error(case: str) -> None:
    parts = {**GOOD, **BROKEN[case]}
    with pytest.raises(ValueError, match=r".+"):
        _core.Matrix(
            parts["indptr"].astype(np.int32),
            parts["indices"].astype(np.int32),
            None,
            2,
            3,
            False,
        )


@pytest.mark.parametrize("huge", [BIG, BIG - 1, 2**62])
def test_sixty_four_bit_offsets_do_not_wrap_around(huge: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        _core.Matrix(np.array([0, 2, huge]), GOOD["indices"], GOOD["values"], 2, 3, False)
    with pytest.raises(ValueError, match="indices must be int32"):
        _core.Matrix(GOOD["indptr"], np.array([0, huge, 1]), GOOD["values"], 2, 3, False)
    csr = scipy.sparse.csr_array((GOOD["values"], GOOD["indices"], GOOD["indptr"]), shape=(2, 3))
    csr.indices = np.array([0, huge, 1])
    with pytest.raises(DataError, match="row 0 has 2147483647"):
        read_matrix(csr)


def test_more_columns_than_a_number_of_32_bits_can_say_are_refused_in_words() -> None:
    wide = scipy.sparse.csr_array((2, 2**31))
    with pytest.raises(DataError, match=r"at most 2,147,483,647 columns; got 2,147,483,648\. Hash"):
        read_matrix(wide)


def test_spare_room_behind_the_last_row_is_ignored() -> None:
    """SciPy allows arrays longer than indptr[-1]; what lies there must not be read as data."""
    matrix = _core.Matrix(
        np.array([0, 1, 2]), GOOD["indices"], np.array([1.0, 2.0, 9.0]), 2, 3, False
    )
    scores = _core.scores(matrix, np.ones((3, 1)), np.zeros(1), 1, 1)
    np.testing.assert_array_equal(scores.ravel(), [1.0, 2.0])


def test_a_bad_number_is_named_with_its_row_and_column() -> None:
    with pytest.raises(ValueError, match=r"row 1\b.*column 1\b"):
        _core.Matrix(GOOD["indptr"], GOOD["indices"], np.array([1.0, 2.0, np.nan]), 2, 3, False)
    with pytest.raises(ValueError, match=r"row 1\b.*column 2\b"):
        _core.Matrix(None, None, np.array([[1.0, 2.0, 3.0], [4.0, 5.0, np.inf]]), 2, 3, False)


@pytest.mark.parametrize(
    "shape", [(2, 3), (3, 2), (1, 6), (6, 1)], ids=["right", "turned", "flat", "tall"]
)
def test_a_dense_matrix_must_have_the_shape_it_claims(shape: tuple[int, int]) -> None:
    values = np.ones(shape)
    if shape == (2, 3):
        assert _core.Matrix(None, None, values, 2, 3, False).n_rows == 2
        return
    with pytest.raises((ValueError, TypeError)):
        _core.Matrix(None, None, values, 2, 3, False)


def good_matrix() -> Any:
    return _core.Matrix(GOOD["indptr"], GOOD["indices"], GOOD["values"], 2, 3, False)


BROKEN_PROBLEMS: dict[str, dict[str, Any]] = {
    "row-too-large": {"rows": np.array([0, 2])},
    "row-negative": {"rows": np.array([-1, 1])},
    "rows-not-ascending": {"rows": np.array([1, 0])},
    "gold-too-large": {"gold": np.array([0, 2], dtype=np.int32)},
    "gold-negative": {"gold": np.array([0, -1], dtype=np.int32)},
    "gold-too-short": {"gold": np.array([0], dtype=np.int32)},
    "weights-too-short": {"weights": np.array([1.0])},
    "weight-nan": {"weights": np.array([1.0, np.nan])},
    "no-labels": {"n_labels": 0},
    "unknown-loss": {"loss": "hings"},
    "cost-of-another-size": {"cost": np.ones((3, 3))},
}


@pytest.mark.parametrize("case", BROKEN_PROBLEMS)
def test_a_broken_problem_is_a_value_error(case: str) -> None:
    parts: dict[str, Any] = {
        "rows": np.array([0, 1]),
        "gold": np.array([0, 1], dtype=np.int32),
        "weights": np.ones(2),
        "n_labels": 2,
        "loss": "logistic",
        "cost": None,
        **BROKEN_PROBLEMS[case],
    }
    with pytest.raises((ValueError, TypeError)):
        _core.Problem(
            good_matrix(),
            parts["rows"],
            parts["gold"],
            parts["weights"],
            parts["n_labels"],
            parts["loss"],
            False,
            parts["cost"],
        )


def test_weights_of_another_shape_are_a_value_error() -> None:
    matrix = good_matrix()
    with pytest.raises((ValueError, TypeError)):
        _core.scores(matrix, np.zeros((2, 1)), np.zeros(1), 1, 1)
    with pytest.raises((ValueError, TypeError)):
        _core.scores(matrix, np.zeros((3, 1)), np.zeros(0), 1, 1)
    with pytest.raises((ValueError, TypeError)):
        _core.scores(matrix, np.zeros((3, 1)), np.zeros(4), 4, 1)


def test_the_matrix_keeps_its_arrays_alive() -> None:
    """The native view borrows the arrays; it must hold on to them when Python lets go."""
    indptr, indices = np.arange(0, 30_001, 3), np.tile(np.arange(3, dtype=np.int32), 10_000)
    matrix = _core.Matrix(indptr, indices, np.ones(30_000), 10_000, 3, False)
    del indptr, indices
    junk = [np.full(30_001, 7) for _ in range(20)]
    scores = _core.scores(matrix, np.ones((3, 1)), np.zeros(1), 1, 1)
    assert (scores == 3.0).all()
    assert len(junk) == 20
