"""The command line as tests call it: in this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import linguine as library
from linguine.serving.app import main


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


class CommandLine:
    """Runs ``linguine`` in this process; quick, but without real pipes and signals."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self.capture = capture

    def __call__(self, *arguments: str | Path) -> Outcome:
        self.capture.readouterr()
        code = main([str(each) for each in arguments])
        captured = self.capture.readouterr()
        return Outcome(code, captured.out, captured.err)

    def succeed(self, *arguments: str | Path) -> str:
        """Return what is printed by a command that has to work."""
        outcome = self(*arguments)
        assert outcome.code == 0, outcome.err
        return outcome.out

    def fail(self, *arguments: str | Path, code: int) -> str:
        """Return the one line that a command says when it has to fail."""
        outcome = self(*arguments)
        assert outcome.code == code, outcome
        assert outcome.out == ""
        assert outcome.err.startswith("linguine: "), outcome.err
        assert outcome.err.count("\n") == 1, outcome.err
        return outcome.err


def put_lines(path: Path, lines: Sequence[str]) -> None:
    """Write lines into a file, as the demo does."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def run_process(*arguments: str | Path, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run ``linguine`` as a user does."""
    environment = {**process_environment(), **settings.pop("env", {})}
    settings = {"capture_output": True, "text": True, "timeout": 120, **settings}
    return subprocess.run(process_arguments(*arguments), env=environment, **settings)


def process_arguments(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "linguine", *map(str, arguments)]


def process_environment() -> dict[str, str]:
    """Return an environment in which linguine is found from any folder; src would not be."""
    return {**os.environ, "PYTHONPATH": str(Path(library.__file__).parents[1])}
