"""One frame for all estimators: parameters, copies, pickles, files and scikit-learn's tools."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import CRF, DataError, DependencyParser, ParameterError, Tagger, TextClassifier
from linguine.data import read_documents, read_sentences
from linguine.features import Function, TokenTemplates, WordNgrams

from ..files.version_1.write_files import LABELS, NEW_SENTENCES, NEW_TEXTS, TEXTS, cells
from ..messages import assert_three_parts

HEADS = [[int(head) for head in each] for each in cells(3)]
TREES = list(zip(HEADS, cells(4), strict=True))
WORDS = [[word for word, _ in each] for each in NEW_SENTENCES]
BAGS = [[{"w": word} for word in each] for each in cells(0)]
SMALL: dict[str, Any] = {"shared_bits": 9, "relation_bits": 6}

#: An estimator, X and y, and new X.
CASES: dict[str, tuple[Any, Any, Any, Any]] = {
    "text": (TextClassifier("svm", C=2.0), TEXTS, LABELS, NEW_TEXTS),
    "tagger": (Tagger("crf", C=2.0), cells(0), cells(2), WORDS),
    "parser": (DependencyParser("mira", C=0.2, **SMALL), cells(0, 1), TREES, NEW_SENTENCES),
    "crf": (CRF(c2=0.2), BAGS, cells(2), [[{"w": word} for word in each] for each in WORDS]),
}
TASKS = [name for name in CASES if name != "crf"]


def made(case: str, **changes: Any) -> Any:
    return copy.deepcopy(CASES[case][0]).set_params(**changes)


def fitted(case: str) -> Any:
    return made(case).fit(*CASES[case][1:3])


def answers(estimator: Any, X: Any) -> Any:
    predicted = estimator.predict(X)
    return predicted.tolist() if isinstance(predicted, np.ndarray) else predicted


# --- parameters -----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_an_estimator_has_every_parameter_of_its_constructor(case: str) -> None:
    estimator = made(case)
    params = estimator.get_params()
    for name, each in inspect.signature(type(estimator)).parameters.items():
        assert each.kind is each.VAR_KEYWORD or name in params
    again = type(estimator)(**params)
    assert again.get_params() == params
    assert repr(again) == repr(estimator)


@pytest.mark.parametrize("case", TASKS)
def test_the_parameters_are_the_fields_of_the_settings(case: str) -> None:
    estimator = made(case)
    names = set(estimator.parameter_names()) - {"random_state", "progress"}
    assert names == {each.name for each in fields(estimator.settings)} - {"options"}


@pytest.mark.parametrize(
    ("estimator", "shown"),
    [
        (TextClassifier(), "TextClassifier()"),
        (TextClassifier("svm", C=2.0, seed=3), "TextClassifier(algorithm='svm', seed=3, C=2.0)"),
        (Tagger("hmm", rare=5, order=1), "Tagger(algorithm='hmm', order=1, rare=5)"),
        (DependencyParser(order=2, n_threads=1), "DependencyParser(n_threads=1, order=2)"),
        (CRF(c1=0.1), "CRF(c1=0.1)"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_the_text_of_an_estimator_shows_what_was_set(estimator: Any, shown: str) -> None:
    assert repr(estimator) == shown


@pytest.mark.parametrize("case", CASES)
def test_a_notebook_shows_the_diagram_of_scikit_learn(case: str) -> None:
    assert type(CASES[case][0]).__name__ in made(case)._repr_html_()


def test_options_of_an_algorithm_are_parameters_and_none_leaves_one_out() -> None:
    clf = TextClassifier("svm", C=2.0)
    assert clf.set_params(C=4.0).get_params()["C"] == 4.0
    assert "C" not in clf.set_params(C=None).get_params()
    assert clf.set_params(algorithm="perceptron", epochs=3).settings.options == {"epochs": 3}


def test_a_parameter_that_is_refused_leaves_all_as_they_were() -> None:
    clf = TextClassifier("svm", C=2.0)
    with pytest.raises(ParameterError) as caught:
        clf.set_params(max_df=0.5, epoch=3)
    assert_three_parts(caught.value, "svm has no option epoch", "it has", "Did you mean 'epochs'")
    with pytest.raises(ParameterError, match="perceptron has no option C"):
        clf.set_params(algorithm="perceptron")
    assert repr(clf) == "TextClassifier(algorithm='svm', C=2.0)"


def test_threads_may_be_set_after_learning() -> None:
    tagger = fitted("tagger").set_params(n_threads=1)
    tagger.predict(WORDS)
    assert tagger.model_.n_threads == 1


# --- seed and random_state ------------------------------------------------------------------------


@pytest.mark.parametrize("made_by", [TextClassifier, Tagger, DependencyParser])
def test_seed_and_random_state_are_two_names_of_one_number(made_by: Any) -> None:
    for estimator in (made_by(seed=3), made_by(random_state=3), made_by(seed=3, random_state=3)):
        params = estimator.get_params()
        assert params["seed"] == params["random_state"] == estimator.settings.seed == 3
        assert repr(estimator) == f"{made_by.__name__}(seed=3)"
    changed = made_by(seed=3).set_params(random_state=5)
    assert changed.get_params()["seed"] == 5
    assert changed.set_params(seed=np.int64(6)).get_params()["random_state"] == 6
    assert made_by().get_params()["seed"] == 0


@pytest.mark.parametrize("made_by", [TextClassifier, Tagger, DependencyParser])
def test_two_different_seeds_are_refused(made_by: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        made_by(seed=0, random_state=3)
    assert_three_parts(caught.value, "two names of one number", "got seed=0 and", "Give one")
    with pytest.raises(ParameterError, match="random_state must be an integer"):
        made_by(random_state="3")
    with pytest.raises(ParameterError, match="two names of one number"):
        made_by().set_params(seed=1, random_state=2)


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_pickles_and_copies_answer_the_same(case: str) -> None:
    """Models hold objects of C++, which pickle refused."""
    estimator, new = fitted(case), CASES[case][3]
    for other in (pickle.loads(pickle.dumps(estimator)), copy.deepcopy(estimator)):
        assert other.to_bytes() == estimator.to_bytes()
        assert answers(other, new) == answers(estimator, new)
        assert (repr(other), other.seconds_) == (repr(estimator), estimator.seconds_)
    raw = pickle.dumps(estimator)
    assert estimator.to_bytes() in raw  # the model goes through its file, nothing else


@pytest.mark.parametrize("case", CASES)
def test_what_has_not_learned_carries_its_parameters(case: str) -> None:
    other = pickle.loads(pickle.dumps(made(case)))
    assert repr(other) == repr(made(case))
    with pytest.raises(DataError, match=r"must be fitted first.*Call fit\("):
        other.predict(CASES[case][3])
    assert case == "crf" or not (hasattr(other, "classes_") or hasattr(other, "info_"))


def length(text: str) -> dict[str, float]:
    return {"length": len(text) / 100}


def shape(word: str) -> str:
    return "upper" if word[0].isupper() else "lower"


def test_functions_of_the_user_go_with_a_pickle() -> None:
    features = WordNgrams() + Function(length, name="length")
    clf = TextClassifier("svm", features=features).fit(TEXTS, LABELS)
    other = pickle.loads(pickle.dumps(clf))
    assert other.predict_proba(NEW_TEXTS).tolist() == clf.predict_proba(NEW_TEXTS).tolist()
    templates = TokenTemplates(["w[0]", "w[0].shape"], functions={"shape": shape})
    tagger = Tagger("perceptron", templates=templates).fit(cells(0), cells(2))
    assert copy.deepcopy(tagger).predict(WORDS) == tagger.predict(WORDS)


def test_a_copy_goes_on_learning_where_the_first_one_stood() -> None:
    clf = TextClassifier("naive-bayes").partial_fit(TEXTS[:12], LABELS[:12])
    other = pickle.loads(pickle.dumps(clf))
    for each in (clf, other):
        each.partial_fit(TEXTS[12:], LABELS[12:])
    assert other.to_bytes() == clf.to_bytes()


@pytest.mark.parametrize("case", TASKS)
def test_labels_have_both_names(case: str) -> None:
    estimator = fitted(case)
    assert isinstance(estimator.classes_, np.ndarray)
    assert estimator.classes_.tolist() == estimator.labels_ == list(estimator.model_.labels)


# --- data that readers return ---------------------------------------------------------------------


@pytest.fixture(name="tsv")
def write_tsv(tmp_path: Path) -> Path:
    path = tmp_path / "mail.tsv"
    rows = [f"{label}\t{text}" for label, text in zip(LABELS, TEXTS, strict=True)]
    path.write_text("\n".join(["label\ttext", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("algorithm", ["auto", "svm", "naive-bayes"])
def test_documents_are_learned_as_their_texts_and_labels_are(tsv: Path, algorithm: str) -> None:
    clf = TextClassifier(algorithm).fit(TEXTS, LABELS)
    for data in (read_documents(tsv), tsv, str(tsv)):
        other = TextClassifier(algorithm).fit(data)
        assert other.to_bytes() == clf.to_bytes()
        assert other.evaluate(data).to_dict() == clf.evaluate(TEXTS, LABELS).to_dict()
        assert other.score(data) == clf.score(TEXTS, LABELS) == clf.evaluate(tsv).accuracy
    assert clf.predict(tsv).tolist() == clf.predict(TEXTS).tolist()


def test_labels_of_documents_are_never_texts(tsv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes became names and codes again."""
    documents = read_documents(tsv)
    monkeypatch.setattr(type(documents.label_set), "tolist", None)
    assert TextClassifier("svm").fit(documents).labels_ == ["deutsch", "spam", "work"]


