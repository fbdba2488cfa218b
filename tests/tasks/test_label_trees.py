"""TextClassifier("label-tree"): as good as a table of all labels, on crooked data, in files."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from linguine import TextClassifier
from linguine.errors import (
    DataError,
    LinguineError,
    NotAvailableError,
    OutOfMemoryError,
    ParameterError,
)
from linguine.tasks.text.fitting import room_for_weights
from linguine.tasks.text.label_tree import growing

pytestmark = pytest.mark.filterwarnings("ignore::linguine.errors.DataWarning")

RANDOM = np.random.default_rng(11)
SMALL: dict[str, Any] = {"branches": 4, "beam": 4, "n_threads": 1}
#: Without the fits that tell how held-out texts are answered.
PLAIN = SMALL | {"calibration": "none"}


def make_texts(n: int, n_labels: int) -> tuple[list[str], list[str]]:
    """Return texts whose label shows in one word of nine."""
    labels = [f"L{i % n_labels}" for i in range(n)]
    noise = RANDOM.integers(0, 200, (n, 8))
    texts = [
        " ".join([f"word{y}", *(f"w{k}" for k in row)])
        for y, row in zip(labels, noise, strict=True)
    ]
    return texts, labels


TEXTS, LABELS = make_texts(240, 40)
SETS = [[y, *(["even"] if i % 2 == 0 else [])] for i, y in enumerate(LABELS)]


@pytest.fixture(scope="module")
def of_one() -> TextClassifier:
    return TextClassifier("label-tree", **SMALL).fit(TEXTS, LABELS)


@pytest.fixture(scope="module")
def of_several() -> TextClassifier:
    return TextClassifier("label-tree", **SMALL).fit(
        [t + (" even" if i % 2 == 0 else "") for i, t in enumerate(TEXTS)], SETS
    )


@pytest.fixture(params=["of_one", "of_several"])
def tree(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


def test_the_estimate_is_that_of_a_table(of_one: TextClassifier) -> None:
    table = TextClassifier("svm", n_threads=1).fit(TEXTS, LABELS)
    assert of_one.info_["estimated_accuracy"] >= table.info_["estimated_accuracy"] - 0.05


def test_probabilities_are_a_distribution_with_room_for_what_was_not_found(
    of_one: TextClassifier,
) -> None:
    p = of_one.predict_proba(TEXTS[:50])
    assert p.shape == (50, 40)
    assert (p.sum(axis=1) <= 1 + 1e-9).all()
    assert (p > 0).sum(axis=1).max() <= 4 * 4
    assert [of_one.labels_[i] for i in p.argmax(axis=1)] == of_one.predict(TEXTS[:50]).tolist()


def test_the_top_is_that_of_the_table(of_one: TextClassifier) -> None:
    p = of_one.predict_proba(TEXTS[:9])
    for row, found in zip(p, of_one.predict_top(TEXTS[:9], 3), strict=True):
        assert [q for _, q in found] == sorted(row.tolist(), reverse=True)[:3]
        assert found[0][0] == of_one.labels_[int(row.argmax())]
    with pytest.raises(ParameterError, match="k must be"):
        of_one.predict_top(TEXTS, 0)


def test_contributions_add_up_to_the_lead(tree: TextClassifier) -> None:
    explained = tree.explain(TEXTS[7])
    has_several = isinstance(tree.predict(TEXTS[7:8])[0], tuple)
    for each in explained if has_several else [explained]:
        lead = each.bias + sum(c.contribution for c in each.contributions)
        assert lead == pytest.approx(each.score - each.runner_up_score, abs=1e-5)


def test_a_file_and_a_pickle_answer_the_same(tree: TextClassifier, tmp_path: Path) -> None:
    tree.save(tmp_path / "a.linguine")
    for other in (
        TextClassifier.load(tmp_path / "a.linguine"),
        pickle.loads(pickle.dumps(tree)),
    ):
        np.testing.assert_array_equal(other.predict_proba(TEXTS), tree.predict_proba(TEXTS))
        assert list(other.predict(TEXTS)) == list(tree.predict(TEXTS))
        other.save(tmp_path / "b.linguine")
        assert (tmp_path / "a.linguine").read_bytes() == (tmp_path / "b.linguine").read_bytes()


@pytest.mark.parametrize("kind", ["float16", "int8"])
def test_a_quantised_tree_answers_nearly_the_same(
    kind: str, tmp_path: Path, of_one: TextClassifier
) -> None:
    of_one.save(tmp_path / "a.linguine", quantize=kind)
    found = TextClassifier.load(tmp_path / "a.linguine").predict(TEXTS)
    assert (found == of_one.predict(TEXTS)).mean() > 0.98


def test_threads_change_no_byte(tmp_path: Path) -> None:
    for name, n in (("a", 1), ("b", 3)):
        made = TextClassifier("label-tree", **PLAIN | {"n_threads": n}).fit(TEXTS, LABELS)
        made.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_pieces_of_a_node_are_the_node(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = TextClassifier("label-tree", **PLAIN | {"branches": 64}).fit(TEXTS, LABELS)
    monkeypatch.setattr(growing, "_MOST_CELLS", 1)
    pieces = TextClassifier("label-tree", **PLAIN | {"branches": 64}).fit(TEXTS, LABELS)
    np.testing.assert_allclose(
        pieces.decision_function(TEXTS), whole.decision_function(TEXTS), atol=1e-3
    )


# --- crooked data --------------------------------------------------------------------------------


def test_two_and_three_labels() -> None:
    for n in (2, 3):
        texts, labels = make_texts(60, n)
        made = TextClassifier("label-tree", **SMALL).fit(texts, labels)
        assert made.score(texts, labels) > 0.95
        assert made.decision_function(texts).shape == ((60,) if n == 2 else (60, 3))
        assert made.predict_proba(texts).shape == (60, n)


def test_labels_with_one_text_each() -> None:
    texts, labels = make_texts(150, 150)
    made = TextClassifier("label-tree", **PLAIN | {"beam": 16}).fit(texts, labels)
    assert made.score(texts, labels) > 0.9
    assert len(made.labels_) == 150


def test_labels_of_the_same_texts_are_all_there() -> None:
    texts = ["the same text"] * 20
    made = TextClassifier("label-tree", **SMALL).fit(texts, [f"L{i}" for i in range(20)])
    assert made.predict(["the same text"])[0] in made.labels_
    (found,) = made.predict_top(["the same text"], 50)
    assert len({label for label, _ in found}) == 8  # four groups of two


def test_a_label_in_every_text_texts_without_a_label_and_empty_ones() -> None:
    sets: list[list[str]] = [["all", y] for y in LABELS[:120]]
    texts = [*TEXTS[:120], "nothing here", "", "   "]
    made = TextClassifier("label-tree", **SMALL).fit(texts, [*sets, [], [], []])
    judged = made.evaluate(texts, [*sets, [], [], ["never seen"]])
    assert judged.micro_f1 > 0.9
    assert judged.unknown_labels == {"never seen": 1}
    assert judged.log_loss is not None
    assert made.score(TEXTS[:120], sets) > 0.95


def test_unseen_labels_are_never_right(of_one: TextClassifier) -> None:
    judged = of_one.evaluate(TEXTS[:4], ["L0", "L1", "L2", "new"])
    assert judged.accuracy == 0.75


def test_words_that_nobody_knows_still_get_an_answer(of_one: TextClassifier) -> None:
    assert of_one.predict(["zzz"])[0] in of_one.labels_
    assert of_one.predict([""])[0] in of_one.labels_


def test_an_indicator_matrix_comes_back() -> None:
    table = np.eye(41, dtype=int)[[i % 40 for i in range(240)]]
    table[::3, 40] = 1
    made = TextClassifier("label-tree", **PLAIN).fit(TEXTS, table)
    assert (made.predict(TEXTS) == table).mean() > 0.95


# --- settings ------------------------------------------------------------------------------------


def test_hashed_features_have_names() -> None:
    made = TextClassifier("label-tree", hash_bits=12, **PLAIN).fit(TEXTS, LABELS)
    assert made.score(TEXTS, LABELS) > 0.95
    assert "wordl7" in str(made.top_features(3)["L7"])


def test_rejection_a_grid_and_clones(of_one: TextClassifier) -> None:
    made = TextClassifier("label-tree", reject_below=0.99, **SMALL).fit(TEXTS, LABELS)
    assert made.predict(["zzz"])[0] is None
    assert clone(of_one).get_params()["beam"] == 4
    plain = TextClassifier("label-tree", **PLAIN)
    found = GridSearchCV(plain, {"beam": [1, 4]}, cv=2).fit(TEXTS[:160], LABELS[:160])
    assert found.best_params_["beam"] in (1, 4)


def test_calibration_on_other_texts() -> None:
    plain = TextClassifier("label-tree", **PLAIN).fit(TEXTS, LABELS)
    with pytest.raises(NotAvailableError, match="calibration"):
        plain.predict_proba(TEXTS)
    assert plain.calibrate(TEXTS, LABELS).predict_proba(TEXTS[:2]).max() > 0.5


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"branches": 1}, "branches must be"),
        ({"beam": 0}, "beam must be"),
        ({"prune": 1.0}, "prune must be"),
        ({"epochs": 3}, "no option epochs"),
    ],
)
def test_wrong_options_are_told(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        TextClassifier("label-tree", **options)


def test_what_a_tree_cannot_do_is_told(of_one: TextClassifier) -> None:
    with pytest.raises(NotAvailableError, match="all texts at once"):
        pickle.loads(pickle.dumps(of_one)).partial_fit(TEXTS[:2], LABELS[:2])
    with pytest.raises(ParameterError, match="common"):
        TextClassifier("label-tree", threshold="f1").fit(TEXTS, SETS)
    with pytest.raises(DataError, match="two labels"):
        TextClassifier("label-tree").fit(["a", "b"], ["x", "x"])


def test_a_table_that_does_not_fit_names_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_for_weights, "physical_memory", lambda: 1_000_000)
    texts, labels = make_texts(200, 120)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(OutOfMemoryError, match="label-tree"):
            TextClassifier("svm").fit(texts, labels)
        TextClassifier("label-tree", **PLAIN).fit(texts, labels)
    assert issubclass(OutOfMemoryError, LinguineError)


@pytest.mark.parametrize("told", [{"promise": 0.9}, {"precision": 0.9}])
def test_decisions_that_need_all_probabilities_are_refused(told: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="label-tree"):
        TextClassifier("label-tree", **SMALL, **told).fit(TEXTS, LABELS)
