"""Calibration: how far probabilities are from what happens, and how much of that luck and time are.

For each data set and algorithm, the calibration error (ECE)

- of its test file, beside what luck alone gives a model that is right as often as it says;
- of draws: training and test texts are drawn anew from both files, in the sizes that they have,
  so that neither is later than the other; the mean, what luck alone gives on average, and the error
  of the answers of all draws together, in which there is less luck.

    LINGUINE_DATA=path/to/data python -m benchmarks.calibration [DRAWS [SET ...]]

``demo`` is the help desk that comes with linguine.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from linguine import TextClassifier
from linguine.data import Documents, read_documents
from linguine.reports.text.calibration_error import calibration_error, error_by_chance
from linguine.tasks.text.demo import split_corpus

SETS = ("demo", "20newsgroups", "imdb")
ALGORITHMS = (
    "auto", "naive-bayes", "bernoulli-naive-bayes", "perceptron", "mira", "svm", "logistic",
    "ridge", "nb-svm",
)  # fmt: skip

Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Answers:
    """How sure answers are, and which are right."""

    confidence: NDArray[np.float64]
    right: NDArray[np.bool_]

    def tell(self) -> str:
        luck = error_by_chance(self.confidence)
        error = calibration_error(self.confidence, self.right)
        return f"{error:.3f} (luck {luck.mean:.3f}, up to {luck.up_to:.3f})"


class Texts:
    """The texts of two files, the ones to learn from first."""

    def __init__(self, train: Documents, test: Documents) -> None:
        self.texts = [*train.texts.tolist(), *test.texts.tolist()]
        self.labels = np.array([*(train.labels or ()), *(test.labels or ())])
        self.n_train = len(train)

    def answer(self, algorithm: str, order: Codes) -> Answers:
        train, test = order[: self.n_train], order[self.n_train :]
        model = TextClassifier(algorithm).fit([self.texts[i] for i in train], self.labels[train])
        table = model.predict_proba([self.texts[i] for i in test])
        answered = np.asarray(model.classes_)[table.argmax(axis=1)]
        return Answers(table.max(axis=1), answered == self.labels[test])


def read(name: str) -> Texts:
    if name != "demo":
        folder = Path(os.environ["LINGUINE_DATA"]) / name
        paths = [next(folder.glob(f"{part}.tsv*")) for part in ("train", "test")]
        return Texts(read_documents(paths[0]), read_documents(paths[1]))
    with tempfile.TemporaryDirectory() as folder_name:
        made: dict[str, Path] = {}

        def write(file: str, lines: list[str]) -> None:
            made[file] = Path(folder_name) / file
            made[file].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

        split_corpus(write)
        return Texts(read_documents(made["train.tsv"]), read_documents(made["test.tsv"]))


def main(asked: list[str]) -> None:
    n_draws = int(asked[0]) if asked else 10
    for name in asked[1:] or SETS:
        texts = read(name)
        n = len(texts.texts)
        for algorithm in ALGORITHMS:
            print(f"{name:>13}  {algorithm:22} file {texts.answer(algorithm, np.arange(n)).tell()}")
            orders = [np.random.default_rng(seed).permutation(n) for seed in range(n_draws)]
            drawn = [texts.answer(algorithm, order) for order in orders]
            if not drawn:
                continue
            mean = np.mean([calibration_error(each.confidence, each.right) for each in drawn])
            luck = np.mean([error_by_chance(each.confidence).mean for each in drawn])
            together = Answers(
                np.concatenate([each.confidence for each in drawn]),
                np.concatenate([each.right for each in drawn]),
            )
            print(
                f"{'':>13}  {'':22} draws {mean:.3f} (luck {luck:.3f}), together {together.tell()}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
