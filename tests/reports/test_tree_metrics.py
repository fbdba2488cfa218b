"""Scores of trees agree with the definition of the CoNLL 2018 scorer, counted word by word."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import Sentences, Trees
from linguine.errors import DataError
from linguine.reports.trees.metrics import CONTENT_RELATIONS, evaluate_trees
from linguine.reports.trees.scores import TreeEvaluation, TreeScores
from linguine.tasks.parser.evaluation import evaluate_parses, find_punctuation

from ..growth import measured
from ..messages import assert_three_parts
from ..reference import conll18

NAMES = ["nsubj", "nsubj:pass", "obj", "det", "case", "punct", "root", "unheard-of"]
Corpus = tuple[list[list[int]], list[list[str]]]


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Corpus, Corpus]:
    """Gold, and an answer that differs at some tokens only, both of any relations."""
    heads, answered, names, answers = [], [], [], []
    for _ in range(draw(st.integers(1, 4))):
        n = draw(st.integers(1, 7))
        root, other = draw(st.integers(1, n)), draw(st.integers(1, n))
        heads.append([0 if i == root else root for i in range(1, n + 1)])
        answered.append([0 if i == other else other for i in range(1, n + 1)])
        names.append([draw(st.sampled_from(NAMES)) for _ in range(n)])
        answers.append([draw(st.sampled_from([name, name, *NAMES])) for name in names[-1]])
    return (heads, names), (answered, answers)


def judge(gold: Corpus, answer: Corpus, **options: Any) -> TreeEvaluation:
    return evaluate_trees(Trees.from_lists(*gold), Trees.from_lists(*answer), **options)


def without(evaluation: TreeEvaluation) -> TreeScores:
    assert evaluation.without_punctuation is not None
    return evaluation.without_punctuation


@given(corpora())
def test_scores_are_those_of_the_official_scorer(pair: tuple[Corpus, Corpus]) -> None:
    ours = judge(*pair).scores
    gold, answer = (conll18.read(*each) for each in pair)
    assert ours.uas == pytest.approx(conll18.uas(gold, answer))
    assert ours.las == pytest.approx(conll18.las(gold, answer))
    if any(word.relation in conll18.CONTENT for word in gold):
        assert ours.clas == pytest.approx(conll18.clas(gold, answer))
    else:
        assert ours.clas is None
    assert ours.n_tokens == len(gold)
    assert ours.uas_interval is not None
    assert ours.uas_interval[0] <= ours.uas <= ours.uas_interval[1]


def test_content_relations_are_those_of_the_official_scorer() -> None:
    assert CONTENT_RELATIONS == conll18.CONTENT
    assert not CONTENT_RELATIONS & conll18.FUNCTIONAL


@given(corpora(), st.randoms(use_true_random=False))
def test_scores_without_punctuation_are_those_of_the_other_words(
    pair: tuple[Corpus, Corpus], random: Any
) -> None:
    gold, answer = (conll18.read(*each) for each in pair)
    is_punctuation = np.array([random.random() < 0.4 for _ in gold])
    evaluation = judge(*pair, is_punctuation=is_punctuation)
    kept = np.flatnonzero(~is_punctuation).tolist()
    if not kept:
        assert evaluation.without_punctuation is None
        return
    ours = without(evaluation)
    gold, answer = [gold[i] for i in kept], [answer[i] for i in kept]
    words = list(zip(gold, answer, strict=True))
    assert ours.uas == pytest.approx(conll18.uas(gold, answer))
    assert ours.las == pytest.approx(conll18.las(gold, answer))
    sentences = {g.sentence for g in gold}
    assert ours.n_sentences == len(sentences)
    wrong_heads = {g.sentence for g, a in words if g.head != a.head}
    wrong_arcs = {g.sentence for g, a in words if g != a}
    wrong_roots = {g.sentence for g, a in words if (g.head == 0) != (a.head == 0)}
    assert ours.complete_heads == pytest.approx(1 - len(wrong_heads) / len(sentences))
    assert ours.complete_trees == pytest.approx(1 - len(wrong_arcs) / len(sentences))
    assert ours.root_accuracy == pytest.approx(1 - len(wrong_roots) / len(sentences))
    n_named = sum(g.relation == a.relation for g, a in words)
    assert ours.relation_accuracy == n_named / len(words)


@given(corpora())
def test_relations_are_scored_one_by_one(pair: tuple[Corpus, Corpus]) -> None:
    per_relation = judge(*pair).per_relation
    gold, answer = (conll18.read(*each) for each in pair)
    assert list(per_relation) == sorted({word.relation for word in gold + answer})
    for name, score in per_relation.items():
        correct = sum(g == a and g.relation == name for g, a in zip(gold, answer, strict=True))
        n_gold = sum(word.relation == name for word in gold)
        n_answered = sum(word.relation == name for word in answer)
        assert score.support == n_gold
        assert score.recall == (correct / n_gold if n_gold else 0)
        assert score.precision == (correct / n_answered if n_answered else 0)


def test_an_example_worked_by_hand() -> None:
    """The dog was barking: aux is functional; det and nsubj have the wrong head or relation."""
    gold = [[2, 4, 4, 0, 4]], [["det", "nsubj", "aux", "root", "punct"]]
    answer = [[4, 4, 4, 0, 2]], [["det", "obj", "nsubj", "root", "punct"]]
    marks = np.array([False, False, False, False, True])
    ours = judge(gold, answer, is_punctuation=marks)
    assert (ours.scores.uas, ours.scores.las) == (3 / 5, 1 / 5)
    # content words: nsubj and root in gold; obj, nsubj and root in the answer; root is right
    assert ours.scores.clas == 2 * 1 / (2 + 3)
    assert ours.scores.relation_accuracy == 3 / 5
    assert (ours.scores.complete_heads, ours.scores.root_accuracy) == (0.0, 1.0)
    assert (without(ours).uas, without(ours).las, without(ours).n_tokens) == (3 / 4, 1 / 4, 4)


def test_a_subtype_does_not_count() -> None:
    ours = judge(([[2, 0]], [["nsubj:pass", "root"]]), ([[2, 0]], [["nsubj", "root"]]))
    assert (ours.scores.las, ours.scores.clas, ours.scores.complete_trees) == (1.0, 1.0, 1.0)
    assert list(ours.per_relation) == ["nsubj", "root"]


def test_distances_have_the_scores_of_their_arcs() -> None:
    """Gold: root, 1, and 3 tokens away; the answer puts the last one at distance 1."""
    gold, answer = Trees.from_lists([[2, 0, 2, 3, 2]]), Trees.from_lists([[2, 0, 2, 3, 4]])
    rows = evaluate_trees(gold, answer).per_distance
    assert list(rows) == ["root", "1", "3-5"]
    assert rows["root"] == (1.0, 1.0, 1.0, 1)
    assert rows["1"] == (3 / 4, 1.0, 6 / 7, 3)
    assert rows["3-5"] == (0.0, 0.0, 0.0, 1)


def test_lengths_have_the_scores_of_their_sentences() -> None:
    def chain(n: int) -> list[int]:
        return list(range(n))

    gold = Trees.from_lists([chain(10), chain(11), chain(60), chain(1)])
    other = [*chain(11)[:-1], 1]
    ours = evaluate_trees(gold, Trees.from_lists([chain(10), other, chain(60), chain(1)]))
    assert list(ours.per_length) == ["1-10", "11-20", "51+"]
    assert ours.per_length["1-10"] == (2, 11, 1.0, None, 1.0)
    assert ours.per_length["11-20"] == (1, 11, 10 / 11, None, 0.0)
    assert ours.per_length["51+"].n_tokens == 60


@pytest.mark.parametrize("labelled", ["gold", "answer", "neither"])
def test_without_relations_only_heads_are_scored(labelled: str) -> None:
    names = [["nsubj", "root"]]
    gold = Trees.from_lists([[2, 0]], names if labelled == "gold" else None)
    answer = Trees.from_lists([[2, 0]], names if labelled == "answer" else None)
    ours = evaluate_trees(gold, answer)
    assert ours.scores.uas == 1.0
    names_of_none = ("las", "las_interval", "clas", "complete_trees", "relation_accuracy")
    assert [getattr(ours.scores, name) for name in names_of_none] == [None] * 5
    assert ours.per_relation == {}
    data = json.loads(json.dumps(ours.to_dict()))
    assert (data["uas"], data["las"], data["clas"], data["n_tokens"]) == (1.0, None, None, 2)
    assert "LAS" not in ours.to_text()


def test_json_holds_the_scores_of_all_tokens_on_the_top_level() -> None:
    gold = [[2, 0, 2]], [["nsubj", "root", "punct"]]
    ours = judge(gold, gold, is_punctuation=np.array([False, False, True]))
    data = json.loads(json.dumps(ours.to_dict()))
    assert (data["uas"], data["las"], data["clas"]) == (1.0, 1.0, 1.0)
    assert (data["n_tokens"], data["n_sentences"]) == (3, 1)
    assert data["without_punctuation"]["n_tokens"] == 2
    assert data["per_relation"]["nsubj"]["f1"] == 1.0
    assert len(data["las_interval"]) == 2
    assert data["per_length"]["1-10"]["n_sentences"] == 1
    assert data["per_distance"]["root"]["recall"] == 1.0


def test_tables_show_both_ways_of_counting() -> None:
    gold = [[2, 0, 2]], [["nsubj", "root", "punct"]]
    answer = [[2, 0, 1]], [["nsubj", "root", "punct"]]
    text = judge(gold, answer, is_punctuation=np.array([0, 0, 1], bool)).to_text()
    assert "punctuation counted: UAS 66.67 %" in text
    lines = {line.split("  ")[0]: line.split() for line in text.splitlines()}
    assert lines["all tokens"][2:6] == ["66.67", "%", "66.67", "%"]
    assert lines["without punctuation"][2:6] == ["100.00", "%", "100.00", "%"]
    assert lines["nsubj"][1:] == ["1.000", "1.000", "1.000", "1"]
    assert "1-10" in lines


def test_tags_tell_punctuation_where_there_are_some() -> None:
    words = [[("%", "SYM"), (",", "PUNCT"), ("a", "X")]]
    tagged = Sentences.from_python(words, columns="form,upos")
    assert find_punctuation(tagged).tolist() == [False, True, False]
    untagged = Sentences.from_python([[(w, "_") for w, _ in words[0]]], columns="form,upos")
    assert find_punctuation(untagged).tolist() == [True, True, False]
    assert find_punctuation(Sentences.from_python([["«", "¿?", "$", "", "a."]])).tolist() == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_what_cannot_be_compared_is_noted() -> None:
    words = [[("Dogs", "2", "nsubj:x"), ("bark", "0", "root")]]
    sentences = Sentences.from_python(words, columns="w,head,deprel")
    labelled = Trees.from_lists([[2, 0]], [["nsubj", "root"]])
    bare = Trees.from_lists([[2, 0]])
    unlabelled = Sentences.from_python([[("a", "2"), ("b", "0")]], columns="w,head")
    assert evaluate_parses(sentences, labelled, relations=["nsubj", "root"])[1] == ()
    (note,) = evaluate_parses(sentences, labelled, relations=["root", "obj"])[1]
    assert note.startswith("1 tokens have relations that the parser has never seen, 'nsubj:x'")
    assert "gives no relations" in evaluate_parses(sentences, bare)[1][0]
    assert "has no relations" in evaluate_parses(unlabelled, labelled)[1][0]
    assert evaluate_parses(unlabelled, bare)[1] == ()


def test_gold_that_is_no_tree_is_refused() -> None:
    sentences = Sentences.from_python([[("a", "2"), ("b", "1")]], columns="w,head")
    with pytest.raises(DataError, match="sentence 0, token 0: heads must make a tree"):
        evaluate_parses(sentences, Trees.from_lists([[2, 0]]))


def test_several_roots_can_be_measured_and_are_told() -> None:
    """Such treebanks could be trained on and not evaluated."""
    sentences = Sentences.from_python([[("a", "0"), ("b", "0")], [("c", "0")]], columns="w,head")
    one = Trees.from_lists([[2, 0], [0]])
    evaluation, notes = evaluate_parses(sentences, one, allows_roots=False)
    assert evaluation.scores.uas == pytest.approx(2 / 3)
    (note,) = notes
    assert note.startswith("1 of 2 trees have several roots")
    both = Trees.from_lists([[0, 0], [0]], single_root=False)
    evaluation, notes = evaluate_parses(sentences, both, allows_roots=True)
    assert evaluation.scores.uas == 1.0
    assert notes == ()


def test_trees_of_other_sentences_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        evaluate_trees(Trees.from_lists([[2, 0]]), Trees.from_lists([[0], [0]]))
    assert_three_parts(caught.value, "same sentences", "1 with 2 tokens and 2 with 2", "Parse")


def test_nothing_to_compare_is_refused() -> None:
    with pytest.raises(DataError, match="there must be tokens"):
        evaluate_trees(Trees.from_lists([]), Trees.from_lists([]))


def test_punctuation_must_be_told_for_each_token() -> None:
    gold = Trees.from_lists([[2, 0]])
    with pytest.raises(DataError) as caught:
        evaluate_trees(gold, gold, np.array([1, 0]))
    assert_three_parts(caught.value, "each of 2 tokens", "got int64", "Look at")


def test_a_million_tokens_take_a_moment() -> None:
    heads = np.tile(np.arange(20, dtype=np.int32), 50_000)
    trees = Trees(np.arange(0, 1_000_001, 20), heads, heads, [f"r{i}" for i in range(20)])
    with measured() as cost:
        assert evaluate_trees(trees, trees, heads > 10).scores.las == 1.0
    # a loop over the tokens takes seconds; 0.4 s measured
    assert cost.seconds < 2.0
