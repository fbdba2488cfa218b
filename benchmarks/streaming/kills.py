"""Kills: a streamed training is killed at random moments, goes on, and must end in the same bytes.

Texts, tokens and trees; --only names some of the cases by a part of their names.

LINGUINE_DATA=path/to/data python -m benchmarks.streaming.kills [--megabytes 20] [--kills 20]
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.streaming.large_file import make


@dataclass(frozen=True)
class Case:
    """A training: which of the large files it learns from, and how."""

    name: str
    file: str
    told: tuple[str, ...]


TEXTS, TOKENS, TREES = "large.tsv", "large.conll", "large.conllu"
CASES = (
    Case(
        "logistic, hashed",
        TEXTS,
        ("--algorithm", "logistic", "--hash-bits", "18", "--epochs", "4"),
    ),
    Case(
        "logistic, L-BFGS",
        TEXTS,
        (
            *("--algorithm", "logistic", "--hash-bits", "16"),
            *("--max-iterations", "12", "--tolerance", "1e-9"),
        ),
    ),
    Case(
        "perceptron, exact",
        TEXTS,
        ("--algorithm", "perceptron", "--min-df", "3", "--epochs", "3"),
    ),
    Case("naive-bayes, exact", TEXTS, ("--algorithm", "naive-bayes")),
    Case(
        "tagger, mira",
        TOKENS,
        ("--columns", "w,pos,tag", "--algorithm", "mira", "--min-count", "2", "--epochs", "3"),
    ),
    Case(
        "tagger, L-BFGS",
        TOKENS,
        (
            *("--columns", "w,pos,tag", "--algorithm", "crf", "--min-count", "3"),
            *("--max-iterations", "6", "--tolerance", "1e-9"),
        ),
    ),
    Case("parser, mira", TREES, ("--shared-bits", "18", "--relation-bits", "12", "--epochs", "2")),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=20)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    cases = [case for case in CASES if options.only in case.name]
    draw = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        makers = {TEXTS: _make_texts, TOKENS: _make_tokens, TREES: _make_trees}
        for name in {case.file for case in cases}:
            makers[name](place / name, options.megabytes * 1_000_000)
        n_right = n_killed = n_left = 0
        for case in cases:
            model, undisturbed = place / "model.linguine", place / "undisturbed.linguine"
            start = time.monotonic()
            _train(place / case.file, undisturbed, case.told).wait()
            lasts = time.monotonic() - start
            for i in range(-(-options.kills // len(cases))):
                process = _train(place / case.file, model, case.told)
                # A second kill while it goes on, every other time.
                for _ in range(1 + i % 2):
                    time.sleep(draw.uniform(0.1, 0.95) * lasts)
                    n_killed += process.poll() is None
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    process = _train(place / case.file, model, case.told)
                code = process.wait()
                is_right = code == 0 and model.read_bytes() == undisturbed.read_bytes()
                n_right += is_right
                left = [each.name for each in place.iterdir() if "checkpoint" in each.name]
                n_left += len(left)
                print(f"{case.name}: trial {i}, code {code}, same bytes {is_right}, left {left}")
                model.unlink(missing_ok=True)
        print(f"killed while it ran: {n_killed}; same bytes: {n_right}; folders left: {n_left}")


def _make_texts(path: Path, n_bytes: int) -> None:
    make(path.parent, n_bytes, with_vw=False)


def _make_tokens(path: Path, n_bytes: int) -> None:
    _repeat(path, n_bytes, "conll2000/train.conll.gz")


def _make_trees(path: Path, n_bytes: int) -> None:
    _repeat(path, n_bytes, "ud_english_ewt/train.conllu.gz")


def _repeat(path: Path, n_bytes: int, name: str) -> None:
    """Write the sentences of a corpus again and again, in another order each time."""
    with gzip.open(Path(os.environ["LINGUINE_DATA"]) / name, "rt") as file:
        sentences = file.read().strip().split("\n\n")
    draw = random.Random(0)
    with path.open("w") as file:
        while file.tell() < n_bytes:
            draw.shuffle(sentences)
            n_left = n_bytes - file.tell()
            for sentence in sentences:
                n_left -= file.write(f"{sentence}\n\n")
                if n_left <= 0:
                    break


def _train(path: Path, model: Path, told: tuple[str, ...]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "linguine", "train", str(path), "--model", str(model), "-q"]
    warned = {**os.environ, "PYTHONWARNINGS": "ignore"}
    return subprocess.Popen(
        [*command, "--checkpoint", "every=0.2s", *told], env=warned, stderr=subprocess.DEVNULL
    )


if __name__ == "__main__":
    main()
