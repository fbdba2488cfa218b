"""Weights in a file: the smallest exact form, and shorter ones with a known error."""

from __future__ import annotations

from typing import Any

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from linguine.errors import DataError, ParameterError
from linguine.model.file.container import load_model, model_bytes
from linguine.model.file.quantization import BLOCK_ROWS, dequantize, quantize
from linguine.model.file.sparse_weights import pack_weights, unpack_weights

from ..messages import assert_three_parts

Tensors = dict[str, NDArray[Any]]


def random_weights(
    n: int, n_columns: int, density: float, *, by_row: bool = False, dtype: str = "f4"
) -> NDArray[Any]:
    random = np.random.default_rng(7)
    is_kept = random.random((n, 1 if by_row else n_columns)) < density
    return (random.normal(size=(n, n_columns)) * is_kept).astype(dtype)


def n_bytes(tensors: Tensors) -> int:
    return sum(values.nbytes for values in tensors.values())


FORMS = {
    "dense": (random_weights(1000, 5, 1.0), {"values"}),
    "nearly-dense": (random_weights(1000, 5, 0.9), {"values"}),
    "dropped-rows": (random_weights(1000, 5, 0.1, by_row=True), {"rows", "shape", "values"}),
    "one-column": (random_weights(1000, 1, 0.1), {"rows", "shape", "values"}),
    "entries": (
        random_weights(1000, 20, 0.05, dtype="f8"),
        {"rows", "shape", "values", "counts", "columns"},
    ),
    "all-zero": (np.zeros((1000, 5)), {"rows", "shape", "values"}),
    "no-rows": (np.zeros((0, 5)), {"values"}),
    "no-columns": (np.zeros((5, 0), np.float32), {"values"}),
}


@pytest.mark.parametrize("case", FORMS)
def test_the_smallest_form_is_chosen_and_gives_the_weights_back(case: str) -> None:
    weights, parts = FORMS[case]
    tensors = pack_weights("theta", weights)
    assert set(tensors) == {f"theta.{part}" for part in parts}
    model = load_model(model_bytes({**tensors, "other": np.ones(1)}, {}))
    found = unpack_weights("theta", model.tensors, shape=weights.shape)
    assert found.dtype == weights.dtype
    np.testing.assert_array_equal(found, weights)


def test_sparse_weights_take_a_fraction_of_the_room() -> None:
    weights = random_weights(10_000, 20, 0.01)
    # an entry: 4 bytes of value, 1 of column; a row that has any: 4 bytes of id, 1 of count
    n_rows = np.count_nonzero(weights.any(axis=1))
    assert n_bytes(pack_weights("w", weights)) == 5 * np.count_nonzero(weights) + 5 * n_rows + 16


def test_dense_weights_are_not_copied_at_loading() -> None:
    model = load_model(model_bytes(pack_weights("w", random_weights(10, 3, 1.0)), {}))
    assert unpack_weights("w", model.tensors) is model.tensors["w.values"]


def test_only_exact_zeros_are_left_out() -> None:
    weights = np.zeros((100, 2))
    weights[3] = [5e-324, -1e-300]
    weights[50] = [-np.inf, 0.0]
    tensors = pack_weights("w", weights)
    assert tensors["w.rows"].tolist() == [3, 50]
    np.testing.assert_array_equal(unpack_weights("w", tensors), weights)


@given(
    hnp.arrays(
        st.sampled_from([np.float32, np.float64]),
        hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=12),
        elements=st.just(0.0) | st.floats(-1e4, 1e4, width=32),
        fill=st.just(0.0),
    ),
    st.sampled_from([None, "float16", "int8"]),
)
@settings(max_examples=200)
def test_all_forms_and_quantizations_round_trip(
    weights: NDArray[Any], quantization: str | None
) -> None:
    tensors = pack_weights("w", weights, quantization=quantization)
    found = unpack_weights("w", tensors, shape=weights.shape)
    assert found.shape == weights.shape
    assert (found[weights == 0] == 0).all()
    largest = np.abs(weights).max(initial=0)
    bound = {None: 0.0, "float16": 2**-11 * largest + 2**-25, "int8": largest / 253.9}
    assert np.abs(found - weights).max(initial=0) <= bound[quantization]


