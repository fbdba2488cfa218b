"""Words and sentences of raw text in the English Web Treebank."""

from __future__ import annotations

import gzip

import pytest

from linguine import Tokenizer
from linguine.data import Segmentation
from linguine.reports.tokens.metrics import evaluate_segmentation
from linguine.tasks.tokenizer.rules import segment_by_rules
from linguine.tasks.tokenizer.treebank import restore_text

from .corpora import folder

pytestmark = pytest.mark.slow


def treebank(name: str) -> Segmentation:
    with gzip.open(folder("ud_english_ewt") / f"{name}.conllu.gz", "rt", encoding="utf-8") as lines:
        return restore_text(lines, name)


# Bars of the catalogue; measured when written: see docs/design/0018-raw-text.md.
def test_rules_find_words_of_english() -> None:
    test = treebank("test")
    assert evaluate_segmentation(test, segment_by_rules(test.text)).words.f1 >= 0.975


def test_a_tokenizer_learns_words_and_sentences_of_english() -> None:
    found = Tokenizer().fit(treebank("train")).evaluate(treebank("test"))
    assert found.words.f1 >= 0.985
    assert found.sentences.f1 >= 0.75


def test_the_text_of_the_treebank_is_put_together_as_its_comments_have_it() -> None:
    dev = treebank("dev")
    with gzip.open(folder("ud_english_ewt") / "dev.conllu.gz", "rt", encoding="utf-8") as lines:
        texts = [line[len("# text = ") :].strip() for line in lines if line.startswith("# text =")]
    assert [dev.text[each.begin : each.end] for each in dev.segments()] == texts
