"""Every learner of trees learns them; what cannot be learned is said."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from linguine import DependencyParser
from linguine.errors import DataError, DataWarning, ParameterError
from linguine.learning import (
    Hinge,
    Logistic,
    Penalty,
    PerceptronLoss,
    SoftmaxMargin,
    Squared,
    choose_learner,
)
from linguine.learning.pairs import LEARNERS as ALL_LEARNERS

from ..messages import assert_three_parts
from ..random_trees import random_trees
from ..reference.trees import all_trees, is_projective, is_tree
from ..tasks.treebank import CROSSING, EVERY, TEST, TRAIN, as_lists, fitted, make, saved

LEARNERS = [
    (algorithm, learner)
    for algorithm in ("svm", "crf", "softmax-margin")
    for learner in ("sgd", "pegasos", "adagrad")
] + [("svm", "mira")]  # fmt: skip
TWO = [[("Dogs", "NOUN"), ("bark", "VERB")]]


def uas(parser: DependencyParser) -> float:
    """Return the share of right heads in sentences that were not seen; 0.12 is chance."""
    return float(parser.evaluate(TEST).scores.uas)


@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize("algorithm", EVERY)
@pytest.mark.filterwarnings("ignore:.*never seen")
def test_every_algorithm_learns_the_treebank(algorithm: str, projective: bool) -> None:
    parser = fitted(algorithm, projective)
    assert parser.score(TRAIN) > 0.8
    assert uas(parser) > 0.6
    assert parser.score(TEST) > 0.5


@pytest.mark.parametrize(("algorithm", "learner"), LEARNERS)
@pytest.mark.filterwarnings("ignore:.*never seen")
def test_every_learner_of_the_table_learns_the_treebank(algorithm: str, learner: str) -> None:
    parser = make(algorithm, learner=learner).fit(TRAIN)
    assert parser.info_["learner"] == learner
    assert uas(parser) > 0.55


@pytest.mark.parametrize("k_best", [2, 5])
@pytest.mark.filterwarnings("ignore:.*never seen")
def test_mira_with_several_candidates_learns_the_treebank(k_best: int) -> None:
    parser = make("mira", k_best=k_best, epochs=2).fit(TRAIN)
    assert uas(parser) > 0.6
    assert saved(parser) != saved(make("mira", epochs=2).fit(TRAIN))


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        *((name, {}) for name in EVERY),
        ("mira", {"k_best": 3}),
        ("svm", {"learner": "pegasos", "l2": 0.1}),
        ("crf", {"learner": "sgd", "projective": False}),
        ("perceptron", {"averaged": False, "projective": False, "single_root": False}),
    ],
    ids=str,
)
def test_the_number_of_threads_changes_no_byte(algorithm: str, options: dict[str, Any]) -> None:
    some = TRAIN.take(slice(0, 40))
    one, two = (make(algorithm, n_threads=n, **options).fit(some) for n in (1, 2))
    assert saved(one) == saved(two)


def test_options_change_what_is_learned() -> None:
    """No option is there that is ignored."""
    some = TRAIN.take(slice(0, 30))
    files = [
        saved(make(name, **options).fit(some))
        for name, options in (
            ("mira", {}), ("mira", {"C": 0.01}), ("mira", {"seed": 1}),
            ("mira", {"relation_cost": 0.1}), ("mira", {"averaged": False}),
            ("svm", {}), ("svm", {"learning_rate": 0.01}), ("svm", {"learner": "sgd"}),
            ("svm", {"learner": "sgd", "l2": 5.0}), ("crf", {}), ("softmax-margin", {}),
        )
    ]  # fmt: skip
    weights = [each[each.index(b"shared.values") :] for each in files]
    assert len(set(files)) == len(set(weights)) == len(files)


# --- what does not go together ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("learner", "loss", "penalty", "rule", "got", "fix"),
    [
        ("dual", Hinge(), Penalty(), "'dual' does not learn", "'tree'", "'mira', 'sgd'"),
        ("lbfgs", Hinge(), Penalty(), "cannot minimise", "'hinge'", "'frank-wolfe'"),
        ("frank-wolfe", Logistic(), Penalty(), "cannot minimise", "'logistic'", "'lbfgs'"),
        ("exact", Squared(), Penalty(), "is for single labels", "'tree'", "'hinge'"),
        ("counts", Logistic(), Penalty(), "'counts' does not learn", "'tree'", "'sgd'"),
        ("mira", Logistic(), Penalty(), "cannot minimise", "'logistic'", "'adagrad'"),
        ("perceptron", Hinge(), Penalty(), "cannot minimise", "'hinge'", "'mira'"),
        ("sgd", Hinge(), Penalty(l1=1.0), "have no l1", "l1=1.0", "fewer bits"),
        ("adagrad", Logistic(), Penalty(l1=0.5), "have no l1", "l1=0.5", "fewer bits"),
        ("adagrad", Logistic(), Penalty(2.0), "has no l2 for dependency", "l2=2.0", "'pegasos'"),
        ("mira", Hinge(), Penalty(1.0), "no penalty", "l2=1.0", "smaller C"),
        ("perceptron", PerceptronLoss(), Penalty(1.0), "no penalty", "l2=1.0", "learner='sgd'"),
        ("pegasos", Hinge(), Penalty(0.0), "needs l2 > 0", "l2=0", "small l2"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_pairs_that_the_table_does_not_have_are_refused_with_a_way_out(
    learner: str, loss: Any, penalty: Penalty, rule: str, got: str, fix: str
) -> None:
    with pytest.raises(ParameterError) as caught:
        choose_learner(learner, loss, penalty, multiclass="joint", n_labels=5, structure="tree")
    assert_three_parts(caught.value, rule, got, fix)


@pytest.mark.parametrize(
    ("learner", "loss", "l2"),
    [("adagrad", Logistic(), 0.0), ("mira", Hinge(), 0.0), ("sgd", SoftmaxMargin(), 1.0),
     ("pegasos", Hinge(), 1.0)],
)  # fmt: skip
def test_a_penalty_is_there_only_where_trees_have_one(learner: str, loss: Any, l2: float) -> None:
    choice = choose_learner(
        learner, loss, Penalty(), multiclass="joint", n_labels=5, structure="tree"
    )
    assert (choice.l2, choice.l1) == (l2, 0.0)


@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize(("algorithm", "learner"), [("svm", "sgd"), ("crf", "adagrad")])
@pytest.mark.parametrize("rate", [1e30, 1e38, 1e300])
def test_a_rate_that_is_far_too_large_is_told_and_harms_nobody(
    algorithm: str, learner: str, rate: float, projective: bool
) -> None:
    parser = make(algorithm, learner=learner, learning_rate=rate, projective=projective)
    with pytest.raises(ParameterError) as caught:
        parser.fit(TRAIN.take(slice(0, 40)))
    assert_three_parts(caught.value, "finite|must stay below", "diverged", "Lower learning_rate")


# --- trees that a projective parser cannot give -------------------------------------------------


def test_crossing_trees_are_made_projective_and_that_is_said() -> None:
    with pytest.warns(DataWarning, match=r"6 of 6 trees have crossing arcs.*7 words") as caught:
        parser = make().fit(CROSSING)
    (said,) = (each.message for each in caught)
    assert isinstance(said, DataWarning)
    assert_three_parts(said, "a projective parser", "were hung", "projective=False")
    assert all(is_projective(tuple(each)) for each in parser.predict_trees(CROSSING).to_lists()[0])


def test_a_parser_of_all_trees_learns_crossing_ones_as_they_are() -> None:
    parser = make(projective=False, epochs=30).fit(CROSSING)  # warnings are errors
    assert parser.score(CROSSING) == 1.0


def projectivised(heads: list[int], single_root: bool) -> list[int]:
    """Return the tree that a parser learns, as it learns it by heart: words are all different."""
    words = [[(f"w{i}", "X") for i in range(len(heads))]]
    parser = make("perceptron", epochs=60, single_root=single_root, averaged=False)
    parser.fit(words, [heads])
    return [head for head, _ in parser.predict(words)[0]]


@given(random_trees(6))
@settings(max_examples=25)
@pytest.mark.filterwarnings("ignore:.*crossing arcs")
def test_a_tree_made_projective_keeps_as_many_heads_as_it_can(heads: list[int]) -> None:
    single_root = heads.count(0) == 1
    found = projectivised(heads, single_root)
    assert is_tree(tuple(found))
    assert is_projective(tuple(found))
    n_kept = sum(a == b for a, b in zip(found, heads, strict=True))
    best = max(
        sum(a == b for a, b in zip(each, heads, strict=True))
        for each in all_trees(len(heads), True, single_root)
    )
    assert n_kept == best


@pytest.mark.filterwarnings("ignore:.*crossing arcs")
def test_a_word_that_must_move_goes_to_its_nearest_ancestor() -> None:
    """5 hangs on 2 across 4 <- 1; of the words above 2 the nearest is 1, the root's."""
    assert projectivised([0, 1, 4, 1, 2], True) == [0, 1, 4, 1, 1]


