"""Many labels with few texts each: what `auto` costs where every label is a fit of its own.

Makes a set of single labels of debian_tags (several labels a text): of the 200 most frequent
labels, from the rarest on, each takes the first 30 training texts that have it and are not taken;
a test text has the rarest of its labels. Then trains and judges, in one process each, and prints
accuracy, CPU seconds and peak memory of the whole `linguine train`.

    LINGUINE_DATA=path/to/data python -m benchmarks.many_labels [ALGORITHM ...]
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

N_LABELS, N_TEXTS = 200, 30


def read(path: Path) -> list[tuple[str, list[str]]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [(" ".join(row["text"].split()), row["labels"]) for row in rows]


def one_label_each(
    train: list[tuple[str, list[str]]], test: list[tuple[str, list[str]]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    counts = Counter(label for _, labels in train for label in labels)
    kept = sorted(counts, key=lambda label: (-counts[label], label))[:N_LABELS]
    rarest_first = kept[::-1]
    label_of: dict[int, str] = {}
    for label in rarest_first:
        having = (i for i, (_, labels) in enumerate(train) if label in labels)
        free = [i for i in having if i not in label_of]
        label_of |= dict.fromkeys(free[:N_TEXTS], label)
    learned = [(label, train[i][0]) for i, label in sorted(label_of.items())]
    place = {label: i for i, label in enumerate(rarest_first)}
    judged = []
    for text, labels in test:
        if known := [label for label in labels if label in place]:
            judged.append((min(known, key=place.__getitem__), text))
    return learned, judged


def write(path: Path, rows: Iterable[tuple[str, str]]) -> None:
    lines = ["label\ttext", *("\t".join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(*arguments: str) -> tuple[str, float, float]:
    """Return what a command says, its CPU seconds and its peak memory in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "linguine", *arguments]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return said, seconds, after.ru_maxrss / 1024


def main(algorithms: list[str]) -> None:
    data = Path(os.environ["LINGUINE_DATA"]) / "debian_tags"
    learned, judged = one_label_each(*(read(data / f"{x}.jsonl.gz") for x in ("train", "test")))
    print(f"{len(learned)} texts of {len({label for label, _ in learned})} labels, {len(judged)}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        train, test, model = (folder / x for x in ("train.tsv", "test.tsv", "model.linguine"))
        write(train, learned)
        write(test, judged)
        for algorithm in algorithms or ["svm", "auto"]:
            _, seconds, memory = run(
                "train", str(train), "--algorithm", algorithm, "--model", str(model), "--quiet"
            )
            said, _, _ = run("evaluate", str(model), str(test), "--json")
            found = json.loads(said)
            print(
                f"{algorithm}: accuracy {found['accuracy']:.4f}, "
                f"calibration error {found['calibration_error']:.3f}, "
                f"{seconds:.1f} CPU s, {memory:.0f} MB",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
