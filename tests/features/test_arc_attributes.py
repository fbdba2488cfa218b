"""Attributes of bundles: what FEATS say about case, number and the like, each on its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linguine import DependencyParser, ParameterError
from linguine.data import Sentences
from linguine.features.arc.attributes import common_attributes
from linguine.features.arc.extractor import ArcExtractor
from linguine.features.arc.templates import ArcTemplates

COLUMNS = ["form", "upos", "feats"]
CATS = [
    [("μία", "DET", "Case=Nom|Number=Sing"), ("γάτα", "NOUN", "Case=Nom|Gender=Fem|Number=Sing")],
    [("κοιμάται", "VERB", "Number=Sing|Person=3"), (".", "PUNCT", "_")],
    [("σπίτι", "NOUN", "Number=Plur|Number[psor]=Sing")],
]


@pytest.fixture
def sentences() -> Sentences:
    return Sentences.from_python(CATS, columns=COLUMNS)


def names(sentences: Sentences, template: str, sentence: int, head: int, modifier: int) -> set[str]:
    extractor = ArcExtractor(ArcTemplates([template]), COLUMNS)
    extractor.fit(sentences, np.array([2, 0, 0, 1, 0], np.int32))
    found = extractor.features_of(sentences, sentence, head, modifier)
    return {name.split(" ")[0] for _, _, name, _ in found}


def test_an_attribute_is_a_column_of_its_own(sentences: Sentences) -> None:
    assert names(sentences, "h.feats:Case|m.feats:Case", 0, 2, 1) == {"Nom|Nom"}
    assert names(sentences, "h.feats:Gender|m.feats:Number", 0, 2, 1) == {"Fem|Sing"}


def test_what_a_word_does_not_have_is_empty(sentences: Sentences) -> None:
    assert names(sentences, "h.feats:Person|m.feats:Person", 1, 1, 2) == {"3|"}


def test_square_brackets_are_written_round(sentences: Sentences) -> None:
    assert names(sentences, "h.upos|m.feats:Number(psor)", 2, 0, 1) == {"<root>|Sing"}


def test_the_column_of_the_bundle_is_needed_and_nothing_else() -> None:
    extractor = ArcExtractor(ArcTemplates(["h.feats:Case|m.upos"]), COLUMNS)
    assert extractor.needed == ["feats", "upos"]


def test_an_attribute_of_no_column_is_refused() -> None:
    with pytest.raises(ParameterError, match="'morph:Case' must be one of"):
        ArcExtractor(ArcTemplates(["h.morph:Case"]), COLUMNS)


def test_frequent_attributes_come_first_and_rare_ones_not_at_all(sentences: Sentences) -> None:
    column = sentences.columns["feats"]
    assert common_attributes(column, share=0.3, at_most=9) == ["Number", "Case"]
    assert common_attributes(column, share=0.0, at_most=2) == ["Number", "Case"]
    assert len(common_attributes(column, share=0.0, at_most=9)) == 5


def test_parsers_look_at_them_and_remember_them(sentences: Sentences, tmp_path: Path) -> None:
    heads = [[2, 0], [0, 1], [0]]
    relations = [["det", "root"], ["root", "punct"], ["root"]]
    parser = DependencyParser(columns=COLUMNS, shared_bits=14, relation_bits=10, epochs=3)
    tokens = [[dict(zip(COLUMNS, token, strict=True)) for token in each] for each in CATS]
    parser.fit(tokens, heads, relations)
    assert parser.model_ is not None
    assert "h.upos|m.upos|h.feats:Case|m.feats:Case" in parser.model_.extractor.templates.shared
    parser.save(tmp_path / "p.linguine")
    again = DependencyParser.load(tmp_path / "p.linguine")
    assert again.predict(tokens) == parser.predict(tokens)
    assert again.model_ is not None
    assert again.model_.needed == parser.model_.needed


def test_parsers_without_bundles_are_what_they_were() -> None:
    parser = DependencyParser(columns="form,upos", shared_bits=14, relation_bits=10, epochs=2)
    parser.fit([[("Dogs", "NOUN"), ("bark", "VERB")]], [[2, 0]], [["nsubj", "root"]])
    assert parser.model_ is not None
    assert not any(":" in each for each in parser.model_.extractor.templates.shared)