# --- what else there is -------------------------------------------------------------------------


def test_sentence_weights_count() -> None:
    sentences = [[("a", "X"), ("b", "Y")]] * 2
    heads, relations = [[2, 0], [0, 1]], [["x", "root"], ["root", "y"]]
    for algorithm in EVERY:  # of mira a weight is the largest step, so it must be too small
        options: Any = {"C": 1e-4} if algorithm == "mira" else {}
        files = {
            saved(make(algorithm, **options).fit(sentences, heads, relations, sample_weight=each))
            for each in ([5.0, 1.0], [1.0, 5.0], [1.0, 1.0])
        }
        assert len(files) == 3
    crf = make("crf", epochs=50).fit(sentences, heads, relations, sample_weight=[3.0, 1.0])
    assert crf.predict(sentences[:1]) == [[(2, "x"), (0, "root")]]
    for wrong in ([0.0, 1.0], [1.0], [np.nan, 1.0], [-1.0, 1.0]):
        with pytest.raises(DataError, match="sample_weight must"):
            make().fit(sentences, heads, relations, sample_weight=wrong)


@pytest.mark.parametrize("algorithm", EVERY)
def test_heads_alone_can_be_learned(algorithm: str) -> None:
    tokens, heads, _ = as_lists(TRAIN)
    parser = make(algorithm).fit(tokens, heads)
    assert parser.labels_ == ["_"]
    model = parser.model_
    assert model is not None
    assert len(model.weights.relation) == 0
    assert parser.score(tokens, heads) > 0.8
    assert {relation for each in parser.predict(tokens) for _, relation in each} == {"_"}


