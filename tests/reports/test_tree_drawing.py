"""Drawings of trees: nothing hides anything else, and any text is safe in them."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.errors import DataError
from linguine.reports.page_style import COLORS, DARK, LIGHT
from linguine.reports.trees.drawing import draw_svg, render_trees
from linguine.reports.trees.layout import Box, TreeLayout, lay_out
from linguine.reports.trees.picture import TreePicture

from ..messages import assert_three_parts
from ..random_trees import random_trees
from ..reference.tree_shapes import is_projective
from .test_html import EVIL, Page

SVG = "{http://www.w3.org/2000/svg}"
DOGS = (["Dogs", "bark"], [2, 0], ["nsubj", "root"])
NAMES = st.sampled_from(["dep", "nsubj:pass", "a-very-long-relation", "_", "x"])
WORDS = st.sampled_from(["I", "a", "internationalisation", "漢字", "www", ",", "é" * 9])


@st.composite
def pictures(draw: st.DrawFn, max_size: int = 9) -> TreePicture:
    heads = draw(random_trees(max_size))
    n = len(heads)

    def some(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=n, max_size=n))

    return TreePicture(
        some(WORDS),
        heads,
        draw(st.sampled_from([None, some(NAMES)])),
        draw(st.sampled_from([None, some(st.sampled_from(["NOUN", "_", "PUNCT"]))])),
        draw(st.sampled_from([None, some(st.sampled_from([None, 0.0, 0.3, 0.5, 1.0]))])),
    )


def legs_of(layout: TreeLayout) -> list[tuple[int, Box]]:
    """Return the lines that go up from words, as boxes without width, and whose arcs they are."""
    return [
        (arc.modifier, Box(x, arc.y, x, layout.base))
        for arc in layout.arcs
        for x in {arc.from_x, arc.to_x}
    ]


def tops_of(layout: TreeLayout) -> list[tuple[int, Box]]:
    return [
        (arc.modifier, Box(min(arc.from_x, arc.to_x), arc.y, max(arc.from_x, arc.to_x), arc.y))
        for arc in layout.arcs
        if arc.from_x != arc.to_x
    ]


def touches(line: Box, box: Box) -> bool:
    """Whether a line, a box without width or height, touches a box."""
    is_beside = line.right < box.left or box.right < line.left
    return not (is_beside or line.bottom < box.top or box.bottom < line.top)


@given(pictures())
def test_texts_do_not_overlap(picture: TreePicture) -> None:
    layout = lay_out(picture)
    boxes = [word.box for word in layout.words]
    boxes += [arc.label_box for arc in layout.arcs if picture.label(arc.modifier)]
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other)
    for box in boxes:
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= layout.width
        assert box.bottom <= layout.height


@given(pictures())
def test_lines_do_not_go_through_names(picture: TreePicture) -> None:
    layout = lay_out(picture)
    lines = legs_of(layout) + tops_of(layout)
    for arc in layout.arcs:
        if picture.label(arc.modifier):
            for owner, line in lines:
                assert owner == arc.modifier or not touches(line, arc.label_box)


@given(pictures())
def test_a_name_stands_between_the_ends_of_its_arc(picture: TreePicture) -> None:
    for arc in lay_out(picture).arcs:
        left, right = sorted((arc.from_x, arc.to_x))
        if left < right and picture.label(arc.modifier):
            assert left < arc.label_box.left
            assert arc.label_box.right < right
            assert arc.label_box.bottom < arc.y


@given(pictures())
def test_arcs_cross_only_where_the_tree_does(picture: TreePicture) -> None:
    layout = lay_out(picture)
    found = any(
        owner != other and top.left < leg.left < top.right and leg.top < top.top
        for owner, leg in legs_of(layout)
        for other, top in tops_of(layout)
    )
    assert found is not is_projective(list(picture.heads))


@given(pictures())
def test_no_two_arcs_share_a_line(picture: TreePicture) -> None:
    layout = lay_out(picture)
    legs = [leg.left for _, leg in legs_of(layout)]
    assert len(set(legs)) == len(legs)
    for (_, one), (_, other) in combinations(tops_of(layout), 2):
        if one.top == other.top:
            assert one.right < other.left or other.right < one.left


def test_nested_arcs_are_higher() -> None:
    layout = lay_out(TreePicture(list("abcd"), [4, 4, 4, 0]))
    assert [arc.level for arc in layout.arcs] == [3, 2, 1, 4]
    heights = [arc.y for arc in layout.arcs]
    assert heights[3] < heights[0] < heights[1] < heights[2]


def test_arrows_end_above_the_modifier() -> None:
    layout = lay_out(TreePicture(*DOGS))
    arc = layout.arcs[0]
    for x, word in ((arc.to_x, layout.words[0]), (arc.from_x, layout.words[1])):
        assert word.box.left - 10 <= x <= word.box.right + 10
    root = layout.arcs[1]
    assert root.from_x == root.to_x
    assert root.y < arc.y


def test_scripts_from_right_to_left_are_drawn_so() -> None:
    layout = lay_out(TreePicture(["קרא", "ספר"], [0, 1], ["root", "obj"]))
    assert layout.words[0].x > layout.words[1].x
    assert layout.arcs[1].from_x > layout.arcs[1].to_x


def test_a_drawing_holds_words_tags_and_names() -> None:
    root = ElementTree.fromstring(draw_svg(*DOGS, tags=["NOUN", "_"], title="Noise"))
    texts = [(each.get("class"), each.text) for each in root.iter(f"{SVG}text")]
    assert sorted(texts, key=str) == [
        ("tag", "NOUN"), ("word", "Dogs"), ("word", "bark"), (None, "nsubj"), (None, "root"),
    ]  # fmt: skip
    assert root.findtext(f"{SVG}title") == "Noise"
    assert root.findtext(f"{SVG}desc") == "Dogs: nsubj of bark. bark: root"
    assert (root.get("role"), root.get("aria-label")) == ("img", "Noise")
    assert len(root.findall(f".//{SVG}path[@class='tip']")) == 2


def test_uncertain_arcs_look_different_and_say_how_uncertain() -> None:
    svg = draw_svg(*DOGS, confidences=[0.37, 0.5])
    root = ElementTree.fromstring(svg)
    (uncertain,) = root.findall(f".//{SVG}g[@class='arc uncertain']")
    assert uncertain.findtext(f"{SVG}text") == "nsubj 37 %"
    assert uncertain.findtext(f"{SVG}title") == "Dogs: nsubj of bark (37 %)"
    (certain,) = root.findall(f".//{SVG}g[@class='arc']")
    assert certain.findtext(f"{SVG}text") == "root"
    assert ".uncertain path" in svg
    assert "stroke-dasharray" in svg


def test_both_colour_schemes_are_there() -> None:
    svg = draw_svg(*DOGS)
    assert "prefers-color-scheme: dark" in svg
    assert ":root" not in svg  # a drawing on a page of others leaves their colours alone


def test_a_drawing_is_right_without_variables_and_media_queries() -> None:
    """Black rectangles came out of rsvg-convert and CairoSVG, which know neither."""
    style = ElementTree.fromstring(draw_svg(*DOGS)).findtext(f"{SVG}style")
    assert style is not None
    assert "var(" not in style
    assert "--" not in style
    light, _, dark = style.partition("@media")
    rules = dict(re.findall(r"([^{}]+?) \{ ([^{}]*?) \}", light.replace("\n", " ")))
    colours = {name.strip(): rule for name, rule in rules.items() if "#" in rule}
    assert colours[".tree .ground"] == "fill: #ffffff;"
    assert colours[".tree .arc path"] == "stroke: #1f62b5;"
    assert colours[".tree text"] == "fill: #1d2126;"
    assert all(name in dark for name in colours)


def test_colours_of_drawings_are_those_of_the_page() -> None:
    light, _, dark = COLORS.partition("@media")
    for scheme, written in ((light, LIGHT), (dark, DARK)):
        for name, colour in written.items():
            numbers = " ".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
            assert f"--{name}: {colour}" in scheme or f"--{name}-line: {numbers}" in scheme


def test_trees_without_relations_have_arcs_without_names() -> None:
    for relations in (None, ["_", "_"]):
        root = ElementTree.fromstring(draw_svg(["Dogs", "bark"], [2, 0], relations))
        names = [each.text for each in root.iter(f"{SVG}text") if not each.get("class")]
        assert names == ["root"]
        assert root.findtext(f"{SVG}desc") == "Dogs: depends on bark. bark: root"


@given(st.text(), st.text())
def test_any_text_gives_well_formed_xml(word: str, relation: str) -> None:
    svg = draw_svg([word, "b"], [2, 0], [relation, "root"], tags=[word, relation], title=word)
    svg.encode()
    ElementTree.fromstring(svg)


def test_evil_text_is_escaped() -> None:
    tree = TreePicture([EVIL, EVIL], [2, 0], [EVIL, EVIL], [EVIL, EVIL], None, EVIL)
    page = render_trees([tree, tree], title=EVIL)
    parsed = Page(page)
    assert "script" not in {tag for tag, _ in parsed.tags}
    for _, attributes in parsed.tags:
        assert not any(name.startswith("on") for name in attributes)
    assert "https://" not in page
    assert "http://" not in page


def test_a_page_has_a_card_for_each_tree_and_scrolls() -> None:
    trees = [TreePicture(*DOGS), TreePicture(["Sit"] * 60, [0, *[1] * 59], title="A long one")]
    page = render_trees(trees, title="Two")
    parsed = Page(page)
    assert [tag for tag, _ in parsed.tags].count("svg") == 2
    assert page.count("<style>") == 1
    scrolling = [dict(attributes) for tag, attributes in parsed.tags if tag == "div"]
    assert all(each["class"] == "scroll" and each["tabindex"] == "0" for each in scrolling)
    assert "overflow-x: auto" in page
    assert "A long one" in page
    assert render_trees([]).count("<article") == 0


def test_a_sentence_of_400_words_can_be_drawn() -> None:
    n = 400
    svg = draw_svg(["word"] * n, [0, *range(1, n)], ["dep"] * n)
    assert svg.count('class="word"') == n


def test_an_empty_sentence_can_be_drawn() -> None:
    assert draw_svg([], []).endswith("</svg>")


# name -> (arguments, words of the rule, words of what came, words of what to do)
BAD: dict[str, tuple[tuple[Any, ...], str, str, str]] = {
    "heads": ((["a"], [0, 1]), "one of heads", "got 2", "Give the heads"),
    "relations": ((["a"], [0], []), "one of relations", "got 0", "Give the relations"),
    "tags": ((["a"], [0], None, ["X", "Y"]), "one of tags", "got 2", "Give the tags"),
    "confidences": (
        (["a"], [0], None, None, [1.5]), "between 0 and 1", "got 1.5", "Give probabilities",
    ),
    "circle": ((["a", "b"], [2, 1]), "make a tree", "1 -> 2 -> 1", "outside"),
    "outside": ((["a"], [2]), "id of a token", "got 2", "Correct"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "rule", "got", "fix"), BAD.values(), ids=list(BAD))
def test_what_is_no_tree_is_refused(
    arguments: tuple[Any, ...], rule: str, got: str, fix: str
) -> None:
    with pytest.raises(DataError) as caught:
        TreePicture(*arguments)
    assert_three_parts(caught.value, rule, got, fix)
