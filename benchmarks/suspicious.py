"""Suspicious labels: of labels that were changed by lot, how many are among the least believed?

Changes 5 % of the labels and takes the 5 % of the texts that each way believes least:

check      what ``linguine check`` asks: several judges, several rounds
linguine   cleanlab's ranking by the held-out probabilities of one logistic regression of linguine
sklearn    cleanlab's ranking by those of scikit-learn's tf-idf and logistic regression

    LINGUINE_DATA=path/to/data python -m benchmarks.suspicious [SET:SEED ...]

in an environment that has linguine, scikit-learn and cleanlab. Seconds are of the processor, on
one thread. Choices are made on other seeds than those that are told by default.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from linguine import TextClassifier
from linguine.data import Documents, read_documents
from linguine.tasks.text.checking import find_doubts

ASKED = ("imdb:7", "ag_news_small:0", "ag_news_small:1")
SHARE, N_FOLDS = 0.05, 5

Codes = NDArray[np.int64]
Table = NDArray[np.float64]


def with_changed_labels(documents: Documents, seed: int) -> tuple[Documents, Codes]:
    """Return the documents with other labels, and whose label is another now."""
    labels = documents.label_set
    assert labels is not None
    generator = np.random.default_rng(seed)
    codes, n_labels = labels.codes.copy(), len(labels.names)
    changed = generator.choice(len(codes), int(SHARE * len(codes)), replace=False)
    codes[changed] += generator.integers(1, n_labels, len(changed)).astype(np.int32)
    return replace(documents, label_set=replace(labels, codes=codes % n_labels)), changed


def share_found(ranking: Codes, changed: Codes) -> float:
    """Return which share of the changed labels is among as many that come first."""
    return float(np.isin(changed, ranking[: len(changed)]).mean())


def by_check(documents: Documents) -> Codes:
    settings = {"algorithm": "auto", "seed": 0, "threads": 1}
    doubts = find_doubts(documents, settings, None)
    assert doubts is not None
    return doubts.ranking()


def by_linguine(documents: Documents) -> Codes:
    texts, labels = documents.texts.tolist(), np.array(documents.labels)

    def ask(train: Codes, rest: Codes) -> Table:
        model = TextClassifier("logistic", n_threads=1)
        model.fit([texts[i] for i in train], labels[train])
        return model.predict_proba([texts[i] for i in rest])

    return by_cleanlab(documents, ask)


def by_sklearn(documents: Documents) -> Codes:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    texts, labels = documents.texts.tolist(), np.array(documents.labels)

    def ask(train: Codes, rest: Codes) -> Table:
        model = make_pipeline(
            TfidfVectorizer(sublinear_tf=True), LogisticRegression(C=10, max_iter=1000)
        )
        model.fit([texts[i] for i in train], labels[train])
        return np.asarray(model.predict_proba([texts[i] for i in rest]))

    return by_cleanlab(documents, ask)


def by_cleanlab(documents: Documents, ask: Callable[[Codes, Codes], Table]) -> Codes:
    """Rank by held-out probabilities of folds that are drawn by lot; labels sorted by name."""
    from cleanlab.rank import get_label_quality_scores
    from sklearn.model_selection import StratifiedKFold

    _, gold = np.unique(np.array(documents.labels), return_inverse=True)
    table = np.empty((len(gold), int(gold.max()) + 1))
    for train, rest in StratifiedKFold(N_FOLDS, shuffle=True, random_state=0).split(gold, gold):
        table[rest] = ask(train, rest)
    return np.argsort(get_label_quality_scores(gold, table), kind="stable")


WAYS: dict[str, Callable[[Documents], Codes]] = {
    "check": by_check,
    "linguine": by_linguine,
    "sklearn": by_sklearn,
}


def main(asked: list[str]) -> None:
    for each in asked or ASKED:
        name, _, seed = each.partition(":")
        path = Path(os.environ["LINGUINE_DATA"]) / name / "train.tsv.gz"
        documents, changed = with_changed_labels(read_documents(path), int(seed or 0))
        for way, rank in WAYS.items():
            before = resource.getrusage(resource.RUSAGE_SELF)
            found = share_found(rank(documents), changed)
            after = resource.getrusage(resource.RUSAGE_SELF)
            used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
            print(f"{name:>15} {seed:>4}  {way:10} {found:.3f}  {used:6.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
