"""Cases: one input each, with what is done to it; as a file, so that it can be run again."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

__all__ = ["Case", "Target", "read_case", "write_case"]


@dataclass(frozen=True)
class Case:
    """An input.

    Parameters
    ----------
    target
        Name of what it is given to.
    data
        The bytes of a file.
    settings
        What else is said, as plain JSON data.
    """

    target: str
    data: bytes
    settings: dict[str, Any] = field(default_factory=dict)


class Target(Protocol):
    """What inputs are made for.

    An input may be refused with a LinguineError or with one line of the command line. Any other
    exception is a finding, and so is the end of the process.
    """

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        """Return the bytes and the settings of a new case; ``seeds`` holds trained models."""
        ...

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        """Run a case in an empty folder."""
        ...


def write_case(path: Path, case: Case, **facts: Any) -> None:
    """Write a case: a line of JSON that says what it is, then its bytes as they are."""
    head = {"target": case.target, "settings": case.settings, **facts}
    path.write_bytes(json.dumps(head, sort_keys=True).encode() + b"\n" + case.data)


def read_case(path: Path) -> Case:
    """Read what ``write_case`` wrote."""
    head, _, data = path.read_bytes().partition(b"\n")
    facts = json.loads(head)
    return Case(facts["target"], data, facts["settings"])
