"""The raw rows of a run, and their groups: everything a summary says is computed from here."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.intervals import Interval, interval

Row = dict[str, Any]

FIELDS = (
    "suite",
    "case",
    "rival",
    "setting",
    "version",
    "commit",
    "machine",
    "threads",
    "seed",
    "repeat",
    "seconds",
    "memory_before_mb",
    "peak_memory_mb",
    "accuracy",
    "objective",
    "iterations",
    "zeros",
    "digest",
    "load",
    "warnings",
    "set_as",
)


class RawFile:
    """raw.csv, written row by row: an interrupted run keeps what it measured."""

    def __init__(self, path: Path, more_fields: tuple[str, ...] = ()) -> None:
        self._path, self._fields = path, (*FIELDS, *more_fields)
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self._fields, lineterminator="\n").writeheader()

    def append(self, row: Row) -> None:
        with self._path.open("a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self._fields, lineterminator="\n").writerow(row)


@dataclass(frozen=True)
class Group:
    """All repeats of one (suite, case, rival, setting, threads)."""

    rows: tuple[Row, ...]

    def __getattr__(self, name: str) -> Any:
        """What all rows share: ``group.case``, ``group.rival``, ``group.setting`` ..."""
        if name not in FIELDS:
            raise AttributeError(name)
        return self.rows[0][name]

    def values(self, field: str) -> list[float]:
        return [row[field] for row in self.rows if row[field] is not None]

    def typical(self, field: str) -> float | None:
        values = self.values(field)
        return median(values) if values else None

    @property
    def time(self) -> Interval:
        return interval(self.values("seconds"))

    def times_slower_than(self, other: Group) -> Interval:
        """Ratios within a repeat, where the two ran shortly after each other."""
        theirs = {row["repeat"]: row["seconds"] for row in other.rows}
        ratios = [
            row["seconds"] / theirs[row["repeat"]] for row in self.rows if row["repeat"] in theirs
        ]
        return interval(ratios)

    @property
    def own_memory_mb(self) -> float:
        """What the fit added: its peak above what was resident before it."""
        return median(row["peak_memory_mb"] - row["memory_before_mb"] for row in self.rows)


def group(rows: Iterable[Row]) -> list[Group]:
    """In order of first appearance."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        key = tuple(row[field] for field in ("suite", "case", "rival", "setting", "threads"))
        groups.setdefault(key, []).append(row)
    return [Group(tuple(rows)) for rows in groups.values()]
