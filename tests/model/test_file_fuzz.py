"""A damaged or hostile model file gives a clear error: no crash, no other exception, no answer."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import linguine
from linguine.errors import DataError
from linguine.model.file.container import load_model, model_bytes
from linguine.model.file.loaded_model import LoadedModel

from ..forging import START, seal_again
from ..messages import assert_three_parts

MODEL = model_bytes(
    {"bias": np.array([0.5, -1.0]), "rows": np.arange(5, dtype=np.uint32), "w": np.zeros((0, 3))},
    {"labels": ["ham", "spam"], "l2": 0.1},
)
N_HEADER = int.from_bytes(MODEL[:8], "little")
HEADER = json.loads(MODEL[8 : 8 + N_HEADER])
DATA = MODEL[8 + N_HEADER :]


def assert_refused(data: bytes) -> None:
    with pytest.raises(DataError) as caught:
        load_model(data)
    assert_three_parts(caught.value, "a model file", "; ", r"[A-Z`]\S+ .*[.]$")


def seal(header: bytes, data: bytes = DATA) -> bytes:
    return seal_again(header, data)


def forge(header: Any, data: bytes = DATA) -> bytes:
    return seal(json.dumps(header, separators=(",", ":")).encode(), data)


def changed(**entry: Any) -> dict[str, Any]:
    return {**HEADER, "bias": {**HEADER["bias"], **entry}}


def with_metadata(**entries: Any) -> dict[str, Any]:
    return {**HEADER, "__metadata__": {**HEADER["__metadata__"], **entries}}


def test_the_forger_of_these_tests_can_write_a_good_file() -> None:
    assert load_model(forge(HEADER)).config == load_model(MODEL).config


def test_every_truncation_is_refused() -> None:
    for n in range(len(MODEL)):
        assert_refused(MODEL[:n])
    with pytest.raises(DataError, match=f"it has 600 bytes and should have {len(MODEL)}"):
        load_model(MODEL[:600])


def test_every_truncation_is_refused_without_the_checksum_too() -> None:
    for n in range(len(MODEL)):
        with pytest.raises(DataError):
            load_model(MODEL[:n], verify=False)


@pytest.mark.parametrize("pattern", [1, 2, 4, 8, 16, 32, 64, 128, 255, 0x55])
def test_every_flipped_byte_is_refused(pattern: int) -> None:
    for i in range(len(MODEL)):
        broken = bytearray(MODEL)
        broken[i] ^= pattern
        assert_refused(bytes(broken))


@pytest.mark.parametrize("pattern", [1, 32, 128, 255])
def test_a_flipped_byte_without_the_checksum_gives_an_error_or_sound_arrays(pattern: int) -> None:
    for i in range(len(MODEL)):
        broken = bytearray(MODEL)
        broken[i] ^= pattern
        load_or_refuse(bytes(broken), verify=False)


@given(st.binary(max_size=400))
@example(b"")
def test_random_bytes_are_refused(data: bytes) -> None:
    assert_refused(data)
    assert_refused(MODEL[:8] + data)
    assert_refused(MODEL[: START - 6] + data)
    assert_refused(MODEL + data + b"\0")


@given(st.integers(0, len(MODEL) - 1), st.integers(0, 100), st.binary(max_size=100))
def test_a_replaced_piece_is_refused(begin: int, n: int, piece: bytes) -> None:
    broken = MODEL[:begin] + piece + MODEL[begin + n :]
    if broken != MODEL:
        assert_refused(broken)


def load_or_refuse(data: bytes, **options: Any) -> LoadedModel | None:
    try:
        model = load_model(data, **options)
    except DataError as error:
        assert_three_parts(error, "a model file|reads model files", "; ", "[.]$")
        return None
    for values in model.tensors.values():  # touch all that was promised
        assert values.nbytes <= len(data)
        values.tobytes()
    return model


@settings(max_examples=400)
@given(st.integers(0, N_HEADER - 1), st.integers(0, 3), st.binary(max_size=4))
def test_a_forged_header_gives_an_error_or_arrays_within_the_file(
    begin: int, n: int, piece: bytes
) -> None:
    header = MODEL[8 : 8 + N_HEADER].rstrip(b" ")
    load_or_refuse(seal(header[:begin] + piece + header[begin + n :]))


number = st.one_of(
    st.integers(-2, 80), st.sampled_from([2**31, 2**32, 2**63 - 1, 2**63, 2**64, 2**70, 10**400])
)


@settings(max_examples=400)
@given(
    st.lists(number | st.booleans() | st.floats() | st.none(), max_size=4),
    st.lists(number, min_size=2, max_size=2),
    st.sampled_from(["F64", "F32", "U8", "BOOL", "f64", "", "F8_E4M3", "X" * 1000]),
)
def test_forged_shapes_and_offsets_give_an_error_or_arrays_within_the_file(
    shape: list[Any], offsets: list[int], dtype: str
) -> None:
    load_or_refuse(forge(changed(shape=shape, data_offsets=offsets, dtype=dtype)))


BIG = 2**40
HOSTILE: dict[str, tuple[bytes, str]] = {
    "past-the-end": (forge(changed(data_offsets=[0, BIG], shape=[BIG // 8])), "overlaps|bytes"),
    "negative": (forge(changed(data_offsets=[-16, 0])), "data_offsets"),
    "backwards": (forge(changed(data_offsets=[16, 0])), "data_offsets"),
    "overlap": (forge({**HEADER, "z": HEADER["bias"]}), "overlaps"),
    "gap": (forge({k: v for k, v in HEADER.items() if k != "bias"}), "gap"),
    "bytes-left-over": (forge(HEADER, DATA + bytes(64)), "the file has"),
    "shape-overflow": (forge(changed(shape=[2**32, 2**32 + 1])), "impossible shape"),
    "shape-overflow-to-0": (forge(changed(shape=[2**61, 8])), "impossible shape"),
    "shape-hidden-by-0": (
        forge(changed(shape=[0, 2**62, 2**62], data_offsets=[0, 0])), "impossible shape",
    ),
    "33-dimensions": (forge(changed(shape=[1] * 32 + [2])), "impossible shape"),
    "bool-as-size": (forge(changed(shape=[True, 2])), "impossible shape"),
    "float-as-size": (forge(changed(shape=[2.0])), "impossible shape"),
    "too-few-bytes": (forge(changed(shape=[1])), "does not fit its bytes"),
    "unknown-dtype": (forge(changed(dtype="BF16")), "unknown dtype 'BF16'"),
    "dtype-as-list": (forge(changed(dtype=["F64"])), "unknown dtype"),
    "extra-field": (forge(changed(extra=1)), "not just"),
    "tensor-as-number": (forge({**HEADER, "bias": 3}), "not just"),
    "misaligned": (
        forge(
            {
                "__metadata__": HEADER["__metadata__"],
                "a": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]},
                "b": {"dtype": "F64", "shape": [1], "data_offsets": [1, 9]},
            },
            bytes(9),
        ),
        "multiple of 64",
    ),
    "not-json": (seal(MODEL[8:80] + b"\xff"), "header is wrong"),
    "duplicate-tensor": (
        seal(MODEL[8 : 8 + N_HEADER].rstrip(b" ")[:-1] + b',"bias":{}}'), "'bias' stands twice",
    ),
    "nan": (seal(MODEL[8 : 8 + N_HEADER].rstrip(b" ")[:-1] + b',"z":NaN}'), "NaN"),
    "huge-float": (seal(MODEL[8 : 8 + N_HEADER].rstrip(b" ")[:-1] + b',"z":1e999}'), "too large"),
    "nested": (
        seal(MODEL[8 : 8 + N_HEADER].rstrip(b" ")[:-1] + b',"z":' + b"[" * 500_000),
        "nested too deeply",
    ),
    "no-tensors-but-data": (forge({"__metadata__": HEADER["__metadata__"]}), "the file has"),
    "config-nested": (forge(with_metadata(config='{"a":' + "[" * 500_000)), "nested too deeply"),
    "config-duplicates": (forge(with_metadata(config='{"a":1,"a":2}')), "'a' stands twice"),
    "config-nan": (forge(with_metadata(config='{"a":NaN}')), "NaN"),
    "config-infinity": (forge(with_metadata(config='{"a":-Infinity}')), "Infinity"),
    "config-broken": (forge(with_metadata(config="{")), "header is wrong"),
    "config-list": (forge(with_metadata(config="[]")), "not a JSON object"),
    "config-digits": (forge(with_metadata(config='{"a":' + "9" * 5000 + "}")), "header is wrong"),
    "config-as-object": (forge(with_metadata(config={})), "not those of a model"),
    "extra-metadata": (forge(with_metadata(author="me")), "keys.*author"),
    "version-0": (forge(with_metadata(format_version="0")), "not those of a model"),
    "version-01": (forge(with_metadata(format_version="01")), "not those of a model"),
    "version-arabic": (forge(with_metadata(format_version="\u0661")), "no format version"),
    "version-as-number": (forge(with_metadata(format_version=1)), "no format version"),
    "version-negative": (forge(with_metadata(format_version="-1")), "no format version"),
    "header-longer-than-file": (
        (1 << 20).to_bytes(8, "little") + MODEL[8:], "header cannot have 1048576 bytes",
    ),
    "header-over-the-limit": (
        (100_000_001).to_bytes(8, "little") + MODEL[8:], "cannot have 100000001 bytes",
    ),
    "header-of-2-to-the-64": (b"\xff" * 8 + MODEL[8:], "cannot have 18446744073709551615 bytes"),
    "header-of-0": (bytes(8) + MODEL[8:], "cannot have 0 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.parametrize("verify", [True, False], ids=["verified", "unverified"])
def test_a_forged_file_is_refused_with_its_fault(case: str, verify: bool) -> None:
    data, fault = HOSTILE[case]
    with pytest.raises(DataError) as caught:
        load_model(data, verify=verify)
    assert_three_parts(caught.value, "a model file must be whole", fault, "save it again")


@pytest.mark.parametrize("version", ["2", "17", "9" * 30])
def test_a_newer_version_names_both_versions_and_the_ways_out(version: str) -> None:
    data = forge(with_metadata(format_version=version, library_version="7.1.0", new="field"))
    with pytest.raises(DataError) as caught:
        load_model(data)
    assert_three_parts(
        caught.value,
        rf"linguine {linguine.__version__} reads model files up to format version 1",
        rf"this one has version {version[:20]}, written by linguine 7\.1\.0",
        rf"Upgrade with `pip install .*`, or .*again with linguine {linguine.__version__}",
    )
