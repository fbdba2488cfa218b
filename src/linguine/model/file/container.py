"""Model file: tensors and a configuration in one file that is checked before it is used.

A ``.linguine`` file is a safetensors file, described byte by byte in docs/model_file.md. It holds
numbers and JSON, never code. The same model gives the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import linguine
from linguine.errors import DataError
from linguine.model.file.atomic_write import write_atomically
from linguine.model.file.checksum import check_seal, is_cut_frame, read_seal, seal_header
from linguine.model.file.foreign_formats import explain_stranger
from linguine.model.file.header import (
    ALIGNMENT,
    FORMAT_VERSION,
    MAX_HEADER_BYTES,
    Header,
    NewerVersion,
    read_header,
    write_header,
)
from linguine.model.file.loaded_model import LoadedModel
from linguine.model.file.source import open_source

__all__ = ["describe_model", "load_model", "model_bytes", "save_model"]

PathOrBytes: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview

_COPY_AGAIN = "Copy or download it again, or train and save it again."


def save_model(
    path: str | os.PathLike[str], tensors: Mapping[str, NDArray[Any]], config: Mapping[str, Any]
) -> None:
    """Save tensors and a configuration as one file, all or nothing.

    Parameters
    ----------
    path
        The file; one that exists is replaced once the new one is complete.
    tensors
        Arrays of floats (16, 32, 64 bits) or integers (8 to 64 bits) of any shape.
    config
        Plain JSON data: str, int, finite float, bool, None, and lists and dicts of these.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(f"{folder}/model.linguine", {"bias": np.array([0.5, -1.0])}, {"l2": 0.1})
    ...     model = load_model(f"{folder}/model.linguine")
    >>> float(model.tensors["bias"][1]), model.config
    (-1.0, {'l2': 0.1})
    """
    head, chunks = _assemble(tensors, config)
    write_atomically(path, [head, *chunks])


def model_bytes(tensors: Mapping[str, NDArray[Any]], config: Mapping[str, Any]) -> bytes:
    """Return the bytes that ``save_model`` would write."""
    head, chunks = _assemble(tensors, config)
    return b"".join([head, *chunks])


def _assemble(
    tensors: Mapping[str, NDArray[Any]], config: Mapping[str, Any]
) -> tuple[bytes, list[memoryview]]:
    try:
        header, chunks = write_header(tensors, config, linguine.__version__)
    except (TypeError, ValueError) as error:
        raise DataError(
            "A model file holds arrays of floats or integers under short names, and at most 100 MB "
            f"of plain JSON; {error}. Convert it before saving."
        ) from error
    return seal_header(header, chunks), chunks


def load_model(source: PathOrBytes, *, verify: bool = True) -> LoadedModel:
    """Load a model file, memory-mapped and read-only.

    Parameters
    ----------
    source
        The path of a file, or the bytes of one.
    verify
        False leaves out the checksum, which reads the whole file; all that could lead outside of
        it is still checked. For a file that was verified before and lies where nobody writes.

    Raises
    ------
    DataError
        If there is no such file, or it is not a model, or is damaged, or of a newer version.
    """
    name, data = open_source(source)
    header, begin, checksum = _check(name, data, verify)
    # ndarray and not frombuffer: it also takes empty arrays and arrays without a dimension.
    tensors = {
        place.name: np.ndarray(place.shape, place.dtype, buffer=data, offset=begin + place.begin)
        for place in header.tensors
    }
    return LoadedModel(
        tensors=tensors,
        config=header.config,
        format_version=FORMAT_VERSION,
        library_version=header.library_version,
        checksum=checksum,
        n_bytes=len(data),
        name=name,
    )


def describe_model(source: PathOrBytes) -> dict[str, Any]:
    """Return what a model file holds, as plain JSON data: sizes, versions, tensors, config.

    Examples
    --------
    >>> facts = describe_model(model_bytes({"bias": np.zeros(3, np.float32)}, {"l2": 0.1}))
    >>> facts["tensors"]
    [{'name': 'bias', 'dtype': 'float32', 'shape': [3], 'bytes': 12}]
    """
    return load_model(source).describe()


def _check(name: str, data: NDArray[np.uint8], verify: bool) -> tuple[Header, int, str]:
    """Check the whole file; return its header, where the data begin, and the checksum."""
    start = data[:256].tobytes()
    seal = read_seal(start)
    if seal is None:
        if len(data) == 0:
            raise _damaged(name, "this one is empty")
        if is_cut_frame(start):
            raise _damaged(name, f"it ends after {len(data)} bytes, within its first lines")
        looks, advice = explain_stranger(start)
        raise DataError(
            f"{name}: a model file of linguine begins with its checksum; this looks like {looks}. "
            f"{advice}"
        )
    if seal[1] != len(data):
        raise _damaged(name, f"it has {len(data)} bytes and should have {seal[1]}")
    n_header_bytes = int.from_bytes(start[:8], "little")
    begin = 8 + n_header_bytes
    if n_header_bytes > min(MAX_HEADER_BYTES, len(data) - 8) or begin % ALIGNMENT:
        raise _damaged(name, f"its header cannot have {n_header_bytes} bytes")
    if verify and not check_seal(data.data):
        raise _damaged(name, "its bytes do not have the checksum that it was saved with")
    try:
        header = read_header(data[8:begin].tobytes(), len(data) - begin)
        return header, begin, "crc32:" + seal[0].decode()
    except NewerVersion as newer:
        raise DataError(
            f"{name}: linguine {linguine.__version__} reads model files up to format version "
            f"{FORMAT_VERSION}; this one has version {newer.format_version}, written by linguine "
            f"{newer.library_version}. Upgrade with `pip install --upgrade linguine`, or train and "
            f"save the model again with linguine {linguine.__version__}."
        ) from None
    except ValueError as error:
        raise _damaged(name, f"its header is wrong: {error}") from None


def _damaged(name: str, reason: str) -> DataError:
    return DataError(f"{name}: a model file must be whole; {reason}. {_COPY_AGAIN}")
