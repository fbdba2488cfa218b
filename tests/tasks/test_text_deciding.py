"""Classifiers that promise, give sets of labels, weigh costs, and remember it in their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.errors import DataError, NotAvailableError, ParameterError
from linguine.tasks.text.deciding.label_weights import find_label_weights

from ..messages import assert_three_parts
from .synthetic import Corpus, corpus

KNOWN, UNSEEN = corpus(600, 3, share=0.35), corpus(600, 3, seed=1, share=0.35)


def fitted(**options: Any) -> TextClassifier:
    return TextClassifier("svm", **options).fit(KNOWN.texts, KNOWN.labels)


@pytest.fixture(scope="module")
def promising() -> TextClassifier:
    return fitted(promise=0.9)


@pytest.fixture(scope="module")
def plain() -> TextClassifier:
    return fitted()


def test_a_promise_defers_what_is_not_sure(promising: TextClassifier) -> None:
    made = promising.promise_
    assert made is not None
    assert made.n_held_out == 600
    assert 0 < made.coverage < 1
    assert made.bound >= 0.9
    answers = promising.predict(UNSEEN.texts)
    p = promising.predict_proba(UNSEEN.texts).max(axis=1)
    assert [each is None for each in answers] == (p < made.threshold).tolist()


def test_an_evaluation_holds_a_model_to_its_promise(promising: TextClassifier) -> None:
    found = promising.evaluate(UNSEEN.texts, UNSEEN.labels)
    assert found.verdict.n_answered == found.n_answered
    assert not found.verdict.is_broken()
    wrong = promising.evaluate(UNSEEN.texts, ["animals"] * 600)
    assert wrong.verdict.is_refuted
    assert "broken" in wrong.to_text()
    assert wrong.to_dict()["promise"]["seen"]["is_refuted"]


def test_labels_that_the_model_does_not_know_break_a_promise(promising: TextClassifier) -> None:
    found = promising.evaluate(UNSEEN.texts, ["fish"] * 600)
    assert (found.verdict.n_right, found.verdict.is_refuted) == (0, True)


def test_decisions_are_in_the_file(tmp_path: Path, promising: TextClassifier) -> None:
    path = tmp_path / "m.linguine"
    for clf in (promising, fitted(precision=0.9), fitted(threshold="f1")):
        clf.save(path)
        first = path.read_bytes()
        again = TextClassifier.load(path)
        assert again.promise_ == clf.promise_
        assert again.predict(UNSEEN.texts).tolist() == clf.predict(UNSEEN.texts).tolist()
        assert again.predict_set(UNSEEN.texts) == clf.predict_set(UNSEEN.texts)
        told = {name: again.get_params()[name] for name in ("promise", "precision", "threshold")}
        assert told == {name: clf.get_params()[name] for name in told}
        again.save(path)
        assert path.read_bytes() == first


def test_a_model_without_decisions_says_nothing_of_them(tmp_path: Path) -> None:
    from linguine.model.file.container import load_model

    clf = fitted(calibration="none")
    clf.save(tmp_path / "m.linguine")
    config = load_model(tmp_path / "m.linguine").config
    assert not {"promise", "sets", "label_limits", "answer_weights"} & set(config)
    with pytest.raises(NotAvailableError, match="held-out texts with one label"):
        clf.predict_set(UNSEEN.texts)
    with pytest.raises(NotAvailableError, match="calibration"):
        clf.predict(UNSEEN.texts, cost=np.eye(3))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"promise": {"n_answered": 700}}, "promise"),
        ({"promise": {"precision": 2.0}}, "precision"),
        ({"reject_below": None}, "threshold"),
        ({"sets": {"n": [1, 2]}}, "sets"),
        ({"label_limits": [0.5]}, "label_limits"),
    ],
)
def test_a_file_that_cannot_be_is_refused(
    tmp_path: Path, promising: TextClassifier, change: dict[str, Any], message: str
) -> None:
    from linguine.model.file.container import load_model, save_model

    promising.save(tmp_path / "m.linguine")
    opened = load_model(tmp_path / "m.linguine")
    config = dict(opened.config)
    for name, value in change.items():
        config[name] = {**config[name], **value} if isinstance(value, dict) else value
    save_model(tmp_path / "n.linguine", dict(opened.tensors), config)
    with pytest.raises(DataError, match=message):
        TextClassifier.load(tmp_path / "n.linguine")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"promise": 1.0}, "promise must be a number > 0 and < 1"),
        ({"promise": 0.9, "promise_confidence": 0}, "promise_confidence must be"),
        ({"promise": 0.9, "reject_below": 0.5}, "reject_below=0.5. Leave one"),
        ({"promise": 0.9, "calibration": "none"}, "calibration='none'. Leave one"),
        ({"promise": 0.9, "precision": 0.9}, "promise=0.9 as well"),
        ({"threshold": "f1", "reject_below": 0.9}, "reject_below=0.9 as well"),
        ({"threshold": "common"}, "must be 'f1' where each text has one label"),
    ],
)
def test_decisions_that_do_not_fit_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        fitted(**options)


def test_what_was_promised_cannot_be_changed_behind_its_back(
    tmp_path: Path, promising: TextClassifier
) -> None:
    with pytest.raises(NotAvailableError) as caught:
        promising.partial_fit(UNSEEN.texts, UNSEEN.labels)
    assert_three_parts(caught.value, "changes probabilities", "promise", "Learn from all")
    with pytest.raises(NotAvailableError, match="calibrate changes"):
        promising.calibrate(UNSEEN.texts, UNSEEN.labels)
    with pytest.raises(NotAvailableError, match="quantize='int8'"):
        promising.save(tmp_path / "m.linguine", quantize="int8")
    with pytest.raises(NotAvailableError, match="costs choose others"):
        promising.predict(UNSEEN.texts, cost=1 - np.eye(3))
    beginners = [TextClassifier("perceptron", promise=0.9), TextClassifier("mira", precision=0.9)]
    for clf in beginners:
        with pytest.raises(NotAvailableError, match="holds nothing out"):
            clf.partial_fit(KNOWN.texts, KNOWN.labels)


@pytest.mark.filterwarnings("ignore:1 of 2 labels has only one text")
@pytest.mark.parametrize("options", [{"promise": 0.9}, {"precision": 0.9}])
def test_three_texts_promise_nothing(options: dict[str, Any]) -> None:
    with pytest.raises(DataError) as caught:
        TextClassifier("svm", **options).fit(["a b", "c d", "e f"], ["x", "y", "x"])
    assert_three_parts(caught.value, "held-out texts", "got", "a few hundred")


def test_several_labels_have_no_promise() -> None:
    with pytest.raises(ParameterError, match="one label per text"):
        TextClassifier("svm", promise=0.9).fit(KNOWN.texts, [[label] for label in KNOWN.labels])


def test_of_soft_labels_the_likeliest_counts() -> None:
    labels = sorted(set(KNOWN.labels))
    soft = [{each: 0.8 if each == label else 0.1 for each in labels} for label in KNOWN.labels]
    clf = TextClassifier("svm", promise=0.9).fit(KNOWN.texts, soft)
    assert clf.promise_ is not None
    assert clf.promise_.n_held_out == 600
    assert clf.score(UNSEEN.texts, UNSEEN.labels) > 0.7


def test_a_label_of_one_text_and_empty_texts_can_be_promised_about() -> None:
    texts, labels = [*KNOWN.texts, "", "", "ÿ 你好"], [*KNOWN.labels, *KNOWN.labels[:2], "rare"]
    with pytest.warns(match="only one text"):
        clf = TextClassifier("svm", promise=0.9).fit(texts, labels)
    assert clf.promise_ is not None
    assert len(clf.predict_set(["", "mi"], 0.9, by_label=True)) == 2
    assert all("rare" in each for each in clf.predict_set(["", "mi"], 0.9, by_label=True))


def test_a_model_as_it_is_can_promise_about_texts_that_it_has_not_seen(tmp_path: Path) -> None:
    clf = fitted()
    clf.save(tmp_path / "m.linguine")
    loaded = TextClassifier.load(tmp_path / "m.linguine")
    loaded.make_promise(UNSEEN.texts, UNSEEN.labels, 0.9)
    made = loaded.promise_
    assert made is not None
    p = clf.predict_proba(UNSEEN.texts).max(axis=1)
    assert made.n_answered == (p >= made.threshold).sum()
    right = clf.predict(UNSEEN.texts) == np.array(UNSEEN.labels)
    assert made.n_right == right[p >= made.threshold].sum()
    assert loaded.get_params()["promise"] == 0.9
    loaded.save(tmp_path / "n.linguine")
    assert TextClassifier.load(tmp_path / "n.linguine").promise_ == made
    with pytest.raises(DataError, match="cannot be promised"):
        clf.make_promise(UNSEEN.texts, ["fish"] * 600, 0.5)
    with pytest.raises(ParameterError, match="promise must be"):
        clf.make_promise(UNSEEN.texts, UNSEEN.labels, 1.0)
    with pytest.raises(NotAvailableError, match="likeliest label"):
        fitted(precision=0.9).make_promise(UNSEEN.texts, UNSEEN.labels)


# --- sets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("coverage", [0.8, 0.9, 0.95])
def test_sets_hold_the_right_label_as_often_as_they_say(
    plain: TextClassifier, coverage: float
) -> None:
    """Four standard errors of 600 held-out and 600 unseen texts."""
    sets = plain.predict_set(UNSEEN.texts, coverage)
    hits = [label in each for label, each in zip(UNSEEN.labels, sets, strict=True)]
    assert np.mean(hits) == pytest.approx(
        coverage, abs=4 * (coverage * (1 - coverage) / 300) ** 0.5
    )


def test_sets_grow_with_the_coverage(plain: TextClassifier) -> None:
    small, large = (plain.predict_set(UNSEEN.texts, c) for c in (0.8, 0.95))
    assert all(set(a) <= set(b) for a, b in zip(small, large, strict=True))


def test_calibrating_anew_finds_sets_anew() -> None:
    clf = fitted(calibration="none")
    clf.calibrate(UNSEEN.texts, UNSEEN.labels)
    assert len(clf.predict_set(KNOWN.texts[:5])) == 5


# --- costs and thresholds ---------------------------------------------------------------------


def test_dear_mistakes_are_avoided(plain: TextClassifier) -> None:
    animals, plants, stones = plain.labels_
    costs = {gold: {each: float(each != gold) for each in plain.labels_} for gold in plain.labels_}
    same = plain.predict(UNSEEN.texts, cost=costs)
    assert same.tolist() == plain.predict(UNSEEN.texts).tolist()
    costs[animals][plants] = costs[animals][stones] = 20.0
    assert (plain.predict(UNSEEN.texts, cost=costs) == animals).sum() > (same == animals).sum()
    for gold in costs:
        costs[gold]["(none)"] = 0.1
    deferred = plain.predict(UNSEEN.texts, cost=costs)
    assert None in deferred.tolist()


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ({"animals": {"animals": 0}}, "the row of 'plants' has none"),
        ({"anmals": {}}, "got 'anmals'. Did you mean 'animals'"),
        ({"animals": {"animals": "x"}}, "must be a number; got 'x'"),
        (np.eye(2), r"got \(2, 2\)"),
        (np.full((3, 3), np.nan), "finite"),
    ],
)
def test_costs_that_say_too_little_are_refused(
    plain: TextClassifier, cost: Any, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        plain.predict(UNSEEN.texts, cost=cost)


def test_costs_of_a_data_frame_are_those_of_its_file(tmp_path: Path, plain: TextClassifier) -> None:
    pd: Any = pytest.importorskip("pandas")

    frame = pd.DataFrame(5.0 - 5 * np.eye(3), plain.labels_, plain.labels_)
    frame["(none)"] = 1.0
    frame.to_csv(tmp_path / "costs.csv")
    first = plain.predict(UNSEEN.texts, cost=frame)
    assert plain.predict(UNSEEN.texts, cost=tmp_path / "costs.csv").tolist() == first.tolist()
    assert None in first.tolist()


def test_where_a_model_rejects_no_answer_needs_a_cost() -> None:
    with pytest.raises(DataError, match="what no answer costs"):
        fitted(reject_below=0.5).predict(UNSEEN.texts, cost=1 - np.eye(3))


def test_every_label_is_as_precise_as_was_asked_for() -> None:
    """Thresholds are chosen on 600 held-out texts, so a label may miss by some points."""
    found = fitted(precision=0.9).evaluate(UNSEEN.texts, UNSEEN.labels)
    assert found.coverage < 1
    assert found.precision.min() > 0.84
    assert found.precision.mean() > fitted().evaluate(UNSEEN.texts, UNSEEN.labels).precision.mean()


def unequal(corpus: Corpus) -> Corpus:
    """One text in ten of the first label, of which the others have the words as well."""
    keep = [i for i in range(len(corpus)) if corpus.labels[i] != "animals" or i % 30 == 0]
    return corpus.take(keep)


def test_weights_of_labels_find_a_rare_label() -> None:
    known, unseen = (unequal(corpus(900, 3, seed=seed, share=0.3)) for seed in (0, 1))
    scores = [
        TextClassifier("svm", threshold=how).fit(known.texts, known.labels)
        .evaluate(unseen.texts, unseen.labels).macro_f1
        for how in (None, "f1")
    ]  # fmt: skip
    assert scores[1] > scores[0] + 0.02


def test_weights_stay_one_where_nothing_is_gained() -> None:
    p = np.array([[0.9, 0.1]] * 50 + [[0.1, 0.9]] * 50)
    assert find_label_weights(p, np.repeat([0, 1], 50)).tolist() == [1.0, 1.0]
