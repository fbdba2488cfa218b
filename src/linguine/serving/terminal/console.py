"""Console: what is written where. Answers go to standard output, all else to standard error."""

from __future__ import annotations

import errno
import io
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from linguine.errors import DataError, DataWarning
from linguine.serving.terminal.failures import PipeClosed
from linguine.serving.terminal.speech import OptionSpeech
from linguine.speech import speaking

__all__ = [
    "borrowed_terminal",
    "collected_warnings",
    "flush",
    "note",
    "show_warning",
    "write",
    "write_json",
    "write_report",
]


@contextmanager
def borrowed_terminal() -> Iterator[None]:
    """Write UTF-8 into files and pipes, and speak of options, in one line, while a command runs."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal keeps its encoding, but a letter that it lacks is no reason to stop.
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="replace")
    with warnings.catch_warnings(), speaking(OptionSpeech()):
        warnings.simplefilter("default", DataWarning)  # whatever Python was told to do with them
        warnings.showwarning = _show_warning
        yield


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    show_warning(str(message))


def show_warning(text: str) -> None:
    """Tell a warning, in one line."""
    note(f"linguine: warning: {' '.join(text.split())}")


@contextmanager
def collected_warnings() -> Iterator[Any]:
    """Tell at the end what was warned of; what is said about the data is said once."""
    said: dict[str, None] = {}

    @contextmanager
    def collect(name: str) -> Iterator[None]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        for each in caught:
            is_data = issubclass(each.category, DataWarning) or not name
            said[f"{each.message}" if is_data else f"{name}: {each.message}"] = None

    yield collect
    for text in said:
        show_warning(text)


def write(text: str, *, painted: bool = False) -> None:
    """Write to standard output; a closed pipe ends the command quietly.

    Files and pipes get the text as it is. A terminal would obey an escape sequence that a label
    or a word of somebody's file has in it, so there it is shown, but for reports that are painted.
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
    from linguine.reports.tables import json_line  # --help does without

    write(json_line(value))


def write_report(report: Any, *, as_json: bool, painted: bool = False) -> None:
    """Write what an evaluation, a comparison or an overview says, for programs or for people."""
    if as_json:
        write_json(report.to_dict())
    else:
        write(report.to_text() + "\n", painted=painted)


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