def test_labels_that_no_document_has_are_not_learned(tsv: Path) -> None:
    documents = read_documents(tsv)
    assert documents.label_set is not None
    documents.label_set.names.insert(1, "lost")
    documents.label_set.codes[documents.label_set.codes > 0] += 1
    assert TextClassifier("svm").fit(documents).to_bytes() == (
        TextClassifier("svm").fit(TEXTS, LABELS).to_bytes()
    )


def test_labels_are_given_once(tsv: Path) -> None:
    with pytest.raises(DataError) as caught:
        TextClassifier("svm").fit(read_documents(tsv), LABELS)
    assert_three_parts(caught.value, "labels must be given once", "labels were given", "Leave one")


def test_text_columns_of_documents_are_read_as_the_file_has_them(tmp_path: Path) -> None:
    path = tmp_path / "mail.csv"
    rows = [f"{y},{x.split()[0].strip(',')},{x.replace(',', '')}" for x, y in zip(TEXTS, LABELS)]  # noqa: B905
    path.write_text("\n".join(["folder,title,body", *rows]) + "\n", encoding="utf-8")
    documents = read_documents(path, text=["title", "body"], label="folder")
    table = {name: [documents.columns[name][i] for i in range(36)] for name in ("title", "body")}
    told = TextClassifier("svm", text_columns=["title", "body"]).fit(table, LABELS)
    clf = TextClassifier("svm")
    assert clf.fit(documents).to_bytes() == told.to_bytes()
    assert clf.evaluate(documents).accuracy == told.score(table, LABELS)
    assert clf.settings.text_columns is None


