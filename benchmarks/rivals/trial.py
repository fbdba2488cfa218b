"""What a rival is asked to do with files: commands, and how to read what they answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.rivals import Rival

Command = tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """Where a trial runs: a rival's interpreter, the prepared files, a folder to write to.

    ``scratch`` is emptied after every trial; ``kept`` lasts for the whole run and holds models
    that several trials use. ``programs`` is the folder of our scripts; ``judge`` is the interpreter
    that has linguine, for judging all predictions alike.
    """

    python: Path
    data: Path
    scratch: Path
    kept: Path
    threads: int
    seed: int
    programs: Path
    judge: Path | None = None

    @property
    def train(self) -> str:
        return str(self.data / "train.tsv")

    @property
    def test(self) -> str:
        return str(self.data / "test.tsv")

    @property
    def n_labels(self) -> int:
        return len((self.data / "label_names").read_text(encoding="utf-8").splitlines())

    def program(self, name: str, *arguments: str) -> Command:
        """A script of ours, as a user of the library would write it."""
        return (str(self.python), str(self.programs / f"{name}.py"), *arguments)


@dataclass(frozen=True)
class Trial:
    """Commands that are timed as whole processes, one after the other.

    ``read`` turns what the last one printed into fields of a row. A program that measures
    inside itself (texts in memory) prints ``seconds`` and, where checks follow,
    ``peak_memory_mb``, which then replace those of the whole process.
    ``once`` names a file and the command that makes it, run before the clock if it is missing.
    ``judge`` is a command of linguine's environment that runs behind the clock and prints more
    fields of the row.
    """

    steps: tuple[Command, ...]
    set_as: str
    read: Callable[[str], dict[str, Any]]
    once: tuple[Path, Command] | None = None
    judge: Command | None = None


Maker = Callable[[Place], Trial]


@dataclass(frozen=True)
class TrialRival:
    """A library and its trials by (job, setting). ``rival`` names its environment."""

    rival: Rival
    trials: Mapping[tuple[str, str], Maker]
    most_threads: int = 64

    def settings(self, job: str) -> tuple[str, ...]:
        return tuple(setting for name, setting in self.trials if name == job)


def read_json(printed: str) -> dict[str, Any]:
    """The last line is one JSON object whose keys are fields of a row."""
    row: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return row


def read_nothing(printed: str) -> dict[str, Any]:
    if not printed.strip():
        raise ValueError("expected a predicted label on stdout; got nothing")
    return {}
