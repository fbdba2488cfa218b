"""Explanations of taggers add up exactly, whatever the algorithm, the order and the templates."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from linguine import DataError, Tagger
from linguine.reports import Comparison
from linguine.tasks.tagger.report import SCORES

from ..messages import assert_three_parts
from ..tasks.sentences import EVERY, TEST, TRAIN, fitted, make

SENTENCES = [["Anna", "loves", "New", "York", "."], ["York"], ["nobody", "knows", "Lima"]]


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("algorithm", EVERY)
def test_contributions_add_up_to_the_lead_at_every_token(algorithm: str, order: int) -> None:
    """The score is the core's; the contributions come from the weights by name."""
    tagger = fitted(algorithm, order)
    for sentence in SENTENCES:
        tags = tagger.predict([sentence])[0]
        for t, tag in enumerate(tags):
            why = tagger.explain(sentence, t)
            assert (why.label, why.subject, why.text) == (tag, sentence[t], " ".join(sentence))
            total = math.fsum(each.contribution for each in why.contributions)
            assert total == pytest.approx(why.lead, rel=1e-4, abs=1e-4)  # weights are float32
            assert why.lead >= 0


@pytest.mark.parametrize("algorithm", ["crf", "perceptron"])
def test_observed_transitions_are_part_of_the_sum(algorithm: str) -> None:
    tagger = make(algorithm, templates=["w[0]", "y[-1]|w[0].type", "y[-1]|w[-1]"])
    tagger.fit(TRAIN.sentences, TRAIN.tags)
    why = tagger.explain(SENTENCES[0], 3)
    assert any("y[-1]|w[0].type=Aa, B-LOC → I-LOC" in each.name for each in why.contributions)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("algorithm", ["crf", "memm", "hmm"])
def test_the_lead_is_that_of_the_best_sequence_with_another_tag(algorithm: str, order: int) -> None:
    tagger, sentence = fitted(algorithm, order), SENTENCES[0]
    every = tagger.k_best([sentence], k=2000)[0]
    for t, best in enumerate(every[0][0]):
        other = next(p for tags, p in every if tags[t] != best)
        assert every[0][1] is not None
        assert other is not None
        lead = tagger.explain(sentence, t).lead
        assert lead == pytest.approx(math.log(every[0][1] / other), abs=1e-4)


def test_features_point_at_the_words_they_look_at() -> None:
    why = fitted("crf").explain(SENTENCES[0], 3)
    spans = {each.name: each.spans for each in why.contributions}
    assert spans["w[0]=York"] == ((15, 19),)
    assert spans["w[-1]=New"] == ((11, 14),)
    words = {segment.text for segment in why.segments() if segment.weight}
    assert {"New", "York"} <= words


def test_the_page_and_the_terminal_name_the_word() -> None:
    why = fitted("crf").explain(SENTENCES[0], 3)
    assert why.to_text(width=80, color=False).startswith("York: I-LOC (")
    assert "York <span" in why.to_html()
    assert why.to_dict()["subject"] == "York"


def test_a_token_that_can_only_have_one_tag_has_no_runner_up() -> None:
    tagger = Tagger("crf", templates=["w[0]"], scheme="iob2").fit(
        [["a", "b"], ["a"]], [["B-X", "I-X"], ["B-X"]]
    )
    why = tagger.explain(["a"], 0)
    assert (why.label, why.runner_up) == ("B-X", None)
    assert "the only label" in why.to_text(width=80, color=False)


@pytest.mark.parametrize("position", [3, -4, 100])
def test_a_place_outside_of_the_sentence_is_refused(position: int) -> None:
    with pytest.raises(DataError) as caught:
        fitted("crf").explain(["a", "b", "c"], position)
    assert_three_parts(caught.value, "0 to 2", str(position), "Count tokens from 0")
    assert fitted("crf").explain(["Anna", "b", "c"], -3).subject == "Anna"


def test_top_features_and_transitions_are_told_by_name() -> None:
    tagger = fitted("crf")
    top = tagger.top_features(12)
    assert list(top) == tagger.labels_
    assert any("York" in name for name, _ in top["I-LOC"])
    for features in top.values():
        weights = [weight for _, weight in features]
        assert weights == sorted(weights, reverse=True)
    assert tagger.transitions_["B-LOC", "I-LOC"] > tagger.transitions_["B-LOC", "B-LOC"]
    assert ("O", "I-LOC") not in tagger.transitions_


def test_tags_without_spans_are_shown_one_by_one() -> None:
    tagger = make().fit([["a", "b", "c"]], [["X", "Y", "Z"]])
    text = tagger.evaluate([["a", "b", "d"]], [["X", "Y", "X"]]).to_text()
    assert "unknown words (33.3 % of the tokens)" in text
    assert "tag  precision" in text
    assert "spans" not in text


def test_spans_are_shown_as_conlleval_does() -> None:
    text = fitted("crf").evaluate(TEST.sentences, TEST.tags).to_text()
    assert "spans: precision" in text
    assert text.count("LOC") >= 1


def test_a_comparison_leaves_out_what_there_is_not() -> None:
    table = Comparison(SCORES, "tokens", n_train=10, n_test=5)
    for name in ("hmm", "crf"):
        judged = fitted("hmm").evaluate(TEST.sentences, TEST.tags)
        has_spans = name == "crf"
        table.add(name, replace(judged, spans=None, known=(1, 1) if has_spans else None),
                  train_seconds=0.1, per_second=1e5, model_bytes=1000, nonzero_weights=10,
                  has_probabilities=True)  # fmt: skip
    tables, _, _ = table.to_text().rpartition("\n\n")  # without what p is
    assert "span F1" not in tables
    assert " - " in tables