def test_rejected_texts_are_not_right() -> None:
    clf = TextClassifier("svm", reject_below=0.999).fit(TEXTS, LABELS)
    measured = clf.evaluate(NEW_TEXTS, ["spam", "work", "deutsch", "work", "spam"])
    assert measured.coverage < 1
    assert measured.n == 5


def test_sentences_are_learned_once_read(tmp_path: Path) -> None:
    path = tmp_path / "names.conll"
    path.write_text(
        "\n\n".join("\n".join(map("\t".join, each)) for each in cells(0, 2)) + "\n", "utf-8"
    )
    sentences = read_sentences(path)
    tagger = Tagger("perceptron").fit(sentences)
    assert tagger.evaluate(sentences).token_accuracy == tagger.score(cells(0), cells(2)) == 1.0


@pytest.mark.parametrize("trees", [TREES, [list(zip(*each, strict=True)) for each in TREES]])
def test_trees_are_one_y(trees: Any) -> None:
    apart = DependencyParser(**SMALL).fit(cells(0, 1), HEADS, cells(4))
    together = DependencyParser(**SMALL).fit(cells(0, 1), trees)
    assert together.to_bytes() == apart.to_bytes()
    assert together.score(cells(0, 1), trees) == apart.score(cells(0, 1), HEADS, cells(4))
    assert together.score(NEW_SENTENCES, together.predict(NEW_SENTENCES)) == 1.0


