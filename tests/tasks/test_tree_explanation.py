"""Explanations of heads: exact sums, against the best tree of all with another head."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import pytest

from linguine import DependencyParser
from linguine.data import Sentences
from linguine.errors import DataError
from linguine.features.arc.extractor import ArcExtractor
from linguine.features.arc.templates import ArcTemplates
from linguine.tasks.parser.explanation import explain_arc, find_siblings
from linguine.tasks.parser.model import ParserModel

from ..reference.trees import all_trees

Token = tuple[str, str]

WORDS = [("The", "DET"), ("dog", "NOUN"), ("saw", "VERB"), ("it", "PRON")]
TOKENS: list[list[Token]] = [
    WORDS,
    [("Dogs", "NOUN"), ("bark", "VERB")],
    [("See", "VERB"), ("the", "DET"), ("cat", "NOUN")],
]
HEADS = [[2, 3, 0, 3], [2, 0], [0, 3, 1]]
RELATIONS = [["det", "nsubj", "root", "obj"], ["nsubj", "root"], ["root", "det", "obj"]]
TEMPLATES = ["h.upos|m.upos", "m.w", "h.w.lower|m.upos", "between.upos"]


def make_parser(algorithm: str = "mira", **options: Any) -> ParserModel:
    sibling = ["h.upos|s.upos|m.upos"] if options.get("order") == 2 else []
    parser = DependencyParser(
        algorithm,
        templates=ArcTemplates(TEMPLATES, ["m.upos", "h.upos|m.upos"], sibling),
        shared_bits=14,
        relation_bits=10,
        epochs=2,
        **options,
    )
    parser.fit(TOKENS, HEADS, RELATIONS)
    assert parser.model_ is not None
    return parser.model_


def read(words: Sequence[Token]) -> Sentences:
    return Sentences.from_python([list(words)], columns=["form", "upos"])


def without_filter(extractor: ArcExtractor) -> ArcExtractor:
    """Return what also looks at arcs that are longer than those of training."""
    return dataclasses.replace(
        extractor, classes=extractor.classes[:0], farthest=extractor.farthest[:0]
    )


def slow_score(model: ParserModel, sentence: Sentences, heads: Sequence[int]) -> float:
    """Return the score of a tree: all features of all arcs, each with its best relation."""
    siblings = find_siblings(heads)
    return math.fsum(
        max(
            math.fsum(
                each.weight
                for each in model.arc_features(sentence, 0, head, word, relation, sibling)
            )
            for relation in model.relations
        )
        for word, (head, sibling) in enumerate(zip(heads, siblings, strict=True), start=1)
    )


@pytest.mark.parametrize("word", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [{}, {"projective": False}, {"single_root": False}, {"order": 2}],
    ids=["order 1", "crossing", "roots", "order 2"],
)
def test_the_other_tree_is_the_best_of_all_with_another_head(
    options: dict[str, Any], word: int
) -> None:
    model, sentence = make_parser(**options), read(WORDS)
    model = dataclasses.replace(model, extractor=without_filter(model.extractor))
    explanation = explain_arc(model, sentence, word)
    best = model.parse(sentence).heads.tolist()
    scores = {
        heads: slow_score(model, sentence, heads)
        for heads in all_trees(len(WORDS), model.projective, model.single_root)
    }
    assert explanation.score == pytest.approx(scores[tuple(best)], abs=1e-5)
    assert explanation.score == pytest.approx(max(scores.values()), abs=1e-5)
    others = [score for heads, score in scores.items() if heads[word - 1] != best[word - 1]]
    assert explanation.runner_up_score == pytest.approx(max(others), abs=1e-5)
    total = math.fsum(each.contribution for each in explanation.contributions)
    assert total == pytest.approx(explanation.lead, abs=1e-5)


def test_label_runner_up_and_candidates_are_told_in_words() -> None:
    explanation = explain_arc(make_parser("crf"), read(WORDS), 2)
    assert (explanation.subject, explanation.label) == ("dog", "nsubj of saw")
    assert explanation.probability is not None
    name, share = explanation.candidates[0]
    assert name == "saw"
    assert explanation.probability <= share <= 1
    assert sum(p for _, p in explanation.candidates) <= 1 + 1e-9
    assert "candidates: saw" in explanation.to_text(width=80, color=False)
    assert "candidates: saw" in explanation.to_html()


def test_features_point_to_the_words_that_they_look_at() -> None:
    explanation = explain_arc(make_parser(), read(WORDS), 4)
    text = " ".join(word for word, _ in WORDS)
    spans = {each.name: each.spans for each in explanation.contributions}
    name = next(name for name in spans if name.startswith("saw: h.upos|m.upos="))
    assert [text[b:e] for b, e in spans[name]] == ["saw", "it"]


def test_the_same_word_twice_has_its_number() -> None:
    words = [("dog", "NOUN"), ("saw", "VERB"), ("dog", "NOUN"), ("saw", "VERB")]
    labels = {explain_arc(make_parser(), read(words), word).label for word in (1, 2, 3, 4)}
    assert any("[" in label for label in labels)
    assert "root" in labels


def test_one_word_has_no_other_head() -> None:
    explanation = explain_arc(make_parser(), read([("Sit", "VERB")]), 1)
    assert (explanation.label, explanation.runner_up) == ("root", None)
    assert "the only label" in explanation.to_text(width=80, color=False)


@pytest.mark.parametrize("word", [0, 5, -1])
def test_a_word_that_is_not_there_is_refused(word: int) -> None:
    with pytest.raises(DataError, match=r"its number, 1 to 4; got"):
        explain_arc(make_parser(), read(WORDS), word)


def test_without_relations_heads_are_explained() -> None:
    parser = DependencyParser("mira", shared_bits=14, epochs=2).fit(TOKENS, HEADS)
    explanation = parser.explain(WORDS, 2)
    assert explanation.label == "on saw"


@pytest.mark.parametrize(
    ("heads", "siblings"),
    [
        ([2, 0, 2, 2], [0, 0, 0, 3]),
        ([4, 4, 4, 0], [2, 3, 0, 0]),
        ([0], [0]),
        ([0, 0, 0], [0, 1, 2]),
    ],
    ids=["right", "left", "one", "roots"],
)
def test_a_sibling_is_the_next_modifier_towards_the_head(
    heads: list[int], siblings: list[int]
) -> None:
    assert find_siblings(heads) == siblings
