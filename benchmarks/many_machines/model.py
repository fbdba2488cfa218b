"""The paper model of docs/design/0037: fitted on small trainings, checked on a larger one.

    python -m benchmarks.many_machines.model ROWS.jsonl [CHECK.jsonl]

ROWS are what `python -m benchmarks.many_machines --rows` has written.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import nnls

#: The phase that a round of each way consists of, and what merges it.
ROUNDS = {"counts": "counts", "lbfgs": "gradient", "mixing": "pass"}
MERGES = {"counts": "add-counts", "lbfgs": "add-gradients", "mixing": "mix"}


@dataclass(frozen=True)
class Constants:
    """Seconds of a core.

    Parameters
    ----------
    read
        For each megabyte that is read, cut into words and packed; and for each partition.
    round
        For each megabyte and round, by way; and for each partition and round, which makes a table
        of the size of the model.
    merge
        For each merge of up to eight tables, by way.
    worker
        Of a worker for itself; for each megabyte of text; for each task besides its work:
        unpickling, Dask; for each megabyte of tables that comes from another worker.
    driver
        Of the process that started it: for itself, for each megabyte of text, for each task.
    """

    read: tuple[float, ...]
    round: dict[str, tuple[float, ...]]
    merge: dict[str, float]
    worker: tuple[float, ...]
    driver: tuple[float, ...]

    @classmethod
    def fit(cls, rows: list[dict[str, Any]]) -> Constants:
        """Return the constants that rows show."""
        read = _line([(row["megabytes"], _n(row, "count"), _seconds(row, "count")) for row in rows])
        rounds, merge = {}, {}
        for way, phase in ROUNDS.items():
            mine = [row for row in rows if row["way"] == way]
            rounds[way] = _line(
                [
                    (row["megabytes"] * rounds_of(row), _n(row, phase), _seconds(row, phase))
                    for row in mine
                ]
            )
            seconds = [_seconds(row, MERGES[way]) / max(_n(row, MERGES[way]), 1) for row in mine]
            merge[way] = float(np.mean(seconds))
        rest = [
            sum(row["workers"]) - sum(_seconds(row, name) for name in row["phases"]) for row in rows
        ]
        told = zip(rows, rest, strict=True)
        worker = _line(
            [
                (row["n_workers"], row["megabytes"], n_tasks(row), moved(row), each)
                for row, each in told
            ]
        )
        driver = _line([(1, row["megabytes"], n_tasks(row), row["driver"]) for row in rows])
        return cls(read, rounds, merge, worker, driver)

    def predict(self, row: dict[str, Any]) -> float:
        """Return the seconds of the busiest worker and of the process that started it all."""
        way, n_workers, tasks = row["way"], row["n_workers"], n_tasks(row)
        n_parts, n_rounds = _n(row, "count"), rounds_of(row)
        work = _at(self.read, row["megabytes"], n_parts)
        work += _at(self.round[way], row["megabytes"] * n_rounds, n_parts * n_rounds)
        work += _n(row, MERGES[way]) * self.merge[way]
        work += _at(self.worker, 0, row["megabytes"], tasks, moved(row))
        busiest = -(-n_parts // n_workers) / n_parts  # the share of the partitions that it has
        return self.worker[0] + work * busiest + _at(self.driver, 1, row["megabytes"], tasks)


def _line(points: list[tuple[float, ...]]) -> tuple[float, ...]:
    """Return numbers >= 0 whose products with all but the last of each are near the last.

    Relative errors weigh the same.
    """
    table = np.array(points, float)
    scale = 1 / np.maximum(table[:, -1:], 1e-9)
    found, _ = nnls(table[:, :-1] * scale, (table[:, -1:] * scale).ravel())
    return tuple(float(each) for each in found)


def _at(line: tuple[float, ...], *given: float) -> float:
    return float(sum(a * b for a, b in zip(line, given, strict=True)))


def moved(row: dict[str, Any]) -> float:
    """Return the megabytes of tables that merges take from other workers, by and large."""
    phase = row["phases"].get(ROUNDS[row["way"]], {"n": 0, "bytes": 0})
    found = row["phases"].get("find-features", {"n": 0, "bytes": 0})
    return (phase["bytes"] + found["bytes"]) / 1e6 * (1 - 1 / row["n_workers"])


def rounds_of(row: dict[str, Any]) -> float:
    """Return how often all rows were looked at."""
    return _n(row, ROUNDS[row["way"]]) / _n(row, "count")


def n_tasks(row: dict[str, Any]) -> int:
    """Return how many tasks there were."""
    return sum(each["n"] for each in row["phases"].values())


def _seconds(row: dict[str, Any], name: str) -> float:
    return float(row["phases"].get(name, {}).get("seconds", 0.0))


def _n(row: dict[str, Any], name: str) -> int:
    return int(row["phases"].get(name, {}).get("n", 0))


def _read(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def main() -> None:
    rows = _read(sys.argv[1])
    constants = Constants.fit(rows)
    print(constants)
    for path in sys.argv[1:]:
        print(path)
        for row in _read(path):
            told, found = constants.predict(row), row["busiest"]
            print(
                f"  {row['way']:7} {row['megabytes']:4.0f} MB, {row['n_workers']} workers: "
                f"{found:6.2f} s of the processor, predicted {told:6.2f} ({told / found - 1:+.0%})"
            )


if __name__ == "__main__":
    main()
