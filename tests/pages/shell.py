"""A small shell: the verbs of linguine run in this process, everything else in bash."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from linguine.serving.app import main

_SIGNS = {"|", ">", "<", ">>"}


def words(line: str) -> list[str]:
    """Return the words of a line as they are typed, and signs, without its comment."""
    lexer = shlex.shlex(line, posix=False, punctuation_chars="|<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    return list(lexer)


def stages(line: str) -> list[list[str]]:
    """Return the commands of a pipe."""
    found: list[list[str]] = [[]]
    for word in words(line):
        if word == "|":
            found.append([])
        else:
            found[-1].append(word)
    return found


def arguments(stage: list[str]) -> list[str]:
    """Return what a command of a pipe is given, without where it reads and writes."""
    kept: list[str] = []
    skipping = False
    for word in stage:
        if not skipping and word not in _SIGNS:
            kept += shlex.split(word)
        skipping = word in _SIGNS
    return kept


def _file_behind(sign: str, stage: list[str]) -> Path | None:
    return Path(stage[stage.index(sign) + 1]) if sign in stage else None


def run(line: str, patch: pytest.MonkeyPatch) -> str:
    """Run a line and return what it prints; a command that fails is a failure of the test."""
    given: bytes = b""
    for stage in stages(line):
        source = _file_behind("<", stage)
        given = _run_one(arguments(stage), source.read_bytes() if source else given, patch)
        target = _file_behind(">", stage)
        if target is not None:
            target.write_bytes(given)
            given = b""
    return given.decode()


def _run_one(command: list[str], given: bytes, patch: pytest.MonkeyPatch) -> bytes:
    if command[0] != "linguine":
        done = subprocess.run(command, input=given, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with patch.context() as inner:
        inner.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        inner.setattr(sys, "stdout", out)
        inner.setattr(sys, "stderr", err)
        code = main(command[1:])
    out.flush()
    err.flush()
    assert code == 0, f"linguine {shlex.join(command[1:])}: {_bytes(err).decode()}"
    return _bytes(out)


def _bytes(stream: io.TextIOWrapper) -> bytes:
    stream.seek(0)
    return bytes(stream.buffer.read())
