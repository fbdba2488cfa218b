"""Texts with several labels: each label is learned as one label against the rest would be."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score

from linguine import TextClassifier
from linguine.errors import DataError, DataWarning, NotAvailableError, ParameterError
from linguine.features import WordNgrams
from linguine.tasks.multilabel.algorithms import MULTILABEL_ALGORITHMS
from linguine.tasks.multilabel.model import BY_PROBABILITIES, BY_SCORES, MultilabelModel

WORDS = {"pasta": "spaghetti basil tomato", "trip": "train hotel map", "bill": "price euro receipt"}


def make(n: int = 120, seed: int = 0) -> tuple[list[str], list[list[str]]]:
    """Texts about some topics each, which give away most of their words."""
    random = np.random.default_rng(seed)
    texts, labels = [], []
    for _ in range(n):
        chosen = [name for name in WORDS if random.random() < 0.4]
        words = [word for name in chosen for word in random.choice(WORDS[name].split(), 2)]
        noise = random.choice("the a and of to very our some".split(), 4).tolist()
        texts.append(" ".join(random.permutation([*words, *noise]).tolist()))
        labels.append(chosen)
    return texts, labels


TEXTS, LABELS = make()


def table_of(labels: Any, names: list[str]) -> np.ndarray:
    return np.array([[name in each for name in names] for each in labels])


@pytest.mark.parametrize("algorithm", [n for n in MULTILABEL_ALGORITHMS.names if n != "auto"])
def test_each_label_is_learned_as_if_it_were_the_only_question(algorithm: str) -> None:
    options: dict[str, Any] = {"calibration": "none", "features": WordNgrams(1)}
    precise = {"svm", "logistic", "nb-svm", "ridge"}
    if algorithm in precise:
        options["tolerance"] = 1e-7
    if algorithm == "logistic":
        options["max_iterations"] = 5000
    several = TextClassifier(algorithm, **options).fit(TEXTS, LABELS)
    found = several.decision_function(TEXTS)
    for k, name in enumerate(several.labels_):
        alone = TextClassifier(algorithm, **options).fit(TEXTS, [name in each for each in LABELS])
        expected = alone.decision_function(TEXTS)
        if algorithm == "logistic":  # one penalises the bias, the other does not
            assert np.corrcoef(found[:, k], expected)[0, 1] > 0.99
        else:
            tolerance = 1e-3 if algorithm in precise else 1e-5
            np.testing.assert_allclose(found[:, k], expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("algorithm", MULTILABEL_ALGORITHMS.names)
def test_texts_get_lists_of_labels_and_some_get_none(algorithm: str) -> None:
    clf = TextClassifier(algorithm).fit(TEXTS, LABELS)
    new, gold = make(60, seed=1)
    answers = clf.predict(new)
    assert all(isinstance(each, tuple) for each in answers)
    assert () in answers
    assert clf.score(new, gold) > 0.9
    p = clf.predict_proba(new)
    assert p.shape == (60, 3)
    assert ((p >= 0) & (p <= 1)).all()
    assert abs(p.sum(axis=1) - 1).max() > 0.5


@pytest.mark.parametrize(
    "convert",
    [
        lambda y: [set(each) for each in y],
        lambda y: [tuple(each) for each in y],
        lambda y: np.array([list(each) for each in [*y, []]], dtype=object)[:-1],
        lambda y: [np.array(each, dtype=str) for each in y],
    ],
    ids=["sets", "tuples", "objects", "arrays"],
)
def test_labels_may_come_in_any_kind_of_list(convert: Any) -> None:
    plain = TextClassifier("svm").fit(TEXTS, LABELS)
    assert TextClassifier("svm").fit(TEXTS, convert(LABELS)).to_bytes() == plain.to_bytes()


def test_columns_of_lists_of_arrow_and_pandas_are_read() -> None:
    arrow, pandas = pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    plain = TextClassifier("svm").fit(TEXTS, LABELS).to_bytes()
    for column in (arrow.array(LABELS), arrow.chunked_array([LABELS]), pandas.Series(LABELS)):
        assert TextClassifier("svm").fit(TEXTS, column).to_bytes() == plain


@pytest.mark.parametrize("as_table", [np.asarray, csr_matrix, lambda t: t.astype(bool)],
                         ids=["numbers", "sparse", "truth"])  # fmt: skip
def test_an_indicator_matrix_is_answered_by_one(as_table: Any) -> None:
    table = table_of(LABELS, sorted(WORDS)).astype(int)
    clf = TextClassifier("svm").fit(TEXTS, as_table(table))
    answers = clf.predict(TEXTS)
    assert answers.shape == table.shape
    assert clf.labels_ == [0, 1, 2]
    lists = TextClassifier("svm").fit(TEXTS, LABELS).predict(TEXTS)
    assert (answers == table_of(lists, sorted(WORDS))).all()
    assert clf.score(TEXTS, as_table(table)) > 0.9


def test_a_data_frame_of_truth_values_names_the_labels() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(table_of(LABELS, sorted(WORDS)), columns=sorted(WORDS))
    assert TextClassifier("svm").fit(TEXTS, frame).labels_ == sorted(WORDS)


def test_the_same_bytes_for_any_number_of_threads() -> None:
    for algorithm in ("svm", "nb-svm", "naive-bayes", "logistic", "ridge", "perceptron"):
        files = {
            TextClassifier(algorithm, n_threads=n).fit(TEXTS, LABELS).to_bytes() for n in (1, 2)
        }
        assert len(files) == 1, algorithm


def test_a_model_survives_its_file_pickle_and_clone(tmp_path: Path) -> None:
    clf = TextClassifier("svm", precision=0.8).fit(TEXTS, LABELS)
    clf.save(tmp_path / "m.linguine")
    loaded = TextClassifier.load(tmp_path / "m.linguine")
    for each in (loaded, pickle.loads(pickle.dumps(clf))):
        assert each.predict(TEXTS) == clf.predict(TEXTS)
        np.testing.assert_array_equal(each.predict_proba(TEXTS), clf.predict_proba(TEXTS))
        assert each.get_params()["precision"] == 0.8
    assert clone(clf).get_params()["precision"] == 0.8
    clf.save(tmp_path / "q.linguine", quantize="int8")
    assert TextClassifier.load(tmp_path / "q.linguine").score(TEXTS, LABELS) > 0.9


def test_scikit_learn_searches_over_it() -> None:
    table = table_of(LABELS, sorted(WORDS)).astype(int)
    search = GridSearchCV(TextClassifier("svm"), {"C": [0.1, 1.0]}, cv=3).fit(TEXTS, table)
    assert search.best_score_ > 0.9
    assert cross_val_score(TextClassifier("svm"), TEXTS, LABELS, cv=KFold(3)).mean() > 0.9


def test_one_label_and_two_labels_are_enough() -> None:
    for names in (["pasta"], ["pasta", "trip"]):
        some = [[name for name in each if name in names] for each in LABELS]
        clf = TextClassifier("svm").fit(TEXTS, some)
        assert clf.labels_ == names
        assert clf.score(TEXTS, some) > 0.9
        assert TextClassifier.load(clf.to_bytes()).predict(TEXTS) == clf.predict(TEXTS)


# --- thresholds -----------------------------------------------------------------------------------


def test_a_number_is_the_probability_from_which_on_a_text_gets_a_label() -> None:
    clf = TextClassifier("svm", threshold=0.8).fit(TEXTS, LABELS)
    found = table_of(clf.predict(TEXTS), clf.labels_)
    p = clf.predict_proba(TEXTS)
    away = abs(p - 0.8) > 1e-6  # scores are single precision
    assert ((p > 0.8) == found)[away].all()


def test_more_precision_means_fewer_answers() -> None:
    noisy = [each if i % 4 else ["trip"] for i, each in enumerate(LABELS)]
    n_answers = [
        sum(map(len, TextClassifier("svm", precision=p).fit(TEXTS, noisy).predict(TEXTS)))
        for p in (0.5, 0.9)
    ]
    assert n_answers[1] < n_answers[0]


def test_without_held_out_texts_a_score_above_0_is_a_label() -> None:
    clf = TextClassifier("svm", calibration="none").fit(TEXTS, LABELS)
    found = table_of(clf.predict(TEXTS), clf.labels_)
    assert (found == (clf.decision_function(TEXTS) > 0)).all()
    with pytest.raises(NotAvailableError, match="calibrate"):
        clf.predict_proba(TEXTS)
    clf.calibrate(*make(60, seed=2))
    assert clf.predict_proba(TEXTS).shape == (len(TEXTS), 3)


# --- learning on ----------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["naive-bayes", "perceptron", "mira", "svm", "logistic"])
def test_it_learns_on_and_takes_new_labels(algorithm: str) -> None:
    clf = TextClassifier(algorithm)
    only = [[name for name in each if name == "pasta"] for each in LABELS]
    clf.partial_fit(TEXTS[:60], only[:60])
    assert clf.labels_ == ["pasta"]
    for seed in range(3):
        clf.partial_fit(*make(100, seed))
    assert clf.labels_ == ["bill", "pasta", "trip"]
    assert clf.score(*make(60, seed=9)) > 0.8
    again = TextClassifier.load(clf.to_bytes()).partial_fit(["jazz music"] * 3, [["jazz"]] * 3)
    assert again.labels_ == ["bill", "jazz", "pasta", "trip"]


def test_counts_go_on_exactly() -> None:
    features = WordNgrams(1)
    whole = TextClassifier("naive-bayes", features=features, calibration="none").fit(TEXTS, LABELS)
    parts = TextClassifier("naive-bayes", features=features)
    parts.partial_fit(TEXTS[:50], LABELS[:50]).partial_fit(TEXTS[50:], LABELS[50:])
    np.testing.assert_allclose(
        parts.decision_function(TEXTS), whole.decision_function(TEXTS), rtol=1e-4, atol=1e-4
    )


# --- explaining -----------------------------------------------------------------------------------


def test_each_given_label_and_the_next_are_explained_against_their_thresholds() -> None:
    clf = TextClassifier("svm").fit(TEXTS, LABELS)
    why = clf.explain("basil spaghetti train map")
    assert set(why.labels) == {"pasta", "trip"}
    for each in why:
        total = each.bias + sum(term.contribution for term in each.contributions)
        assert total == pytest.approx(each.score - each.runner_up_score, abs=1e-5)
    assert why.explanations[-1].lead < 0
    assert "pasta" in why.to_text(width=80, color=False)
    assert why.to_dict()["labels"] == list(why.labels)


# --- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "labels", "message"),
    [
        (["a", "b"], [["x"], "y"], "Each text must have a list of labels"),
        (["a", "b"], [[], []], "Some text must have a label"),
        (["a", "b"], [["x"], ["x"]], "There must be a text without a label"),
        (["a", "b", "c"], [["x"], []], "must have the same length"),
        (["a", "b"], csr_matrix([[0, 2], [1, 0]]), "must hold 0 and 1"),
        (["a", "b"], [["x", 1], []], "All labels must have one type"),
        (["a", "b"], [[0, [1, 2]], [1, 0]], "Each row must have one label"),
        (["a", "b"], np.array([[0, [1]], [1, 0]], object), "got shape .* dtype object"),
        (["a", "b"], np.array({"x": 1}), "should be a 1d array"),
    ],
)  # fmt: skip
def test_bad_labels_are_refused_in_words(texts: list[str], labels: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        TextClassifier("svm").fit(texts, labels)


def test_labels_that_say_nothing_are_mentioned() -> None:
    odd = [[*each, "all"] for each in LABELS]
    odd[0].append("once")
    with pytest.warns(DataWarning) as told:
        TextClassifier("svm", calibration="none").fit(TEXTS, odd)
    words = " ".join(str(each.message) for each in told)
    assert "'all'" in words
    assert "'once'" in words


@pytest.mark.parametrize(
    ("options", "labels", "message"),
    [
        ({"threshold": 0.5}, ["x", "y"], "must be 'f1' where each text has one"),
        ({"threshold": "best"}, None, "must be 'f1'"),
        ({"threshold": "f1", "precision": 0.9}, None, "both choose thresholds"),
        ({"precision": 1.5}, None, "precision must be"),
        ({"threshold": "f1", "calibration": "none"}, [["x"], []], "held-out texts"),
        ({"class_weight": "balanced"}, [["x"], []], "one label per text"),
        ({"reject_below": 0.5}, [["x"], []], "one label"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: Any, labels: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        TextClassifier("svm", **options).fit(["a", "b"], labels)


def test_one_label_for_each_text_cannot_be_judged() -> None:
    clf = TextClassifier("svm").fit(TEXTS, LABELS)
    with pytest.raises(DataError, match="lists of labels"):
        clf.evaluate(["basil"], ["pasta"])


def test_labels_are_ranked_by_what_held_out_texts_prefer() -> None:
    clf = TextClassifier("svm").fit(TEXTS, LABELS)
    model = clf.model_
    assert isinstance(model, MultilabelModel)
    assert model.info["ranked_by"] in (BY_SCORES, BY_PROBABILITIES)
    scores, p = np.array([[2.0, 1.0]]), np.array([[0.2, 0.8]])
    for way, first in ((BY_SCORES, 0), (BY_PROBABILITIES, 1)):
        model.info["ranked_by"] = way
        assert model.ranking(scores, p).argmax() == first
    del model.info["ranked_by"]  # of a file of before
    assert model.ranking(scores, p).argmax() == 1
    assert model.ranking(scores, None).argmax() == 0


def test_a_search_over_many_labels_asks_some_of_them() -> None:
    rng = np.random.default_rng(0)
    gold = [[f"l{(i + k) % 100}" for k in (0, rng.integers(1, 9))] for i in range(300)]
    texts = [" ".join(f"word{label}" for label in labels) for labels in gold]
    clf = TextClassifier("auto").fit(texts, gold)
    assert len(clf.labels_) == 100
    assert clf.evaluate(texts, gold).precision_at_1 > 0.9
