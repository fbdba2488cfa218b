"""Held-out scores are those of a model that has never seen the text, and so is the estimate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linguine import TextClassifier
from linguine.data import Examples
from linguine.data.examples import assign_folds
from linguine.features import CharNgrams, Extractor, Sites, WordNgrams
from linguine.model.concurrency import Resources
from linguine.tasks.text.fitting.held_out import HeldOut, Plan, choose_plan, held_out_scores
from linguine.tasks.text.fitting.recipe import make_recipe

from ..features.extraction import dense
from ..tasks.synthetic import LABELS, LEARNING, WORDS, Corpus, corpus

USE = Resources(n_threads=2, seed=0)


def examples_of(data: Corpus) -> Examples:
    gold = np.array([LABELS.index(each) for each in data.labels], np.int32)
    return Examples(np.arange(len(gold)), gold, np.ones(len(gold)))


def weigher(extractor: Extractor, texts: list[str]) -> Callable[[NDArray[np.bool_]], Sites]:
    counts = extractor.fit_counts(texts)
    return lambda known: extractor.weigh(counts, known_from=known)


def scores_by_hand(
    algorithm: str, options: dict[str, Any], data: Corpus, n_labels: int, n_folds: int
) -> NDArray[np.float64]:
    """Read the texts of each fold again, with an extractor that knows only the others."""
    examples, recipe = examples_of(data), make_recipe(algorithm, options)
    folds = assign_folds(examples, n_folds=n_folds)
    scores = []
    for fold in range(n_folds):
        train, rest = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        extractor = Extractor(
            WordNgrams(1, 2), values=recipe.weighting.values, normalize=recipe.weighting.normalize
        )
        sites = extractor.fit_transform(data.take(train).texts)
        own = Examples(np.arange(len(train)), examples.gold[train], np.ones(len(train)))
        fitted = recipe.fit(sites, own, n_labels, USE)
        rows = extractor.transform(data.take(rest).texts)
        n_columns = 1 if n_labels == 2 else n_labels
        theta = fitted.weights[:, :n_columns].astype(np.float64)
        scores.append(dense(rows) @ theta + fitted.bias[:n_columns])
    return np.concatenate(scores)


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("algorithm", ["svm", "logistic", "ridge"])
def test_a_fold_is_scored_by_a_model_that_has_never_seen_it(algorithm: str, n_labels: int) -> None:
    data = corpus(60, n_labels)
    options: dict[str, Any] = {"tolerance": 1e-7, "max_iterations": 20_000}
    recipe = make_recipe(algorithm, options)
    extractor = Extractor(WordNgrams(1, 2))
    ours = held_out_scores(
        recipe, weigher(extractor, data.texts), examples_of(data), n_labels, Plan(4, 4), USE
    )
    expected = scores_by_hand(algorithm, options, data, n_labels, 4)
    np.testing.assert_allclose(ours.scores, expected, atol=1e-3)  # two runs of a learner


def test_every_row_is_held_out_once() -> None:
    data = corpus(60)
    extractor = Extractor(WordNgrams())
    held = held_out_scores(
        make_recipe("naive-bayes", {}), weigher(extractor, data.texts), examples_of(data), 3,
        Plan(5, 5), USE,
    )  # fmt: skip
    assert held.scores.shape == (60, 3)
    assert np.bincount(held.gold).tolist() == [20, 20, 20]


def test_fewer_fits_hold_out_fewer_rows() -> None:
    data = corpus(60)
    extractor = Extractor(WordNgrams())
    held = held_out_scores(
        make_recipe("naive-bayes", {}), weigher(extractor, data.texts), examples_of(data), 3,
        Plan(5, 2), USE,
    )  # fmt: skip
    assert len(held.gold) == 24
    assert str(Plan(5, 2)) == "2 of 5 folds"


def test_accuracy_is_weighted() -> None:
    held = HeldOut(np.array([[-1.0], [2.0], [3.0]]), np.array([0, 1, 0]), np.array([1.0, 1.0, 2.0]))
    assert held.accuracy(2) == 0.5


def test_large_data_are_held_out_once() -> None:
    assert choose_plan(1_000) == Plan(5, 5)
    assert choose_plan(1_000_000).n_fits == 1


@pytest.mark.parametrize("share", [0.2, 0.4])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_the_estimate_is_near_the_accuracy_on_new_texts(algorithm: str, share: float) -> None:
    train, test = corpus(240, share=share), corpus(600, seed=7, share=share)
    clf = TextClassifier(algorithm).fit(train.texts, train.labels)
    # Two standard errors of 240 texts are .06; four fifths of the texts cost a little more.
    assert abs(clf.info_["estimated_accuracy"] - clf.score(test.texts, test.labels)) < 0.09


@pytest.mark.parametrize("features", [WordNgrams(1, 2), CharNgrams(2, 4)], ids=["words", "chars"])
@pytest.mark.parametrize("algorithm", LEARNING)
def test_labels_without_reason_are_estimated_at_chance(algorithm: str, features: Any) -> None:
    """Nothing of a held-out text may leak: not its words, its idf, nor its naive-Bayes weight."""
    random = np.random.default_rng(5)
    texts = [" ".join([*random.choice(WORDS, 8), f"only{i}"]) for i in range(160)]
    labels = random.permutation(["a", "b"] * 80)
    clf = TextClassifier(algorithm, features=features).fit(texts, labels)
    # Three standard errors of 160 coins are .12; auto takes the best of eight of them.
    assert abs(clf.info_["estimated_accuracy"] - 0.5) < 0.13
