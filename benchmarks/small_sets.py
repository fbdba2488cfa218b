"""Few short texts: does `auto` ever lose against the plain `svm`?

Draws training sets of up to six labels and 100 to 1,000 texts, cut to twelve words, from the
training files of several data sets, trains both on each and judges them on up to 3,000 texts of the
same file that were not drawn. Prints the mean difference of accuracy in points over the draws, its
95 % interval (Student's t) and the worst draw, and the calibration error and CPU seconds of both.

    LINGUINE_DATA=path/to/data python -m benchmarks.small_sets [DRAWS [SET ...]]
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TextIO

import numpy as np
from scipy.stats import t as student

from linguine import TextClassifier

SIZES = (100, 300, 1000)
N_WORDS, N_LABELS, N_JUDGED = 12, 6, 3000
#: A label has so many texts in its file, or it is not drawn.
FEWEST = 150

Texts = list[str]
Labels = list[str]


@contextmanager
def open_text(*parts: str) -> Iterator[TextIO]:
    path = Path(os.environ["LINGUINE_DATA"]).joinpath(*parts)
    if not path.exists():
        path = path.with_name(path.name + ".gz")
    if path.suffix != ".gz":
        with path.open(encoding="utf-8") as lines:
            yield lines
    else:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield lines


def cut(text: str) -> str:
    return " ".join(text.split()[:N_WORDS])


def tab_separated(name: str) -> tuple[Texts, Labels]:
    with open_text(name, "train.tsv") as lines:
        rows = [line.rstrip("\n").split("\t", 1) for line in lines][1:]
    return [cut(text) for _, text in rows], [label for label, _ in rows]


def packages() -> tuple[Texts, Labels]:
    """Descriptions of packages by the rarest of their tags."""
    with open_text("debian_tags", "train.jsonl") as lines:
        rows = [json.loads(line) for line in lines]
    counts = Counter(label for row in rows for label in row["labels"])
    rarest = [min(row["labels"], key=lambda y: (counts[y], y)) for row in rows]
    return [cut(row["text"]) for row in rows], rarest


def genres() -> tuple[Texts, Labels]:
    """Sentences of a treebank by the kind of page they are from."""
    texts, labels, genre = [], [], ""
    with open_text("ud_english_ewt", "train.conllu") as lines:
        for line in lines:
            if line.startswith("# sent_id = "):
                genre = line[12:].split("-")[0]
            elif line.startswith("# text = ") and len(line.split()) >= 8:
                texts.append(cut(line[9:]))
                labels.append(genre)
    return texts, labels


POOLS: dict[str, Callable[[], tuple[Texts, Labels]]] = {
    "20newsgroups": partial(tab_separated, "20newsgroups"),
    "ag_news_small": partial(tab_separated, "ag_news_small"),
    "debian_tags": packages,
    "ewt_genres": genres,
    "imdb": partial(tab_separated, "imdb"),
    "sms_spam": partial(tab_separated, "sms_spam"),
}


@cache
def pool(name: str) -> tuple[Texts, Labels]:
    return POOLS[name]()


@dataclass(frozen=True)
class Outcome:
    accuracy: float
    calibration_error: float
    seconds: float  # of fit


def compare(name: str, size: int, seed: int) -> tuple[Outcome, Outcome]:
    """Return what the plain SVM and `auto` make of one draw."""
    texts, labels = pool(name)
    generator = np.random.default_rng(seed)
    counts = Counter(labels)
    large = sorted(label for label in counts if counts[label] >= FEWEST)
    some = set(generator.permutation(large)[:N_LABELS].tolist())
    order = generator.permutation([i for i, label in enumerate(labels) if label in some])
    parts = sorted(order[:size].tolist()), order[size : size + N_JUDGED].tolist()
    learned, judged = (([texts[i] for i in part], [labels[i] for i in part]) for part in parts)
    outcomes = []
    for algorithm in ("svm", "auto"):
        start = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a label may have been drawn once
            clf = TextClassifier(algorithm).fit(*learned)
        seconds = time.process_time() - start
        found = clf.evaluate(*judged)
        outcomes.append(Outcome(found.accuracy, found.calibration_error or 0.0, seconds))
    return outcomes[0], outcomes[1]


def interval(gains: list[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    half = student.ppf(0.975, len(gains) - 1) * np.std(gains, ddof=1) / len(gains) ** 0.5
    return float(np.mean(gains)), float(half)


def main(n_draws: int, names: list[str]) -> None:
    every: list[float] = []
    for name in names or POOLS:
        for size in SIZES:
            runs = [compare(name, size, seed) for seed in range(n_draws)]
            gains = [100 * (auto.accuracy - svm.accuracy) for svm, auto in runs]
            mean, half = interval(gains)
            svm, auto = (
                np.mean([(r[i].accuracy, r[i].calibration_error, r[i].seconds) for r in runs], 0)
                for i in (0, 1)
            )
            print(
                f"{name:14} {size:5}: svm {svm[0]:.3f}, auto {mean:+5.2f} ± {half:.2f} points, "
                f"worst {min(gains):+.1f}; calibration error {svm[1]:.3f} {auto[1]:.3f}; "
                f"CPU s {svm[2]:.2f} {auto[2]:.2f}",
                flush=True,
            )
            every += gains
    mean, half = interval(every)
    print(f"all {len(every)} draws: {mean:+.2f} ± {half:.2f} points")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10, sys.argv[2:])
