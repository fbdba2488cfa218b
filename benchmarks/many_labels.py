"""Many labels with few texts each: what `auto` costs where every label is a fit of its own.

Makes two sets of single labels of debian_tags (several labels a text). `rare`: of the 200 most
frequent labels, from the rarest on, each takes the first 30 training texts that have it and are not
taken; a test text has the rarest of its labels. `short`: the same of 50 labels and 100 texts, cut
to ten words, the length of a question. Then trains and judges, in one process each, and prints
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
from dataclasses import dataclass
from pathlib import Path

Row = tuple[str, str]  # label, text


@dataclass(frozen=True)
class Size:
    """How many labels, texts of each in training, and words of a text; None is all."""

    n_labels: int
    n_texts: int
    n_words: int | None = None


SETS = {"rare": Size(200, 30), "short": Size(50, 100, 10)}


def read(path: Path) -> list[tuple[str, list[str]]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [(" ".join(row["text"].split()), row["labels"]) for row in rows]


def one_label_each(
    train: list[tuple[str, list[str]]], test: list[tuple[str, list[str]]], size: Size
) -> tuple[list[Row], list[Row]]:
    counts = Counter(label for _, labels in train for label in labels)
    kept = sorted(counts, key=lambda label: (-counts[label], label))[: size.n_labels]
    rarest_first = kept[::-1]
    label_of: dict[int, str] = {}
    for label in rarest_first:
        having = (i for i, (_, labels) in enumerate(train) if label in labels)
        free = [i for i in having if i not in label_of]
        label_of |= dict.fromkeys(free[: size.n_texts], label)
    learned = [(label, cut(train[i][0], size)) for i, label in sorted(label_of.items())]
    place = {label: i for i, label in enumerate(rarest_first)}
    judged = []
    for text, labels in test:
        if known := [label for label in labels if label in place]:
            judged.append((min(known, key=place.__getitem__), cut(text, size)))
    return learned, judged


def cut(text: str, size: Size) -> str:
    return " ".join(text.split()[: size.n_words])


def make(name: str, data: Path) -> tuple[list[Row], list[Row]]:
    """Return training and test rows of a set."""
    folder = data / "debian_tags"
    parts = [read(folder / f"{part}.jsonl.gz") for part in ("train", "test")]
    return one_label_each(parts[0], parts[1], SETS[name])


def write(path: Path, rows: Iterable[Row]) -> None:
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
    for name in SETS:
        learned, judged = make(name, Path(os.environ["LINGUINE_DATA"]))
        n_labels = len({label for label, _ in learned})
        print(f"{name}: {len(learned)} texts of {n_labels} labels, {len(judged)} to judge by")
        with tempfile.TemporaryDirectory() as folder:
            judge(Path(folder), learned, judged, algorithms or ["svm", "auto"])


def judge(folder: Path, learned: list[Row], judged: list[Row], algorithms: list[str]) -> None:
    train, test, model = (folder / x for x in ("train.tsv", "test.tsv", "model.linguine"))
    write(train, learned)
    write(test, judged)
    for algorithm in algorithms:
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
