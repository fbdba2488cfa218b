"""Tuning: what is shared scores as what is fitted anew, and whatever ends it leaves an answer."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

import linguine
from linguine import (
    DataError,
    DataWarning,
    DependencyParser,
    LogisticRegression,
    ParameterError,
    Tagger,
    TextClassifier,
    TextRegressor,
    tune,
)
from linguine.data import Documents, Sentences, read_documents, read_sentences
from linguine.features import CharNgrams, WordNgrams
from linguine.reports.tuning import Tuning
from linguine.tasks.tuning.answers import judge_answers
from linguine.tasks.tuning.grid import expand, make_points
from linguine.tasks.tuning.running import Plan, tune_points
from linguine.tasks.tuning.search import halve
from linguine.tasks.tuning.trials import Plain, Subject

CORPORA = Path(linguine.__file__).parent / "data" / "corpora"
QUICK: dict[str, Any] = {"n_threads": 1}


@pytest.fixture(scope="module")
def documents() -> Documents:
    whole = read_documents(CORPORA / "helpdesk_small.tsv")
    return whole.take(np.arange(0, len(whole), 4))


@pytest.fixture(scope="module")
def sentences() -> Sentences:
    read = read_sentences(CORPORA / "everyday_small.conllu", tag_column="upos")
    return read.take(np.arange(60))


def both_ways(estimator: Any, grid: Any, data: Any, **plan: Any) -> list[Tuning]:
    """Return what is found by sharing, and by one fit after the other."""
    subject = Subject((data,), plan.pop("dev", None), lambda each, *g: each.fit(*g), judge_answers)
    points = make_points(estimator, grid)
    return [
        tune_points(points, subject, Plan(**plan, refit=False, shares=shares))
        for shares in (True, False)
    ]


def agree(ways: list[Tuning], *, within: float = 0.0) -> None:
    one, other = ways
    for a, b in zip(one.tried, other.tried, strict=True):
        assert a.changes == b.changes
        np.testing.assert_allclose(a.folds, b.folds, atol=within)
        np.testing.assert_allclose(a.in_training or 0, b.in_training or 0, atol=within)


# --- sharing agrees with the plain way --------------------------------------------------------


@pytest.mark.parametrize(
    ("estimator", "grid"),
    [
        (TextClassifier("svm", tolerance=1e-6, **QUICK), {"C": [0.1, 1, 10]}),
        (TextClassifier("nb-svm", tolerance=1e-6, **QUICK), {"C": [0.1, 1], "beta": [0.2, 0.5]}),
        (TextClassifier("logistic", tolerance=1e-9, **QUICK), {"C": [1.0, 10]}),
        (TextClassifier("ridge", tolerance=1e-8, **QUICK), {"C": [0.1, 1]}),
        (TextClassifier("naive-bayes", **QUICK), {"alpha": [0.01, 1], "min_df": [1, 2]}),
        (TextClassifier("bernoulli-naive-bayes", **QUICK), {"alpha": [0.1, 1]}),
        (TextClassifier("perceptron", **QUICK), {"epochs": [1, 3]}),
        (TextClassifier("naive-bayes", class_weight="balanced", **QUICK), {"alpha": [0.1, 1]}),
        (
            TextClassifier("naive-bayes", **QUICK),
            {"features": [WordNgrams(1), WordNgrams(1) + CharNgrams(2, 3)], "alpha": [1.0]},
        ),
    ],
    ids=lambda each: repr(each)[:60],
)
def test_texts_that_are_shared_score_as_texts_that_are_read_anew(
    documents: Documents, estimator: TextClassifier, grid: Any
) -> None:
    estimator.set_params(calibration="none")
    agree(both_ways(estimator, grid, documents, folds=3))


def test_a_setting_that_cannot_share_is_fitted_by_itself(documents: Documents) -> None:
    estimator = TextClassifier("naive-bayes", calibration="none", **QUICK)
    agree(both_ways(estimator, {"max_features": [50, None], "alpha": [1.0]}, documents, folds=3))


def test_texts_of_a_dev_file_see_the_features_of_the_others(documents: Documents) -> None:
    train, dev = (documents.take(np.arange(i, len(documents), 2)) for i in (0, 1))
    estimator = TextClassifier("svm", calibration="none", tolerance=1e-6, **QUICK)
    ways = both_ways(estimator, {"C": [0.1, 1]}, train, dev=(dev,))
    agree(ways)
    assert ways[0].judged_by == f"{len(dev)} of another file"
    alone = TextClassifier("svm", C=1, calibration="none", tolerance=1e-6, **QUICK).fit(train)
    assert ways[0].tried[1].score == alone.evaluate(dev).accuracy


@pytest.mark.parametrize(
    ("estimator", "grid"),
    [
        (Tagger("crf", tolerance=1e-7, **QUICK), {"C": [0.1, 1]}),
        (Tagger("perceptron", **QUICK), {"epochs": [1, 3]}),
        (Tagger("crf", tolerance=1e-7, min_count=2, **QUICK), {"C": [0.1, 1]}),
        (Tagger("local-svm", tolerance=1e-6, **QUICK), {"C": [0.1, 1]}),
        (
            Tagger("perceptron", templates=["form[0].lower else form[0].suffix2"], **QUICK),
            {"epochs": [1]},
        ),
    ],
    ids=lambda each: repr(each)[:60],
)
def test_sentences_that_are_shared_score_as_sentences_that_are_read_anew(
    sentences: Sentences, estimator: Tagger, grid: Any
) -> None:
    # Of 200 held-out tokens one may change where two tags score the same but for rounding.
    agree(both_ways(estimator, grid, sentences, folds=3), within=0.006)


def test_sentences_of_a_dev_file_judge_as_they_do_by_themselves(sentences: Sentences) -> None:
    train, dev = sentences.take(np.arange(40)), sentences.take(np.arange(40, 60))
    agree(both_ways(Tagger("perceptron", **QUICK), {"epochs": [1, 3]}, train, dev=(dev,)))


# --- leave one out ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("estimator", "grid"),
    [
        (TextClassifier("naive-bayes", **QUICK), {"alpha": [0.0, 0.1, 5]}),
        (TextClassifier("naive-bayes", min_df=2, **QUICK), {"alpha": [0.1, 1]}),
        (
            TextClassifier("ridge", values="count", normalize=None, tolerance=1e-9, **QUICK),
            {"C": [0.01, 0.1, 1]},
        ),
    ],
    ids=["naive-bayes", "naive-bayes, min_df=2", "ridge"],
)
def test_leave_one_out_in_closed_form_equals_refitting(
    documents: Documents, estimator: TextClassifier, grid: Any
) -> None:
    estimator.set_params(calibration="none")
    some = documents.take(np.arange(0, len(documents), 4))
    closed, refitted = both_ways(estimator, grid, some, folds="leave-one-out")
    assert [each.score for each in closed.tried] == [each.score for each in refitted.tried]
    assert closed.n_fits == len(closed.tried)
    assert refitted.n_fits == len(closed.tried) * len(some)


# --- grids --------------------------------------------------------------------------------------


def test_a_grid_begins_with_the_strongest_penalty_and_penalties_change_fastest() -> None:
    made = expand({"C": [10, 0.1], "values": ["count", "binary"]})
    assert made[0] == {"values": "count", "C": 0.1}
    assert made[1] == {"values": "count", "C": 10}
    assert [each["l2"] for each in expand({"l2": [0.1, 10, 1]})] == [10, 1, 0.1]
    assert len(expand([{"C": [1, 2]}, {"C": [2], "l1": [1]}])) == 3
    assert len(expand({"C": [1, 1, 1]})) == 1


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ({"aplha": [1]}, "svm has no option aplha; it has C"),
        ({}, "must have something to try"),
        ([], "must have something to try"),
        ({"C": []}, "got none for C"),
        ({"C": 1}, "list of values for each parameter; got 1 for C"),
        ({"C": "12"}, "got '12' for C"),
        (["C"], "got 'C'"),
        ({"C": [-1]}, "got -1"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(documents: Documents, grid: Any, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        tune(TextClassifier("svm"), documents, grid)


def test_what_has_no_penalty_needs_a_grid(documents: Documents) -> None:
    with pytest.raises(ParameterError, match="A grid must be given for TextClassifier"):
        tune(TextClassifier(), documents)


# --- the search ---------------------------------------------------------------------------------


def test_the_model_is_what_the_best_settings_learn_from_all(documents: Documents) -> None:
    found = tune(TextClassifier("svm", **QUICK), documents, {"C": [0.01, 1]}, folds=KFold(3))
    again = TextClassifier("svm", **QUICK, **found.best_params_).fit(documents)
    assert found.estimator.to_bytes() == again.to_bytes()
    assert found.best_score_ == max(each.score or 0 for each in found.tried)
    assert found.again == f"{again!r}.fit(...)"


def test_seed_and_threads_give_the_same_winner_and_the_same_bytes(documents: Documents) -> None:
    made = [
        tune(
            TextClassifier("svm", n_threads=n, seed=3), documents, {"C": [0.01, 0.1, 1]},
            halving=True, seed=1,
        )
        for n in (1, 2)
    ]  # fmt: skip
    assert made[0].best_params_ == made[1].best_params_
    assert [each.folds for each in made[0].tried] == [each.folds for each in made[1].tried]
    assert made[0].estimator.to_bytes() == made[1].estimator.to_bytes()


def test_halving_leaves_settings_early_and_finds_what_is_far_better(documents: Documents) -> None:
    grid = {"C": [1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1.0]}
    whole = tune(TextClassifier("logistic", **QUICK), documents, grid, folds=3, refit=False)
    halved = tune(
        TextClassifier("logistic", **QUICK), documents, grid, folds=3, refit=False, halving=True
    )
    assert halve(9, 100) == [1 / 3, 1.0]
    assert sum(each.share == 1.0 for each in halved.tried) == 3
    assert whole.best_params_ == halved.best_params_ == {"C": 1.0}
    assert "learned from" in halved.to_text()


def test_the_simplest_within_a_standard_error_is_taken(documents: Documents) -> None:
    grid = {"alpha": [0.1, 0.2, 0.3, 1e6]}
    found = tune(TextClassifier("naive-bayes", **QUICK), documents, grid, simplest=True)
    best, taken = found.tried[found.best], found.winner
    assert taken.changes["alpha"] >= best.changes["alpha"]
    top = best.score or 0
    assert top - (taken.score or 0) <= best.standard_error
    behind = [e for e in found.tried if e.changes["alpha"] > taken.changes["alpha"]]
    assert all(top - (each.score or 0) > best.standard_error for each in behind)


def test_nested_folds_judge_what_was_chosen_without_them(documents: Documents) -> None:
    found = tune(
        TextClassifier("naive-bayes", **QUICK), documents, {"alpha": [0.1, 1, 1e6]}, nested=3,
        refit=False,
    )  # fmt: skip
    assert found.honest is not None
    assert found.honest.ledger.n == len(documents)
    assert len(found.honest.chosen) == 3
    assert all(each["alpha"] < 1e6 for each in found.honest.chosen)
    assert "Nested folds" in found.to_text()
    assert found.to_dict()["nested"]["score"] <= found.best_score_ + 0.1


def test_a_budget_ends_the_search_and_what_was_compared_had_the_same_folds(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Plain.score

    def slowly(self: Plain, *args: Any) -> Any:
        time.sleep(0.03)
        return plain(self, *args)

    monkeypatch.setattr(Plain, "score", slowly)
    found = tune(
        TextClassifier("naive-bayes", max_features=100, calibration="none", **QUICK),
        documents, {"alpha": np.logspace(-2, 2, 8).tolist()}, folds=8, budget="1.5s",
    )  # fmt: skip
    assert found.stopped == "budget"
    assert found.estimator is not None
    assert len({len(each.folds) for each in found.tried if each.ledger is not None}) == 1
    assert "The budget was spent" in found.to_text()


def test_a_budget_too_short_for_a_fit_says_so(documents: Documents) -> None:
    with pytest.raises(DataError, match=r"long enough for one fit; 1e-06 s were over"):
        tune(TextClassifier("svm"), documents, budget=1e-6)
    with pytest.raises(ParameterError, match="budget must be seconds"):
        tune(TextClassifier("svm"), documents, budget="soon")


def test_an_interruption_keeps_what_was_found(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, n_done = Plain.score, 0

    def interrupted(self: Plain, *args: Any) -> Any:
        nonlocal n_done
        n_done += 1
        if n_done > 5:
            raise KeyboardInterrupt
        return plain(self, *args)

    monkeypatch.setattr(Plain, "score", interrupted)
    estimator = TextClassifier("naive-bayes", max_features=100, calibration="none", **QUICK)
    found = tune(estimator, documents, {"alpha": [0.1, 1, 10]}, folds=3)
    assert found.stopped == "interrupted"
    assert [len(each.folds) for each in found.tried] == [1, 1, 1]
    with pytest.raises(DataError, match="There must be a model to save"):
        found.save("nowhere.linguine")
    n_done = 5
    with pytest.raises(KeyboardInterrupt):
        tune(estimator, documents, {"alpha": [0.1, 1, 10]}, folds=3)


def test_an_interruption_while_the_model_is_learned_keeps_the_table(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: TextClassifier, *args: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(TextClassifier, "fit", interrupted)  # what is shared does not call it
    found = tune(TextClassifier("naive-bayes", **QUICK), documents, {"alpha": [0.1, 1]}, folds=3)
    assert (found.stopped, found.estimator) == ("refit", None)
    assert all(each.score is not None for each in found.tried)


# --- crooked data, and other tasks ------------------------------------------------------------


def test_a_label_with_one_text_is_told_and_does_not_stop_the_search() -> None:
    texts = ["free cash", "cash now", "lunch", "at lunch", "noon lunch", "", "ganz anders ü"]
    labels = ["spam", "spam", "ham", "ham", "ham", "ham", "einmal"]
    with pytest.warns(DataWarning, match="'einmal' has 1 for 2 folds: some folds judge without"):
        found = tune(TextClassifier("svm", calibration="none"), (texts, labels), folds=2)
    assert found.winner.ledger is not None
    assert found.winner.ledger.n == len(texts)


def test_many_labels_are_tried() -> None:
    generator = np.random.default_rng(0)
    labels = [f"label {i % 120}" for i in range(600)]
    texts = [f"word{i % 120} word{generator.integers(50)}" for i in range(600)]
    found = tune(TextClassifier("svm", calibration="none"), (texts, labels), {"C": [0.1, 1]},
                 folds=3, refit=False)  # fmt: skip
    assert found.best_score_ > 0.8


def test_scores_of_texts_are_tried_by_r2() -> None:
    generator = np.random.default_rng(0)
    stars = generator.integers(1, 6, 80)
    texts = [f"star{star} word{generator.integers(9)}" for star in stars]
    found = tune(TextRegressor("ridge", **QUICK), (texts, np.sort(stars)), {"C": [0.01, 1]},
                 folds=3)  # fmt: skip
    assert found.figure.name == "r2"
    alone = tune(TextRegressor("ridge", **QUICK), (texts, np.sort(stars)), {"C": [1]},
                 folds="leave-one-out", refit=False)  # fmt: skip
    assert alone.best_score_ == pytest.approx(found.tried[1].score, abs=0.2)
    assert found.estimator.predict(["star5"]).shape == (1,)


def test_parsers_are_tried_by_their_trees() -> None:
    found = tune(
        DependencyParser("perceptron", **QUICK), str(CORPORA / "everyday_small.conllu"),
        {"epochs": [1]}, folds=2, refit=False,
    )  # fmt: skip
    assert found.figure.name == "las"
    assert 0.3 < found.best_score_ < 1


def test_estimators_of_others_are_tried_and_stay_as_they_are() -> None:
    texts, labels = ["free cash", "lunch", "win cash", "at noon"] * 6, ["spam", "ham"] * 12
    pipeline = make_pipeline(TfidfVectorizer(), LinearSVC())
    found = tune(pipeline, (texts, labels), {"linearsvc__C": [1e-7, 1.0]}, folds=3)
    assert found.best_estimator_.predict(["cash"]).tolist() == ["spam"]
    assert pipeline.get_params()["linearsvc__C"] == 1.0
    X = np.random.default_rng(0).normal(size=(40, 3))
    scored = tune(Ridge(), (X, X[:, 0] * 2), {"alpha": [1e-3, 1e3]}, folds=4)
    assert scored.figure.name == "r2"
    assert scored.best_params_ == {"alpha": 1e-3}


def test_tags_without_an_evaluation_of_their_own_are_judged_token_by_token() -> None:
    X = [[{"w": "the"}, {"w": "dog"}], [{"w": "runs"}, {"w": "a"}, {"w": "cat"}]] * 6
    y = [["D", "N"], ["V", "D", "N"]] * 6
    found = tune(linguine.CRF(), (X, y), {"c2": [0.1, 1]}, folds=2, refit=False)
    assert found.figure.name == "token_accuracy"
    assert found.best_score_ == 1.0


def test_estimators_over_matrices_are_tried() -> None:
    X = np.random.default_rng(0).normal(size=(60, 4))
    y = np.where(X[:, 0] > 0, "up", "down")
    found = tune(LogisticRegression(), (X, y), {"C": [1e-9, 1]}, folds=3)
    assert found.best_params_ == {"C": 1}
    assert (found.best_estimator_.predict(X) == y).mean() > 0.9
