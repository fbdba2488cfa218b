"""Auto chooses what is better on held-out texts, the simpler of equals, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linguine import TextClassifier
from linguine.data import Examples
from linguine.features import Categorical, CharNgrams, Extractor, Numeric, WordNgrams
from linguine.features.text.specification import as_features
from linguine.model.concurrency import Resources
from linguine.model.prediction import score_rows
from linguine.tasks.text.fitting.search import without_zeros
from linguine.tasks.text.fitting.tuning import (
    Candidate,
    Tuned,
    choose_candidates,
    make_auto_recipe,
    tune,
)

from ..tasks.synthetic import corpus, saved_bytes

USE = Resources(n_threads=2, seed=0)
WORDS = Candidate("words", WordNgrams(), without=(1,))
PAIRS = Candidate("words and pairs", WordNgrams(1, 2))


def tune_on(texts: list[str], labels: list[str], candidates: list[Candidate]) -> Tuned:
    extractor = Extractor(candidates[-1].features, normalize="blocks")
    counts = extractor.fit_counts(texts)
    gold = np.unique(labels, return_inverse=True)[1].astype(np.int32)
    examples = Examples(np.arange(len(gold)), gold, np.ones(len(gold)))
    return tune(extractor, counts, candidates, examples, int(gold.max()) + 1, USE)


def ordered_pairs(n: int) -> tuple[list[str], list[str]]:
    """The label is the order of two words: nothing that single words could tell."""
    random = np.random.default_rng(0)
    texts, labels = [], []
    for i in range(n):
        noise = list(random.choice(["kilo", "lima", "mike", "nova"], 3))
        pair = ["man bites dog", "dog bites man"][i % 2]
        texts.append(" ".join([*noise, pair, *noise[:1]]))
        labels.append(["news", "no news"][i % 2])
    return texts, labels


def test_the_better_candidate_is_chosen() -> None:
    tuned = tune_on(*ordered_pairs(80), [WORDS, PAIRS])
    assert tuned.candidate is PAIRS
    assert tuned.held_out.accuracy(2) > 0.95


def test_the_simpler_of_equals_is_chosen() -> None:
    texts = ["good book", "fine book", "bad film", "poor film"] * 20
    tuned = tune_on(texts, ["good", "good", "bad", "bad"] * 20, [WORDS, PAIRS])
    assert tuned.candidate is WORDS
    assert tuned.choices["lambda"] == 0.0
    assert tuned.choices["C"] == 1.0


def test_what_does_not_differ_is_not_followed() -> None:
    """All answers are the same at C = 4, so neither 16 nor 1/4 are tried."""
    texts = ["good book", "fine book", "bad film", "poor film"] * 20
    tuned = tune_on(texts, ["good", "good", "bad", "bad"] * 20, [WORDS])
    assert list(tuned.choices["tried"]) == [
        "words lambda=0 C=1",
        "words lambda=1 C=1",
        "words lambda=0 C=4",
    ]


def test_the_plain_svm_stays_unless_something_is_better_by_a_standard_error() -> None:
    random = np.random.default_rng(3)
    texts = [" ".join(random.choice(["kilo", "lima", "mike", "nova"], 5)) for _ in range(100)]
    labels = random.choice(["a", "b", "c"], 100).tolist()
    tuned = tune_on(texts, labels, [WORDS, PAIRS])
    plain = tuned.choices["tried"]["words lambda=0 C=1"]
    if (tuned.candidate, tuned.choices["lambda"], tuned.choices["C"]) != (WORDS, 0.0, 1.0):
        assert tuned.held_out.accuracy(3) > plain


def test_rows_without_zeros_give_the_same_scores() -> None:
    data = corpus(60)
    extractor = Extractor(WordNgrams(1, 2))
    counts = extractor.fit_counts(data.texts)
    sites = extractor.weigh(counts, known_from=np.arange(60) < 30)
    small = without_zeros(sites)
    gold = np.unique(data.labels, return_inverse=True)[1].astype(np.int32)
    examples = Examples(np.arange(30), gold[:30], np.ones(30))
    recipe = make_auto_recipe(1.0, 1.0, extractor.weighting, 1e-8)
    tables = []
    for each in (sites, small):
        fitted = recipe.fit(each, examples, 3, USE)
        tables.append(score_rows(each, fitted.weights, fitted.bias, 3, 1))
    assert small.n_features < sites.n_features
    np.testing.assert_allclose(tables[0], tables[1], atol=1e-3)  # two runs of a learner


def test_the_choice_is_the_best_of_what_was_tried() -> None:
    data = corpus(120, share=0.25)
    tuned = tune_on(data.texts, data.labels, [WORDS, PAIRS])
    best = max(tuned.choices["tried"].values())
    # One choice after another: the last is at least as good as all with the same features.
    start = f"{tuned.candidate.name} lambda={tuned.choices['lambda']:g} "
    same = {
        name: accuracy
        for name, accuracy in tuned.choices["tried"].items()
        if name.startswith(start)
    }
    assert round(tuned.held_out.accuracy(3), 4) == max(same.values()) <= best


def test_every_candidate_is_held_out_on_the_same_rows() -> None:
    data = corpus(90)
    a, b = (tune_on(data.texts, data.labels, [each]).held_out for each in (PAIRS, PAIRS))
    np.testing.assert_array_equal(a.gold, b.gold)
    np.testing.assert_array_equal(a.scores, b.scores)


def test_the_model_says_what_was_tried() -> None:
    data = corpus(90)
    clf = TextClassifier().fit(data.texts, data.labels)
    chosen = clf.info_["chosen"]
    assert chosen["held out"] == "5 folds"
    assert "words 1-2 lambda=0 C=1" in chosen["tried"]
    assert len(chosen["tried"]) >= 4
    assert clf.info_["estimated_accuracy"] in chosen["tried"].values()


def narrow_corpus() -> tuple[list[str], list[str]]:
    """Words decide, and characters only mislead: auto leaves them out."""
    data = corpus(120, 2)
    return data.texts, data.labels


def test_leaving_out_a_kind_of_features_is_training_without_it() -> None:
    texts, labels = narrow_corpus()
    auto = TextClassifier(calibration="none").fit(texts, labels)
    assert auto.info_["chosen"]["features"] == "words 1-2"
    narrow = TextClassifier(features=WordNgrams(1, 2, punctuation=True), calibration="none").fit(
        texts, labels
    )
    assert auto.model_ is not None
    assert narrow.model_ is not None
    assert auto.model_.extractor.names() == narrow.model_.extractor.names()
    for name in ("lambda", "C"):
        assert auto.info_["chosen"][name] == narrow.info_["chosen"][name]
    new = corpus(60, 2, seed=7).texts
    np.testing.assert_allclose(
        auto.decision_function(new), narrow.decision_function(new), atol=1e-3
    )
    assert auto.predict(new).tolist() == narrow.predict(new).tolist()


def test_the_file_of_a_narrowed_model_knows_nothing_of_what_was_left_out() -> None:
    texts, labels = narrow_corpus()
    clf = TextClassifier(calibration="none").fit(texts, labels)
    assert clf.model_ is not None
    templates = clf.model_.extractor.features.templates
    assert not any(isinstance(each, CharNgrams) for each in templates)
    assert len(clf.model_.weights) == clf.model_.extractor.n_features


@pytest.mark.parametrize(
    ("n_bytes", "is_given", "is_hashed", "names"),
    [
        (1000, False, False, ["words 1-2", "words 1-2 + characters 1-5"]),
        (100 << 20, False, False, ["words 1-2", "words 1-3"]),
        (1000, True, False, ["given features"]),
        (1000, True, True, ["given features"]),
        (1000, False, True, ["words 1-2"]),
    ],
    ids=["small", "large", "bags", "hashed-bags", "hashed"],
)
def test_candidates_suit_the_data(
    n_bytes: int, is_given: bool, is_hashed: bool, names: list[str]
) -> None:
    found = choose_candidates(n_bytes, is_given=is_given, is_hashed=is_hashed)
    assert [each.name for each in found] == names
    assert found[-1].without == ()


@pytest.mark.parametrize("is_hashed", [True, False])
def test_columns_stand_beside_whatever_is_chosen_of_the_text(is_hashed: bool) -> None:
    columns = (Numeric("length"), Categorical("sender"))
    plain = choose_candidates(1000, is_given=False, is_hashed=is_hashed)
    beside = choose_candidates(1000, is_given=False, is_hashed=is_hashed, columns=columns)
    assert [each.name for each in beside] == [each.name for each in plain]
    for with_columns, without in zip(beside, plain, strict=True):
        templates = as_features(with_columns.features).templates
        assert templates == (*as_features(without.features).templates, *columns)
        assert with_columns.without == without.without


def test_auto_goes_on_choosing_when_there_are_columns(tmp_path: Path) -> None:
    """Endings decide, so characters do better than words; the column of noise changes nothing."""
    random = np.random.default_rng(0)
    stems = ["".join(random.choice(list("bcdfgklmnprst"), 4)) for _ in range(300)]
    texts = [f"{a}{'ing' if i % 2 else 'ose'}" for i, a in enumerate(stems)]
    labels = ["verb" if i % 2 else "other" for i in range(300)]
    columns = {"length": random.normal(100, 30, 300).tolist()}
    clf = TextClassifier("auto", features=Numeric("length"))
    clf.fit(texts, labels, columns=columns)
    assert clf.info_["chosen"]["features"] == "words 1-2 + characters 1-5"
    new = {"length": [1000.0, 3.0]}
    assert clf.predict(["zzzzing", "zzzzose"], columns=new).tolist() == ["verb", "other"]
    assert clf.info_["chosen"]["tried"]["words 1-2 lambda=1 C=1"] < 0.7
    again = TextClassifier.load(saved_bytes(clf, tmp_path))
    assert again.predict(["zzzzing", "zzzzose"], columns=new).tolist() == ["verb", "other"]


def test_columns_stay_when_the_smaller_set_of_features_wins() -> None:
    """The label hangs on the column, so every set does as well, and the simplest is taken."""
    texts = [f"word{i % 7} other{i % 5}" for i in range(200)]
    labels = ["long" if i % 2 else "short" for i in range(200)]
    columns = {"n": [100.0 + i if i % 2 else 1.0 + i / 100 for i in range(200)]}
    clf = TextClassifier("auto", features=Numeric("n")).fit(texts, labels, columns=columns)
    assert clf.info_["chosen"]["features"] == "words 1-2"
    assert clf.predict(["word1", "word1"], columns={"n": [250.0, 1.5]}).tolist() == [
        "long",
        "short",
    ]
    assert any(
        each.name.startswith("n") for each in clf.explain("word1", {"n": [9.0]}).contributions
    )
