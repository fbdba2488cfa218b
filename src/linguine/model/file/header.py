"""Header of a model file: which tensor lies where, and the configuration.

This is the header of a safetensors file, JSON that names each tensor's type, shape and place.
The reader believes nothing: every offset and shape is checked before an array is made of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.model.file.checksum import PLACEHOLDER
from linguine.model.file.strict_json import read_json, write_json

__all__ = ["FORMAT_VERSION", "Header", "TensorPlace", "read_header", "write_header"]

FORMAT_VERSION = 1
ALIGNMENT = 64  # one cache line: a row of 16 float32 weights costs one fetch, not two
MAX_HEADER_BYTES = 100_000_000  # the limit of the safetensors package
_MAX_DIMENSIONS = 32  # NumPy's before version 2
_PADDING = "__padding__"

DTYPES: dict[str, np.dtype[Any]] = {
    name: np.dtype(code)
    for name, code in (
        ("F64", "<f8"), ("F32", "<f4"), ("F16", "<f2"),
        ("I64", "<i8"), ("I32", "<i4"), ("I16", "<i2"), ("I8", "|i1"),
        ("U64", "<u8"), ("U32", "<u4"), ("U16", "<u2"), ("U8", "|u1"),
    )
}  # fmt: skip
_NAMES = {dtype: name for name, dtype in DTYPES.items()}


@dataclass(frozen=True)
class TensorPlace:
    """Type, shape and place of one tensor; ``begin`` and ``end`` count from the data's start."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(frozen=True)
class Header:
    """All that a header says, checked; the padding is left out."""

    tensors: tuple[TensorPlace, ...]
    config: dict[str, Any]
    library_version: str


def write_header(
    tensors: Mapping[str, NDArray[Any]], config: Mapping[str, Any], library_version: str
) -> tuple[bytes, list[memoryview]]:
    """Return the header without its checksum, and the chunks of data that follow it.

    Tensors stand in the order of their names. Safetensors has no gaps, so what is needed to
    start each at a multiple of 64 bytes is a small tensor of zeros with a name of its own.
    ValueError says what cannot be stored.
    """
    metadata = {
        "checksum": PLACEHOLDER,
        "config": write_json(dict(config)),
        "format_version": str(FORMAT_VERSION),
        "library_version": library_version,
    }
    header: dict[str, object] = {"__metadata__": metadata}
    chunks: list[memoryview] = []
    offset = 0

    def append(name: str, values: NDArray[Any]) -> None:
        nonlocal offset
        header[name] = {
            "dtype": _NAMES[values.dtype],
            "shape": list(values.shape),
            "data_offsets": [offset, offset + values.nbytes],
        }
        if values.nbytes:
            chunks.append(values.reshape(-1).view(np.uint8).data)
        offset += values.nbytes

    for name in sorted(tensors):
        values = _storable(name, tensors[name])
        if offset % ALIGNMENT:
            append(f"{_PADDING}{name}", np.zeros(-offset % ALIGNMENT, dtype=np.uint8))
        append(name, values)
    text = _join(header)
    text += b" " * (-(8 + len(text)) % ALIGNMENT)
    if len(text) > MAX_HEADER_BYTES:
        raise ValueError(f"names and configuration take {len(text)} bytes of JSON")
    return text, chunks


def _join(header: dict[str, object]) -> bytes:
    # The metadata come first whatever the tensors are called: the checksum has a fixed place.
    members = (f"{write_json(key)}:{write_json(value)}" for key, value in header.items())
    return ("{" + ",".join(members) + "}").encode("ascii")


def _storable(name: object, values: object) -> NDArray[Any]:
    if not isinstance(name, str) or not name.isascii() or not name.isprintable() or not name:
        raise ValueError(f"the tensor name {name!r} is not made of printable ASCII characters")
    if name.startswith("__"):
        raise ValueError(f"the tensor name {name!r} begins with two underscores")
    if not isinstance(values, np.ndarray):
        raise ValueError(f"tensor {name!r} is of type {type(values).__name__}, not an array")
    dtype = values.dtype.newbyteorder("<")
    if dtype not in _NAMES:
        raise ValueError(f"tensor {name!r} has dtype {values.dtype}")
    if values.ndim > _MAX_DIMENSIONS:
        raise ValueError(f"tensor {name!r} has {values.ndim} dimensions")
    return np.asarray(values, dtype=dtype, order="C")


