"""Console: what is written where. Answers go to standard output, all else to standard error."""

from __future__ import annotations

import errno
import io
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from linguine.errors import DataError
from linguine.serving.failures import PipeClosed, in_words_of_the_command_line

__all__ = [
    "borrowed_terminal",
    "flush",
    "format_size",
    "note",
    "write",
    "write_json",
]


@contextmanager
def borrowed_terminal() -> Iterator[None]:
    """Write UTF-8 into files and pipes, and warnings in one line, while the command runs."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal keeps its encoding, but a letter that it lacks is no reason to stop.
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="replace")
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        yield


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    said = in_words_of_the_command_line(" ".join(str(message).split()))
    note(f"linguine: warning: {said}")


def write(text: str) -> None:
    """Write to standard output; a closed pipe ends the command quietly."""
    with _guarded():
        sys.stdout.write(text)


def write_json(value: Any) -> None:
    """Write one object on one line."""
    import json  # --help does without

    write(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n")


def flush() -> None:
    """Make sure that all answers are out, and say so if they are not."""
    with _guarded():
        sys.stdout.flush()


@contextmanager
def _guarded() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        _forget_output()
        raise PipeClosed from None
    except OSError as error:
        _forget_output()
        fix = "Free some space." if error.errno == errno.ENOSPC else "Write elsewhere."
        reason = error.strerror or error
        raise DataError(f"Standard output must take the answers; got '{reason}'. {fix}") from None


def _forget_output() -> None:
    # Python flushes standard output once more at its end, and would complain again.
    with suppress(OSError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
        os.close(devnull)


def note(text: str) -> None:
    """Tell the user something on standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def format_size(n_bytes: int) -> str:
    """Return a number of bytes as people write it.

    Examples
    --------
    >>> format_size(1_234_567)
    '1.2 MB'
    """
    if n_bytes < 1000:
        return f"{n_bytes} bytes"
    size, units = n_bytes / 1000, ["kB", "MB", "GB"]
    while size >= 999.95 and len(units) > 1:
        size /= 1000
        units.pop(0)
    return f"{size:,.1f} {units[0]}"
