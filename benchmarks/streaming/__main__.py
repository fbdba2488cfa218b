"""A file larger than the memory allowed, beside Vowpal Wabbit: speed, memory, accuracy.

    LINGUINE_DATA=path/to/data python -m benchmarks.streaming --vw path/to/python [--megabytes 2000]

`--vw` is a Python that has the package vowpalwabbit; without it linguine runs alone. `--file` names
a folder that benchmarks/streaming/large_file.py has written; else one is made among temporary files
and removed. Every process is measured from outside: its seconds, those of the processor, its peak;
with `--repeats` the two take turns, and the least seconds of each are told.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.streaming.large_file import make

BITS = "20"


def run(command: list[str]) -> tuple[float, float, float]:
    """Return seconds, seconds of the processor, and the peak in MB."""
    start = time.monotonic()
    process = os.posix_spawn(command[0], command, os.environ)
    _, status, used = os.wait4(process, 0)
    if status:
        raise RuntimeError(f"{' '.join(command)} failed")
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=2000)
    parser.add_argument("--vw")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--epochs", type=int, nargs="*", default=[1, 3])
    parser.add_argument("--repeats", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = options.file or Path(temporary)
        if options.file is None:
            make(place, options.megabytes * 1_000_000, with_vw=options.vw is not None)
        megabytes = (place / "large.tsv").stat().st_size / 1e6
        print(f"{megabytes:.0f} MB; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for epochs in options.epochs:
            ours, theirs = [], []
            for _ in range(options.repeats):
                ours.append(_linguine(place, Path(temporary), epochs))
                if options.vw:
                    theirs.append(_vowpal_wabbit(options.vw, place, Path(temporary), epochs))
            _report(f"linguine, {epochs} passes", _least(ours), megabytes)
            if theirs:
                _report(f"vowpal wabbit, {epochs} passes", _least(theirs), megabytes)


def _least(found: list[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    """Return the least of the seconds and of the peaks; the accuracy is always the same."""
    seconds, cpu, peak, accuracy = zip(*found, strict=True)
    return min(seconds), min(cpu), min(peak), accuracy[0]


def _report(name: str, found: tuple[float, float, float, float], megabytes: float) -> None:
    seconds, cpu, peak, accuracy = found
    print(
        f"{name:24} {seconds:7.1f} s {megabytes / seconds:6.1f} MB/s, {cpu:6.1f} s of the "
        f"processor ({megabytes / cpu:.0f} MB/s a core), peak {peak:.0f} MB, "
        f"accuracy {accuracy:.4f}",
        flush=True,
    )


def _linguine(place: Path, scratch: Path, epochs: int) -> tuple[float, float, float, float]:
    from linguine import TextClassifier

    model = scratch / "model.linguine"
    told = ["--algorithm", "logistic", "--hash-bits", BITS, "--epochs", str(epochs), "-q"]
    found = run(
        [
            sys.executable,
            "-m",
            "linguine",
            "train",
            str(place / "large.tsv"),
            *told,
            "--memory",
            "400MB",
            "--model",
            str(model),
        ]
    )
    return *found, TextClassifier.load(model).score(str(place / "test.tsv"))


def _vowpal_wabbit(
    python: str, place: Path, scratch: Path, epochs: int
) -> tuple[float, float, float, float]:
    model, predicted = scratch / "model.vw", scratch / "predicted"
    vw = [python, "-m", "vowpalwabbit", "--quiet"]
    told = ["--binary", "--loss_function", "logistic", "--ngram", "2", "-b", BITS]
    if epochs > 1:
        told += ["--passes", str(epochs), "--holdout_off", "--cache_file", str(scratch / "cache")]
    found = run([*vw, "-d", str(place / "large.vw"), *told, "-f", str(model)])
    run([*vw, "-t", "-i", str(model), "-d", str(place / "test.vw"), "-p", str(predicted)])
    gold = [line.split(" ", 1)[0] for line in (place / "test.vw").open(encoding="utf-8")]
    answers = predicted.read_text().split()
    right = sum(float(g) == float(a) for g, a in zip(gold, answers, strict=True))
    return *found, right / len(gold)


if __name__ == "__main__":
    main()
