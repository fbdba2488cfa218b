"""Sources: the bytes of a file, of a compressed file or of standard input."""

from __future__ import annotations

import gzip
import importlib
import io
import mmap
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import numpy as np

from linguine.data.options import Bytes, nearest
from linguine.errors import DataError

__all__ = [
    "STDIN",
    "check_path",
    "is_mapped",
    "is_regular",
    "read_all",
    "read_blocks",
    "read_lines",
    "source_name",
]

STDIN = "-"
GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"


def source_name(path: str) -> str:
    """Return what messages call the source."""
    return "<stdin>" if path == STDIN else path


def check_path(path: str | os.PathLike[str]) -> str:
    """Return the path as str; what cannot be one is told in three parts."""
    if not isinstance(path, (str, os.PathLike)) or isinstance(path, bytes):
        raise DataError(
            f"path must be the name of a file; got {type(path).__name__}. "
            "Give a str or a pathlib.Path, or '-' for standard input."
        )
    place = os.fspath(path)
    if not place:
        raise DataError("path must be the name of a file; got ''. Use '-' for standard input.")
    return place


def read_all(path: str) -> Bytes:
    """Return all bytes, decompressed; a plain file is mapped into memory and not copied."""
    with _reading(path) as stream:
        head = _peek(stream)
        if head.startswith(GZIP):
            return np.frombuffer(gzip.decompress(stream.read()), dtype=np.uint8)
        if head.startswith(ZSTD):
            content = b"".join(_zstd_blocks(stream, 1 << 20, source_name(path)))
            return np.frombuffer(content, dtype=np.uint8)
        mapped = _map(stream)
        return _read_all(stream) if mapped is None else np.frombuffer(mapped, dtype=np.uint8)


def is_regular(path: str) -> bool:
    """Return True for a file that can be opened twice; a pipe loses what was read first."""
    try:
        return path != STDIN and stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_lines(path: str, block_bytes: int) -> Iterator[tuple[Bytes, bool]]:
    """Yield all bytes, decompressed, in blocks of whole lines, and whether it is the last.

    A plain file is read straight into the blocks. It is not mapped: a file that somebody cuts
    short meanwhile, as log files are, would end the process.
    """
    if is_regular(path):
        with _reading(path) as stream:
            if not _peek(stream).startswith((GZIP, ZSTD)):
                yield from _plain_lines(stream, block_bytes)
                return
    waiting: list[bytes] = []
    for block in read_blocks(path, block_bytes):
        cut = block.rfind(b"\n") + 1
        if not cut:
            waiting.append(block)
            continue
        lines = b"".join([*waiting, block[:cut]])
        waiting = [block[cut:]]
        yield np.frombuffer(lines, dtype=np.uint8), False
    yield np.frombuffer(b"".join(waiting), dtype=np.uint8), True


def _plain_lines(stream: io.BufferedReader, block_bytes: int) -> Iterator[tuple[Bytes, bool]]:
    rest: Bytes = np.zeros(0, np.uint8)  # of a line that is not whole yet
    while True:
        n_wanted = max(block_bytes, len(rest))  # twice the room each time for a very long line
        buffer = bytearray(len(rest) + n_wanted)
        content = np.frombuffer(buffer, dtype=np.uint8)
        content[: len(rest)] = rest
        n_read = stream.readinto(memoryview(buffer)[len(rest) :])
        n_bytes = len(rest) + n_read
        if n_read < n_wanted:
            yield content[:n_bytes], True
            return
        cut = buffer.rfind(b"\n", len(rest), n_bytes) + 1
        rest = content[cut:n_bytes]
        if cut:
            yield content[:cut], False


