"""Promises and sets of labels: do they hold on texts that nobody has seen?

Draws training and test texts again from the two files of a data set, in the sizes that they have,
trains `svm` on each draw (features are found once for all draws; what a draw knows of them is
weighed anew) and asks the unseen texts:

- how often a share of right answers below the promise was seen, how often an exact test refutes
  the promise, and how many texts were answered;
- how many sets for a coverage of 90 % hold the right label, and how large they are; beside them
  adaptive sets (APS, RAPS) from the same held-out texts.

The first line of each data set is the draw of its files, by `TextClassifier` itself.

    LINGUINE_DATA=path/to/data python -m benchmarks.promises [DRAWS [SET ...]]
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from linguine import TextClassifier
from linguine.data import Examples, read_documents
from linguine.data.texts import as_texts
from linguine.errors import DataError
from linguine.features import Sites
from linguine.model.calibration import fit_calibrator
from linguine.model.concurrency import Resources
from linguine.model.conformal_sets import ConformalSets
from linguine.model.prediction import finite_bias, score_rows
from linguine.model.promise import find_promise
from linguine.tasks.text.fitting.held_out import choose_plan, held_out_scores

SETS = ("sms_spam", "ag_news_small", "20newsgroups", "amazon_books_text", "amazon_books", "imdb")
PRECISION, COVERAGE = 0.95, 0.9
#: Of RAPS: what a label costs from the third on.
PENALTY, FREE = 0.02, 2

Table = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Probabilities and right labels of held-out texts and of unseen ones."""

    held: Table
    held_gold: Codes
    test: Table
    test_gold: Codes


def find(name: str, part: str) -> Path:
    path = Path(os.environ["LINGUINE_DATA"]) / name / f"{part}.tsv"
    return path if path.exists() else path.with_name(f"{path.name}.gz")


class Draws:
    """One data set, whose features are found once."""

    def __init__(self, name: str) -> None:
        parts = [read_documents(find(name, part)) for part in ("train", "test")]
        self.sizes = [len(each) for each in parts]
        texts = [text for each in parts for text in each.texts.tolist()]
        labels = np.array([label for each in parts for label in each.labels or []])
        self.classes, gold = np.unique(labels, return_inverse=True)
        self.gold = gold.astype(np.int64)
        settings = TextClassifier("svm").settings
        self.recipe = settings.recipe()
        self.extractor = settings.extractor(self.recipe.weighting)
        self.counts = self.extractor.fit_counts(as_texts(texts), {}, None)
        n = len(gold)
        self.examples = Examples(np.arange(n), gold.astype(np.int32), np.ones(n))
        self.use = Resources(2, 0, None)

    def draw(self, seed: int) -> Drawn:
        n, n_labels = len(self.gold), len(self.classes)
        order = np.random.default_rng(seed).permutation(n)
        is_train = np.zeros(n, np.bool_)
        is_train[order[: self.sizes[0]]] = True
        train = self.examples.subset(is_train)
        plan = choose_plan(len(train))
        found = held_out_scores(self.recipe, self.weigh, train, n_labels, plan, self.use)
        calibrator = fit_calibrator(found.scores, found.gold, n_labels)
        sites = self.weigh(is_train)
        fitted = self.recipe.fit(sites, train, n_labels, self.use)
        scores = score_rows(sites, fitted.weights, finite_bias(fitted.bias), n_labels, 2)
        test = calibrator.probabilities(scores[~is_train].astype(np.float64))
        held = calibrator.probabilities(found.scores)
        return Drawn(held, found.gold.astype(np.int64), test, self.gold[~is_train])

    def weigh(self, known: NDArray[np.bool_]) -> Sites:
        whole = np.zeros(len(self.gold), np.bool_)
        whole[: len(known)] = known
        return self.extractor.weigh(self.counts, known_from=whole)


def mass(p: Table, penalty: float = 0.0) -> Table:
    """How much is at least as likely as each label, itself included; RAPS adds a price of ranks."""
    order = np.argsort(-p, axis=1, kind="stable")
    sums = np.cumsum(np.take_along_axis(p, order, axis=1), axis=1)
    sums += penalty * np.maximum(0, np.arange(1, p.shape[1] + 1) - FREE)
    found = np.empty_like(p)
    np.put_along_axis(found, order, sums, axis=1)
    return found


