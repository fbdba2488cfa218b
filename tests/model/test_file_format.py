"""A model file gives back what was saved, in the same bytes each time, to every reader."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
import safetensors
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import linguine
from linguine.errors import DataError
from linguine.model.file.container import describe_model, load_model, model_bytes, save_model

from ..messages import assert_three_parts

DTYPES = "f8 f4 f2 i8 i4 i2 i1 u8 u4 u2 u1".split()
TENSORS: dict[str, NDArray[Any]] = {
    "weights": np.arange(15, dtype=np.float32).reshape(5, 3),
    "bias": np.array([0.5, -1.0, 0.25]),
    "names": np.frombuffer("goodbadé".encode(), dtype=np.uint8),
    "offsets": np.array([0, 4, 7, 9], dtype=np.int64),
}
CONFIG = {
    "labels": ["ham", "späm", "日本"],
    "l2": 0.1,
    "features": {"low": 1, "high": 2},
    "x": None,
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
arrays = hnp.arrays(
    st.sampled_from([np.dtype(code) for code in DTYPES]),
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
)


@given(
    tensors=st.dictionaries(st.from_regex(r"[a-zA-Z.][ -~]{0,8}", fullmatch=True), arrays),
    config=st.dictionaries(st.text(), json_values, max_size=4),
)
def test_whatever_is_saved_comes_back(
    tensors: dict[str, NDArray[Any]], config: dict[str, Any]
) -> None:
    data = model_bytes(tensors, config)
    model = load_model(data)
    assert model.config == config
    assert list(model.tensors) == sorted(tensors)
    for name, values in tensors.items():
        found = model.tensors[name]
        assert (found.dtype, found.shape) == (values.dtype, values.shape)
        assert found.tobytes() == values.tobytes()  # NaN payloads and -0.0 too
        assert found.ctypes.data % 64 == 0 or found.nbytes == 0
    theirs = safetensors.numpy.load(data)
    for name, values in tensors.items():
        assert theirs[name].tobytes() == values.tobytes()


def test_the_safetensors_package_reads_the_file_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "model.linguine"
    save_model(path, TENSORS, CONFIG)
    theirs = safetensors.numpy.load_file(path)
    assert {name for name in theirs if not name.startswith("__padding__")} == set(TENSORS)
    for name, values in TENSORS.items():
        np.testing.assert_array_equal(theirs[name], values)
    with safetensors.safe_open(path, framework="np") as file:
        metadata = file.metadata()
    assert json.loads(metadata["config"]) == CONFIG
    assert metadata["format_version"] == "1"
    assert metadata["library_version"] == linguine.__version__


def test_arrays_are_mapped_read_only_and_start_at_cache_lines(tmp_path: Path) -> None:
    path = tmp_path / "model.linguine"
    save_model(path, TENSORS, CONFIG)
    model = load_model(path)
    for name, values in TENSORS.items():
        found = model.tensors[name]
        np.testing.assert_array_equal(found, values)
        assert found.ctypes.data % 64 == 0
        with pytest.raises(ValueError, match="read-only"):
            found[...] = 0
    with pytest.raises(TypeError):
        model.tensors["weights"] = np.zeros(1)  # type: ignore[index]


def test_a_mapped_model_outlives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "model.linguine"
    save_model(path, TENSORS, CONFIG)
    model = load_model(path)
    save_model(path, {"weights": np.zeros(3)}, {})
    path.unlink()
    np.testing.assert_array_equal(model.tensors["weights"], TENSORS["weights"])


def test_bytes_are_copied_so_that_later_changes_do_not_reach_the_model() -> None:
    data = bytearray(b"x" + model_bytes(TENSORS, CONFIG))
    model = load_model(memoryview(data)[1:])  # not aligned either
    data[:] = bytes(len(data))
    np.testing.assert_array_equal(model.tensors["weights"], TENSORS["weights"])
    assert model.tensors["weights"].ctypes.data % 64 == 0


def test_the_same_model_gives_the_same_bytes_in_any_order_and_layout() -> None:
    again = {name: TENSORS[name] for name in reversed(TENSORS)}
    again["weights"] = np.asfortranarray(again["weights"])
    again["bias"] = again["bias"].astype(">f8")
    config = {key: CONFIG[key] for key in reversed(CONFIG)}
    assert model_bytes(again, config) == model_bytes(TENSORS, CONFIG)


def test_the_same_model_gives_the_same_bytes_in_another_process() -> None:
    script = (
        "import sys, numpy as np; from linguine.model.file.container import model_bytes; "
        "sys.stdout.buffer.write(model_bytes({k: np.ones(3) for k in {'a', 'b', 'c'}}, "
        "{k: 1 for k in {'x', 'y', 'z'}}))"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(written) == 1


def test_the_file_is_laid_out_as_documented() -> None:
    """Byte for byte: docs/model_file.md can be followed without this library."""
    import zlib

    data = model_bytes({"b": np.array([1.5], np.float32), "a": np.array([7], np.uint8)}, {"k": 1})
    n_header = int.from_bytes(data[:8], "little")
    assert (8 + n_header) % 64 == 0
    header = data[8 : 8 + n_header].decode()
    crc = zlib.crc32(data[:43] + b"00000000" + data[51:])
    assert header.rstrip(" ") == (
        f'{{"__metadata__":{{"checksum":"crc32:{crc:08x}:{len(data):016d}",'
        '"config":"{\\"k\\":1}","format_version":"1",'
        f'"library_version":"{linguine.__version__}"}},'
        '"a":{"data_offsets":[0,1],"dtype":"U8","shape":[1]},'
        '"__padding__b":{"data_offsets":[1,64],"dtype":"U8","shape":[63]},'
        '"b":{"data_offsets":[64,68],"dtype":"F32","shape":[1]}}'
    )
    assert data[8 + n_header :] == b"\x07" + bytes(63) + np.array([1.5], "<f4").tobytes()


def test_describe_lists_tensors_sizes_versions_and_config(tmp_path: Path) -> None:
    path = tmp_path / "model.linguine"
    save_model(path, TENSORS, CONFIG)
    facts = describe_model(path)
    assert json.loads(json.dumps(facts)) == facts
    assert facts["file"] == str(path)
    assert facts["bytes"] == path.stat().st_size
    assert facts["tensor_bytes"] == sum(values.nbytes for values in TENSORS.values())
    assert (facts["format_version"], facts["library_version"]) == (1, linguine.__version__)
    assert facts["config"] == CONFIG
    assert facts["tensors"][-1] == {
        "name": "weights", "dtype": "float32", "shape": [5, 3], "bytes": 60,
    }  # fmt: skip


def test_a_file_without_tensors_is_a_model_too() -> None:
    assert load_model(model_bytes({}, {})).config == {}


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


CIRCLE: dict[str, Any] = {}
CIRCLE["me"] = CIRCLE
ONE = np.ones(1)
UNSTORABLE: dict[str, tuple[Any, Any, str]] = {
    "objects": ({"a": np.array([None])}, {}, "'a' has dtype object"),
    "bools": ({"a": np.array([True])}, {}, "'a' has dtype bool"),
    "strings": ({"a": np.array(["x"])}, {}, "'a' has dtype <U1"),
    "complex": ({"a": np.ones(1, complex)}, {}, "'a' has dtype complex128"),
    "list": ({"a": [1.0]}, {}, "'a' is of type list"),
    "empty-name": ({"": ONE}, {}, "name ''"),
    "reserved-name": ({"__metadata__": ONE}, {}, "two underscores"),
    "odd-name": ({"é": ONE}, {}, "printable ASCII"),
    "nan": ({}, {"scores": [1.0, float("nan")]}, r"config\['scores'\]\[1\] is nan"),
    "infinity": ({}, {"a": float("inf")}, r"config\['a'\] is inf"),
    "number-as-key": ({}, {"a": {1: 2}}, r"config\['a'\] has the key 1"),
    "numpy-integer": ({}, {"a": np.int64(1)}, r"config\['a'\] is of type int64"),
    "object": ({}, {"a": object()}, r"config\['a'\] is of type object"),
    "deep": ({}, {"a": deep(100)}, "nested deeper than 64"),
    "circle": ({}, CIRCLE, "nested deeper than 64"),
}


@pytest.mark.parametrize("case", UNSTORABLE)
def test_what_cannot_be_stored_is_named_and_nothing_is_written(case: str, tmp_path: Path) -> None:
    tensors, config, got = UNSTORABLE[case]
    with pytest.raises(DataError) as caught:
        save_model(tmp_path / "model.linguine", tensors, config)
    assert_three_parts(caught.value, "A model file holds", got, "Convert")
    assert not list(tmp_path.iterdir())


def test_parts_that_do_not_fit_are_named() -> None:
    model = load_model(model_bytes(TENSORS, CONFIG))
    assert model.tensor("weights", dtype=np.float32, shape=(None, 3)).shape == (5, 3)
    assert model.setting("l2", float) == 0.1
    for ask, got in (
        (lambda: model.tensor("idf"), "no tensor 'idf'"),
        (lambda: model.tensor("bias", dtype=np.float32), "'bias' is float64, not float32"),
        (lambda: model.tensor("bias", shape=(4,)), r"'bias' has shape \(3,\), not \(4,\)"),
        (lambda: model.tensor("bias", shape=(3, None)), r"'bias' has shape \(3,\)"),
        (lambda: model.setting("l2", str), "'l2' is 0.1, not of type str"),
        (lambda: model.setting("l1", float), "'l1' is nothing"),
    ):
        with pytest.raises(DataError) as caught:
            ask()
        assert_three_parts(caught.value, "must fit together", got, "save it again")
