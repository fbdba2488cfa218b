"""Pages: well-formed, self-contained, and safe with any text, label or feature."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.reports import Contribution, Explanation, render_explanations, render_model

VOID = {"meta", "br", "link", "img", "input"}
EVIL = "</style></p><script>alert('x')</script>\" onmouseover=\"alert(1) $style &amp;"


class Page(HTMLParser):
    """Elements and text of a page; complains about tags that do not match."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)


def explanation(text: str = "free cash", label: str = "spam", name: str = "free") -> Explanation:
    contributions = [
        Contribution(name, 1.0, 2.0, 2.0, ((0, len(text)),) if text else ()),
        Contribution(f"not {name}", 2.0, -0.25, -0.5),
    ]
    return Explanation(text, label, f"not {label}", 1.0, 0.0, -0.5, contributions, 0.9)


PAGES = {
    "features": render_explanations([explanation()], by="features"),
    "explanation": render_explanations([explanation()]),
    "explanations": render_explanations([explanation(), explanation("other", "ham")], title="Two"),
    "evil explanation": render_explanations([explanation(EVIL, EVIL, EVIL)], title=EVIL),
    "empty": render_explanations([explanation("")]),
    "no explanation": render_explanations([]),
    "model": render_model({"spam": [("free", 2.0), ("hi", -1.0)], 3: []}, facts={"n": 1000}),
    "evil model": render_model({EVIL: [(EVIL, 1.0)]}, title=EVIL, facts={EVIL: EVIL}),
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_tags_match_and_nothing_is_loaded_or_run(page: str) -> None:
    parsed = Page(page)
    names = {tag for tag, _ in parsed.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "form"}
    for _, attributes in parsed.tags:
        assert not any(name.startswith("on") or name in ("src", "href") for name in attributes)
    assert not re.search(r"url\(|@import|https?://", page)
    assert "default-src 'none'" in page


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_says_what_readers_and_machines_need(page: str) -> None:
    parsed = Page(page)
    assert page.startswith("<!DOCTYPE html>")
    assert ("html", {"lang": "en"}) in parsed.tags
    assert [tag for tag, _ in parsed.tags].count("h1") == 1
    assert "prefers-color-scheme: dark" in page


def test_what_is_evil_is_shown_as_it_is() -> None:
    for page in (PAGES["evil explanation"], PAGES["evil model"]):
        assert "alert('x')</script>" not in page
        assert "<script>alert('x')</script>" in "".join(Page(page).text)


@given(st.text(min_size=1, max_size=40), st.text(max_size=10), st.text(max_size=10))
def test_any_text_label_and_name_gives_a_page(text: str, label: str, name: str) -> None:
    page = render_explanations([explanation(text, label, name)], by="features")
    page.encode()
    tags = [tag for tag, _ in Page(page).tags]
    # words are marked; nothing else depends on what the strangers wrote
    assert [tag for tag in tags if tag != "mark"] == [
        tag for tag, _ in Page(PAGES["features"]).tags if tag != "mark"
    ]


def test_a_tinted_word_names_its_features_on_hover_and_on_focus() -> None:
    marks = [attributes for tag, attributes in Page(PAGES["features"]).tags if tag == "mark"]
    tips = [attributes for attributes in marks if "data-tip" in attributes]
    assert len(tips) == 2
    assert all(attributes["tabindex"] == "0" for attributes in tips)
    assert "+2.000  free" in str(tips[0]["data-tip"])


def test_every_number_is_in_the_table_and_the_bias_too() -> None:
    text = "".join(Page(PAGES["features"]).text)
    for number in ("+2.000", "\u22120.500", "(bias)", "+1.000", "90.0"):
        assert number in text
    assert "not a word of the text" in text


def test_many_features_fold_away_but_stay_on_the_page() -> None:
    many = [Contribution(f"f{i}", 1.0, 0.1, 0.1) for i in range(40)]
    page = render_explanations([Explanation("x", "a", "b", 4.0, 0.0, 0.0, many)])
    assert "28 more features" in page
    assert all(f"<code>f{i}</code>" in page for i in range(40))


def long_review(n_words: int = 1000) -> Explanation:
    """As a model of words, pairs and runs of characters sees one: some features for each word."""
    words = [f"word{i % (n_words // 2)}" for i in range(n_words)]
    text = " ".join(words)
    terms = []
    begin = 0
    for i, word in enumerate(words):
        for length in range(1, 8):
            weight = (-1) ** (i * length) * ((i * 7 + length) % 100 + 1) / 100
            span = (begin, min(begin + length, len(text)))
            terms.append(Contribution(text[slice(*span)], 1.0, weight, weight, (span,)))
        begin += len(word) + 1
    lead = sum(each.contribution for each in terms)
    return Explanation(text, "good", "bad", lead, 0.0, 0.0, terms)


def test_a_page_of_words_is_small_and_sums_up_what_it_leaves_out() -> None:
    review = long_review()
    page = review.to_html()
    assert len(page) < 120_000  # 1,000 words
    assert len(page) < len(review.to_html(by="features")) / 10
    text = "".join(Page(page).text)
    assert "500 words, the largest contributions first" in text
    assert "488 more words, together" in text
    assert "(440 more)" in text


def test_a_word_of_a_page_tells_its_sum_on_hover() -> None:
    marks = [attributes for tag, attributes in Page(PAGES["explanation"]).tags if tag == "mark"]
    tips = [attributes["data-tip"] for attributes in marks if "data-tip" in attributes]
    assert tips == ["+1.000", "+1.000"]


def test_the_model_page_has_a_card_for_each_label() -> None:
    text = "".join(Page(PAGES["model"]).text)
    assert PAGES["model"].count("<article") == 2
    assert "1,000" in text
    assert "\u22121.000" in text


def test_a_method_gives_the_same_page() -> None:
    assert explanation().to_html() == PAGES["explanation"]
