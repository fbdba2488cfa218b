"""Label trees beside one table of all labels: seconds, memory, speed and precision.

Trains on what `python -m benchmarks.extreme_labels` has made, in a process of its own for each
algorithm, and answers the test texts on one thread.

    python -m benchmarks.label_trees FOLDER [EVERY [ALGORITHM ...]]

EVERY keeps only every so many-th training text. Prints CPU seconds of reading and training (with
``calibration="none"``), peak memory, the size of the model, texts answered in a CPU second and
precision at 1, 3 and 5 on 10,000 test texts.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

_N_TEST, _BLOCK = 10_000, 500


def read(path: Path) -> tuple[list[str], list[list[str]]]:
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["text"] for row in rows], [row["labels"] for row in rows]


def measure(folder: str, every: str, algorithm: str) -> None:
    from linguine import TextClassifier

    texts, labels = read(Path(folder, "train.jsonl"))
    texts, labels = texts[:: int(every)], labels[:: int(every)]
    before = time.process_time()
    made = TextClassifier(algorithm, calibration="none", n_threads=1).fit(texts, labels)
    trained = time.process_time() - before
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    with tempfile.TemporaryDirectory() as place:
        made.save(f"{place}/model.linguine")
        size = Path(place, "model.linguine").stat().st_size / 1e6
    texts, labels = (each[:_N_TEST] for each in read(Path(folder, "test.jsonl")))
    found: list[list[Any]] = []
    seconds = 0.0
    for begin in range(0, len(texts), _BLOCK):
        before = time.process_time()
        scores = made.model_.scores(texts[begin : begin + _BLOCK])
        seconds += time.process_time() - before
        top = scores.labels[:, :5] if made.model_.is_tree else np.argsort(-scores, axis=1)[:, :5]
        found += top.tolist()
    names = made.labels_
    right = [[names[y] in gold for y in row] for row, gold in zip(found, labels, strict=True)]
    at = ", ".join(f"{np.mean([row[:k] for row in right]):.4f}" for k in (1, 3, 5))
    print(
        f"{algorithm}: {len(names):,} labels, {trained:.1f} CPU s, {memory:.0f} MB, model "
        f"{size:.1f} MB, {len(texts) / seconds:,.0f} texts/s, precision at 1, 3, 5: {at}",
        flush=True,
    )


def main(folder: str, every: str = "1", *algorithms: str) -> None:
    for each in algorithms or ("label-tree",):
        subprocess.run(
            [sys.executable, "-m", "benchmarks.label_trees", "--one", folder, every, each],
            check=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(*sys.argv[2:5])
    else:
        main(*sys.argv[1:])
