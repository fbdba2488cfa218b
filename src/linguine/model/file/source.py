"""Source of a model: a file mapped into memory, or bytes that somebody else has read."""

from __future__ import annotations

import mmap
import os
import stat

import numpy as np
from numpy.typing import NDArray

from linguine.errors import DataError, ParameterError

__all__ = ["open_source"]


def open_source(source: object) -> tuple[str, NDArray[np.uint8]]:
    """Return what messages call a model, and its bytes, read-only and aligned.

    A file is not read yet. The bytes of an object are copied: they may be neither aligned nor stay
    as they are, and both are relied upon once they are checked.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        data = _copy_aligned(memoryview(source))
        return f"<{len(data)} bytes>", data
    if not isinstance(source, str | os.PathLike):
        raise ParameterError(
            f"A model is loaded from a path or from bytes; got {type(source).__name__}. "
            "Give a file name, such as 'model.linguine', or the bytes of such a file."
        )
    name = os.fspath(source)
    try:
        return name, _map(name)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        if isinstance(error, DataError):
            raise
        raise DataError(
            f"{name}: a model file must be readable; got "
            f"'{getattr(error, 'strerror', None) or error}'. {_advice(error)}"
        ) from error


def _map(name: str) -> NDArray[np.uint8]:
    kind = os.stat(name).st_mode  # before opening, which would wait at a pipe
    if stat.S_ISDIR(kind):
        raise DataError(
            f"{name}: a model is one file; this is a folder. "
            "Add the file's name, such as model.linguine."
        )
    if not stat.S_ISREG(kind):
        raise DataError(
            f"{name}: a model is loaded from a regular file; this is a device or a pipe. "
            "Read its bytes yourself and load those: load_model(file.read())."
        )
    with open(name, "rb") as file:
        if os.fstat(file.fileno()).st_size == 0:  # which cannot be mapped
            return np.empty(0, dtype=np.uint8)
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), dtype=np.uint8)


def _copy_aligned(source: memoryview) -> NDArray[np.uint8]:
    room = np.empty(source.nbytes + 64, dtype=np.uint8)
    begin = -room.ctypes.data % 64
    data = room[begin : begin + source.nbytes]
    if source.nbytes:
        flat = source.cast("B") if source.c_contiguous else memoryview(source.tobytes())
        data[:] = np.frombuffer(flat, dtype=np.uint8)
    data.flags.writeable = False
    return data


def _advice(error: Exception) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "Check the path, or train and save a model first."
    if isinstance(error, PermissionError):
        return "Ask for permission to read it (chmod +r), or copy it to where you have it."
    return "Check the path and the disk."