def read_header(text: bytes, n_data_bytes: int) -> Header:
    """Check the JSON of a header and return it; ValueError says what is wrong with it."""
    members = read_json(text.decode("utf-8"))
    if not isinstance(members, dict) or not isinstance(members.get("__metadata__"), dict):
        raise ValueError("it has no metadata")
    metadata = members.pop("__metadata__")
    version = metadata.get("format_version")
    # isascii: str.isdigit holds for digits of every script, and int() reads them too
    if not isinstance(version, str) or not (version.isascii() and version.isdigit()):
        raise ValueError("it has no format version")
    if len(version) > 9 or int(version) > FORMAT_VERSION:
        raise NewerVersion(version[:20], str(metadata.get("library_version"))[:40])
    if set(metadata) != {"checksum", "config", "format_version", "library_version"}:
        raise ValueError(f"its metadata have the keys {sorted(metadata)}")
    if version != str(FORMAT_VERSION) or not all(isinstance(v, str) for v in metadata.values()):
        raise ValueError("its metadata are not those of a model")
    config = read_json(metadata["config"])
    if not isinstance(config, dict):
        raise ValueError("its configuration is not a JSON object")
    places = sorted(
        (_read_place(name, entry) for name, entry in members.items()),
        key=lambda place: (place.begin, place.end),
    )
    _check_places(places, n_data_bytes)
    kept = tuple(place for place in places if not place.name.startswith(_PADDING))
    return Header(kept, config, metadata["library_version"])


class NewerVersion(ValueError):  # noqa: N818 - not an error of the file
    """The file is sound but of a later format; carries both versions that it names."""

    def __init__(self, format_version: str, library_version: str) -> None:
        super().__init__(f"format version {format_version}")
        self.format_version = format_version
        self.library_version = library_version


def _read_place(name: str, entry: object) -> TensorPlace:
    shown = repr(name[:60])
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise ValueError(f"tensor {shown} has not just a dtype, a shape and data_offsets")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise ValueError(f"tensor {shown} has the unknown dtype {str(dtype)[:40]!r}")
    if not _are_sizes(shape) or len(shape) > _MAX_DIMENSIONS:
        raise ValueError(f"tensor {shown} has an impossible shape")
    if not _are_sizes(offsets) or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise ValueError(f"tensor {shown} has impossible data_offsets")
    itemsize = DTYPES[dtype].itemsize
    # Sizes of 0 hide the others from the product, but NumPy multiplies them all the same.
    if math.prod(each for each in shape if each) * itemsize >= 1 << 63:
        raise ValueError(f"tensor {shown} has an impossible shape")
    if math.prod(shape) * itemsize != offsets[1] - offsets[0]:
        raise ValueError(f"tensor {shown} has a shape that does not fit its bytes")
    if offsets[0] % ALIGNMENT and not name.startswith(_PADDING):
        raise ValueError(f"tensor {shown} does not start at a multiple of {ALIGNMENT} bytes")
    return TensorPlace(name, DTYPES[dtype], tuple(shape), *offsets)


def _are_sizes(value: object) -> bool:
    return isinstance(value, list) and all(type(e) is int and 0 <= e < 1 << 63 for e in value)


def _check_places(places: list[TensorPlace], n_data_bytes: int) -> None:
    end = 0
    for place in places:
        if place.begin != end:
            raise ValueError(f"tensor {place.name[:60]!r} leaves a gap or overlaps another one")
        end = place.end
    if end != n_data_bytes:
        raise ValueError(f"its tensors take {end} bytes of data, the file has {n_data_bytes}")
