"""Spans in a text: their characters, colours, and the text without them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from linguine.errors import DataError, NotAvailableError, ParameterError
from linguine.reports.tags.page import MarkedSpan, render_fragment, render_spans

from ..messages import assert_three_parts
from .sentences import fitted, make

TEXT = "Anna  loves New York today.\r\n\n  Emeka visits Cape\tTown again.\nno names ."


def test_characters_are_places_in_the_whole_text() -> None:
    found = fitted().predict_spans_of_text(TEXT)
    names = [(span.type, TEXT[slice(*(span.characters or (0, 0)))]) for span in found]
    assert names == [("PER", "Anna"), ("LOC", "New York"), ("PER", "Emeka"), ("LOC", "Cape\tTown")]
    assert [span.text for span in found] == [text for _, text in names]
    assert json.loads(json.dumps(found.to_dict()))["spans"][1]["characters"] == [12, 20]


def test_spans_of_tokens_have_no_characters() -> None:
    ((span, *_),) = fitted().predict_spans([["Anna", "sleeps"]])
    assert span.characters is None
    assert "characters" not in span.to_dict()


@pytest.mark.parametrize(
    "text", ["", "\n\n", " ", "no names", "a\x85b c", "\ud800 Anna loves Rome ."]
)
def test_every_text_has_its_spans_and_comes_back_but_for_them(text: str) -> None:
    tagger = fitted()
    assert tagger.predict_spans_of_text(text).text == text
    assert tagger.redact(text, replace=lambda span: span.text) == text


def test_redaction_keeps_everything_else() -> None:
    tagger = fitted()
    assert tagger.redact(TEXT) == (
        "[PER]  loves [LOC] today.\r\n\n  [PER] visits [LOC] again.\nno names ."
    )
    assert tagger.redact(TEXT, ["LOC"]).startswith("Anna  loves [LOC] today.\r\n")
    assert tagger.redact(TEXT, "LOC") == tagger.redact(TEXT, ["LOC"])
    assert tagger.redact(TEXT, [], min_confidence=0.5) == TEXT
    assert tagger.redact(TEXT, min_confidence=1.0) == TEXT
    assert tagger.redact("Anna loves Rome .", replace="<{type}>") == "<PER> loves <LOC> ."
    hidden = tagger.redact("Anna loves Rome .", replace=lambda span: "x" * len(span.text))
    assert hidden == "xxxx loves xxxx ."


@pytest.mark.parametrize(
    ("told", "error", "rule", "got", "fix"),
    [
        ({"types": ["ORG"]}, ParameterError, "types of spans", "ORG", "Name some"),
        ({"min_confidence": 2}, ParameterError, "min_confidence", "2", "Try 0.5"),
        ({"replace": 3}, ParameterError, "text or a function", "3", "Try"),
    ],
)
def test_what_cannot_be_redacted_is_told(
    told: dict[str, Any], error: type[Exception], rule: str, got: str, fix: str
) -> None:
    with pytest.raises(error) as raised:
        fitted().redact(TEXT, **told)
    assert_three_parts(raised.value, rule, got, fix)


def test_confidence_needs_probabilities_and_spans_need_tags_that_spell_them() -> None:
    assert fitted("mira").redact(TEXT).startswith("[PER]")
    with pytest.raises(NotAvailableError):
        fitted("mira").redact(TEXT, min_confidence=0.5)
    with pytest.raises(DataError):
        fitted().predict_spans_of_text([TEXT])  # type: ignore[arg-type]
    plain = make().fit([["a", "b"], ["b", "a"]] * 3, [["X", "Y"], ["Y", "X"]] * 3)
    with pytest.raises(NotAvailableError):
        plain.predict_spans_of_text("a b")


def test_pages_are_escaped_and_ask_for_nothing() -> None:
    page = render_spans([("<b>Anna</b> & co", [MarkedSpan(0, 11, "<script>", 0.2)])])
    assert "<b>Anna" not in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert 'class="span unsure"' in page
    assert "No spans were found" in render_spans([("nothing", [])])
    assert render_fragment("a<b", []).count("&lt;") == 1
    assert "mark" in fitted().predict_spans_of_text(TEXT)._repr_html_()
