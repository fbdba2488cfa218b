"""Failures: what went wrong becomes one line and an exit code.

0 done; 1 files and data; 2 the command line; 3 a broken promise; 70 a mistake of linguine
itself; 130 Ctrl-C; 143 SIGTERM.
"""

from __future__ import annotations

import sys

import click

from linguine.errors import BrokenPromiseError, LinguineError, ParameterError

__all__ = ["PipeClosed", "Terminated", "describe_failure"]

WRONG_DATA = 1
WRONG_USE = 2
BROKEN_PROMISE = 3
OUR_MISTAKE = 70
INTERRUPTED = 130
TERMINATED = 143


class PipeClosed(Exception):  # noqa: N818  # not an error: the reader, such as head, has enough
    """Whoever reads our output has stopped reading."""


class Terminated(BaseException):  # as KeyboardInterrupt, so that nobody takes it for an error
    """The system wants this process to end (SIGTERM)."""


def describe_failure(error: BaseException, *, is_debugging: bool = False) -> int:
    """Write one line about an error to standard error and return the exit code."""
    if is_debugging and not isinstance(error, PipeClosed | click.UsageError):
        import traceback

        for line in "".join(traceback.format_exception(error)).splitlines():
            sys.stderr.write(f"{_one_line(line, keep_spaces=True)}\n")
    line, code = _judge(error)
    if line:
        sys.stderr.write(f"linguine: {_one_line(line)}\n")
    return code


def _judge(error: BaseException) -> tuple[str, int]:
    if isinstance(error, click.ClickException):
        return _usage(error), error.exit_code
    if isinstance(error, PipeClosed):
        return "", 0
    if isinstance(error, BrokenPromiseError):
        return str(error), BROKEN_PROMISE
    if isinstance(error, LinguineError):
        return str(error), WRONG_USE if isinstance(error, ParameterError) else WRONG_DATA
    if isinstance(error, click.Abort | KeyboardInterrupt):
        return "stopped.", INTERRUPTED
    if isinstance(error, Terminated):
        return "stopped: the process was told to end (SIGTERM).", TERMINATED
    if isinstance(error, MemoryError):
        return (
            "data and model must fit into memory; there is not enough. Train with --hash-bits 20, "
            "--max-features 100000, --threads 1 or fewer texts, or close other programs.",
            WRONG_DATA,
        )
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror or error}. Check the path and the disk.", WRONG_DATA
    return (
        f"this is a mistake of linguine itself: {type(error).__name__}: {error}. Please report it "
        "with what --debug shows.",
        OUR_MISTAKE,
    )


def _usage(error: click.ClickException) -> str:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    ending = "" if message.endswith((".", "?")) else "."
    return f"{message}{ending} See {context.command_path} --help."


def _one_line(message: str, *, keep_spaces: bool = False) -> str:
    """Return the message on one line; what a file put into it cannot move the cursor."""
    joined = message if keep_spaces else " ".join(message.split())
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in joined)
