"""Drawings of constituency trees: everything is there, nothing overlaps, nothing runs."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.data import Constituents
from linguine.errors import DataError
from linguine.reports import (
    ConstituentPicture,
    draw_constituents_svg,
    draw_constituents_text,
    render_constituents,
)
from linguine.reports.branches import indent
from linguine.reports.tables import display_width
from linguine.reports.trees.layout import Box, text_width

from ..growth import measured
from ..messages import assert_three_parts
from ..random_brackets import bracketed_trees

DOGS = "(S (NP (DT The) (NN dog)) (VP (VBD saw) (NP (PRP it))))"
SIZES = {"word": 17, "tag": 12, "": 14}


def picture_of(tree: str, **options: object) -> ConstituentPicture:
    return ConstituentPicture.of(Constituents.from_brackets([tree]), **options)  # type: ignore[arg-type]


def boxes_in(svg: str) -> list[Box]:
    """What the texts of a drawing cover."""
    found = []
    for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        size = SIZES[element.get("class", "")]
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        half = text_width(element.text or "", size) / 2
        found.append(Box(x - half, y - size, x + half, y))
    return found


@given(tree=bracketed_trees())
def test_no_text_of_a_drawing_overlaps_another(tree: str) -> None:
    picture = picture_of(tree)
    boxes = boxes_in(draw_constituents_svg(picture))
    assert len(boxes) == picture.n_nodes + 2 * picture.n_words
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


@given(tree=bracketed_trees(), width=st.integers(1, 120))
def test_a_text_has_every_label_and_keeps_to_the_width(tree: str, width: int) -> None:
    text = draw_constituents_text(picture_of(tree), width=width)
    assert max(map(display_width, text.split("\n"))) <= width
    if width > 60:  # so that nothing is cut
        words = re.findall(r"[^() ]+", tree)
        assert sorted(re.findall(r"[^\s─│┌┐└┘├┤┬┴┼]+", text)) == sorted(words)


def test_a_tree_is_drawn_from_the_top_down() -> None:
    assert draw_constituents_text(picture_of("(S (NP (NNS Dogs)) (VP (VBP bark)))"), width=40) == (
        "     S\n  ┌──┴──┐\n NP    VP\n  │     │\n NNS   VBP\nDogs  bark"
    )


def test_wide_and_marked_letters_keep_their_columns() -> None:
    lines = draw_constituents_text(picture_of("(S (A 中文) (B e\u0301a))"), width=40).split("\n")
    assert lines[-1] == "中文  e\u0301a"
    assert lines[-2] == "  A    B"


def test_a_tree_of_several_parts_has_several_tops() -> None:
    text = draw_constituents_text(picture_of("( (UH Oh) (NP (NN dog)) (. !))"), width=40)
    assert text == "    NP\n     │\nUH  NN   .\nOh  dog  !"
    narrow = draw_constituents_text(picture_of("( (UH Oh) (NP (NN dog)) (. !))"), width=9)
    assert narrow == "UH Oh\nNP\n└─ NN dog\n. !"


def test_a_deep_tree_is_indented_and_costs_no_square() -> None:
    n = 20_000
    picture = picture_of("(X " * n + "(A b)" + ")" * n)
    with measured() as cost:
        lines = draw_constituents_text(picture, width=60).split("\n")
        svg = draw_constituents_svg(picture)
    assert cost.seconds < 5  # a tenth of that; the square would take minutes
    assert sum(line.count("X") for line in lines) == n
    assert max(map(display_width, lines)) <= 60
    assert svg.count('class="node"') == n


def test_indentation_is_cut_only_where_a_text_has_no_room() -> None:
    lines = indent(["x"] * 20, range(-1, 19), 80)
    assert [display_width(line) for line in lines] == [3 * depth + 1 for depth in range(20)]
    cut = indent(["x", "y" * 9], [-1, 0], 9)
    assert cut == ["x", "└yyyyyyy…"]


def test_an_empty_tree_can_be_drawn() -> None:
    picture = picture_of("()")
    assert draw_constituents_text(picture, width=10).strip() == ""
    ElementTree.fromstring(draw_constituents_svg(picture))


def test_uncertain_nodes_are_dashed_and_have_a_number() -> None:
    picture = picture_of("(S (NP (NN a)) (VP (VB b)))", confidences=[1.0, 0.4, None])
    svg = draw_constituents_svg(picture)
    assert svg.count('class="node uncertain"') == 1
    assert "NP 40 %" in svg
    assert "<title>NP: a (40 %)</title>" in svg
    assert "NP 40 %" in draw_constituents_text(picture, width=60)


def test_what_comes_from_outside_is_escaped() -> None:
    nasty = "<script>alert('x')</script>&\x1b[31m"
    picture = ConstituentPicture([nasty], [nasty], [(nasty, 0, 1)], title=nasty)
    for drawing in (draw_constituents_svg(picture), render_constituents([picture], title=nasty)):
        assert "<script" not in drawing
        assert "\x1b" not in drawing
    assert "\x1b" not in draw_constituents_text(picture, width=200)
    ElementTree.fromstring(draw_constituents_svg(picture))


def test_scripts_from_right_to_left_begin_at_the_right() -> None:
    def first_before_second(tree: str) -> bool:
        svg = draw_constituents_svg(picture_of(tree))
        xs = [float(x) for x in re.findall(r'class="word" x="([\d.]+)"', svg)]
        return xs[0] < xs[1]

    assert first_before_second("(S (N cat) (V slept))")
    assert not first_before_second("(S (N القط) (V نام))")


def test_a_page_has_a_card_for_each_tree() -> None:
    page = render_constituents([picture_of(DOGS), picture_of("(UH Oh)", title="one word")])
    assert page.count("<article") == page.count("<svg") == 2
    assert "The dog saw it" in page
    assert "one word" in page


def test_a_drawing_says_its_brackets_to_those_who_do_not_see_it() -> None:
    assert f"<desc>{DOGS}</desc>" in draw_constituents_svg(picture_of(DOGS))


@pytest.mark.parametrize(
    ("arguments", "rule", "got", "fix"),
    [
        ((["a"], ["A"], [("X", 0, 2)]), "over some of the 1 words", "0 to 2", "top down"),
        ((["a"], ["A"], [("X", 0, 1)], [0.5, 0.5]), "each of its 1 nodes", "got 2", "these very"),
        ((["a"], ["A"], [("X", 0, 1)], [1.5]), "between 0 and 1", r"got 1\.5", "probabilities"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    arguments: tuple[object, ...], rule: str, got: str, fix: str
) -> None:
    with pytest.raises(DataError) as caught:
        ConstituentPicture(*arguments)  # type: ignore[arg-type]
    assert_three_parts(caught.value, rule, got, fix)
