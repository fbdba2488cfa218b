"""Constituency parsers as their users have them: tags that are given, and what is no root."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linguine import ConstituencyParser
from linguine.data import Sentences
from linguine.errors import DataError, DataWarning, OptionError
from linguine.tasks.constituency.given_tags import GivenTags

from ..messages import assert_three_parts

TREES = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ saw) (NP (DT the) (NN saw))))",
    "(S (NP (NN dog)) (VP (VBZ barks) (ADVP (RB then))))",
    "(S (NP (NP (DT the) (NN dog)) (PP (IN of) (NP (NN war)))) (VP (VBZ barks)))",
    "(S (VP (VB saw) (NP (DT the) (NN dog))))",
]


@pytest.fixture(scope="module", params=["pcfg", "mira"])
def parser(request: pytest.FixtureRequest) -> ConstituencyParser:
    return ConstituencyParser(request.param, bits=8).fit(TREES * 3)


# --- tags that are given ------------------------------------------------------------------------


def test_given_tags_are_those_of_the_tree(parser: ConstituencyParser) -> None:
    words = ["saw", "the", "saw"]
    (found,) = parser.predict([words], tags=[["VB", "DT", "NN"]])
    assert found == "(S (VP (VB saw) (NP (DT the) (NN saw))))"
    for tag in parser.model_.grammar.tags:  # type: ignore[union-attr]
        trees = parser.predict_trees([words], tags=[[tag, None, None]])
        assert trees.sentences.texts_of("tag")[0][0] == tag


def test_a_word_may_be_given_a_tag_that_it_never_had(parser: ConstituencyParser) -> None:
    (found,) = parser.predict([["the", "barks", "barks"]], tags=[["DT", "NN", "VBZ"]])
    assert found == "(S (NP (DT the) (NN barks)) (VP (VBZ barks)))"


def test_tags_that_nobody_knows_are_found(parser: ConstituencyParser) -> None:
    words = [["the", "dog", "barks"]]
    assert parser.predict(words, tags=[["?", "?", "?"]]) == parser.predict(words)


def test_given_tags_hold_for_confidences_and_the_k_best(parser: ConstituencyParser) -> None:
    words, tags = ["the", "dog", "saw", "the", "saw"], ["DT", "NN", "VBZ", "DT", "NN"]
    trees = parser.k_best(words, 5, tags=tags)
    assert trees
    assert all("(VBZ saw)" in tree for tree in trees)
    (shares,) = parser.confidences([words], tags=[tags])
    assert shares[0] == pytest.approx(1.0)
    free, bound = (parser.model_.node_shares(parser.predict_trees([words], tags=each))  # type: ignore[union-attr]
                   for each in (None, [tags]))  # fmt: skip
    assert not np.array_equal(free, bound)


def test_tags_of_another_treebank_are_refused(parser: ConstituencyParser) -> None:
    given = GivenTags(parser.model_, {"tags": "tag"})  # type: ignore[arg-type]
    with pytest.raises(DataError) as caught:
        given.add(Sentences.from_python([["dogs"]], [["NOUN"]], columns="form"))
    assert_three_parts(caught.value, "must be those", "'NOUN'", "leave the option out")
    with pytest.warns(DataWarning, match="1 words \\(50 %\\)"):
        given.add(Sentences.from_python([["the", "dogs"]], [["DT", "NOUN"]], columns="form"))
    with pytest.raises(OptionError, match="not both"):
        GivenTags(parser.model_, {"tags": "tag", "tagger": ["x"]})  # type: ignore[arg-type]


# --- explanations -------------------------------------------------------------------------------


def test_what_speaks_for_a_node_adds_up_to_its_lead(parser: ConstituencyParser) -> None:
    words = ["dog", "saw", "the", "saw"]
    trees = parser.predict_trees([words])
    spans = set(zip((trees.first + 1).tolist(), trees.last.tolist(), strict=True))
    assert (1, 1) in spans
    assert (1, 4) in spans
    for first, last in spans:
        why = parser.explain(words, first, last)
        lead = sum(each.contribution for each in why.contributions)
        assert lead == pytest.approx(why.score - why.runner_up_score, abs=1e-4)


# --- roots --------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["pcfg", "crf"])
def test_what_is_between_a_node_and_its_children_is_no_root(algorithm: str) -> None:
    long = "(S (NP (NN a)) (, ,) (VP (VB b)) (, ,) (ADVP (RB c)) (. .))"
    parser = ConstituencyParser(algorithm, bits=6).fit([long] * 2)
    rest = [",", "b", ",", "c", "."]
    for tree in parser.k_best(rest, 20):
        assert tree.startswith("(S ")
    log_z, shares = parser.model_.native.marginals(  # type: ignore[union-attr]
        *parser.model_.feed(_words(rest))  # type: ignore[union-attr]
    )
    symbols = parser.model_.grammar.symbols  # type: ignore[union-attr]
    roots = shares[-len(symbols) :]
    assert roots[[name.startswith("@") for name in symbols]].sum() == 0
    if np.isfinite(log_z):
        assert roots.sum() == pytest.approx(1.0)


def _words(words: list[str]) -> Any:
    return Sentences.from_python([words], columns="form")
