"""Scores of brackets are those of evalb, by hand and by its judge."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import Constituents, Sentences
from linguine.errors import DataError
from linguine.reports.comparison import Comparison, share
from linguine.reports.constituents.metrics import evaluate_constituents
from linguine.reports.constituents.scores import BracketScores, ConstituentEvaluation

from ..growth import measured
from ..messages import assert_three_parts
from ..reference import evalb

LABELS = ["S", "NP", "NP-SBJ", "NP=1", "VP", "ADVP", "PRT", "TOP", "X"]
TAGS = ["NN", "VB", ",", ".", "``", ":", "-NONE-"]


def evaluate(gold: list[str], predicted: list[str]) -> ConstituentEvaluation:
    return evaluate_constituents(
        Constituents.from_brackets(gold), Constituents.from_brackets(predicted)
    )


def scores(gold: str, predicted: str) -> BracketScores:
    return evaluate([gold], [predicted]).scores


@st.composite
def trees_over(draw: st.DrawFn, leaves: list[str], depth: int = 4) -> str:
    """Return a tree over some leaves, without an outer bracket."""
    text = " ".join(leaves)
    if len(leaves) > 1 and depth:
        cuts = sorted(draw(st.sets(st.integers(1, len(leaves) - 1), max_size=3)))
        parts = [leaves[i:j] for i, j in zip([0, *cuts], [*cuts, len(leaves)], strict=True)]
        if len(parts) > 1:
            text = " ".join(draw(trees_over(part, depth - 1)) for part in parts)
    labels = draw(st.lists(st.sampled_from(LABELS), max_size=2))
    if not labels and (len(leaves) > 1 or depth == 4):
        labels = ["S"]
    for label in labels:
        text = f"({label} {text})"
    return text


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Gold trees, and others over the same words."""
    pairs = []
    for _ in range(draw(st.integers(1, 4))):
        tags = draw(st.lists(st.sampled_from(TAGS), min_size=1, max_size=14))
        # What is deleted by gold's tag has the same tag in the answer, or evalb gives up.
        others = [
            draw(st.sampled_from(["NN", "VB"])) if tag in ("NN", "VB") else tag for tag in tags
        ]
        pairs.append(
            tuple(
                draw(trees_over([f"({tag} w{i})" for i, tag in enumerate(each)]))
                for each in (tags, others)
            )
        )
    return [gold for gold, _ in pairs], [answer for _, answer in pairs]


@given(corpora())
def test_scores_are_those_of_the_judge(pair: tuple[list[str], list[str]]) -> None:
    counts = [evalb.judge(*each) for each in zip(*pair, strict=True)]
    if not any(each.is_valid for each in counts):
        with pytest.raises(DataError, match="words to compare"):
            evaluate(*pair)
        return
    found = evaluate(*pair)
    for name, value in evalb.total(counts).items():
        assert found.to_dict()[name] == pytest.approx(value), name
    for most in (10, 20):
        short = [each for each in counts if each.length <= most]
        if any(each.is_valid for each in short):
            expected = evalb.total(short)
            assert found.by_length[f"<= {most}"].f1 == pytest.approx(expected["f1"])
            assert found.by_length[f"<= {most}"].n_sentences == expected["n_sentences"]
        else:
            assert f"<= {most}" not in found.by_length
    n_right = [each.n_right if each.is_valid else 0 for each in counts]
    n_too_many = [each.n_predicted - each.n_right if each.is_valid else 0 for each in counts]
    assert found.outcomes.tolist() == [a - b for a, b in zip(n_right, n_too_many, strict=True)]
    assert found.n_skipped == sum(not each.is_valid for each in counts)
    assert sum(each.support for each in found.by_label.values()) == found.scores.n_gold


def test_brackets_are_counted_by_hand() -> None:
    gold = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (NP (DT a) (NN cat)) (PP (IN in) (NN x)))))"
    answer = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat)) (PP (IN in) (NN y))))"
    answer = answer.replace("(NN y)", "(JJ x)")
    found = scores(gold, answer)
    # Gold: S NP VP NP NP PP; the answer has all of them but the NP over both.
    assert (found.n_gold, found.n_predicted, found.n_right) == (6, 5, 5)
    assert (found.precision, found.recall) == (1.0, 5 / 6)
    assert found.f1 == pytest.approx(10 / 11)
    assert (found.exact_match, found.n_crossing) == (0.0, 0)
    assert found.tag_accuracy == pytest.approx(6 / 7)


