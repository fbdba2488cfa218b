"""From a file of texts to a logistic regression, by linguine's workers and by Spark MLlib.

    LINGUINE_DATA=path/to/data python -m benchmarks.many_machines.spark --spark path/to/python

`--spark` is a Python that has the package pyspark; Java 17 is needed, too. Both hash single words
to 20 bits and learn on two cores: Spark as its guide has it (RegexTokenizer, HashingTF, then
LogisticRegression by L-BFGS, with the rows in its cache), linguine by mixed passes, as it does
where nobody says. Compared is the time to a model as accurate on imdb's test texts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.streaming.large_file import make

BITS = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spark", required=True)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--file", type=Path, help="a folder with large.tsv and test.tsv")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = options.file or Path(temporary)
        if options.file is None:
            make(place, options.megabytes * 1_000_000, with_vw=False)
        size = (place / "large.tsv").stat().st_size / 1e6
        print(f"{size:.0f} MB; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
        ours = _linguine(place, Path(temporary), options)
        _show("linguine", ours)
        theirs = _spark(place, options)
        _show("spark", theirs)
        for name in ("seconds", "cpu"):
            print(f"{name}: {theirs[name] / ours[name]:.1f} times as fast")


def _show(name: str, found: dict[str, Any]) -> None:
    print(name, {key: round(value, 5) for key, value in found.items()}, flush=True)


def _run(command: list[str]) -> tuple[dict[str, Any], str]:
    """Return what a process and its children took, and its last line."""
    before, start = os.times(), time.monotonic()
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    after = os.times()
    cpu = sum(after[2:4]) - sum(before[2:4])
    lines = done.stdout.strip().splitlines()
    return {"seconds": time.monotonic() - start, "cpu": cpu}, lines[-1] if lines else ""


def _linguine(place: Path, scratch: Path, options: argparse.Namespace) -> dict[str, Any]:
    program = Path(__file__).with_name("linguine_program.py")
    told = [place / "large.tsv", place / "test.tsv", options.workers, BITS]
    took, line = _run([str(each) for each in (sys.executable, program, *told)])
    return {**took, **json.loads(line)}


def _spark(place: Path, options: argparse.Namespace) -> dict[str, Any]:
    program = Path(__file__).with_name("spark_program.py")
    told = [place / "large.tsv", place / "test.tsv", options.workers, BITS, options.iterations]
    took, line = _run([str(each) for each in (options.spark, program, *told)])
    return {**took, **json.loads(line)}


if __name__ == "__main__":
    main()
