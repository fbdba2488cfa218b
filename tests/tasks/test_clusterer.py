"""Clusterer: groups of texts, their words, their file, and what it refuses."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import Clusterer, DataError, DataWarning, ParameterError
from linguine.data import as_texts
from linguine.features import WordNgrams

TOPICS = {
    "food": "bread soup cheese butter oven flour sugar salt".split(),
    "space": "orbit rocket moon planet launch comet star probe".split(),
    "sport": "goal team match referee league coach stadium striker".split(),
}


def texts(n: int = 150, seed: int = 0) -> tuple[list[str], list[str]]:
    generator = np.random.default_rng(seed)
    names = [list(TOPICS)[i] for i in generator.integers(3, size=n)]
    common = "the of and we have".split()
    made = [
        " ".join([*generator.choice(TOPICS[name], 6), *generator.choice(common, 3)])
        for name in names
    ]
    return made, names


@pytest.fixture(scope="module")
def fitted() -> Clusterer:
    return Clusterer(3, restarts=3).fit(texts()[0])


def test_topics_that_share_no_word_are_found(fitted: Clusterer) -> None:
    found, names = texts(seed=1)
    assert fitted.evaluate(found, names).nmi == pytest.approx(1.0)
    own = [set(words[:6]) for words in fitted.words_]
    assert all(any(words <= set(topic) for topic in TOPICS.values()) for words in own)


def test_clusters_are_numbered_from_the_largest(fitted: Clusterer) -> None:
    assert fitted.sizes_ == sorted(fitted.sizes_, reverse=True)
    assert sum(fitted.sizes_) == 150
    chosen = fitted.predict(texts()[0])
    assert np.bincount(chosen).tolist() == fitted.sizes_
    assert all(chosen[row] == y for y, rows in enumerate(fitted.closest_) for row in rows)


def test_probabilities_add_to_one_and_agree_with_the_answer(fitted: Clusterer) -> None:
    asked = ["moon", "soup and rocket", "nothing known here", "the goal"]
    shares = fitted.predict_proba(asked)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=1e-9)
    assert shares.argmax(axis=1).tolist() == fitted.predict(asked).tolist()


def test_an_explanation_names_the_words_that_decided(fitted: Clusterer) -> None:
    explained = fitted.explain("a rocket to the moon")
    assert {each.name for each in explained.contributions[:2]} == {"rocket", "moon"}


@pytest.mark.parametrize("k", [2, 3, 7])
def test_a_file_and_a_pickle_bring_back_the_same_clusterer(tmp_path: Path, k: int) -> None:
    made = Clusterer(k, restarts=2, alpha=0.02).fit(texts()[0])
    made.save(tmp_path / "c.linguine")
    for again in (Clusterer.load(tmp_path / "c.linguine"), pickle.loads(pickle.dumps(made))):
        assert again.to_bytes() == made.to_bytes()
        assert again.words_ == made.words_
        np.testing.assert_array_equal(
            again.predict_proba(texts()[0]), made.predict_proba(texts()[0])
        )
    loaded = Clusterer.load(tmp_path / "c.linguine").get_params()
    assert (loaded["k"], loaded["alpha"], loaded["restarts"]) == (k, 0.02, 2)


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads() -> None:
    made = [Clusterer(4, seed=3, n_threads=n, restarts=4).fit(texts()[0]) for n in (1, 2, 3)]
    assert made[0].to_bytes() == made[1].to_bytes() == made[2].to_bytes()


def test_more_starts_are_never_worse() -> None:
    few, many = (Clusterer(5, restarts=n).fit(texts()[0]) for n in (1, 8))
    assert many.info_["log_likelihood"] >= few.info_["log_likelihood"]


def test_held_out_texts_say_how_many_clusters_there_are() -> None:
    made = Clusterer((2, 6)).fit(texts(400)[0])
    assert made.labels_ == [0, 1, 2]
    assert list(made.info_["tried"]) == ["2", "3", "4", "5", "6"]


def test_auto_needs_no_number() -> None:
    assert len(Clusterer(restarts=2).fit(texts(200)[0]).labels_) >= 3


def test_bags_frames_and_files_are_texts_too(tmp_path: Path) -> None:
    found = texts()[0]
    path = tmp_path / "docs.txt"
    path.write_text("\n".join(found))
    expected = Clusterer(3, restarts=2).fit(found).to_bytes()
    assert Clusterer(3, restarts=2).fit(path).to_bytes() == expected
    assert Clusterer(3, restarts=2).fit(as_texts(found)).to_bytes() == expected
    table = {"title": found, "body": found[::-1]}
    columns = Clusterer(3, restarts=2, text_columns=["title", "body"]).fit(table)
    assert columns.words_[0][0].split(": ")[0] in table


def test_scikit_learn_clones_it_and_sees_a_clusterer() -> None:
    from sklearn.base import clone, is_clusterer

    made = Clusterer(3, alpha=0.2, features=WordNgrams(1, 2))
    assert repr(clone(made)) == repr(made)
    assert is_clusterer(made)
    assert made.fit_predict(texts()[0]).shape == (150,)


# --- what it refuses --------------------------------------------------------------------------

BAD: dict[str, tuple[Any, str]] = {
    "zero": (0, "k must be an integer >= 2"),
    "one": (1, "k must be an integer >= 2"),
    "word": ("many", "k must be a number of clusters, a range such as"),
    "float": (2.5, "k must be a number of clusters"),
    "backwards": ((6, 3), r"Try \(3, 6\)"),
    "flag": (True, "k must be an integer"),
}


@pytest.mark.parametrize(("k", "message"), BAD.values(), ids=BAD)
def test_a_number_of_clusters_that_cannot_be_is_refused(k: Any, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Clusterer(k)


def test_more_clusters_than_texts_are_refused() -> None:
    with pytest.raises(DataError, match=r"got k=4 for 3 texts\. Give at most k=3"):
        Clusterer(4).fit(["one text", "another text", "a third"])
    with pytest.raises(DataError, match="for 2 texts with words"):
        Clusterer(3).fit(["one text", "...", "a third"])
    with pytest.raises(DataError, match="goes up to 100"):
        Clusterer((2, 100)).fit(texts(60)[0])


def test_too_few_texts_cannot_say_how_many_clusters_they_make() -> None:
    with pytest.raises(DataError, match=r"At least 20 texts with words .* got 3\. Give k=2"):
        Clusterer().fit(["one text", "another text", "a third"])


def test_empty_clusters_are_told_of() -> None:
    with pytest.warns(DataWarning, match="of 4 clusters are empty"):
        made = Clusterer(4, restarts=1).fit(["same words"] * 6)
    assert sum(made.sizes_) == 6
    assert np.isfinite(made.predict_proba(["same words"])).all()


def test_no_texts_at_all_are_refused() -> None:
    with pytest.raises(DataError):
        Clusterer(2).fit([])


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ParameterError, match="alpha must be a number > 0"):
        Clusterer(2, alpha=0)
