"""linguine.CRF takes the place of sklearn_crfsuite.CRF: same input, words, optimum and answers."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score

import linguine
from linguine import CRF, DataError, ParameterError
from linguine.compat.crfsuite.tagger import CrfsuiteTagger
from linguine.errors import ConvergenceWarning

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


def tagger_of(crf: CRF) -> CrfsuiteTagger:
    assert crf.tagger_ is not None
    return crf.tagger_


@pytest.fixture(scope="module")
def crf() -> CRF:
    return CRF(c2=0.1).fit(X, Y)


@pytest.mark.parametrize("case", THEIRS)
def test_the_optimum_is_that_of_crfsuite(case: str) -> None:
    options, loss, p_sequence, p_tag, weight = THEIRS[case]
    crf = CRF(delta=1e-9, **options).fit(X, Y)
    assert crf.model_ is not None
    assert crf.model_.info["objective"] == pytest.approx(loss, rel=1e-5)
    tagger = tagger_of(crf)
    assert tagger.tag(X[0]) == Y[0]
    # Weights are float32, and both stop a little before the optimum.
    assert tagger.probability(Y[0]) == pytest.approx(p_sequence, abs=1e-3)
    assert tagger.marginal("PER", 0) == pytest.approx(p_tag, abs=1e-3)
    assert tagger.info().state_features["cap", "LOC"] == pytest.approx(weight, abs=2e-3)


def test_what_was_learned_is_told_by_name(crf: CRF) -> None:
    assert crf.classes_ == ["PER", "O", "LOC"]
    assert set(crf.attributes_ or ()) == {
        "w:Anna", "w:sees", "x", "w:Rome", "w:sleeps", "w:no", "w:New", "w:York", "cap", "len",
    }  # fmt: skip
    assert crf.num_attributes_ == 10
    assert set(crf.transition_features_ or ()) == {
        ("PER", "O"), ("O", "LOC"), ("LOC", "O"), ("O", "O"), ("O", "PER"), ("LOC", "LOC"),
    }  # fmt: skip
    assert (crf.size_ or 0) > 0
    assert tagger_of(crf).labels() == crf.classes_


def test_weights_are_told_as_python_crfsuite_does(crf: CRF) -> None:
    info = tagger_of(crf).info()
    assert info.labels == {"PER": "0", "O": "1", "LOC": "2"}
    assert list(info.attributes) == crf.attributes_
    assert info.transitions == crf.transition_features_
    assert info.state_features == crf.state_features_
    assert int(info.header["num_attrs"]) == crf.num_attributes_
    assert int(info.header["size"]) == crf.size_


def test_before_fit_there_is_nothing_and_asking_is_no_error() -> None:
    """hasattr raised."""
    crf = CRF()
    for name in (
        "tagger_", "classes_", "size_", "num_attributes_", "attributes_", "state_features_",
        "transition_features_", "training_log_",
    ):  # fmt: skip
        assert getattr(crf, name) is None
    with pytest.raises(DataError, match="must be fitted first"):
        crf.predict(X)


def test_the_tagger_is_the_same_until_the_next_fit() -> None:
    crf = CRF(c2=0.1).fit(X, Y)
    tagger = tagger_of(crf)
    tagger.set(X[0])
    assert crf.tagger_ is tagger
    assert tagger_of(crf).marginal("PER", 0) == crf.predict_marginals_single(X[0])[0]["PER"]
    assert crf.fit(X, Y).tagger_ is not tagger


def test_answers_are_arrays_of_objects() -> None:
    crf = CRF(c2=0.1).fit(X, Y)
    assert isinstance(crf.predict(X), np.ndarray)
    assert crf.predict(X).tolist() == Y
    assert crf.predict(X[:1]).shape == (1, 3)  # equally long: a table, as NumPy has it
    assert (crf.predict(X[:1]) == Y[:1]).all()
    assert crf.predict_marginals(X).shape == (5,)
    assert crf.predict([]).tolist() == []


@pytest.mark.parametrize("algorithm", ["lbfgs", "l2sgd", "ap", "pa", "arow"])
def test_every_algorithm_has_marginals_and_a_log(algorithm: str) -> None:
    crf = CRF(algorithm, max_iterations=50).fit(X, Y)
    for row in crf.predict_marginals_single(X[0]):
        assert set(row) == set(crf.classes_ or ())
        assert sum(row.values()) == pytest.approx(1.0, abs=1e-6)
    tagger = tagger_of(crf)
    tagger.set(X[0])
    assert 0 < tagger.probability(Y[0]) <= 1
    log = crf.training_log_
    assert log is not None
    numbers = [each["num"] for each in log.iterations]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 2 <= len(numbers) <= 50
    assert log.last_iteration == log.iterations[-1]
    assert log.featgen_num_features == int(tagger.info().header["num_features"])


def test_an_existing_model_file_is_the_model_until_the_next_fit(tmp_path: Path) -> None:
    path = str(tmp_path / "c.crfsuite")
    fitted = CRF(c2=0.1, model_filename=path).fit(X, Y)
    other = CRF(model_filename=path)
    assert other.predict(X).tolist() == fitted.predict(X).tolist()
    assert other.classes_ == fitted.classes_
    assert pickle.loads(pickle.dumps(other)).score(X, Y) == fitted.score(X, Y)
    other.fit(X[1:2], Y[1:2])
    assert CRF(model_filename=path).classes_ == ["LOC", "O"]


def test_a_file_of_crfsuite_is_named_as_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "theirs.crfsuite"
    path.write_bytes(b"lCRF\xac\x11\x00\x00FOMC" + bytes(100))
    with pytest.raises(DataError) as caught:
        CRF(model_filename=str(path)).predict(X)
    assert_three_parts(caught.value, "theirs.crfsuite", "a CRFsuite model", "linguine convert")


class ItemSequence:
    """As python-crfsuite's: a sentence that says what is in it."""

    def __init__(self, tokens: list[dict[str, float]]) -> None:
        self.tokens = tokens

    def items(self) -> list[dict[str, float]]:
        return self.tokens

    def __len__(self) -> int:
        return len(self.tokens)


