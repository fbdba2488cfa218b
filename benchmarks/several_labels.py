"""Several labels per text: what one model costs from file to figures, beside scikit-learn.

On debian_tags (233 labels). linguine trains with `auto`, thresholds and probabilities included,
and judges the test file; scikit-learn makes tf-idf of words and pairs and fits LinearSVC once, one
label against the rest, with the threshold of 0 (its F1 is that of a user who stops there). Each
runs in a process of its own, one after the other; printed are CPU seconds, user and system, and the
figures.

    LINGUINE_DATA=path/to/data python -m benchmarks.several_labels [ALGORITHM ...]
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

RIVAL = """
import gzip, json, sys
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer
from sklearn.svm import LinearSVC

def read(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["text"] for row in rows], [row["labels"] for row in rows]

train, test, C = read(sys.argv[1]), read(sys.argv[2]), float(sys.argv[3])
vectorizer, labels = TfidfVectorizer(ngram_range=(1, 2)), MultiLabelBinarizer()
X, Y = vectorizer.fit_transform(train[0]), labels.fit_transform(train[1])
model = OneVsRestClassifier(LinearSVC(C=C)).fit(X, Y)
scores, gold = model.decision_function(vectorizer.transform(test[0])), labels.transform(test[1])
first = gold[np.arange(len(gold)), scores.argmax(axis=1)][gold.any(axis=1)]
found = {"micro_f1": f1_score(gold, scores > 0, average="micro", zero_division=0),
         "macro_f1": f1_score(gold, scores > 0, average="macro", zero_division=0),
         "precision_at_1": first.mean()}
print(json.dumps(found))
"""


def run(*arguments: str) -> tuple[dict[str, float], float]:
    """Return what a program says as JSON, if it does, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(said.stdout or "{}"), seconds


def show(name: str, found: dict[str, float], seconds: float) -> None:
    figures = ", ".join(
        f"{each} {found[each]:.4f}" for each in ("micro_f1", "macro_f1", "precision_at_1")
    )
    print(f"{name}: {figures}, {seconds:.1f} CPU s", flush=True)


def main(algorithms: list[str]) -> None:
    folder = Path(os.environ["LINGUINE_DATA"]) / "debian_tags"
    train, test = (str(folder / f"{part}.jsonl.gz") for part in ("train", "test"))
    for C in ("1", "4"):
        show(f"scikit-learn LinearSVC C={C}", *run("-c", RIVAL, train, test, C))
    with tempfile.TemporaryDirectory() as scratch:
        model = str(Path(scratch) / "model.linguine")
        for algorithm in algorithms or ["auto", "svm"]:
            command = ("-m", "linguine", "train", train, "--algorithm", algorithm)
            _, learning = run(*command, "--model", model, "--quiet")
            found, judging = run("-m", "linguine", "evaluate", model, test, "--json")
            show(f"linguine {algorithm}", found, learning + judging)


if __name__ == "__main__":
    main(sys.argv[1:])
