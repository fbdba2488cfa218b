"""linguine.CRF takes the place of sklearn_crfsuite.CRF: same input, words, optimum and answers."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score

import linguine
from linguine import CRF, DataError, ParameterError

from ..messages import assert_three_parts
from ..tasks.sentences import TEST, TRAIN

ANNA = {"w": "Anna", "cap": True, "len": 4}
ROME = {"w": "Rome", "cap": True, "len": 4.5}
SEES = ["w:sees", "x"]
X: list[Any] = [
    [ANNA, SEES, ROME],
    [ROME, ["w:sleeps"]],
    [["w:no"], SEES, ANNA],
    [{"w": "New", "cap": True}, {"w": "York", "cap": True}],
    [],
]
Y = [["PER", "O", "LOC"], ["LOC", "O"], ["O", "O", "PER"], ["LOC", "LOC"], []]

#: What python-crfsuite 0.9.12 gives for them: the loss at the end, the probability of the first
#: sentence's tags, that of PER at its first token, and the weight of the attribute cap for LOC.
THEIRS: dict[str, tuple[dict[str, Any], float, float, float, float]] = {
    "default": ({}, 8.070561, 0.177837, 0.522533, 0.503737),
    "weak": ({"c2": 0.1}, 3.662445, 0.582472, 0.807965, 1.48756),
    "l1": ({"c1": 0.1, "c2": 0.1}, 5.010963, 0.508529, 0.778134, 1.550869),
    "states": ({"c2": 0.1, "all_possible_states": True}, 2.896056, 0.695544, 0.873094, 1.12662),
    "transitions": (
        {"c2": 0.1, "all_possible_transitions": True}, 3.502467, 0.600503, 0.806254, 1.473261,
    ),
}  # fmt: skip


def features(sentences: list[list[str]]) -> list[list[dict[str, Any]]]:
    """Features as a tutorial would make them."""
    return [
        [
            {"w": word, "cap": word.istitle(), "-1": before}
            for word, before in zip(words, ["", *words], strict=False)
        ]
        for words in sentences
    ]


@pytest.fixture(scope="module")
def crf() -> CRF:
    return CRF(c2=0.1).fit(X, Y)


@pytest.mark.parametrize("case", THEIRS)
def test_the_optimum_is_that_of_crfsuite(case: str) -> None:
    options, loss, p_sequence, p_tag, weight = THEIRS[case]
    crf = CRF(delta=1e-9, **options).fit(X, Y)
    assert crf.info_["objective"] == pytest.approx(loss, rel=1e-5)
    tagger = crf.tagger_
    assert tagger.tag(X[0]) == Y[0]
    # Weights are float32, and both stop a little before the optimum.
    assert tagger.probability(Y[0]) == pytest.approx(p_sequence, abs=1e-3)
    assert tagger.marginal("PER", 0) == pytest.approx(p_tag, abs=1e-3)
    assert crf.state_features_["cap", "LOC"] == pytest.approx(weight, abs=2e-3)


def test_what_was_learned_is_told_by_name(crf: CRF) -> None:
    assert crf.classes_ == ["PER", "O", "LOC"]
    assert set(crf.attributes_) == {
        "w:Anna", "w:sees", "x", "w:Rome", "w:sleeps", "w:no", "w:New", "w:York", "cap", "len",
    }  # fmt: skip
    assert crf.num_attributes_ == 10
    assert set(crf.transition_features_) == {
        ("PER", "O"), ("O", "LOC"), ("LOC", "O"), ("O", "O"), ("O", "PER"), ("LOC", "LOC"),
    }  # fmt: skip
    assert crf.size_ > 0
    assert crf.tagger_.labels() == crf.classes_


def test_marginals_are_dictionaries_that_add_up_to_one(crf: CRF) -> None:
    table = crf.predict_marginals(X)
    assert [len(each) for each in table] == [len(each) for each in X]
    for row in table[0]:
        assert set(row) == {"PER", "O", "LOC"}
        assert sum(row.values()) == pytest.approx(1.0, abs=1e-6)
    assert crf.predict_marginals_single(X[0]) == table[0]
    assert crf.predict_single(X[0]) == crf.predict(X)[0]


@pytest.mark.parametrize("algorithm", ["lbfgs", "l2sgd", "ap", "pa"])
def test_every_algorithm_learns(algorithm: str) -> None:
    crf = CRF(algorithm).fit(features(TRAIN.sentences), TRAIN.tags)
    assert crf.score(features(TEST.sentences), TEST.tags) > 0.97
    assert crf.seconds_ is not None


def test_tags_that_are_none_are_unknown() -> None:
    """An unknown tag is the same as a token that teaches nothing."""
    crf = CRF(c2=0.1).fit([*X, [ANNA]], [*Y, [None]])
    assert crf.predict_marginals(X[:1])[0][0]["PER"] == pytest.approx(0.807965, abs=1e-3)


def test_dev_sentences_are_measured(crf: CRF) -> None:
    assert CRF().fit(X, Y, X_dev=X, y_dev=Y).dev_score_ == crf.score(X, Y)


def test_scikit_learn_clones_searches_and_validates() -> None:
    questions = features(TRAIN.sentences)
    search = GridSearchCV(CRF(max_iterations=50), {"c2": [0.01, 100.0]}, cv=2)
    search.fit(questions, TRAIN.tags)
    assert search.best_params_ == {"c2": 0.01}
    assert cross_val_score(CRF(), questions, TRAIN.tags, cv=2).min() > 0.9
    copy = clone(CRF("pa", c=0.5))
    assert copy.get_params()["c"] == 0.5
    assert repr(copy) == "CRF(algorithm='pa', c=0.5)"
    with pytest.raises(ParameterError, match="CRF has no parameter 'C2'"):
        copy.set_params(C2=1.0)


def test_importing_and_using_it_does_not_load_scikit_learn() -> None:
    script = (
        "import sys; from linguine import CRF; CRF().fit([[['a']], [['b']]], [['X'], ['Y']]); "
        "print('sklearn' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_a_pickle_and_a_file_give_the_same_answers(crf: CRF, tmp_path: Path) -> None:
    path = tmp_path / "c.linguine"
    saved = CRF(c2=0.1, model_filename=str(path)).fit(X, Y)
    for other in (pickle.loads(pickle.dumps(crf)), CRF.load(path), clone(saved).fit(X, Y)):
        assert other.predict_marginals(X) == crf.predict_marginals(X)
        assert other.c2 == 0.1
    with pytest.raises(DataError, match=r"linguine.CRF.load"):
        linguine.Tagger.load(path)
    linguine.Tagger().fit(TRAIN.sentences, TRAIN.tags).save(path)
    with pytest.raises(DataError, match=r"linguine.Tagger.load"):
        CRF.load(path)


@pytest.mark.parametrize(
    ("options", "got"),
    [
        ({"algorithm": "arow"}, "does not have"),
        ({"algorithm": "lbgfs"}, "Did you mean 'lbfgs'?"),
        ({"gamma": 1.0}, "does not have"),
        ({"algorithm": "ap", "c2": 1.0}, "the algorithm 'ap' has no c2"),
        ({"c": 1.0}, "use algorithm='pa'"),
        ({"c1": -1.0}, "c1 must be a number >= 0"),
        ({"max_iterations": 0}, "max_iterations must be"),
        ({"linesearch": "morethuente"}, "Did you mean 'MoreThuente'?"),
        ({"algorithm": "pa", "pa_type": 2}, "PA-II is not available"),
        ({"algorithm": "pa", "error_sensitive": False}, "error_sensitive must be True"),
        ({"min_freq": -1}, "min_freq must be"),
    ],
    ids=lambda each: each if isinstance(each, str) else "-".join(each),
)
def test_a_word_that_means_nothing_here_is_refused(options: dict[str, Any], got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        CRF(**options).fit(X, Y)
    assert got in str(caught.value)


def test_words_of_other_searches_change_nothing(crf: CRF) -> None:
    other = CRF(c2=0.1, epsilon=1e-3, period=5, linesearch="Backtracking", max_linesearch=9).fit(
        X, Y
    )
    assert other.predict_marginals(X) == crf.predict_marginals(X)


def test_rare_attributes_are_left_out() -> None:
    assert "w:no" not in CRF(min_freq=2).fit(X, Y).attributes_


@pytest.mark.parametrize(
    ("x", "y", "got"),
    [
        ([ANNA, ROME], [["PER"], ["LOC"]], "sentence 0"),
        ([["Anna"]], [["PER"]], "token 0 of sentence 0"),
        ([[{"w": None}]], [["PER"]], "NoneType"),
        ([[ANNA]], [["PER", "O"]], "1 tokens and 2 tags"),
        ([[ANNA]], [[3]], "got int"),
        ([], [], "got none"),
    ],
    ids=["flat", "str", "none", "lengths", "int", "empty"],
)
def test_broken_input_is_refused(x: Any, y: Any, got: str) -> None:
    with pytest.raises(DataError) as caught:
        CRF().fit(x, y)
    assert got in str(caught.value)


def test_questions_that_have_no_answer_are_refused(crf: CRF) -> None:
    tagger = crf.tagger_
    with pytest.raises(DataError, match="must be set first"):
        tagger.marginal("PER", 0)
    tagger.set(X[0])
    with pytest.raises(DataError) as caught:
        tagger.marginal("ORG", 0)
    assert_three_parts(caught.value, "must be one of", "'ORG'", "Choose")
    with pytest.raises(DataError, match="one tag for each of the 3 tokens"):
        tagger.probability(["O"])
    with pytest.raises(DataError, match="0 to 2"):
        tagger.marginal("O", 3)
    with pytest.raises(DataError, match="must be fitted first"):
        CRF().predict(X)
