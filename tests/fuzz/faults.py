"""A target that fails as it is told: the fuzzer has to notice."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from linguine.errors import DataError

from .case import Case

__all__ = ["FaultTarget"]


@dataclass(frozen=True)
class FaultTarget:
    """Does what the bytes of the case say; it has no share in the cases of a campaign."""

    def make(self, random: Random, seeds: Path) -> tuple[bytes, dict[str, Any]]:
        return b"good", {}

    def run(self, case: Case, folder: Path, seeds: Path) -> None:
        if case.data == b"refuse":
            raise DataError("This is how bad data are refused.")
        if case.data == b"raise":
            raise KeyError("missing")
        if case.data == b"memory":
            bytearray(4 << 30)
        if case.data == b"abort":
            os.abort()
        while case.data == b"forever":
            pass