@pytest.mark.parametrize("columns", [300, 70_000])
def test_wide_matrices_get_wider_column_ids(columns: int) -> None:
    weights = np.zeros((4, columns), np.float32)
    weights[[0, 2, 2], [1, 0, columns - 1]] = [1.0, 2.0, 3.0]
    tensors = pack_weights("w", weights)
    assert tensors["w.columns"].dtype == (np.uint16 if columns == 300 else np.uint32)
    np.testing.assert_array_equal(unpack_weights("w", tensors), weights)


# --- quantization ---------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 63, 64, 65, 128, 1000])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_int8_errs_by_at_most_half_a_step_of_its_block(n: int, dtype: str) -> None:
    weights = random_weights(n, 3, 0.8, dtype=dtype) * np.array([1e-3, 1.0, 1e4], dtype)
    codes, scales = quantize(weights, "int8")
    assert scales is not None
    assert scales.shape == (-(-n // BLOCK_ROWS), 3)
    found = dequantize(codes, scales)
    for begin in range(0, n, BLOCK_ROWS):
        block = weights[begin : begin + BLOCK_ROWS].astype(np.float64)
        largest = np.abs(block).max(axis=0)
        # half a step, and two roundings to float32: of the scale and of the product
        bound = largest / 254 + largest * 2.0**-22
        assert (np.abs(found[begin : begin + BLOCK_ROWS] - block) <= bound).all()


def test_a_large_weight_costs_only_its_own_block() -> None:
    weights = random_weights(10 * BLOCK_ROWS, 1, 1.0)
    weights[5] = 1e6
    codes, scales = quantize(weights, "int8")
    error = np.abs(dequantize(codes, scales) - weights)[BLOCK_ROWS:]
    assert error.max() < 0.02


@pytest.mark.parametrize("tiny", [1e-300, 1e-45, 1e-40, 1e-37])
def test_int8_survives_numbers_too_small_for_a_scale(tiny: float) -> None:
    weights = np.array([[tiny, 0.0], [-tiny / 3, 0.0]])
    found = dequantize(*quantize(weights, "int8"))
    assert np.abs(found - weights).max() <= max(tiny / 254, 1.5e-36)


def test_float16_keeps_eleven_bits() -> None:
    weights = random_weights(1000, 3, 1.0, dtype="f8")
    found = dequantize(*quantize(weights, "float16"))
    assert found.dtype == np.float32
    # relative 2^-11; below 2^-14 float16 has steps of 2^-24
    assert (np.abs(found - weights) <= np.maximum(np.abs(weights) * 2**-11, 2**-25)).all()


def test_quantized_files_have_the_promised_size() -> None:
    weights = random_weights(64_000, 4, 1.0)
    sizes = {
        kind: n_bytes(pack_weights("w", weights, quantization=kind))
        for kind in (None, "float16", "int8")
    }
    assert sizes[None] == 2 * sizes["float16"] == weights.nbytes
    assert sizes["int8"] == weights.nbytes // 4 + 4 * weights.size // BLOCK_ROWS


def test_weights_that_cannot_be_quantized_are_explained() -> None:
    for weights, kind, rule, got, fix in (
        ([[1.0], [np.nan]], "int8", "must be finite", r"nan at \(1, 0\)", "without quantize"),
        ([[np.inf]], "float16", "must be finite", r"inf at \(0, 0\)", "without quantize"),
        ([[7e4], [-1e5]], "float16", r"within \+-65504", "the largest is 100000", "int8"),
        ([[1e39]], "int8", "fit into float32", r"1e\+39", "without quantize"),
    ):
        with pytest.raises(DataError) as caught:
            pack_weights("w", np.array(weights), quantization=kind)
        assert_three_parts(caught.value, rule, got, fix)
    with pytest.raises(ParameterError, match=r"Unknown quantization 'int4'.*'float16', 'int8'"):
        pack_weights("w", np.ones((2, 2)), quantization="int4")
    with pytest.raises(DataError, match=r"must be a float32 or float64 matrix.*shape \(2,\)"):
        pack_weights("w", np.ones(2))


# --- tensors from a hostile file ------------------------------------------------------------

GOOD = pack_weights("w", FORMS["entries"][0])
ROWS = pack_weights("w", FORMS["dropped-rows"][0])
BYTES = pack_weights("w", FORMS["dense"][0], quantization="int8")


def but(tensors: Tensors, part: str, values: Any) -> Tensors:
    return {**tensors, f"w.{part}": values}


def edited(tensors: Tensors, part: str, place: int, value: int) -> Tensors:
    values = tensors[f"w.{part}"].copy()
    values[place] = value
    return but(tensors, part, values)


def without(tensors: Tensors, part: str) -> Tensors:
    return {name: values for name, values in tensors.items() if name != f"w.{part}"}


HOSTILE: dict[str, Tensors] = {
    "nothing": {},
    "no-values": without(GOOD, "values"),
    "no-shape": without(GOOD, "shape"),
    "no-columns": without(GOOD, "columns"),
    "row-outside": edited(GOOD, "rows", -1, 1000),
    "rows-not-ascending": edited(GOOD, "rows", 3, 0),
    "rows-signed": but(GOOD, "rows", GOOD["w.rows"].astype(np.int64)),
    "rows-2d": but(GOOD, "rows", GOOD["w.rows"][:, None]),
    "column-outside": edited(GOOD, "columns", 0, 20),
    "columns-float": but(GOOD, "columns", GOOD["w.columns"].astype(float)),
    "count-too-large": edited(GOOD, "counts", 0, 200),
    "counts-too-few": but(GOOD, "counts", GOOD["w.counts"][:-1]),
    "counts-wrap": but(
        GOOD, "counts", np.full(len(GOOD["w.rows"]), 2**64 // len(GOOD["w.rows"]), np.uint64)
    ),
    "values-too-few": but(GOOD, "values", GOOD["w.values"][:-1]),
    "values-integer": but(GOOD, "values", GOOD["w.values"].astype(np.int64)),
    "shape-negative": edited(GOOD, "shape", 0, -1),
    "shape-overflow": edited(GOOD, "shape", 0, 2**62),
    "shape-of-memory": edited(GOOD, "shape", 0, 2**55),
    "shape-of-three": but(GOOD, "shape", np.array([1, 2, 3])),
    "fewer-columns": edited(GOOD, "shape", 1, 3),
    "row-values-2d": but(ROWS, "values", ROWS["w.values"][:, :-1]),
    "row-outside-rows": edited(ROWS, "rows", -1, 2**32 - 1),
    "scales-missing": without(BYTES, "scales"),
    "scales-short": but(BYTES, "scales", BYTES["w.scales"][:-1]),
    "scales-double": but(BYTES, "scales", BYTES["w.scales"].astype(float)),
    "scales-for-floats": but(BYTES, "values", BYTES["w.values"].astype(np.float32)),
    "one-dimension": {"w.values": np.ones(3)},
    "no-dimension": {"w.values": np.array(3, np.int8), "w.scales": np.array(1, np.float32)},
}


@pytest.mark.parametrize("case", HOSTILE)
def test_tensors_that_do_not_fit_are_refused(case: str) -> None:
    with pytest.raises(DataError) as caught:
        unpack_weights("w", HOSTILE[case])
    assert_three_parts(caught.value, "fit together|Quantized weights need", "; ", "again")


def test_weights_of_another_shape_than_the_model_needs_are_refused() -> None:
    for tensors in (GOOD, ROWS, BYTES):
        with pytest.raises(DataError, match=r"shape \(1000, \d+\), .*\(999, 5\)"):
            unpack_weights("w", tensors, shape=(999, 5))


@pytest.mark.parametrize("case", FORMS)
@pytest.mark.parametrize("quantization", [None, "int8"])
def test_the_layout_in_memory_does_not_change_the_file(case: str, quantization: str | None) -> None:
    weights = FORMS[case][0]
    files = {
        model_bytes(pack_weights("w", each, quantization=quantization), {})
        for each in (weights, np.asfortranarray(weights), np.repeat(weights, 2, axis=0)[::2])
    }
    assert len(files) == 1
