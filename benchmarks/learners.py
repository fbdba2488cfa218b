"""The measured columns of docs/lessons/5_learners.md: every learner of texts on the same words.

    LINGUINE_DATA=path/to/data python -m benchmarks.learners [DATA SET]

Prints a row for each learner: accuracy on the texts it learned from and on the test file, seconds
of the processor for the fit (one thread; reading words into features is most of it), and the
log-loss of the probabilities of a second fit that is calibrated. All else is the defaults; nothing
was tuned.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import numpy as np

from linguine import TextClassifier
from linguine.data import read_documents

_ALGORITHMS = (
    "naive-bayes", "bernoulli-naive-bayes", "perceptron", "mira", "logistic", "svm", "ridge",
    "nb-svm",
)  # fmt: skip


def main(name: str = "amazon_books_text") -> None:
    """Print the table."""
    folder = Path(os.environ["LINGUINE_DATA"], name)
    train, test = (_read(folder, part) for part in ("train", "test"))
    print("| learner | training | test | seconds | log-loss |\n|---|---|---|---|---|")
    for algorithm in _ALGORITHMS:
        start = time.process_time()
        clf = TextClassifier(algorithm, calibration="none", n_threads=1).fit(train)
        seconds = time.process_time() - start
        rates = [f"{100 * clf.score(part):.1f} %" for part in (train, test)]
        loss = _log_loss(algorithm, train, test)
        print(f"| {algorithm} | {rates[0]} | {rates[1]} | {seconds:.2f} | {loss} |")


def _read(folder: Path, part: str) -> object:
    plain = folder / f"{part}.tsv"
    return read_documents(plain if plain.exists() else folder / f"{part}.tsv.gz")


def _log_loss(algorithm: str, train: object, test: object) -> str:
    clf = TextClassifier(algorithm, n_threads=1).fit(train)
    shares = clf.predict_proba(test)
    places = {label: i for i, label in enumerate(clf.labels_)}
    gold = np.array([places[label] for label in test.labels])  # type: ignore[attr-defined]
    return f"{-np.log(np.maximum(shares[np.arange(len(gold)), gold], 1e-15)).mean():.2f}"


if __name__ == "__main__":
    main(*sys.argv[1:])
