"""Reports: whole, well-formed, small, and safe with any text or label."""

from __future__ import annotations

import base64
import itertools
import json
import re
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.reports.evaluation import Score
from linguine.reports.page.material import Answered, Items, Judged, Material, Side
from linguine.reports.page.packing import pack
from linguine.reports.page.page import render_report
from linguine.reports.text.metrics import evaluate

from .test_html import EVIL, Page


def unpack(data: str) -> dict[str, Any]:
    """What the script of a page does, in Python."""
    found: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(data), wbits=-15))
    return found


def packed(page: str) -> str:
    """Return the items of a page as it has them."""
    return page.split('id="packed">')[1].split("<")[0]


def make_items(texts: list[str], right: list[bool], names: tuple[str, ...]) -> Items:
    n = len(texts)
    gold = [[i % len(names)] for i in range(n)]
    answered = [
        each if ok else [(each[0] + 1) % len(names)] for each, ok in zip(gold, right, strict=True)
    ]
    sure = np.linspace(0.5, 1, n)
    loss = np.where(right, 0.1, 1 + sure)
    lines = np.arange(1, n + 1)
    return Items(texts, lines, np.array(right), names, gold, answered, confidence=sure, loss=loss)


def make_material(items: Items) -> Material:
    gold, predicted = (np.array(each)[:, 0] for each in (items.gold, items.predicted))
    evaluation = evaluate(gold, predicted, list(items.names))
    assert isinstance(evaluation.confusion, np.ndarray)
    scores = {name: Score.of(3, 3, 2) for name in items.names}
    answered = Answered(evaluation, items, ("label", scores), (items.names, evaluation.confusion))
    errors = [Judged(place) for place in items.worst(2).tolist()]
    return Material([Side("m.linguine", answered)], "test.tsv", "texts", errors=errors)


def test_a_page_is_well_formed_and_has_every_section_that_it_names() -> None:
    items = make_items(["one", "two", "three", "four"], [True, False, True, True], ("ham", "spam"))
    page = Page(render_report(make_material(items)))
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    links = {str(attributes["href"]) for tag, attributes in page.tags if tag == "a"}
    assert {f"#{name}" for name in ("summary", "scores", "confusion", "errors", "items")} <= links
    assert {link.removeprefix("#") for link in links} <= ids


def test_headings_go_down_one_step_at_a_time() -> None:
    items = make_items(["one", "two", "three", "four"], [True, False, True, True], ("ham", "spam"))
    page = Page(render_report(make_material(items)))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))


@pytest.mark.parametrize("evil", [EVIL, "</script><img src=x onerror=alert(1)>", "<!--<script>"])
def test_what_strangers_wrote_stays_text(evil: str) -> None:
    items = make_items([evil] * 4, [True, False, True, True], (evil, "spam"))
    told = render_report(make_material(items))
    page = Page(told)
    scripts = [attributes for tag, attributes in page.tags if tag == "script"]
    assert len(scripts) == 2  # the packed items, which nothing runs, and the script of the page
    assert scripts[0]["type"] == "text/plain"
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert not any(tag in ("img", "iframe", "link", "object") for tag, _ in page.tags)


def test_the_policy_names_the_one_script_that_may_run() -> None:
    items = make_items(["one", "two"], [True, False], ("ham", "spam"))
    page = render_report(make_material(items))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1]
    assert not re.search(r"https?://", page)


@given(st.lists(st.text(max_size=200), min_size=2, max_size=20))
def test_what_is_packed_is_what_was_there(texts: list[str]) -> None:
    items = make_items(texts, [i % 3 > 0 for i in range(len(texts))], ("ham", "spam"))
    found = unpack(pack(items).data)
    assert len(found["texts"]) == len(texts)
    assert found["right"] == [int(each) for each in items.is_right]
    assert found["gold"] == items.gold
    for text, shown in zip(texts, found["texts"], strict=True):
        assert len(shown) == len(text)


def test_long_texts_are_cut_and_the_page_says_so() -> None:
    texts = [f"{i} " + "many words " * 200 for i in range(200)]
    items = make_items(texts, [i % 10 > 0 for i in range(200)], ("ham", "spam"))
    packed = pack(items, letters=60_000, most_bytes=8_000)
    found = unpack(packed.data)
    wrong, right = (
        [len(text) for text, ok in zip(found["texts"], found["right"], strict=True) if ok == kind]
        for kind in (0, 1)
    )
    assert min(wrong) > 2 * max(right)
    assert len(packed.data) <= 8_000
    assert "texts are cut" in packed.note
    assert pack(items).note == "All of them, whole."


def test_of_very_many_items_the_wrong_ones_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from linguine.reports.page import packing

    monkeypatch.setattr(packing, "_MOST", 30)
    items = make_items(["a"] * 100, [i % 10 > 0 for i in range(100)], ("ham", "spam"))
    packed = pack(items)
    found = unpack(packed.data)
    assert len(found["texts"]) == 30
    assert found["right"].count(0) == 10
    assert "30 of 100" in packed.note


def test_the_worst_errors_come_first() -> None:
    items = make_items(["a"] * 6, [True, False, False, True, False, True], ("ham", "spam"))
    assert items.worst(2).tolist() == [4, 2]
    assert unpack(pack(items).data)["rank"][4] == 0


def test_the_same_material_writes_the_same_page() -> None:
    items = make_items(["one", "two"], [True, False], ("ham", "spam"))
    assert render_report(make_material(items)) == render_report(make_material(items))