def test_item_sequences_are_sentences(crf: CRF) -> None:
    plain = [{"w:Anna": 1.0, "cap": 1.0}, {"w:sees": 1.0, "x": 1.0}]
    sequence = ItemSequence(plain)
    assert crf.predict([sequence]).tolist() == crf.predict([plain]).tolist()
    assert tagger_of(crf).tag(sequence) == crf.predict_single(sequence)
    again = CRF(c2=0.1).fit([sequence], [["PER", "O"]])
    assert again.predict_single(sequence) == ["PER", "O"]


def test_a_warning_speaks_crfsuite_s_words() -> None:
    with pytest.warns(ConvergenceWarning) as caught:
        CRF(c2=0.01, max_iterations=1).fit(X, Y)
    said = str(caught[0].message)
    assert "delta" in said
    assert "larger c2" in said
    assert "tolerance" not in said
    assert "l2" not in said


def test_a_fit_that_diverges_names_crfsuite_s_parameter() -> None:
    with pytest.raises(ParameterError, match="Lower calibration_eta"):
        CRF("l2sgd", calibration_eta=1e9).fit(features(TRAIN.sentences), TRAIN.tags)


def test_half_of_the_dev_data_is_refused() -> None:
    with pytest.raises(DataError) as caught:
        CRF().fit(X, Y, X)
    assert_three_parts(caught.value, "belong together", "only one", "Give both")


def test_marginals_are_dictionaries_that_add_up_to_one(crf: CRF) -> None:
    table = crf.predict_marginals(X)
    assert [len(each) for each in table] == [len(each) for each in X]
    for row in table[0]:
        assert set(row) == {"PER", "O", "LOC"}
        assert sum(row.values()) == pytest.approx(1.0, abs=1e-6)
    assert crf.predict_marginals_single(X[0]) == table[0]
    assert crf.predict_single(X[0]) == crf.predict(X)[0]


def test_arow_knows_variance_and_gamma() -> None:
    cautious = CRF("arow", gamma=100.0, max_iterations=1).fit(X, Y)
    bold = CRF("arow", variance=10.0, max_iterations=1).fit(X, Y)
    usual = CRF("arow", max_iterations=1).fit(X, Y)

    def length(crf: CRF) -> float:
        return sum(weight**2 for weight in (crf.state_features_ or {}).values())

    assert length(cautious) < length(usual) < length(bold)


@pytest.mark.parametrize("algorithm", ["lbfgs", "l2sgd", "ap", "pa", "arow"])
def test_every_algorithm_learns(algorithm: str) -> None:
    crf = CRF(algorithm).fit(features(TRAIN.sentences), TRAIN.tags)
    assert crf.score(features(TEST.sentences), TEST.tags) > 0.97
    assert crf.seconds_ is not None


@pytest.mark.parametrize("algorithm", ["lbfgs", "l2sgd", "ap", "pa", "arow"])
def test_a_single_tag_is_always_the_answer(algorithm: str) -> None:
    """All but lbfgs ended in an IndexError."""
    crf = CRF(algorithm, max_iterations=3).fit([[ANNA], [ROME, ANNA]], [["X"], ["X", "X"]])
    assert crf.predict([[ROME]]).tolist() == [["X"]]


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
        assert other.predict_marginals(X).tolist() == crf.predict_marginals(X).tolist()
        assert other.c2 == 0.1
    with pytest.raises(DataError, match=r"linguine.CRF.load"):
        linguine.Tagger.load(path)
    linguine.Tagger().fit(TRAIN.sentences, TRAIN.tags).save(path)
    with pytest.raises(DataError, match=r"linguine.Tagger.load"):
        CRF.load(path)


@pytest.mark.parametrize(
    ("options", "got"),
    [
        ({"algorithm": "arow", "gamma": 0.0}, "gamma must be a number > 0"),
        ({"algorithm": "lbgfs"}, "Did you mean 'lbfgs'?"),
        ({"gamma": 1.0}, "use algorithm='arow'"),
        ({"algorithm": "ap", "c2": 1.0}, "ap has no option c2"),
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
    assert other.predict_marginals(X).tolist() == crf.predict_marginals(X).tolist()


def test_rare_attributes_are_left_out() -> None:
    assert "w:no" not in (CRF(min_freq=2).fit(X, Y).attributes_ or ())


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
    tagger = CrfsuiteTagger(tagger_of(crf).model)
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