def test_punctuation_is_taken_out_and_spans_are_counted_without_it() -> None:
    # The comma inside or outside of a phrase makes no difference, and neither does its tag.
    gold = "(S (NP (NN dogs) (, ,)) (VP (VB bark)) (. .))"
    answer = "(S (NP (NN dogs)) (, ,) (VP (VB bark) (. .)))"
    found = scores(gold, answer)
    assert (found.n_right, found.n_gold, found.n_predicted) == (3, 3, 3)
    assert (found.exact_match, found.n_words, found.tag_accuracy) == (1.0, 2, 1.0)
    assert scores(gold, answer.replace("(, ,)", "(NN ,)")).exact_match == 1.0


def test_a_node_over_punctuation_only_is_no_bracket() -> None:
    found = scores("(S (NN a) (X (. .)))", "(S (NN a) (. .))")
    assert (found.n_gold, found.n_predicted, found.exact_match) == (1, 1, 1.0)


def test_particles_and_adverbs_are_equal() -> None:
    found = evaluate(["(VP (VB give) (PRT (RP up)))"], ["(VP (VB give) (ADVP (RP up)))"])
    assert found.scores.f1 == 1.0
    assert found.by_label["ADVP"].support == 1


def test_the_top_is_no_bracket_but_other_names_of_it_are() -> None:
    found = scores("(TOP (S (NN a) (NN b)))", "(S (NN a) (NN b))")
    assert (found.n_gold, found.n_predicted, found.exact_match) == (1, 1, 1.0)
    gold, answer = (
        Constituents.from_brackets([each]) for each in ("(ROOT (S (NN a)))", "(S (NN a))")
    )
    assert evaluate_constituents(gold, answer).scores.n_gold == 2
    assert evaluate_constituents(gold, answer, deleted=["ROOT"]).scores.f1 == 1.0


def test_equal_brackets_count_as_often_as_both_have_them() -> None:
    gold, answer = "(X (X (X (NN a) (NN b))))", "(X (X (NN a) (NN b)))"
    one, other = scores(gold, answer), scores(answer, gold)
    assert (one.n_gold, one.n_predicted, one.n_right) == (3, 2, 2)
    assert (other.n_gold, other.n_predicted, other.n_right) == (2, 3, 2)


def test_function_tags_are_not_compared() -> None:
    assert scores("(S-TPC-1 (NP-SBJ (NN a)) (NP=2 (NN b)))", "(S (NP (NN a)) (NP (NN b)))").f1 == 1


def test_crossing_brackets_are_those_of_the_answer() -> None:
    gold = "(S (A (NN a) (NN b)) (B (NN c) (NN d)) (NN e))"
    # X crosses A and holds B.
    answer = "(S (NN a) (X (NN b) (Y (NN c)) (NN d)) (NN e))"
    found = scores(gold, answer)
    assert found.n_crossing == 1
    # X and Z cross B, Y crosses both and counts once.
    answer = "(S (X (NN a) (Y (NN b) (NN c))) (Z (NN d) (NN e)))"
    found = scores(gold, answer)
    assert found.n_crossing == 3
    assert (found.average_crossing, found.no_crossing, found.two_or_fewer_crossing) == (3, 0, 0)


def test_length_counts_punctuation_but_not_traces() -> None:
    words = " ".join(f"(NN w{i})" for i in range(9))
    ten, eleven = f"(S {words} (. .) (-NONE- *))", f"(S {words} (, ,) (. .))"
    found = evaluate([ten, eleven], [ten, eleven])
    assert {name: each.n_sentences for name, each in found.by_length.items()} == {
        "<= 10": 1, "<= 20": 2, "<= 40": 2, "all": 2,
    }  # fmt: skip


def test_sentences_of_punctuation_are_skipped() -> None:
    found = evaluate(["(S (. .))", "(S (NN a))"], ["(X (. .))", "(S (NN a))"])
    assert (found.n_skipped, found.scores.n_sentences, found.scores.exact_match) == (1, 1, 1.0)
    assert found.outcomes.tolist() == [0, 1]
    assert "(1 more have none that count)" in found.to_text()


def test_answers_without_brackets_have_no_precision() -> None:
    found = scores("(S (NN a) (NN b))", "( (NN a) (NN b))")
    assert (found.precision, found.recall, found.f1, found.exact_match) == (0, 0, 0, 0)


def test_labels_are_judged_one_by_one() -> None:
    found = evaluate(
        ["(S (NP (NN a)) (VP (NN b) (NP (NN c))))"], ["(S (NP (NN a)) (XP (NN b) (NP (NN c))))"]
    )
    assert {name: tuple(each) for name, each in found.by_label.items()} == {
        "NP": (1.0, 1.0, 1.0, 2),
        "S": (1.0, 1.0, 1.0, 1),
        "VP": (0.0, 0.0, 0.0, 1),
        "XP": (0.0, 0.0, 0.0, 0),
    }


