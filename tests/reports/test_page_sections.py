"""Sections of a report: each says what the figures say, and is not there if there is nothing."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from linguine.reports.checks.finding import Checkup, Finding, Item
from linguine.reports.evaluation import Score
from linguine.reports.judging.paired import swap_p_value
from linguine.reports.overview import Overview
from linguine.reports.page.charts import Axis, chart, line, points
from linguine.reports.page.material import Answered, Card, Items, Material, Side
from linguine.reports.page.page import render_report
from linguine.reports.page.sections import (
    calibration,
    card,
    confusion,
    coverage,
    curve,
    data,
    numbers,
    scores,
    summary,
    transitions,
    versus,
    weights,
)
from linguine.reports.text.calibration_error import reliability
from linguine.reports.text.metrics import evaluate

from .test_html import EVIL, Page
from .test_page import make_items, make_material

SECTIONS = (
    calibration, card, confusion, coverage, curve, data, numbers, scores, summary, transitions,
    versus, weights,
)  # fmt: skip


def text_of(content: str | None) -> str:
    """What a page says, without tags, with spaces made plain."""
    assert content is not None
    return " ".join("".join(Page(content).text).replace("\u202f", " ").split())


def plain(n: int = 4) -> Material:
    return make_material(make_items(["text"] * n, [i != 1 for i in range(n)], ("ham", "spam")))


def with_side(material: Material, **changed: object) -> Material:
    return replace(material, sides=[replace(material.sides[0], **changed)])  # type: ignore[arg-type]


def pair(right: list[bool], other: list[bool]) -> Material:
    """Two models that are right about some of the same examples."""
    first, second = (
        make_material(make_items(["text"] * len(each), each, ("ham", "spam")))
        for each in (right, other)
    )
    sides = [replace(first.sides[0], model="old"), replace(second.sides[0], model="new")]
    return replace(first, sides=sides)


def test_nothing_to_show_is_no_section() -> None:
    evaluation = evaluate(np.array([0, 1]), np.array([0, 1]), ["ham", "spam"])
    bare = Material([Side("m", Answered(evaluation))], "test.tsv", "texts")
    shown = [each for each in SECTIONS if each.render(bare) is not None]
    assert shown == [summary]


def test_a_reliability_diagram_has_a_point_for_each_bin_and_the_error_of_all() -> None:
    sure, right = np.array([0.9, 0.9, 0.6, 0.6]), np.array([1, 1, 1, 0])
    material = plain()
    answered = replace(material.answered, reliability=reliability(sure, right), luck=0.25)
    content = calibration.render(with_side(material, answered=answered))
    assert content is not None
    assert content.count('class="point for"') == 2
    said = text_of(content)
    assert "(ECE) of 4 answers: 0.100" in said
    assert "Luck alone gives up to 0.250" in said


def test_what_has_to_be_left_out_to_be_right_so_often_is_told() -> None:
    n = 200
    right = [i >= 20 for i in range(n)]  # the tenth that is least sure is wrong
    said = text_of(coverage.render(make_material(make_items(["a"] * n, right, ("ham", "spam")))))
    assert "Of all answers 10.0 % are wrong, of the surest half 0.0 %" in said
    assert "90.0 %all100.0 %" in said
    assert re.search(r"99\.0 %from 5\d\.\d %90\.5 %", said)  # 181 of 200, of which 1 is wrong


def test_coverage_needs_probabilities_and_enough_answers() -> None:
    assert coverage.render(plain()) is None
    items = make_items(["a"] * 50, [i > 4 for i in range(50)], ("ham", "spam"))
    assert coverage.render(make_material(items)) is not None
    assert coverage.render(make_material(replace(items, confidence=None))) is None


def test_transitions_are_tinted_by_their_weights_and_forbidden_ones_are_said() -> None:
    moves = [("O", "B", 2.0), ("B", "I", 1.0), ("B", "O", -1.0), ("O", "O", 0.0)]
    content = transitions.render(with_side(plain(), overview=Overview({}, moves)))
    assert content is not None
    assert '<td class="for" style="--t:1.000"><b>+2.0</b>' in content
    assert '<td class="against" style="--t:0.500"><b>\u22121.0</b>' in content
    assert content.count("<td>\u2013</td>") == 9 - len(moves)


def test_of_many_tags_the_first_and_last_transitions_are_listed() -> None:
    moves = [(f"t{i}", f"t{i + 1}", float(-i)) for i in range(40)]
    said = text_of(transitions.render(with_side(plain(), overview=Overview({}, moves))))
    assert "the likeliest" in said
    assert said.count("t39") == 2  # from t38 and to t40, in the other list


def test_labels_that_are_frequent_come_first_and_rare_ones_fold_away() -> None:
    names = [f"label {i}" for i in range(50)]
    top = {name: [("word", 1.0)] for name in names}
    table = {name: Score(0.5, 0.5, 0.5, i) for i, name in enumerate(names)}
    material = plain()
    answered = replace(material.answered, scores=("label", table))
    content = weights.render(with_side(material, answered=answered, overview=Overview(top)))
    assert content is not None
    opened, folded = content.split("<details>")
    assert "label 49" in opened
    assert "label 10<" in folded
    assert "label 9<" not in content
    assert "10 others" in folded


def test_five_hundred_labels_make_no_page_of_megabytes() -> None:
    n = 1_000
    names = tuple(f"label number {i}" for i in range(500))
    items = make_items(["a text of some words"] * n, [i % 3 > 0 for i in range(n)], names)
    page = render_report(make_material(items))
    assert len(page) < 700_000
    assert "the largest confusions" in page


def test_two_models_are_told_apart_by_the_paired_test() -> None:
    right, other = [True] * 30 + [False] * 30, [True] * 50 + [False] * 10
    material = pair(right, other)
    ledgers = [side.answered.evaluation.ledger for side in material.sides]
    p = swap_p_value(*ledgers)
    assert p is not None
    said = text_of(versus.render(material))
    assert f"+33.3 %{p:.3f}B is better".replace("0.000", "< 0.001") in said
    assert "A right300" in said
    assert "A wrong2010" in said
    same = text_of(versus.render(pair(right, right)))
    assert "+0.0 %1.000luck would do" in same


def test_sections_of_one_model_have_no_place_beside_two() -> None:
    material = pair([True, False], [False, True])
    for each in (summary, confusion, weights, transitions, curve):
        assert each.render(material) is None


def test_findings_have_their_places_and_what_to_do() -> None:
    found = Finding("leaks", "are in both", "Take them out.", [Item("test.tsv:3", "free <cash>")])
    material = replace(plain(), checkup=Checkup("test.tsv", "texts", 4, [found]))
    said = text_of(data.render(material))
    assert "leaks: 1 are in both." in said
    assert "Take them out." in said
    assert "test.tsv:3 free <cash>" in said
    nothing = replace(plain(), checkup=Checkup("test.tsv", "texts", 4, []))
    assert "Nothing odd was found" in text_of(data.render(nothing))


def test_how_often_labels_are_answered_stands_beside_how_often_they_are_right() -> None:
    items = make_items(["a"] * 4, [True, True, True, False], ("ham", "spam"))
    said = text_of(data.render(make_material(items)))
    assert "ham23" in said  # twice in gold, three times answered
    assert "spam21" in said


def test_numbers_are_points_around_the_diagonal() -> None:
    gold = np.arange(10.0)
    material = plain()
    answered = replace(material.answered, numbers=(gold, gold + 1))
    content = numbers.render(with_side(material, answered=answered))
    assert content is not None
    assert content.count('class="point for small"') == 10


def test_a_card_says_use_and_limits_and_hides_nothing() -> None:
    about = Card("This is a classifier.", [("labels", EVIL)], None, ["Few examples of spam."])
    said = text_of(card.render(with_side(plain(), card=about)))
    assert "Few examples of spam." in said
    assert EVIL in said
    assert "Not said by who made it." in said
    used = replace(about, use="For tickets.")
    assert "Intended useFor tickets." in text_of(card.render(with_side(plain(), card=used)))


@pytest.mark.parametrize("name", ["x" * 100_000, EVIL * 50, "\u202eabc", "a\nb"])
def test_a_label_may_be_anything(name: str) -> None:
    items = make_items(["one", "two", "three", "four"], [True, False, True, True], (name, "spam"))
    material = with_side(make_material(items), overview=Overview({name: [(name, 1.0)]}))
    page = render_report(material)
    assert len(page) < 120_000
    assert Page(page).tags
    assert "\u202e" not in page


def test_answers_that_are_all_right_have_no_errors_to_show() -> None:
    items = make_items(["one", "two"], [True, True], ("ham", "spam"))
    assert "every answer is right" in render_report(make_material(items))


def test_a_chart_is_said_in_words_and_nothing_leaves_it() -> None:
    x, y = Axis(0, 10, (0, 5, 10), "size"), Axis(0, 1, (0, 1), "share", is_share=True)
    drawn = chart(
        x, y, [line(x, y, [(0, 0), (20, 2)], "for"), points(x, y, [(5, 0.5, "<b>")], "for")],
        name='a "name"', text="falls",
    )  # fmt: skip
    page = Page(drawn)
    (svg,) = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert svg["aria-label"] == 'a "name"'
    assert "falls" in page.text
    assert 'd="M0.00 100.00L100.00 0.00"' in drawn
    assert "100&#8239;%" in drawn


def test_items_of_which_nothing_is_known_but_the_text_are_listed() -> None:
    items = Items(["one"], np.array([1]), np.array([True]))
    evaluation = evaluate(np.array([0, 1]), np.array([0, 1]), ["ham", "spam"])
    material = Material([Side("m", Answered(evaluation, items))], "test.tsv", "texts")
    assert 'id="find"' in render_report(material)
