"""Sources: the bytes of a file, of a compressed file or of standard input."""

from __future__ import annotations

import gzip
import importlib
import io
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from linguine import _core
from linguine.data.reading.options import Bytes, nearest
from linguine.data.reading.transcoding import Encoding, find_mark, transcoded
from linguine.errors import DataError

__all__ = [
    "STDIN",
    "Span",
    "check_path",
    "is_mapped",
    "is_plain",
    "is_regular",
    "mapping",
    "read_all",
    "read_blocks",
    "read_lines",
    "source_name",
]

STDIN = "-"
_UTF_8 = Encoding()
GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
# What is decompressed at once. Four bytes can stand for 128 KB, so these for 16 MB at most: a
# small file cannot fill the memory.
ZSTD_PIECE = 512


class Span(NamedTuple):
    """Some bytes of a plain file: whole lines, the first of which has this number."""

    begin: int
    end: int
    line: int = 1


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


def read_all(path: str, encoding: Encoding = _UTF_8) -> Bytes:
    """Return all bytes, decompressed and in UTF-8, as a copy in memory."""
    with _reading(path) as stream:
        return _read_all(stream, source_name(path), encoding)


@contextmanager
def mapping(path: str, encoding: Encoding = _UTF_8) -> Iterator[Bytes]:
    """Yield all bytes; a plain file is mapped into memory and not copied.

    Raises DataError at the end, if somebody has made the file shorter meanwhile. Whoever looks at
    the bytes after that must ask again.
    """
    with _reading(path) as stream:
        content = _map(stream, source_name(path), encoding)
        if content is None:
            yield _read_all(stream, source_name(path), encoding)
            return
        try:
            yield content
        finally:  # whatever was read of such a file, and any complaint of it, is void
            _core.check_whole(content, os.fstat(stream.fileno()).st_size)


def is_regular(path: str) -> bool:
    """Return True for a file that can be opened twice; a pipe loses what was read first."""
    try:
        return path != STDIN and stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def is_plain(path: str, encoding: Encoding = _UTF_8) -> bool:
    """Return True for a file whose bytes are taken as they are: not compressed, and in UTF-8."""
    with _reading(path) as stream:
        return _is_plain(stream, encoding)


def read_lines(
    path: str, block_bytes: int, encoding: Encoding = _UTF_8, span: Span | None = None
) -> Iterator[tuple[Bytes, bool]]:
    """Yield all bytes, decompressed, in blocks of whole lines, and whether it is the last.

    Of a plain file a span can be read by itself. It is read straight into the blocks and not
    mapped: a file that somebody cuts short meanwhile, as log files are, would end the process.
    """
    if is_regular(path):
        with _reading(path) as stream:
            if _is_plain(stream, encoding):
                begin, end, _ = span or Span(0, sys.maxsize)
                stream.seek(begin)
                yield from _plain_lines(stream, block_bytes, end - begin)
                return
    waiting: list[bytes] = []
    for block in read_blocks(path, block_bytes, encoding):
        cut = block.rfind(b"\n") + 1
        if not cut:
            waiting.append(block)
            continue
        lines = b"".join([*waiting, block[:cut]])
        waiting = [block[cut:]]
        yield np.frombuffer(lines, dtype=np.uint8), False
    yield np.frombuffer(b"".join(waiting), dtype=np.uint8), True


def _plain_lines(
    stream: io.BufferedReader, block_bytes: int, n_left: int
) -> Iterator[tuple[Bytes, bool]]:
    rest: Bytes = np.zeros(0, np.uint8)  # of a line that is not whole yet
    while True:
        # twice the room each time for a very long line
        n_wanted = min(max(block_bytes, len(rest)), n_left)
        buffer = bytearray(len(rest) + n_wanted)
        content = np.frombuffer(buffer, dtype=np.uint8)
        content[: len(rest)] = rest
        n_read = stream.readinto(memoryview(buffer)[len(rest) :])
        n_bytes, n_left = len(rest) + n_read, n_left - n_read
        if n_read < n_wanted or not n_left:
            yield content[:n_bytes], True
            return
        cut = buffer.rfind(b"\n", len(rest), n_bytes) + 1
        rest = content[cut:n_bytes]
        if cut:
            yield content[:cut], False


def read_blocks(path: str, block_bytes: int, encoding: Encoding = _UTF_8) -> Iterator[bytes]:
    """Yield all bytes, decompressed, in blocks; from a pipe, as soon as they come."""
    with _reading(path) as stream:
        name = source_name(path)
        yield from transcoded(_blocks(stream, block_bytes, name), encoding, name)


def _blocks(stream: io.BufferedReader, block_bytes: int, name: str) -> Iterator[bytes]:
    head = _peek(stream)
    if head.startswith(ZSTD):
        yield from _zstd_blocks(stream, block_bytes, name)
        return
    read = gzip.GzipFile(fileobj=stream).read if head.startswith(GZIP) else stream.read1
    while block := read(block_bytes):
        yield block


def _read_all(stream: io.BufferedReader, name: str, encoding: Encoding) -> Bytes:
    content = bytearray()  # grows in place: joined blocks would need the room twice
    # Ctrl-C is only noticed between two of them
    for block in transcoded(_blocks(stream, 1 << 20, name), encoding, name):
        content += block
    return np.frombuffer(content, dtype=np.uint8)


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


def _is_plain(stream: io.BufferedReader, encoding: Encoding) -> bool:
    """Return True if the bytes of a stream can be taken as they are."""
    head = _peek(stream)
    is_compressed = head.startswith((GZIP, ZSTD))
    return not is_compressed and encoding.codec is None and find_mark(head) is None


def _peek(stream: io.BufferedReader) -> bytes:
    return stream.peek(4)[:4]


def _map(stream: io.BufferedReader, name: str, encoding: Encoding) -> Bytes | None:
    """Map a regular file; None for what cannot be (pipes, compressed, transcoded, empty ones)."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):  # a stream that is not a file, such as a replaced stdin
        return None
    position_is_start = stat.S_ISREG(status.st_mode) and stream.tell() == 0
    if not position_is_start or status.st_size == 0:
        return None
    if not _is_plain(stream, encoding):
        return None
    return _core.map_file(stream.fileno(), status.st_size, name)


def is_mapped(content: Bytes) -> bool:
    """Return True for bytes of a mapped file, whose pages can be dropped and come back."""
    return _core.is_mapped(content)


def _zstd_blocks(stream: io.BufferedReader, n_bytes: int, name: str) -> Iterator[bytes]:
    """Yield the content of all frames in blocks; a frame that breaks off is an error."""
    waiting: list[bytes] = []
    n_waiting = 0
    for piece in _zstd_pieces(stream, name):
        waiting.append(piece)
        n_waiting += len(piece)
        if n_waiting >= n_bytes:
            yield b"".join(waiting)
            waiting, n_waiting = [], 0
    if n_waiting:
        yield b"".join(waiting)


def _zstd_pieces(stream: io.BufferedReader, name: str) -> Iterator[bytes]:
    make, failure = _find_zstd(name)
    frame: Any = None
    while piece := stream.read(ZSTD_PIECE):
        while piece:
            frame = make() if frame is None else frame
            try:
                yield frame.decompress(piece)
            except failure as error:
                raise EOFError(error) from None
            piece = frame.unused_data if frame.eof else b""
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