def test_the_interval_holds_the_score_and_shrinks() -> None:
    gold = ["(S (NP (NN a)) (NN b))", "(S (NN a) (NP (NN b)))"]
    answer = ["(S (NP (NN a)) (NN b))", "(S (NN a) (VP (NN b)))"]
    few, many = evaluate(gold * 10, answer * 10).scores, evaluate(gold * 90, answer * 90).scores
    widths = []
    for each in (few, many):
        assert each.f1_interval is not None
        low, high = each.f1_interval
        assert low < each.f1 == 0.75 < high
        widths.append(high - low)
    assert widths[0] == pytest.approx(3 * widths[1], rel=0.25)  # the square root of 9, about
    # Half of the sentences are at 1, half at 1/2: the deviation from 3/4 is 1/4.
    assert widths[1] == pytest.approx(2 * 1.96 * 0.25 / np.sqrt(179), rel=0.1)
    perfect = evaluate(gold, gold).scores.f1_interval
    assert perfect is not None
    assert perfect[0] < 0.9
    assert scores(gold[0], answer[1].replace("VP", "S")).f1_interval == (0.0, 1.0)


def test_evaluations_are_plain_data_and_tables() -> None:
    found = evaluate(
        ["(S (NP (NN a)) (NN b))"] * 2, ["(S (NP (NN a)) (NN b))", "(S (NN a) (NN b))"]
    )
    plain = json.loads(json.dumps(found.to_dict()))
    expected = {
        "precision", "recall", "f1", "f1_interval", "exact_match", "average_crossing",
        "no_crossing", "two_or_fewer_crossing", "tag_accuracy", "n_sentences", "n_words", "n_gold",
        "n_predicted", "n_right", "n_skipped", "intervals", "by_length", "by_label",
    }  # fmt: skip
    assert set(plain) == expected
    assert plain["by_length"]["all"]["f1"] == plain["f1"] == pytest.approx(6 / 7)
    text = found.to_text()
    assert "F1 85.71 %" in text
    assert "<= 10" in text
    assert "NP" in text


def test_two_parsers_can_be_compared() -> None:
    gold = ["(S (NP (NN a)) (NN b))"] * 20
    worse = ["(S (NN a) (NN b))"] * 20
    table = Comparison([share("F1", "f1", lambda e: e.scores.f1)], "trees", 10, 20)
    cost = {"train_seconds": 1.0, "per_second": 1.0, "nonzero_weights": 1, "model_bytes": 1}
    for name, answers in (("worse", worse), ("better", gold)):
        table.add(name, evaluate(gold, answers), has_probabilities=False, **cost)
    assert table.best()["algorithm"] == "better"
    assert table.rows[0]["p_value"] < 0.001


@pytest.mark.parametrize(
    ("gold", "answer", "rule", "got"),
    [
        (["(A b)"], ["(A b)", "(A b)"], "same sentences", "1 and 2 trees"),
        (["(A b)", "(A b)"], ["(A b)", "(S (A b) (A c))"], "same words", "tree 2.*1 words.*2"),
        (["(A b)", "(A b)"], ["(A b)", "(A c)"], "same words", "trees:2.*'b' in gold and 'c'"),
    ],
)
def test_other_words_are_told(gold: list[str], answer: list[str], rule: str, got: str) -> None:
    with pytest.raises(DataError) as caught:
        evaluate(gold, answer)
    assert_three_parts(caught.value, rule, got, "Parse the sentences")


def test_nothing_to_compare_is_told() -> None:
    with pytest.raises(DataError, match="words to compare; got none"):
        evaluate([], [])
    with pytest.raises(DataError, match=r"words to compare; all 1 have a tag.*'\.'"):
        evaluate(["(S (. .))"], ["(S (. .))"])


def test_forty_thousand_trees_take_about_a_second() -> None:
    tree = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat)) (PP (IN in) (NN x))))"
    trees = Constituents.from_brackets([tree] * 10_000)
    with measured() as cost:
        evaluate_constituents(trees, trees)
    assert cost.seconds < 2  # 0.06 s where it was written; the machine may be slow


def test_words_may_come_from_python() -> None:
    words = Sentences.from_python([["a", "b"]], [["NN", "NN"]], columns="form")
    answer = Constituents.from_arrays(words, [0, 1], [0], [0], [2], ["S"])
    gold = Constituents.from_brackets(["(S (NN a) (NN b))"])
    assert evaluate_constituents(gold, answer).scores.exact_match == 1.0
