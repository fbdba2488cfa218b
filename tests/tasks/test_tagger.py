"""Tagger: every algorithm learns, obeys the rules of tags, and says how sure it is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import Tagger
from linguine.data import read_sentences
from linguine.errors import DataError, DataWarning, NotAvailableError, ParameterError

from ..messages import assert_three_parts
from ..reference import conlleval
from .sentences import EVERY, PROBABLE, TEST, TRAIN, fitted, make, saved

ODD: list[list[str]] = [[], ["."], ["unheard", "of", "ÄÖ", "你好"], ["York"], ["New"] * 30]
QUESTIONS = [*ODD, *TEST.sentences[:10]]


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("algorithm", EVERY)
def test_every_algorithm_learns_the_names(algorithm: str, order: int) -> None:
    tagger = fitted(algorithm, order)
    evaluation = tagger.evaluate(TEST.sentences, TEST.tags)
    assert evaluation.token_accuracy > 0.98
    assert evaluation.spans is not None
    assert evaluation.spans.f1 > 0.94
    assert tagger.score(TEST.sentences, TEST.tags) == evaluation.token_accuracy


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("algorithm", EVERY)
def test_no_tag_follows_one_that_it_must_not_follow(algorithm: str, order: int) -> None:
    for tags in fitted(algorithm, order).predict(QUESTIONS):
        for before, here in pairwise(["O", *tags]):
            assert not here.startswith("I-") or before in (here, "B" + here[1:])


@pytest.mark.parametrize("algorithm", EVERY)
def test_a_sentence_gets_the_same_tags_alone_and_among_others(algorithm: str) -> None:
    tagger = fitted(algorithm)
    assert tagger.predict(QUESTIONS) == [tagger.predict([each])[0] for each in QUESTIONS]


@pytest.mark.parametrize(
    "options", [{}, {"l1": 0.3}, {"learner": "sgd"}, {"order": 2}, {"order": 3}]
)
def test_the_number_of_threads_changes_no_byte(options: dict[str, Any]) -> None:
    one, two = (make(**options).fit(TRAIN.sentences, TRAIN.tags) for _ in range(2))
    two.settings = Tagger("crf", n_threads=2, templates=one.settings.templates, **options).settings
    two.fit(TRAIN.sentences, TRAIN.tags)
    assert saved(one) == saved(two)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("algorithm", PROBABLE)
def test_marginals_and_spans_add_up_all_sequences(algorithm: str, order: int) -> None:
    tagger, sentence = fitted(algorithm, order), ["Anna", "loves", "New", "York"]
    every = tagger.k_best([sentence], k=1000)[0]  # the rules leave fewer than that
    assert sum(p or 0 for _, p in every) == pytest.approx(1.0, abs=1e-9)
    table = tagger.predict_proba([sentence])[0]
    for t in range(len(sentence)):
        for code, label in enumerate(tagger.labels_):
            expected = sum(p or 0 for tags, p in every if tags[t] == label)
            assert table[t, code] == pytest.approx(expected, abs=1e-6)  # float32
    for span in tagger.predict_spans([sentence])[0]:
        chunk = (span.begin, span.end, span.type)
        expected = sum(p or 0 for tags, p in every if chunk in conlleval.chunks(tags))
        assert span.probability == pytest.approx(expected, abs=1e-9)
        assert span.text == " ".join(sentence[span.begin : span.end])


def test_the_best_of_the_k_best_is_the_prediction() -> None:
    tagger = fitted("crf")
    first = [each[0][0] for each in tagger.k_best(QUESTIONS, k=3)]
    assert first == tagger.predict(QUESTIONS)
    ranked = [p for _, p in tagger.k_best(QUESTIONS[-1:], k=9)[0]]
    assert ranked == sorted(ranked, reverse=True)  # type: ignore[type-var]


@pytest.mark.parametrize("algorithm", [each for each in EVERY if each not in PROBABLE])
def test_an_algorithm_without_probabilities_says_which_has_them(algorithm: str) -> None:
    tagger = fitted(algorithm)
    with pytest.raises(NotAvailableError, match="'crf'") as caught:
        tagger.predict_proba(QUESTIONS)
    assert_three_parts(caught.value, "need an algorithm", algorithm, "Use ")
    assert all(span.probability is None for span in tagger.predict_spans(QUESTIONS)[-1])


def test_certain_and_possible_tags_are_obeyed() -> None:
    tagger, sentence = fitted("crf"), ["Anna", "loves", "Rome", "."]
    wishes = [None, [None, "B-LOC", None, {"B-PER", "B-LOC"}]]
    free, bound = tagger.predict([sentence, sentence], allowed=wishes)
    assert free == ["B-PER", "O", "B-LOC", "O"]
    assert bound[1] == "B-LOC"
    assert bound[3] in ("B-PER", "B-LOC")
    table = tagger.predict_proba([sentence], allowed=[[None, "B-LOC", None, None]])[0]
    assert table[1, tagger.labels_.index("B-LOC")] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("allowed", "got"),
    [
        ([], "got 0"),
        ([["O"]], "1 wishes"),
        ([["O", "X"]], "'X'"),
        ([["O", set()]], "set()"),
        ([["O", "I-LOC"]], "no allowed labelling"),
    ],
    ids=["sentences", "tokens", "tag", "none", "impossible"],
)
def test_wishes_that_cannot_be_are_refused(allowed: Any, got: str) -> None:
    with pytest.raises(DataError) as caught:
        fitted("crf").predict([["Anna", "."]], allowed=allowed)
    assert got in str(caught.value)


def test_unknown_tags_are_learned_around() -> None:
    """Half of the tags are enough where the rest can be guessed."""
    random = np.random.default_rng(5)
    some = [[tag if random.random() < 0.5 else None for tag in each] for each in TRAIN.tags]
    tagger = make("crf").fit(TRAIN.sentences, some)
    assert tagger.info_["n_unknown_tags"] > 50
    assert tagger.score(TEST.sentences, TEST.tags) > 0.95
    spelled = [["?" if tag is None else tag for tag in each] for each in some]
    same = make("crf", unknown_tags=["?"]).fit(TRAIN.sentences, spelled)
    assert saved(same) == saved(tagger)


@pytest.mark.parametrize("learner", ["perceptron", "mira", "sgd"])
def test_an_online_learner_stops_when_the_dev_sentences_say_so(learner: str) -> None:
    options = {"learner": "sgd"} if learner == "sgd" else {}
    tagger = make("crf" if learner == "sgd" else learner, patience=2, **options)
    tagger.fit(TRAIN.sentences, TRAIN.tags, dev=(TEST.sentences, TEST.tags))
    assert tagger.info_["n_iterations"] < 50


def test_sentence_weights_count() -> None:
    sentences, tags = [["a"], ["a"]], [["X"], ["Y"]]
    assert make().fit(sentences, tags, sample_weight=[3.0, 1.0]).predict([["a"]]) == [["X"]]
    assert make().fit(sentences, tags, sample_weight=[1.0, 3.0]).predict([["a"]]) == [["Y"]]
    with pytest.raises(DataError, match="sample_weight must"):
        make().fit(sentences, tags, sample_weight=[0.0, 1.0])


def test_files_lists_and_pairs_give_the_same_model(tmp_path: Path) -> None:
    path = TRAIN.write(tmp_path / "names.conll")
    lists = make().fit(TRAIN.sentences, TRAIN.tags)
    for other in (
        make().fit(path),
        make().fit(str(path)),
        make().fit(TRAIN.tagged()),
        make().fit(read_sentences(path)),
        make().fit([{"w": w, "tag": t} for w, t in each] for each in TRAIN.tagged()),
    ):
        assert saved(other) == saved(lists)
    test = TEST.write(tmp_path / "test.conll")
    assert lists.score(test) == lists.score(TEST.sentences, TEST.tags) == lists.score(TEST.tagged())
    assert lists.predict(test) == lists.predict(TEST.sentences)


def test_further_columns_are_given_as_tuples_or_dictionaries() -> None:
    tuples = [[("can", "AUX"), ("can", "NOUN")], [("can", "NOUN")]] * 3
    tags = [["O", "B"], ["B"]] * 3
    tagger = Tagger("crf", templates=["w[0]|pos[0]"]).fit(tuples, tags, columns=["w", "pos"])
    expected = [["O", "B"]]
    assert tagger.predict([[("can", "AUX"), ("can", "NOUN")]]) == expected
    assert tagger.predict([[{"w": "can", "pos": "AUX"}, {"pos": "NOUN", "w": "can"}]]) == expected
    with pytest.raises(DataError) as caught:
        tagger.predict([["can", "can"]])
    assert_three_parts(caught.value, "must see the columns w, pos", "'can'", "Give tuples")


@pytest.mark.parametrize(
    ("sentences", "got"),
    [
        ("Anna sleeps", "got str"),
        (["Anna sleeps"], "sentence 0 is str"),
        ([["Anna", 3]], "sentence 0, token 1"),
        ([[("Anna", "N")]], "Give every token as a str"),
        ([["Anna"], [("Anna",)]], "sentence 1, token 0"),
        (None, "got NoneType"),
        (3, "got int"),
    ],
    ids=str,
)
def test_what_are_no_sentences_is_refused(sentences: Any, got: str) -> None:
    with pytest.raises(DataError) as caught:
        fitted().predict(sentences)
    assert got in str(caught.value)
    with pytest.raises(DataError):
        make().fit(sentences)


def test_empty_sentences_stay_empty() -> None:
    tagger = make().fit([*TRAIN.sentences, []], [*TRAIN.tags, []])
    assert tagger.predict([[], ["Anna"], []]) == [[], ["B-PER"], []]
    assert [len(each) for each in tagger.predict_proba([[], ["Anna"], []])] == [0, 1, 0]
    assert tagger.predict_spans([[], ["Anna"]])[0] == []
    assert tagger.predict([]) == []
    assert tagger.predict_proba([]) == []


def test_a_very_long_sentence_is_tagged() -> None:
    words = ["Anna", "loves", "New", "York", "."] * 20_000
    (tags,) = fitted("crf").predict([words])
    assert tags == ["B-PER", "O", "B-LOC", "I-LOC", "O"] * 20_000


def test_tags_without_spans_have_no_spans() -> None:
    tagger = make().fit([["a", "b"]], [["X", "Y"]])
    assert tagger.evaluate([["a", "b"]], [["X", "Y"]]).spans is None
    with pytest.raises(NotAvailableError, match="Spans need tags such as B-LOC"):
        tagger.predict_spans([["a"]])


@pytest.mark.parametrize(
    ("arguments", "got"),
    [
        ({"algorithm": "crv"}, "Did you mean 'crf'?"),
        ({"algorithm": "perceptron", "l2": 1.0}, "perceptron has no option l2"),
        ({"algorithm": "crf", "k_best": 2}, "or use algorithm='local-mira' or 'mira'"),
        ({"algorithm": "crf", "epoch": 2}, "Did you mean 'epochs'?"),
        ({"l2": 1.0, "C": 1.0}, "l2 is 1 / C"),
        ({"epochs": 3, "max_iterations": 3}, "got both"),
        ({"learner": "frank-wolfe"}, "cannot minimise the loss 'logistic'"),
        ({"learner": "lbfgs", "epochs": 3}, "the learner 'lbfgs' has no epochs"),
        ({"algorithm": "svm", "learner": "lbfgs"}, "cannot minimise the loss 'hinge'"),
        ({"algorithm": "svm", "all_states": True}, "gives weights to everything"),
        ({"order": 16}, "order must be an integer >= 1 and <= 15"),
        ({"order": True}, "order must be an integer"),
        ({"algorithm": "hmm", "templates": ["w[0]"]}, "must not be told what to look at"),
        ({"algorithm": "hmm", "rare": -1}, "rare must be an integer >= 0"),
        ({"algorithm": "memm", "learner": "frank-wolfe"}, "does not learn from structure 'label'"),
        ({"algorithm": "local-svm", "learner": "lbfgs", "l1": 1, "C": 0}, "C must be"),
        ({"scheme": "bio"}, "Unknown tag scheme 'bio'"),
        ({"strict": 1}, "strict must be True or False"),
        ({"unknown_tags": "_"}, "Write unknown_tags=['_']"),
        ({"templates": ["w[0"]}, "w[0"),
        ({"min_count": 0}, "min_count must be an integer >= 1"),
        ({"C": -1.0}, "C must be a number > 0"),
        ({"seed": -1}, "seed must be"),
    ],
    ids=lambda each: each if isinstance(each, str) else "-".join(each),
)
def test_a_wrong_setting_is_refused_before_any_work(arguments: dict[str, Any], got: str) -> None:
    with pytest.raises(ParameterError) as caught:
        Tagger(**arguments)
    assert got in str(caught.value)


def test_a_template_that_names_an_unknown_column_is_refused() -> None:
    with pytest.raises(ParameterError) as caught:
        Tagger(templates=["w[0]", "poss[0]"]).fit(
            [[("a", "b")] * 2], [["X", "Y"]], columns=["w", "pos"]
        )
    assert_three_parts(caught.value, "'poss' must be one of 'w', 'pos'", "poss", "Did you mean")


def test_transitions_without_weights_are_left_out() -> None:
    """A template file of CRF++ without a line B asks for it; what must not be stays so."""
    from linguine.features import TokenTemplates

    tagger = make(templates=TokenTemplates(["w[-1..1]"], transitions=False))
    tagger.fit(TRAIN.sentences, TRAIN.tags)
    assert set(tagger.transitions_.values()) == {0.0}
    assert ("O", "I-LOC") not in tagger.transitions_
    assert tagger.score(TEST.sentences, TEST.tags) > 0.9


def test_a_tagger_that_has_not_learned_says_so() -> None:
    with pytest.raises(DataError, match="must be fitted first"):
        Tagger().predict([["a"]])


def test_a_tag_that_was_never_seen_counts_as_wrong_and_is_told() -> None:
    with pytest.warns(DataWarning, match=r"1 tokens have tags .* 'B-ORG': they count as wrong"):
        evaluation = fitted("crf").evaluate([["Anna", "Rome"]], [["B-PER", "B-ORG"]])
    assert evaluation.token_accuracy == 0.5
    assert evaluation.spans is not None
    assert evaluation.spans.recall == 0.5