def test_a_tree_that_is_no_pair_is_told() -> None:
    with pytest.raises(DataError) as caught:
        DependencyParser().fit([["a", "b"], ["c"]], [([2, 0], ["x", "root"]), [0]])
    assert_three_parts(caught.value, "sentence 1: a tree must be a pair", r"got \[0\]", "Give")


# --- scikit-learn ---------------------------------------------------------------------------------


def lower(sentences: Any) -> Any:
    return [each.lower() if isinstance(each, str) else each[:] for each in sentences]


@pytest.mark.parametrize("case", CASES)
def test_clones_are_made_of_the_parameters_alone(case: str) -> None:
    from sklearn.base import clone

    other = clone(fitted(case))
    assert other.model_ is None
    assert repr(other) == repr(made(case))


@pytest.mark.parametrize("case", CASES)
def test_cross_validation_cuts_texts_and_sentences(case: str) -> None:
    from sklearn.model_selection import cross_val_score

    scores = cross_val_score(made(case), *CASES[case][1:3], cv=3)
    assert scores.shape == (3,)
    assert (scores > 0.8).all()


@pytest.mark.parametrize("case", CASES)
def test_a_grid_of_parameters_is_searched(case: str) -> None:
    from sklearn.model_selection import GridSearchCV, KFold

    grid = {"c2": [0.1, 1.0]} if case == "crf" else {"C": [None, 0.1, 1.0], "random_state": [1, 2]}
    search = GridSearchCV(made(case), grid, cv=KFold(2)).fit(*CASES[case][1:3])
    assert set(search.best_params_) == set(grid)
    best = made(case).set_params(**search.best_params_).fit(*CASES[case][1:3])
    assert search.best_estimator_.to_bytes() == best.to_bytes()


@pytest.mark.parametrize("case", CASES)
def test_an_estimator_ends_a_pipeline(case: str) -> None:
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer
    from sklearn.utils.validation import check_is_fitted

    X, y = CASES[case][1:3]
    pipeline = make_pipeline(FunctionTransformer(lower), made(case))
    pipeline.fit(X, y)
    check_is_fitted(pipeline[-1])
    assert pipeline.score(X, y) == fitted(case).score(X, y) == 1.0
    assert len(pipeline.predict(X)) == len(X)


def test_scores_of_scikit_learn_know_a_classifier_of_texts() -> None:
    from sklearn.base import is_classifier
    from sklearn.model_selection import cross_validate

    scoring = ["accuracy", "f1_macro", "neg_log_loss", "roc_auc_ovr"]
    found = cross_validate(made("text"), TEXTS, LABELS, cv=3, scoring=scoring)
    assert is_classifier(made("text"))
    assert not is_classifier(made("tagger"))
    assert all(np.isfinite(found[f"test_{name}"]).all() for name in scoring)


def test_learning_and_answering_load_no_scikit_learn() -> None:
    code = (
        "import sys, pickle; from linguine import TextClassifier, Tagger, DependencyParser\n"
        "clf = TextClassifier('svm').fit(['a b', 'c d'] * 3, [0, 1] * 3)\n"
        "repr(pickle.loads(pickle.dumps(clf)).set_params(C=2.0)); clf.score(['a'], [0])\n"
        "Tagger('perceptron').fit([['a', 'b']] * 3, [['X', 'Y']] * 3).predict([['a']])\n"
        "sys.exit('sklearn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
