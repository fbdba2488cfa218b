"""Scratch: a folder for what does not fit into memory, which goes when the work is done.

A folder is locked by the process that works in it, and the lock goes with the process, however it
ends. Folders that a crash has left are found by their names and removed when the next one is made.
"""

from __future__ import annotations

import errno
import glob
import json
import os
import stat
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.errors import DataError

__all__ = ["Scratch", "open_scratch", "remove_scratch"]

_PREFIX = "linguine-stream-"
_LOCK, _MANIFEST = "linguine.lock", "manifest.json"
#: Bytes of a checksum.
_DIGEST = 8
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: What a forged file makes of those who read it.
_WRONG = (
    ValueError, TypeError, LookupError, AttributeError, OverflowError, MemoryError, EOFError,
    NotImplementedError, zipfile.BadZipFile,
)  # fmt: skip


class Scratch:
    """A folder with files that grow, and a manifest that says how much of them counts.

    Parameters
    ----------
    path
        The folder, which exists and is locked.

    Examples
    --------
    >>> with open_scratch(None) as scratch:
    ...     scratch.append("rows", np.arange(3))
    ...     scratch.commit({"n": 3})
    ...     scratch.read("rows", np.int64).tolist(), scratch.manifest["n"]
    ([0, 1, 2], 3)
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.manifest: Mapping[str, Any] = self._read_manifest()
        self._files: dict[str, BinaryIO] = {}

    def append(self, name: str, cells: NDArray[Any]) -> None:
        """Write an array behind what a file holds."""
        with _told(self.path):
            self._open(name).write(np.ascontiguousarray(cells).view(np.uint8).data)

    def size(self, name: str) -> int:
        """Return how many bytes a file holds."""
        with _told(self.path):
            file = self._open(name)
            file.flush()
            return os.fstat(file.fileno()).st_size

    def read(self, name: str, dtype: Any) -> NDArray[Any]:
        """Return all that a file holds."""
        with _told(self.path):
            self._open(name).flush()
            return np.fromfile(os.path.join(self.path, name), dtype)

    def read_at(self, name: str, offset: int, size: int) -> NDArray[np.uint8]:
        """Return some bytes of a file; fewer where it has been cut."""
        size = max(min(size, self.size(name) - offset), 0)
        with _told(self.path):
            found = os.pread(self._open(name).fileno(), size, offset) if size else b""
            return np.frombuffer(found, np.uint8)

    def cut(self, name: str, size: int) -> None:
        """Forget what a file holds behind so many bytes."""
        if not 0 <= size <= self.size(name):
            raise self.cut_short(name)
        with _told(self.path):
            self._open(name).truncate(size)

    def cut_short(self, name: str) -> DataError:
        """Return what to raise for a file that holds less than it must."""
        return self.damaged(f"{name} has been cut short")

    def commit(self, manifest: Mapping[str, Any]) -> None:
        """Write down how far the work has come; all that was appended is on the disk then."""
        with _told(self.path):
            for file in self._files.values():
                file.flush()
                os.fsync(file.fileno())
            self._replace(_MANIFEST, json.dumps(dict(manifest)).encode())
        self.manifest = dict(manifest)

    def save(self, name: str, arrays: Mapping[str, Any]) -> None:
        """Write some arrays, or leave those of before; no copy of them is made in memory."""
        hidden = os.path.join(self.path, f".{name}")
        with _told(self.path):
            with open(hidden, "wb+") as file:
                file.write(bytes(_DIGEST))
                np.savez(file, **arrays)
                file.flush()
                digest = _digest_of(hidden)
                file.seek(0)
                file.write(digest)
                file.flush()
                os.fsync(file.fileno())
            os.replace(hidden, os.path.join(self.path, name))

    def load(self, name: str) -> dict[str, NDArray[Any]] | None:
        """Return the arrays that were saved; None if there are none."""
        path = os.path.join(self.path, name)
        with _told(self.path):
            try:
                file = open(path, "rb")  # closed below
            except FileNotFoundError:
                return None
        with file, self.restoring():
            if file.read(_DIGEST) != _digest_of(path):
                raise self.damaged(f"{name} has been changed")
            with np.load(file, allow_pickle=False) as found:
                return {each: found[each] for each in found.files}

    @contextmanager
    def restoring(self) -> Iterator[None]:
        """Turn whatever goes wrong while work is taken up again into a DataError."""
        try:
            yield
        except DataError:
            raise
        except (*_WRONG, OSError) as error:
            if isinstance(error, OSError) and error.errno != errno.EINVAL:
                raise  # the disk's; a forged archive points to before its beginning
            raise self.damaged("its parts do not fit together") from None

    def damaged(self, wrong: str) -> DataError:
        """Return the error that says what is wrong with the folder."""
        return DataError(
            f"{self.path}: a checkpoint must be as it was written; {wrong}. Remove the folder, and "
            "begin again."
        )

    def close(self, *, remove: bool) -> None:
        """Close all files; remove them, too, with the folder."""
        for file in self._files.values():
            with suppress(OSError):  # a full disk has been told of
                file.close()
        self._files = {}
        if remove:
            remove_scratch(self.path)

    def _open(self, name: str) -> BinaryIO:
        if name not in self._files:
            self._files[name] = open(os.path.join(self.path, name), "ab+")
        return self._files[name]

    def _replace(self, name: str, content: bytes) -> None:
        hidden = os.path.join(self.path, f".{name}")
        with open(hidden, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(hidden, os.path.join(self.path, name))

    def _read_manifest(self) -> Mapping[str, Any]:
        try:
            with open(os.path.join(self.path, _MANIFEST), "rb") as file:
                found = json.loads(file.read())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            found = error
        if not isinstance(found, dict):
            raise self.damaged("its manifest cannot be read")
        return found


def _digest_of(path: str) -> bytes:
    """Return the checksum of what stands behind the checksum of a file."""
    if os.path.getsize(path) <= _DIGEST:
        return b""
    content = np.memmap(path, np.uint8, "r", _DIGEST)
    return int(_core.checksum(np.asarray(content))).to_bytes(_DIGEST, "little")


@contextmanager
def open_scratch(folder: str | None, *, keep: bool = False) -> Iterator[Scratch]:
    """Open a folder for a piece of work: a new one of its own, or one that outlives a crash.

    Parameters
    ----------
    folder
        Where the work is written down so that it can go on; it is removed when the work is done,
        and stays if it is not. None is a folder among temporary files, which always goes.
    keep
        Leave it when the work is done, as who saves its result removes it.
    """
    path, is_kept = folder, folder is not None
    if path is None:
        _sweep()
        path, lock = _new_folder()
    else:
        with _told(path):
            os.makedirs(path, exist_ok=True)
        _check_ours(path)
        with _told(path):
            lock = os.open(os.path.join(path, _LOCK), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _lock(lock):
            raise DataError(
                f"{path}: a checkpoint belongs to one training; another process is working there. "
                "Wait for it, or name another folder."
            )
        scratch = Scratch(path)
        if not scratch.manifest:  # nothing of what was begun there counts
            _empty(path)
        is_done = False
        try:
            yield scratch
            is_done = not keep
        finally:  # Ctrl-C as well
            scratch.close(remove=is_done or not is_kept)
    finally:
        os.close(lock)


def _new_folder() -> tuple[str, int]:
    """Make a folder among temporary files; return its lock, too, which is taken.

    Another process that sweeps in the very moment before it is taken removes the folder.
    """
    with _told(tempfile.gettempdir()):
        while True:
            path = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")
            name = os.path.join(path, _LOCK)
            lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
            if _lock(lock) and os.path.exists(name):
                return path, lock
            os.close(lock)


def remove_scratch(path: str) -> None:
    """Remove a folder; whoever is killed on the way leaves one that holds nothing that counts."""
    with suppress(OSError):
        os.unlink(os.path.join(path, _MANIFEST))
    with suppress(OSError):
        _empty(path)
        os.unlink(os.path.join(path, _LOCK))
    with suppress(OSError):
        os.rmdir(path)


def _empty(path: str) -> None:
    for name in os.listdir(path):
        if name != _LOCK:
            os.unlink(os.path.join(path, name))


def _check_ours(path: str) -> None:
    """Raise DataError for a folder that holds what is no checkpoint: it would be removed.

    A link would be written to: what it leads to is nobody's checkpoint either.
    """
    with _told(path), os.scandir(path) as entries:
        are_files = {each.name: each.is_file(follow_symlinks=False) for each in entries}
    if are_files and (_LOCK not in are_files or not all(are_files.values())):
        raise DataError(
            f"{path}: a checkpoint needs a folder of its own, which is removed in the end; this "
            "one holds other files. Name a folder that does not exist yet."
        )


def _sweep() -> None:
    """Remove the folders of processes that have come to their end without doing so."""
    for path in glob.glob(os.path.join(glob.escape(tempfile.gettempdir()), f"{_PREFIX}*")):
        with suppress(OSError):
            status = os.lstat(path)  # a link is somebody's trap
            if status.st_uid != os.getuid() or not stat.S_ISDIR(status.st_mode):
                continue
            lock = os.open(os.path.join(path, _LOCK), os.O_RDWR)
            try:
                if _lock(lock):
                    remove_scratch(path)
            finally:
                os.close(lock)


def _lock(descriptor: int) -> bool:
    """Take a lock that goes with the process; False if another has it."""
    try:
        import fcntl
    except ImportError:  # not there on Windows
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Tell in three parts what the system says about a folder."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        rule, fix = "the folder for temporary files must be writable", "Name another"
        if error.errno in _FULL:
            rule = "there must be room for the rows of a training that is larger than memory"
            fix = "Free some space, or name another folder"
        raise DataError(
            f"{path}: {rule}; got '{reason}'. {fix} (--checkpoint FOLDER, or the variable TMPDIR); "
            "no model was written."
        ) from None
