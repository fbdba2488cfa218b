"""Worker processes of this machine: time, seconds of the processor by worker and phase, bytes.

    LINGUINE_DATA=path/to/data python -m benchmarks.many_machines [--megabytes 2000] [--workers 1 2]

Every row is a training in parts. `speed-up` is by the clock, which tells something on a machine
that is otherwise idle; `by work` is by the busiest worker and the process that starts it all, as if
each of them had a core to itself. `--rows` writes what was measured for model.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

from benchmarks.many_machines.measuring import MeasuringEngine
from benchmarks.streaming.large_file import make
from linguine import TextClassifier
from linguine.data.reading import partitions
from linguine.model.engines.opening import local_client

WAYS: dict[str, dict[str, Any]] = {
    "counts": {"algorithm": "naive-bayes"},
    "lbfgs": {"algorithm": "logistic", "max_iterations": 10},
    "mixing": {"algorithm": "logistic", "epochs": 3},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=2000)
    parser.add_argument("--file", type=Path, help="a file of texts instead")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--ways", nargs="*", default=list(WAYS))
    parser.add_argument("--bits", type=int, default=20)
    parser.add_argument("--partition", type=int, help="megabytes of a partition; 32 unless told")
    parser.add_argument("--rows", type=Path, help="append a line of JSON for each training")
    options = parser.parse_args()
    if options.partition:
        partitions._BYTES = options.partition << 20
    with tempfile.TemporaryDirectory() as temporary:
        path = options.file
        if path is None:
            make(Path(temporary), options.megabytes * 1_000_000, with_vw=False)
            path = Path(temporary) / "large.tsv"
        size = path.stat().st_size / 1e6
        print(f"{size:.0f} MB; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
        for way in options.ways:
            first: dict[str, Any] | None = None
            for n_workers in options.workers:
                row = measure(path, way, n_workers, options.bits, Path(temporary))
                row |= {"megabytes": size, "way": way}
                first = first or row
                _show(row, first)
                if options.rows is not None:
                    with options.rows.open("a") as file:
                        file.write(json.dumps(row) + "\n")


def measure(path: Path, way: str, n_workers: int, bits: int, scratch: Path) -> dict[str, Any]:
    """Train once, and return what it took."""
    told = {**WAYS[way], "hash_bits": bits, "calibration": "none"}
    with local_client(n_workers) as client, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine = MeasuringEngine(client)
        before, own, begun = engine.worker_seconds(), time.process_time(), time.monotonic()
        classifier = TextClassifier(**told).fit(path, engine=engine)
        seconds, own = time.monotonic() - begun, time.process_time() - own
        workers = [b - a for a, b in zip(before, engine.worker_seconds(), strict=True)]
        phases = {
            name: {"n": each.n, "seconds": each.seconds, "bytes": each.n_bytes}
            for name, each in engine.phases().items()
        }
    model = scratch / "model"
    classifier.save(model)
    return {
        "n_workers": n_workers,
        "seconds": seconds,
        "driver": own,
        "workers": workers,
        "busiest": max(workers) + own,
        "phases": phases,
        "n_cells": classifier.info_["n_features"],
        "model": hashlib.sha256(model.read_bytes()).hexdigest()[:12],
    }


def _show(row: dict[str, Any], first: dict[str, Any]) -> None:
    by_phase = ", ".join(
        f"{name} {each['n']} x {each['seconds'] / each['n']:.3f} s"
        for name, each in sorted(row["phases"].items(), key=lambda it: -it[1]["seconds"])[:4]
    )
    workers = " ".join(f"{each:.1f}" for each in row["workers"])
    print(
        f"{row['way']:7} {row['n_workers']} workers: {row['seconds']:6.1f} s "
        f"({first['seconds'] / row['seconds']:.2f} x), CPU seconds: here {row['driver']:.1f}, "
        f"workers {workers} ({first['busiest'] / row['busiest']:.2f} x by work); "
        f"{by_phase}; model {row['model']}",
        flush=True,
    )


if __name__ == "__main__":
    main()