def adaptive(drawn: Drawn, penalty: float, seed: int) -> NDArray[np.bool_]:
    """Adaptive sets, whose last label is in or out by lot, as [Romano2020] has them."""
    random = np.random.default_rng(seed)
    held = mass(drawn.held, penalty) - random.random((len(drawn.held), 1)) * drawn.held
    test = mass(drawn.test, penalty) - random.random((len(drawn.test), 1)) * drawn.test
    misses = np.sort(held[np.arange(len(held)), drawn.held_gold])
    most: float = misses[int(np.ceil((len(misses) + 1) * COVERAGE)) - 1]
    return np.asarray(test <= most)


def covered(table: NDArray[np.bool_], gold: Codes) -> tuple[float, float]:
    return float(table[np.arange(len(gold)), gold].mean()), float(table.sum(axis=1).mean())


def judge_promise(drawn: Drawn) -> tuple[float, float, bool, bool] | None:
    """Share answered, share right of it, below the promise, refuted; None: not to be promised."""
    right = drawn.held.argmax(axis=1) == drawn.held_gold
    try:
        promise = find_promise(drawn.held.max(axis=1), right, PRECISION)
    except DataError:
        return None
    is_answered = drawn.test.max(axis=1) >= promise.threshold
    n_right = int((drawn.test.argmax(axis=1) == drawn.test_gold)[is_answered].sum())
    verdict = promise.judge(len(is_answered), int(is_answered.sum()), n_right)
    return (
        float(is_answered.mean()), float(verdict.precision or 1.0),
        verdict.is_below, verdict.is_refuted,
    )  # fmt: skip


def show_files(name: str) -> None:
    """The draw of the files, by what a user calls."""
    train, test = read_documents(find(name, "train")), read_documents(find(name, "test"))
    clf = TextClassifier("svm").fit(train)
    gold = np.searchsorted(clf.classes_, np.array(test.labels))
    sets = clf.predict_set(test, COVERAGE)
    hits = [clf.labels_[y] in each for y, each in zip(gold.tolist(), sets, strict=True)]
    size = np.mean([len(each) for each in sets])
    told = f"{name}: sets of the files cover {np.mean(hits):.3f} with {size:.2f} labels"
    try:
        clf = TextClassifier("svm", promise=PRECISION).fit(train)
    except DataError as error:
        print(f"{told}; {error}", flush=True)
        return
    verdict = clf.evaluate(test).verdict
    print(
        f"{told}; answers {verdict.n_answered / verdict.n:.3f}, of these right "
        f"{verdict.precision:.4f} (promised {PRECISION}, p = {verdict.p_value:.2g})",
        flush=True,
    )


def show_draws(name: str, n_draws: int) -> None:
    draws, start = Draws(name), time.process_time()
    found, sets = [], []
    for seed in range(n_draws):
        drawn = draws.draw(seed)
        found.append(judge_promise(drawn))
        plain = ConformalSets.of(drawn.held, drawn.held_gold)
        tables = [
            plain.sets(drawn.test, COVERAGE),
            plain.sets(drawn.test, COVERAGE, by_label=True),
            adaptive(drawn, 0.0, seed),
            adaptive(drawn, PENALTY, seed),
        ]
        sets.append([covered(each, drawn.test_gold) for each in tables])
    kept = np.array([each for each in found if each is not None])
    print(f"  {n_draws} draws, {time.process_time() - start:.0f} CPU s", flush=True)
    if len(kept):
        share, right, below, refuted = kept.T
        print(
            f"  promise {PRECISION}: made in {len(kept)}; answers {share.mean():.3f} of the texts, "
            f"of these right {right.mean():.4f}; below it in {int(below.sum())}, "
            f"refuted in {int(refuted.sum())}"
        )
    for how, column in zip(
        ("thresholds", "by label", "APS", "RAPS"), np.array(sets).transpose(1, 0, 2), strict=True
    ):
        share, size = column.T
        print(
            f"  sets, {how}: cover {share.mean():.3f} ({share.min():.3f} to {share.max():.3f}), "
            f"{size.mean():.2f} labels"
        )


def main(arguments: list[str]) -> None:
    warnings.simplefilter("ignore")
    n_draws = int(arguments[0]) if arguments else 100
    for name in arguments[1:] or SETS:
        show_files(name)
        if name != "amazon_books":  # bags, which are the texts of amazon_books_text
            show_draws(name, n_draws)


if __name__ == "__main__":
    main(sys.argv[1:])
