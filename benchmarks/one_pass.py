"""From imdb's files to accuracy beside Vowpal Wabbit's single pass, in seconds of the processor.

    LINGUINE_DATA=path/to/data python -m benchmarks.one_pass --vw path/to/python [--bits 22]

`--vw` is a Python that has the package vowpalwabbit. Whole processes by turns, the least of each:
on a machine that others use, too, seconds of the processor tell more than those of the clock. Both
hash words and pairs of words to as many bits; Vowpal Wabbit reads text that was cut into words
beforehand.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.suites.process import Outcome, run_process
from benchmarks.suites.text.files import FILES

Steps = tuple[tuple[str, ...], ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vw", required=True)
    parser.add_argument("--bits", default="22")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    data = FILES / "imdb"
    if not (data / "done").exists():  # elsewhere: this process must stay small
        subprocess.run([sys.executable, "-m", "benchmarks.suites.text.files", "imdb"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        ways = _ways(options.vw, options.bits, data, Path(folder))
        least: dict[str, tuple[float, ...]] = {}
        printed = {}
        for _ in range(options.repeats):
            for name, steps in ways.items():
                found = [_run(step, Path(folder)) for step in steps]
                row = (
                    sum(each.processor_seconds for each in found),
                    sum(each.seconds for each in found),
                    max(each.peak_mb for each in found),
                )
                least[name] = tuple(map(min, row, least.get(name, row)))
                printed[name] = found[-1].printed
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for name, (processor, clock, peak) in least.items():
            text = printed[name]
            accuracy = _accuracy_of(data, Path(folder)) if name == "vowpal wabbit" else _read(text)
            seconds = f"{processor:5.2f} s of the processor, {clock:5.2f} s by the clock"
            print(f"{name:28} {seconds}, {peak:4.0f} MB, {accuracy:.4f}")


def _ways(vw: str, bits: str, data: Path, folder: Path) -> dict[str, Steps]:
    train, test = str(data / "train.tsv"), str(data / "test.tsv")
    ours = (sys.executable, "-m", "linguine")
    told = ("--algorithm", "svm", "--ngrams", "2", "--hash-bits", bits, "--calibration", "none")
    told += ("--model", str(folder / "model.linguine"))
    theirs = (vw, "-m", "vowpalwabbit", "--quiet")
    options = ("--binary", "--loss_function", "logistic", "--ngram", "2", "-b", bits)
    model, predicted = str(folder / "model.vw"), str(folder / "predicted")
    return {
        "vowpal wabbit": (
            (*theirs, "-d", str(data / "train.vw"), *options, "-f", model),
            (*theirs, "-t", "-i", model, "-d", str(data / "test.vw"), "-p", predicted),
        ),
        "linguine, 1 thread": (
            (*ours, "train", train, *told, "--dev", test, "--json", "--threads", "1"),
        ),
        "linguine, 2 threads": (
            (*ours, "train", train, *told, "--dev", test, "--json", "--threads", "2"),
        ),
        "linguine, two processes": (
            (*ours, "train", train, *told, "-q", "--threads", "2"),
            (*ours, "evaluate", str(folder / "model.linguine"), test, "--json"),
        ),
    }


def _run(command: tuple[str, ...], folder: Path) -> Outcome:
    return run_process(command, folder=folder, environment=dict(os.environ), timeout=600)


def _read(printed: str) -> float:
    found = json.loads(printed)
    return float(found.get("dev", found)["accuracy"])


def _accuracy_of(data: Path, folder: Path) -> float:
    gold = (data / "test.numbers").read_text().split()
    found = (folder / "predicted").read_text().split()
    return sum(float(g) == float(f) for g, f in zip(gold, found, strict=True)) / len(gold)


if __name__ == "__main__":
    main()
