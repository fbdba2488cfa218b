"""Atomic writing: a file is either the old one or the new one, never something in between.

The bytes go to a file without a name in the same folder, then to the disk, and only then take the
name. Whoever has the old file open or mapped keeps it; a process killed on the way leaves it in
place, and nothing beside it. Where files cannot be without a name, theirs is hidden.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable
from typing import BinaryIO

from linguine.errors import DataError, ParameterError

__all__ = ["write_atomically"]

_NO_RIGHT = ("file and folder must be writable", "Change their mode or save elsewhere")
# errno -> (the rule, what to do)
_EXPLAINED: dict[int, tuple[str, str]] = {
    errno.ENOENT: ("the folder must exist", "Create the folder first, or correct the path"),
    errno.ENOTDIR: ("the folder must be a folder", "Correct the path"),
    errno.EISDIR: ("the path must name a file", "Add a file name, such as model.linguine"),
    errno.EACCES: _NO_RIGHT,
    errno.EPERM: _NO_RIGHT,
    errno.EROFS: ("the disk must be writable", "Save to another folder"),
    errno.ENOSPC: ("the disk must have room", "Free some space or save to another disk"),
    errno.EDQUOT: ("your quota must have room", "Free some space or save to another disk"),
    errno.EFBIG: ("the file must be of a size that is allowed here", "Raise the limit (ulimit -f)"),
    errno.ENAMETOOLONG: ("the path must be of a length that is allowed here", "Shorten it"),
}


#: Where Linux shows the open files of this process.
_DESCRIPTORS = "/proc/self/fd"


def write_atomically(path: str | os.PathLike[str], chunks: Iterable[bytes | memoryview]) -> None:
    """Write a file so that nobody ever sees half of it.

    An existing file keeps its mode; a new one gets what the umask allows. A symbolic link stays,
    its target is written. A device or a pipe is written directly, as it cannot be replaced. If it
    cannot be written, which is a DataError, whatever was there before is still there.
    """
    if not isinstance(path, str | os.PathLike):
        raise ParameterError(
            f"The path to save to must be a str or a Path; got {type(path).__name__}. "
            "Give a file name, such as 'model.linguine'."
        )
    name = os.fspath(path)
    if "\0" in name:
        raise DataError(f"{name!r}: a path must not contain a zero byte; it does. Correct it.")
    try:
        if name.endswith(os.sep):  # realpath would drop it and write a file of the folder's name
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        _write(os.path.realpath(name), chunks)
    except OSError as error:
        rule, advice = _EXPLAINED.get(
            error.errno or 0, ("the file must be writable", "Save to another folder")
        )
        raise DataError(
            f"{name}: {rule} to save a model; got '{error.strerror or error}'. "
            f"{advice}; nothing was changed."
        ) from error


def _write(target: str, chunks: Iterable[bytes | memoryview]) -> None:
    try:
        old = os.stat(target)
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode):
        with open(target, "wb") as file:  # a folder says here what it is
            _write_chunks(file, chunks)
        return
    if old is not None:
        # The folder alone decides whether a file can be replaced. One that its owner made
        # read-only should stay nevertheless, so ask the file too.
        os.close(os.open(target, os.O_WRONLY))
    folder = os.path.dirname(target)
    hidden = os.path.join(folder, f".linguine-{os.urandom(8).hex()}.tmp")
    # Not tempfile.mkstemp: mode 0666 lets the system apply umask and the folder's defaults. What
    # replaces a file of one's own must never be open to others, not even while it is written.
    mode = 0o666 if old is None else 0o600
    descriptor = _open_nameless(folder, mode)
    is_nameless = descriptor is not None
    try:
        if descriptor is None:
            descriptor = os.open(hidden, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "wb") as file:
            if old is not None:
                _keep_owner_and_mode(file, old)
            _write_chunks(file, chunks)
            os.fsync(file.fileno())
            if is_nameless:
                _give_name(file, hidden)
        os.replace(hidden, target)
    except BaseException:  # Ctrl-C as well
        with contextlib.suppress(OSError):
            os.unlink(hidden)
        raise
    _sync_folder(folder)


def _open_nameless(folder: str, mode: int) -> int | None:
    """Open a file that is gone with the process; None where there are none (NFS, macOS)."""
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir(_DESCRIPTORS):
        return None
    try:
        return os.open(folder, os.O_WRONLY | os.O_TMPFILE, mode)
    except OSError:  # an older file system; whatever else is wrong shows at the next attempt
        return None


def _give_name(file: BinaryIO, name: str) -> None:
    # A name that is taken cannot be given, so it is another one that is renamed at once. With
    # src_dir_fd Python asks for the link's target; without it, for a link to the link.
    place = os.open(_DESCRIPTORS, os.O_RDONLY)
    try:
        os.link(str(file.fileno()), name, src_dir_fd=place)
    finally:
        os.close(place)


def _write_chunks(file: BinaryIO, chunks: Iterable[bytes | memoryview]) -> None:
    for chunk in chunks:
        file.write(chunk)
    file.flush()


def _keep_owner_and_mode(file: BinaryIO, old: os.stat_result) -> None:
    now = os.fstat(file.fileno())
    if (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid):
        with contextlib.suppress(OSError):  # only the system's owner may give files away
            os.fchown(file.fileno(), old.st_uid, old.st_gid)
    os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode) & 0o777)


def _sync_folder(folder: str) -> None:
    # The new name itself survives a power cut only then; some file systems cannot do it.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
