"""Scores of tags agree with conlleval, and say nothing of spans where there are none."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data.targets.tag_scheme import TagScheme, convert
from linguine.errors import DataError
from linguine.reports.tags.span_metrics import SpanScores, TagEvaluation, evaluate_spans

from ..growth import measured
from ..messages import assert_three_parts
from ..reference import conlleval, relaxed_spans
from ..reference.conlleval import encode

Sentences = list[list[str]]
TAG_SETS = {
    "BIO": ["O", "B-X", "I-X", "B-Y", "I-Y"],
    "BIOES": ["O", *(f"{letter}-{kind}" for letter in "BIES" for kind in ("X", "Y"))],
    "BILOU": ["O", *(f"{letter}-{kind}" for letter in "BILU" for kind in ("X", "Y"))],
    "bare BMES": ["B", "M", "E", "S"],
}


def judge(gold: Sentences, predicted: Sentences, tags: list[str], **options: Any) -> TagEvaluation:
    codes, offsets = encode(gold, tags)
    return evaluate_spans(codes, encode(predicted, tags)[0], tags, offsets, **options)


def spans_of(evaluation: TagEvaluation) -> SpanScores:
    assert evaluation.spans is not None
    return evaluation.spans


@st.composite
def two_columns(draw: st.DrawFn, tags: list[str]) -> tuple[Sentences, Sentences]:
    """Gold, and an answer that differs at some tokens only, so that many spans agree."""
    gold = draw(st.lists(st.lists(st.sampled_from(tags), min_size=1, max_size=8), min_size=1))
    other = st.one_of(st.none(), st.none(), st.sampled_from(tags))
    return gold, [[draw(other) or tag for tag in sentence] for sentence in gold]


@pytest.mark.parametrize("tags", TAG_SETS.values(), ids=TAG_SETS)
@given(data=st.data())
def test_span_scores_are_those_of_conlleval(tags: list[str], data: st.DataObject) -> None:
    gold, predicted = data.draw(two_columns(tags))
    ours, counts = spans_of(judge(gold, predicted, tags)), conlleval.count(gold, predicted)
    totals = [column.total() for column in counts]
    assert [ours.n_gold, ours.n_predicted, ours.n_correct] == totals
    # FB1 from counts and from rates differ in the last bits
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx(conlleval.score(*totals))
    kinds = sorted({kind for kind in counts.gold + counts.predicted if kind})
    assert list(ours.per_type) == kinds
    for kind in kinds:
        row = [column[kind] for column in counts]
        assert ours.per_type[kind][:3] == pytest.approx(conlleval.score(*row))
        assert ours.per_type[kind].support == row[0]


@pytest.mark.parametrize("tags", TAG_SETS.values(), ids=TAG_SETS)
@given(data=st.data())
def test_token_and_sentence_accuracy_are_shares(tags: list[str], data: st.DataObject) -> None:
    gold, predicted = data.draw(two_columns(tags))
    ours = judge(gold, predicted, tags)
    pairs = [pair for g, p in zip(gold, predicted, strict=True) for pair in zip(g, p, strict=True)]
    n_right = sum(g == p for g, p in pairs)
    assert (ours.n_tokens, ours.n_sentences) == (len(pairs), len(gold))
    assert ours.token_accuracy == n_right / len(pairs)
    assert ours.token_accuracy_interval is not None
    low, high = ours.token_accuracy_interval
    assert low <= ours.token_accuracy <= high
    n_whole = sum(g == p for g, p in zip(gold, predicted, strict=True))
    assert ours.sentence_accuracy == n_whole / len(gold)
    for tag, score in ours.per_tag.items():
        assert score.support == sum(g == tag for g, _ in pairs)
        n_predicted = sum(p == tag for _, p in pairs)
        n_correct = sum(g == p == tag for g, p in pairs)
        expected = conlleval.score(score.support, n_predicted, n_correct)
        assert score[:3] == pytest.approx(expected)


def test_an_example_worked_by_hand() -> None:
    """All 3 gold spans are found, one of them as I-LOC; ORG and one LOC are inventions."""
    gold = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-LOC"]]
    predicted = [["B-PER", "I-PER", "B-ORG", "I-LOC"], ["B-LOC", "B-LOC"]]
    tags = ["B-LOC", "B-ORG", "B-PER", "I-LOC", "I-PER", "O"]
    ours = judge(gold, predicted, tags)
    scores = spans_of(ours)
    assert (scores.n_gold, scores.n_predicted, scores.n_correct) == (3, 5, 3)
    assert (scores.precision, scores.recall, scores.f1) == (0.6, 1.0, 0.75)
    assert scores.per_type["LOC"] == (2 / 3, 1.0, 0.8, 2)
    assert scores.per_type["ORG"] == (0.0, 0.0, 0.0, 0)
    assert (ours.token_accuracy, ours.sentence_accuracy) == (0.5, 0.0)


def test_a_span_with_the_wrong_end_or_type_is_wrong() -> None:
    tags = ["B-X", "I-X", "B-Y", "O"]
    gold = [["B-X", "I-X", "O", "B-X"]]
    scores = spans_of(judge(gold, [["B-X", "O", "O", "B-Y"]], tags))
    assert (scores.n_gold, scores.n_predicted, scores.n_correct) == (2, 2, 0)


def test_spans_do_not_depend_on_the_scheme() -> None:
    tags = ["B-X", "I-X", "B-Y", "O"]
    gold, offsets = encode([["B-X", "I-X", "B-X", "O", "B-Y"]], tags)
    iob1, iob1_tags = convert(gold, offsets, tags, TagScheme.IOB2, TagScheme.IOB1)
    every = sorted({*tags, *iob1_tags})
    first = np.array([every.index(tags[code]) for code in gold])
    second = np.array([every.index(iob1_tags[code]) for code in iob1])
    ours = evaluate_spans(first, second, every, offsets)
    assert spans_of(ours).f1 == 1.0
    assert ours.token_accuracy < 1.0


@pytest.mark.parametrize(
    ("gold", "predicted"),
    [("O O", "O O"), ("O O", "B-X O"), ("B-X O", "O O")],
    ids=["no spans at all", "no gold spans", "no predicted spans"],
)
def test_scores_are_zero_where_there_is_nothing(gold: str, predicted: str) -> None:
    scores = spans_of(judge([gold.split()], [predicted.split()], ["B-X", "I-X", "O"]))
    assert (scores.precision, scores.recall, scores.f1) == (0.0, 0.0, 0.0)


def test_plain_tags_have_no_span_scores() -> None:
    ours = judge([["NOUN", "VERB"]], [["NOUN", "NOUN"]], ["NOUN", "O", "VERB"])
    assert ours.spans is None
    data = ours.to_dict()
    assert not {"precision", "recall", "f1", "per_span_type"} & set(data)
    assert data["token_accuracy"] == 0.5
    assert data["unknown_word_accuracy"] is None


def test_the_caller_may_name_the_scheme() -> None:
    gold = [["I", "O"]]
    assert judge(gold, gold, ["I", "O"]).spans is None
    assert spans_of(judge(gold, gold, ["I", "O"], scheme=TagScheme.IOB1)).f1 == 1.0
    assert judge([["B-X"]], [["B-X"]], ["B-X"], scheme=TagScheme.PLAIN).spans is None
    with pytest.raises(DataError, match="tag 0 is 'NOUN'"):
        judge([["NOUN"]], [["NOUN"]], ["NOUN"], scheme=TagScheme.IOB2)


def test_a_tag_that_is_never_predicted_lowers_recall_only() -> None:
    ours = judge([["B-X", "B-NEW"]], [["B-X", "O"]], ["B-X", "O", "B-NEW"])
    assert (spans_of(ours).precision, spans_of(ours).recall) == (1.0, 0.5)
    assert ours.per_tag["B-NEW"] == (0.0, 0.0, 0.0, 1)
    assert ours.tokens.confusion.tolist() == [[1, 0, 0], [0, 0, 0], [0, 1, 0]]


def test_known_and_unknown_words_are_judged_apart() -> None:
    known = np.array([True, True, False, True])
    ours = judge([list("ABAB")], [list("ABBA")], ["A", "B"], known_words=known)
    assert ours.known_word_accuracy == 2 / 3
    assert ours.unknown_word_accuracy == 0.0
    assert ours.unknown_word_share == 0.25


@pytest.mark.parametrize("is_known", [True, False])
def test_accuracy_of_words_that_do_not_occur_is_none(is_known: bool) -> None:
    ours = judge([["A"]], [["A"]], ["A"], known_words=np.array([is_known]))
    accuracies = (ours.known_word_accuracy, ours.unknown_word_accuracy)
    assert accuracies == ((1.0, None) if is_known else (None, 1.0))


def test_sentences_without_tokens_do_not_count() -> None:
    ours = judge([["A"], [], ["B"]], [["A"], [], ["A"]], ["A", "B"])
    assert (ours.n_sentences, ours.sentence_accuracy) == (2, 0.5)


def test_json_holds_the_scores_of_spans_on_the_top_level() -> None:
    gold = [["B-X", "I-X", "O", "B-A"]]
    ours = judge(gold, gold, ["B-X", "I-X", "O", "B-A"], known_words=np.array([True] * 3 + [False]))
    data = json.loads(json.dumps(ours.to_dict()))
    assert (data["precision"], data["recall"], data["f1"]) == (1.0, 1.0, 1.0)
    assert (data["n_tokens"], data["n_sentences"], data["n_gold"]) == (4, 1, 2)
    assert list(data["per_span_type"]) == ["A", "X"]
    assert data["per_tag"]["O"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "support": 1}
    assert data["unknown_word_accuracy"] == 1.0
    assert np.array(data["confusion"]).shape == (len(data["tags"]),) * 2


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(DataError) as caught:
        evaluate_spans(np.array([0, 0]), np.array([0]), ["O"], np.array([0, 2]))
    assert_three_parts(caught.value, "one length", r"\(2,\) and \(1,\)", "same sentences")


def test_a_token_without_a_predicted_tag_is_refused() -> None:
    with pytest.raises(DataError, match="token 1 has -1"):
        evaluate_spans(np.array([0, 0]), np.array([0, -1]), ["O"], np.array([0, 2]))


def test_a_corpus_without_tokens_is_refused() -> None:
    empty = np.array([], dtype=np.int32)
    with pytest.raises(DataError, match="at least 1"):
        evaluate_spans(empty, empty, ["O"], np.array([0]))


@pytest.mark.parametrize("known", [np.array([1, 0]), np.array([True])], ids=["integers", "short"])
def test_known_words_must_be_told_for_each_token(known: Any) -> None:
    with pytest.raises(DataError) as caught:
        judge([["O", "O"]], [["O", "O"]], ["O"], known_words=known)
    assert_three_parts(caught.value, "each of 2 tokens", "got", "training vocabulary")


def test_a_million_tokens_take_a_moment() -> None:
    random = np.random.default_rng(0)
    tags = TAG_SETS["BIO"]
    gold, predicted = random.integers(len(tags), size=(2, 1_000_000))
    with measured() as cost:
        evaluate_spans(gold, predicted, tags, np.arange(0, 1_000_001, 20))
    # a loop over the tokens takes seconds; 0.2 s measured, of the processor: others may be at work
    assert cost.seconds < 1.0


@pytest.mark.parametrize("tags", TAG_SETS.values(), ids=TAG_SETS)
@given(data=st.data())
def test_relaxed_scores_are_those_of_the_best_pairing(tags: list[str], data: st.DataObject) -> None:
    gold, predicted = data.draw(two_columns(tags))
    judged = judge(gold, predicted, tags)
    ours = spans_of(judged)
    assert list(ours.relaxed) == list(relaxed_spans.WAYS)
    for way, score in ours.relaxed.items():
        credit = relaxed_spans.credit(gold, predicted, way)
        assert score.credit == pytest.approx(credit)
        assert score.precision * ours.n_predicted == pytest.approx(credit)
        assert score.recall * ours.n_gold == pytest.approx(credit)
        if ours.n_gold + ours.n_predicted:
            assert judged.ledger.values[f"f1_{way}"] == pytest.approx(score.f1)
            assert score.f1 == pytest.approx(2 * credit / (ours.n_gold + ours.n_predicted))
    assert ours.n_correct <= ours.relaxed["exact"].credit <= ours.relaxed["partial"].credit
    assert ours.n_correct <= ours.relaxed["type"].credit


def test_one_long_answer_is_not_two_names() -> None:
    gold = [["B-PER", "O", "B-PER"]]
    found = spans_of(judge(gold, [["B-PER", "I-PER", "I-PER"]], ["B-PER", "I-PER", "O"]))
    assert found.relaxed["type"].credit == 1
    assert found.relaxed["partial"][:2] == (0.5, 0.25)


def test_relaxed_scores_are_told_with_intervals() -> None:
    gold = [["B-PER", "I-PER", "O"], ["B-LOC", "O", "O"]] * 9
    wrong = [["B-PER", "O", "O"], ["B-PER", "O", "O"]] * 9
    found = judge(gold, wrong, ["B-LOC", "B-PER", "I-PER", "O"])
    told = found.to_dict()
    assert told["f1"] == 0
    assert told["relaxed"]["partial"]["f1"] == 0.75
    low, high = told["intervals"]["f1_partial"]
    assert low < 0.75 < high
    assert "partial  boundaries; overlap: half      0.750   0.750  0.750   13.5" in found.to_text()


def test_many_overlapping_spans_take_no_longer_than_their_number() -> None:
    n = 100_000
    tags = ["B-X", "I-X", "O"]
    gold, shifted = np.tile([0, 1, 1, 1], n), np.tile([1, 1, 0, 1], n)
    with measured() as cost:
        found = spans_of(evaluate_spans(gold, shifted, tags, np.array([0, 4 * n])))
        assert found.relaxed["type"].credit == n
    assert cost.seconds < 5
