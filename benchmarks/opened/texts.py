"""fastText's classifiers, asked by fastText and by linguine."""

from __future__ import annotations

import csv
import gzip
import json
import os
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.opened.cases import CASES, N_TRAIN, N_TURNS, Original, Row
from benchmarks.opened.cells import SAME, over_an_edge
from linguine import TextClassifier
from linguine.compat import fasttext


def compare(name: str, folder: Path) -> Row:
    """Train a case with fastText, and compare."""
    case, model = CASES[name], folder / f"{name}.bin"
    train, test = (folder / f"{case.data}.{part}" for part in ("train", "test"))
    for part in (train, test):
        if not part.exists():
            _write_lines(Path(os.environ["LINGUINE_DATA"]) / case.data, part)
    told = json.dumps({"training": {**case.options, **case.training}, "quantised": case.quantised})
    answers = folder / f"{name}.json"
    paths = [str(each) for each in (train, test, model, answers)]
    original = Original("original_fasttext.py", [*paths, told])
    try:
        wanted = json.loads(answers.read_text(encoding="utf-8"))
        texts = [line.split(" ", 1)[1] for line in test.read_text("utf-8").split("\n")[:-1]]
        clf = fasttext.load(model, n_threads=1)
        probabilities, labels = clf.predict_proba(texts), clf.predict(texts)
        times = [(original.seconds(), _seconds(clf, texts)) for _ in range(N_TURNS)]
    finally:
        original.close()
    place = {f"__label__{label}": i for i, label in enumerate(clf.labels_)}
    theirs = np.array([[p for _, p in sorted((place[y], p) for p, y in row)] for row in wanted])
    n_differ = sum(
        f"__label__{label}" not in [y for p, y in there if p == max(p for p, _ in there)]
        for label, there in zip(labels, wanted, strict=True)
    )
    differences = np.abs(probabilities - theirs)
    at_edges = over_an_edge(model, clf, texts, theirs, differences > SAME)
    their_time, our_time = (min(column) for column in zip(*times, strict=True))
    largest, n_at_edges = float(differences[~at_edges].max()), int(at_edges.sum())
    return Row(len(texts), n_differ, largest, their_time, our_time, differences.size, n_at_edges)


def _seconds(clf: TextClassifier, texts: list[str]) -> float:
    begin = time.process_time()
    clf.predict_proba(texts)
    return time.process_time() - begin


def _write_lines(folder: Path, target: Path) -> None:
    """Write a set as fastText reads it, one line a text, shuffled; of training enough to differ."""
    part = target.suffix[1:]
    path = next(folder.glob(f"{part}.*"))
    opener = gzip.open if path.suffix == ".gz" else open
    csv.field_size_limit(sys.maxsize)
    with opener(path, "rt", encoding="utf-8", newline="") as lines:  # type: ignore[operator]
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    order = np.random.default_rng(0).permutation(len(rows))
    if part == "train":
        order = order[:N_TRAIN]
    with target.open("w", encoding="utf-8") as out:
        for i in order:
            label, text = rows[i]["label"], " ".join(rows[i]["text"].split())
            out.write(f"__label__{label.replace(' ', '_')} {text}\n")