@pytest.mark.parametrize(("algorithm", "projective"), list(product(EVERY, [True, False])))
def test_sentences_of_one_word_and_of_none_are_learned(algorithm: str, projective: bool) -> None:
    sentences: Any = [[("Yes", "INTJ")], [], [("No", "INTJ")], [("Go", "VERB")]]
    relations = [["yes"], [], ["yes"], ["go"]]
    parser = make(algorithm, projective=projective, epochs=20)
    parser.fit(sentences, [[0], [], [0], [0]], relations)
    assert parser.predict(sentences) == [[(0, "yes")], [], [(0, "yes")], [(0, "go")]]
    assert [each.shape for each in parser.predict_proba(sentences)] == [
        (1, 2),
        (0, 1),
        (1, 2),
        (1, 2),
    ]


@pytest.mark.parametrize("projective", [True, False])
@pytest.mark.parametrize("algorithm", ["mira", "crf"])
def test_a_sentence_of_400_words_is_learned_and_parsed(algorithm: str, projective: bool) -> None:
    words = [[(f"w{i % 7}", f"T{i % 3}") for i in range(400)]]
    heads = [[0, *range(1, 400)]]
    parser = make(algorithm, projective=projective, epochs=2).fit(words, heads)
    assert parser.score(words, heads) > 0.99
    np.testing.assert_allclose(parser.predict_proba(words)[0].sum(1), 1.0, atol=1e-9)


def test_held_out_sentences_say_when_to_stop() -> None:
    stopped = make("perceptron", epochs=40, patience=2).fit(TRAIN, dev=TEST)
    assert 2 < stopped.info_["n_iterations"] < 40
    longer = make("perceptron", epochs=40).fit(TRAIN)
    assert longer.info_["n_iterations"] == 40
    best = stopped.info_["n_iterations"] - 2  # patience
    assert stopped.model_ is not None
    shorter = make("perceptron", epochs=best).fit(TRAIN)
    assert shorter.model_ is not None
    np.testing.assert_allclose(
        stopped.model_.weights.shared, shorter.model_.weights.shared, atol=1e-3
    )


def test_relations_that_only_dev_has_are_wrong_and_harm_nobody() -> None:
    tokens, heads, relations = as_lists(TRAIN.take(slice(0, 30)))
    foreign = [["new"] * len(each) for each in relations]
    parser = make(patience=1, epochs=10).fit(tokens, heads, relations, dev=(tokens, heads, foreign))
    assert parser.info_["n_iterations"] == 2  # nothing is ever right
    assert "new" not in parser.labels_


@pytest.mark.parametrize(
    ("dev", "rule", "got", "fix"),
    [
        (([[]], [[]]), "there must be held-out sentences", "all are empty", "Leave dev out"),
        ((TWO, [[2, 0]]), "every token needs a relation", "there is none", "fill the relations in"),
        ((TWO, [[2, 1]], [["x", "root"]]), "must have one root", "has none", "head 0"),
        (([["a", "b"]], [[2, 0]], [["x", "root"]]), "needs the column 'upos'", "form", "Give it"),
    ],
    ids=["empty", "unlabelled", "cycle", "column"],
)
def test_held_out_sentences_that_are_of_no_use_are_refused(
    dev: Any, rule: str, got: str, fix: str
) -> None:
    with pytest.raises(DataError) as caught:
        make().fit(TWO, [[2, 0]], [["nsubj", "root"]], dev=dev)
    assert_three_parts(caught.value, rule, got, fix)


def test_trees_that_differ_in_roots_only_are_told_apart() -> None:
    words, heads = [[("a", "X"), ("b", "Y"), ("c", "Z")]], [[0, 0, 0]]
    parser = make(single_root=False, epochs=10).fit(words, heads)
    assert parser.predict_trees(words).to_lists()[0] == heads
    with pytest.raises(DataError, match="must have one root"):
        make().fit(words, heads)


def test_no_other_learner_takes_trees() -> None:
    """The table of pairs has no learner that this file does not know."""
    known = set()
    for name in ALL_LEARNERS.names:
        for loss in (PerceptronLoss(), Hinge(), Logistic(), SoftmaxMargin()):
            try:
                choice = choose_learner(
                    name, loss, Penalty(), multiclass="joint", n_labels=5, structure="tree"
                )
            except ParameterError:
                continue
            assert choice.learner.name == name
            known.add(name)
    online = {"perceptron", "mira", "sgd", "pegasos", "adagrad"}
    assert known == online | {"lbfgs", "conjugate-gradient", "gradient-descent", "frank-wolfe"}
