"""Files that the command line writes: asked for before the work, written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable

from linguine.errors import DataError

__all__ = ["check_output", "write_file"]


def check_output(path: str, *, inputs: tuple[str, ...] = ()) -> None:
    """Raise DataError if a file cannot be written or is one of ``inputs``: no hour is in vain."""
    if any(_is_same(path, each) for each in inputs):
        raise DataError(
            f"{path}: the result must not replace what is read; it is the same file. "
            "Give another name."
        )
    try:
        _try_to_write(path)
    except (OSError, ValueError) as error:
        raise DataError(
            f"{path}: the result must be written there; got "
            f"'{getattr(error, 'strerror', None) or error}'. {_advice(error)} Nothing was done yet."
        ) from None


def _is_same(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)
    except (OSError, ValueError):  # what is wrong with a path is told by who opens it
        return False


def _try_to_write(path: str) -> None:
    if path.endswith(os.sep):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    try:
        is_file = stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        hidden = os.path.join(
            os.path.dirname(os.path.realpath(path)), f".{os.urandom(8).hex()}.tmp"
        )
        os.close(os.open(hidden, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        os.unlink(hidden)
    else:
        if is_file or os.path.isdir(path):  # opening a pipe would wait for its reader
            os.close(os.open(path, os.O_WRONLY))


def _advice(error: Exception) -> str:
    if isinstance(error, IsADirectoryError):
        return "Add the name of a file, such as model.linguine."
    if isinstance(error, FileNotFoundError):
        return "Create the folder first, or correct the path."
    if isinstance(error, PermissionError):
        return "Change the permissions, or write elsewhere."
    return "Correct the path, or write elsewhere."


def write_file(path: str, text: str | Iterable[str]) -> None:
    """Write a text file, all or nothing; its pieces may come one after the other."""
    from linguine.model.file.atomic_write import write_atomically

    try:
        pieces = (text,) if isinstance(text, str) else text
        write_atomically(path, (each.encode("utf-8", "replace") for each in pieces))
    except DataError as error:
        cause = error.__cause__
        if not isinstance(cause, OSError):
            raise
        raise DataError(
            f"{path}: the result must be written there; got '{cause.strerror or cause}'. "
            f"{_advice(cause)}"
        ) from None