def read_blocks(path: str, block_bytes: int) -> Iterator[bytes]:
    """Yield all bytes, decompressed, in blocks; from a pipe, as soon as they come."""
    with _reading(path) as stream:
        head = _peek(stream)
        if head.startswith(ZSTD):  # an eighth, as it grows
            yield from _zstd_blocks(stream, max(1, block_bytes // 8), source_name(path))
            return
        read = gzip.GzipFile(fileobj=stream).read if head.startswith(GZIP) else stream.read1
        while block := read(block_bytes):
            yield block


@contextmanager
def _reading(path: str) -> Iterator[io.BufferedReader]:
    """Open the source; whatever goes wrong while it is open is told in three parts."""
    name = source_name(path)
    stream = _open(path)
    try:
        yield stream
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise DataError(
            f"{name}: a compressed file must be whole; this one is broken or cut off ({error}). "
            "Copy or download it again."
        ) from None
    except OSError as error:
        raise DataError(
            f"{name}: the file must be readable; got {error.strerror or error}. "
            "Check the disk or the connection."
        ) from None
    finally:
        if path != STDIN:
            stream.close()


def _open(path: str) -> io.BufferedReader:
    if path == STDIN:
        stream: BinaryIO = sys.stdin.buffer
        if isinstance(stream, io.BufferedReader):
            return stream
        return io.BufferedReader(stream)  # type: ignore[arg-type]  # a replaced sys.stdin
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise DataError(_describe_missing(path)) from None
    except IsADirectoryError:
        raise DataError(
            f"{path}: expected a file, got a folder. "
            "Give a file, or a folder with one sub-folder of text files per label."
        ) from None
    except PermissionError:
        raise DataError(
            f"{path}: the file must be readable; permission was denied. "
            "Ask its owner, or change it with chmod u+r."
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(
            f"{path!r}: expected the path of a file; got {reason}. Check the name."
        ) from None


def _describe_missing(path: str) -> str:
    folder, base = os.path.split(path)
    if folder and not os.path.isdir(folder):
        return f"{path}: expected a file; the folder {folder!r} does not exist. Check the path."
    try:
        hint = nearest(base, os.listdir(folder or "."))
    except OSError:
        hint = ""
    return f"{path}: expected a file; there is none of this name. {hint}Check the path."


def _peek(stream: io.BufferedReader) -> bytes:
    return stream.peek(4)[:4]


def _map(stream: io.BufferedReader) -> mmap.mmap | None:
    """Map a regular file; None for what cannot be mapped (pipes, the empty file)."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):  # a stream that is not a file, such as a replaced stdin
        return None
    position_is_start = stat.S_ISREG(status.st_mode) and stream.tell() == 0
    if not position_is_start or status.st_size == 0:
        return None
    try:
        return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError:  # a file system that cannot
        return None


def is_mapped(content: Bytes) -> bool:
    """Return whether bytes lie in a mapped file, so that their pages can be dropped and come back.

    Examples
    --------
    >>> is_mapped(np.frombuffer(b"a copy in memory", np.uint8))
    False
    """
    owner: Any = content
    while isinstance(owner, np.ndarray):
        owner = owner.base
    if isinstance(owner, memoryview):
        owner = owner.obj
    return isinstance(owner, mmap.mmap)


def _read_all(stream: io.BufferedReader) -> Bytes:
    """Read to the end, block by block: Ctrl-C is only noticed between two reads."""
    blocks = iter(lambda: stream.read1(1 << 20), b"")
    return np.frombuffer(b"".join(blocks), dtype=np.uint8)


def _zstd_blocks(stream: io.BufferedReader, n_bytes: int, name: str) -> Iterator[bytes]:
    """Yield the content of all frames; a frame that breaks off is an error."""
    make, failure = _find_zstd(name)
    frame: Any = None
    while block := stream.read(n_bytes):
        while block:
            frame = make() if frame is None else frame
            try:
                yield frame.decompress(block)
            except failure as error:
                raise EOFError(error) from None
            block = frame.unused_data if frame.eof else b""
            frame = None if frame.eof else frame
    if frame is not None:
        raise EOFError("the last frame has no end")


def _find_zstd(name: str) -> tuple[Callable[[], Any], type[Exception]]:
    """Return what makes a decompressor, and what it raises."""
    try:
        zstd = importlib.import_module("compression.zstd")  # Python 3.14
        return zstd.ZstdDecompressor, zstd.ZstdError
    except ImportError:
        pass
    try:
        zstandard = importlib.import_module("zstandard")
        return zstandard.ZstdDecompressor().decompressobj, zstandard.ZstdError
    except ImportError:
        raise DataError(
            f"{name}: a file compressed with zstd needs Python 3.14 or the package zstandard; "
            "there is neither. Install it: pip install 'linguine[zstd]'."
        ) from None
