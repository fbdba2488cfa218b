"""Console: what is written where. Answers go to standard output, all else to standard error."""

from __future__ import annotations

import errno
import io
import os
import re
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
    "json_line",
    "note",
    "write",
    "write_json",
]

#: Delete, C1 controls, overrides of the reading direction, halves of characters.
_UNQUOTED = "[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


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


def write(text: str, *, painted: bool = False) -> None:
    """Write to standard output; a closed pipe ends the command quietly.

    Files and pipes get the text as it is. A terminal would obey an escape sequence that a label
    or a word of somebody's file has in it, so there it is shown.

    Parameters
    ----------
    text
        What to write.
    painted
        True for reports that colour their words.
    """
    if sys.stdout.isatty():
        text = _safe(text, painted=painted)
    with _guarded():
        sys.stdout.write(text)


def _safe(text: str, *, painted: bool = False) -> str:
    from linguine.reports.tables import safe_for_terminal  # --help does without

    return safe_for_terminal(text, painted=painted)


def write_json(value: Any) -> None:
    """Write one object on one line."""
    write(json_line(value))


def json_line(value: Any) -> str:
    r"""Return one object on one line; what a terminal could obey is written as its number.

    Examples
    --------
    >>> json_line({"label": "caf\xe9 \x9b"})
    '{"label": "café \\u009b"}\n'
    """
    import json  # --help does without

    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Below 0x20 json.dumps does it itself.
    return re.sub(_UNQUOTED, lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


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
    sys.stderr.write(_safe(text) + "\n")
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
