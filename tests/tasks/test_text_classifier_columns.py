"""Texts in several columns: learned, predicted, explained and kept under their names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.errors import DataError, ParameterError
from linguine.features import Numeric, WordNgrams
from linguine.tasks.text.fitting import tuning

N = 60
TITLES = [f"{('lunch', 'win')[i % 2]} {('now', 'today', 'soon')[i % 3]}" for i in range(N)]
BODIES = [f"{('win', 'lunch', 'free')[i % 3]} number {i}" for i in range(N)]
TABLE = {"title": TITLES, "body": BODIES}
LABELS = ["ham", "spam"] * (N // 2)


def fitted(algorithm: str = "svm", **options: Any) -> TextClassifier:
    return TextClassifier(algorithm, text_columns=["title", "body"], **options).fit(TABLE, LABELS)


def test_the_same_word_means_something_else_in_another_column() -> None:
    clf = fitted()
    asked = {"title": ["win", "lunch"], "body": ["lunch", "win"]}
    assert clf.predict(asked).tolist() == ["spam", "ham"]
    names = [name for name, _ in clf.top_features(1)["spam"]]
    assert names == ["title: win"]


FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "mapping": dict,
    "pandas": lambda table: pytest.importorskip("pandas").DataFrame(table),
    "polars": lambda table: pytest.importorskip("polars").DataFrame(table),
    "arrow": lambda table: pytest.importorskip("pyarrow").table(table),
}


@pytest.mark.parametrize("form", FRAMES)
def test_every_kind_of_table_gives_the_same_scores(form: str) -> None:
    table = {**TABLE, "price": np.arange(N) / N}
    features = WordNgrams(1, 2) + Numeric("price")
    clf = TextClassifier("svm", text_columns=["title", "body"], features=features)
    scores = clf.fit(FRAMES[form](table), LABELS).decision_function(FRAMES[form](table))
    plain = clf.fit(TABLE, LABELS, columns={"price": table["price"]})
    np.testing.assert_array_equal(
        scores, plain.decision_function(TABLE, columns={"price": table["price"]})
    )


@pytest.mark.parametrize("is_joined", [False, True])
@pytest.mark.parametrize("options", [{}, {"hash_bits": 12}], ids=["vocabulary", "buckets"])
def test_a_saved_model_wants_the_same_columns(
    tmp_path: Path, is_joined: bool, options: dict[str, Any]
) -> None:
    clf = fitted(join_columns=is_joined, **options)
    clf.save(tmp_path / "m.linguine")
    loaded = TextClassifier.load(tmp_path / "m.linguine")
    np.testing.assert_array_equal(loaded.decision_function(TABLE), clf.decision_function(TABLE))
    with pytest.raises(DataError, match="missing: 'body'"):
        loaded.predict({"title": TITLES})


def test_threads_change_no_byte_of_the_file(tmp_path: Path) -> None:
    files = []
    for n_threads in (1, 3):
        fitted("auto", n_threads=n_threads).save(tmp_path / "m.linguine")
        files.append((tmp_path / "m.linguine").read_bytes())
    assert files[0] == files[1]


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["triples", "characters"])
def test_auto_chooses_among_features_of_all_columns(
    monkeypatch: pytest.MonkeyPatch, small: int
) -> None:
    """What the narrower set of features leaves out lies behind all others, in every column."""
    monkeypatch.setattr(tuning, "_SMALL", small)
    clf = fitted("auto")
    assert clf.score(TABLE, LABELS) == 1.0
    assert clf.info_["chosen"]["features"] == "words 1-2"
    why = clf.explain({"title": TITLES[1], "body": BODIES[1]})
    assert {each.name.split(":")[0] for each in why.contributions} == {"title", "body"}
    assert sum(each.contribution for each in why.contributions) + why.bias == pytest.approx(
        why.lead, abs=1e-5
    )  # float32 weights, a handful of terms


def test_an_explanation_shows_each_column_and_where_its_words_are() -> None:
    why = fitted().explain({"title": "Win über", "body": "win lunch"})
    assert why.text == "title: Win über\nbody: win lunch"
    places = {each.name: [why.text[a:b] for a, b in each.spans] for each in why.contributions}
    assert places["title: win"] == ["Win"]
    assert places["body: win"] == ["win"]


def test_joined_columns_are_explained_as_one_text() -> None:
    why = fitted(join_columns=True).explain({"title": "win", "body": "lunch"})
    assert why.text == "win\nlunch"


def test_more_texts_have_the_same_columns() -> None:
    clf = TextClassifier("perceptron", text_columns=["title", "body"])
    clf.partial_fit(TABLE, LABELS)
    clf.partial_fit({"title": ["parcel"], "body": ["where"]}, ["post"])
    assert clf.predict({"title": ["parcel"], "body": ["where"]}).item() == "post"
    assert clf.labels_ == ["ham", "post", "spam"]


def test_one_named_column_is_the_text_itself() -> None:
    clf = TextClassifier("svm", text_columns=["title"]).fit(TABLE, LABELS)
    assert clf.predict(["win now"]).item() == clf.predict({"title": ["win now"]}).item() == "spam"
    assert "win" in dict(clf.top_features()["spam"])


def test_a_lexicon_takes_joined_columns_only() -> None:
    words = {"good": ["win"], "bad": ["lunch"]}
    options: dict[str, Any] = {"lexicon": words, "text_columns": ["title", "body"]}
    with pytest.raises(ParameterError, match="Leave text_columns out"):
        TextClassifier("lexicon", **options).fit([])
    clf = TextClassifier("lexicon", **options, join_columns=True).fit([])
    assert clf.predict({"title": ["win"], "body": ["it"]}).item() == "good"


def test_a_whole_frame_without_names_of_columns_is_told_how_to_name_them() -> None:
    frame = pytest.importorskip("pandas").DataFrame(TABLE)
    with pytest.raises(DataError, match=r"one column; got .*text_columns=\['title', 'body'\]"):
        TextClassifier("svm").fit(frame, LABELS)


def test_many_columns_leave_auto_with_words() -> None:
    """A plan has 64 kinds of features: 9 columns of words and characters, or 32 of words."""
    table = {f"c{i}": ["yes yes", "no"] * 6 for i in range(33)}
    names, labels = list(table), ["a", "b"] * 6
    clf = TextClassifier(text_columns=names[:12]).fit(table, labels)
    assert clf.info_["chosen"]["features"] == "words 1-2"
    with pytest.raises(ParameterError, match=r"at most 64 kinds.*got 66.*join_columns=True"):
        TextClassifier("svm", text_columns=names).fit(table, labels)
    joined = TextClassifier("svm", text_columns=names, join_columns=True).fit(table, labels)
    assert joined.score(table, labels) == 1.0
