"""Data sets as plain files in a folder of their own, made once: unpacking is never timed."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.datasets import CACHE, DATA_VARIABLE

_DONE = "done"  # written last: an interrupted preparation is made again


@dataclass(frozen=True)
class PlainFiles:
    """``wanted`` names the files of a data set; ``quick`` is the one that needs none."""

    family: str
    quick: str
    wanted: Callable[[str], Sequence[str]]

    @property
    def root(self) -> Path:
        return CACHE / self.family

    def is_prepared(self, name: str) -> bool:
        return (self.root / name / _DONE).exists()

    def finish(self, name: str) -> None:
        (self.root / name / _DONE).touch()

    def missing(self, name: str) -> str | None:
        """Say why a data set cannot be read, or None."""
        if name == self.quick or self.is_prepared(name):
            return None
        root = os.environ.get(DATA_VARIABLE)
        if root and all(_source(name, file) for file in self.wanted(name)):
            return None
        return (
            f"The {self.family} suites read {' and '.join(self.wanted(name))} (or .gz) of {name} "
            f"from the folder that {DATA_VARIABLE} names; got {DATA_VARIABLE}={root or ''}. "
            f"Set it to the folder that holds {name}/, or try `{self.family} --quick`, which needs "
            "no data."
        )

    def copy(self, name: str) -> None:
        """Unpack the files of a data set into its folder."""
        for file in self.wanted(name):
            source = _source(name, file)
            if source is None:
                raise SystemExit(self.missing(name))
            opened = gzip.open(source, "rb") if source.suffix == ".gz" else source.open("rb")
            with opened as packed, (self.root / name / file).open("wb") as plain:
                shutil.copyfileobj(packed, plain)


def _source(name: str, file: str) -> Path | None:
    folder = Path(os.environ[DATA_VARIABLE]) / name
    found = (folder / f"{file}{end}" for end in (".gz", ""))
    return next((path for path in found if path.exists()), None)
