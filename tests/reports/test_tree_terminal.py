"""Trees in a terminal: every arc can be followed from its arrow to its head."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linguine.reports.tables import display_width
from linguine.reports.trees.arc_levels import depths_of, stack_by_depth, stack_by_length
from linguine.reports.trees.terminal import draw_text

from ..random_trees import random_trees

WIDE = 500
ALONG, ACROSS = "─╌", "│┆"


def follow(lines: list[str], row: int) -> int:
    """Return the number of the word to which the lines from a word's arrow lead; 0 for none."""
    rows = [list(line.ljust(WIDE)) for line in lines]
    if "◄" not in rows[row]:
        return 0
    column = rows[row].index("◄") + 1
    while rows[row][column] in ALONG + ACROSS:
        column += 1
    step = {"┐": 1, "┘": -1}[rows[row][column]]
    row += step
    while rows[row][column] in ACROSS:
        row += step
    assert rows[row][column] in "┐┘┤┬┴┼"
    return row + 1


@given(heads=random_trees(12), is_uncertain=st.booleans())
def test_arcs_lead_from_each_word_to_its_head(heads: list[int], is_uncertain: bool) -> None:
    n = len(heads)
    confidences = [0.1 if is_uncertain else 0.9] * n
    text = draw_text(["w"] * n, heads, ["r"] * n, confidences=confidences, width=WIDE)
    lines = text.splitlines()
    assert [follow(lines, row) for row in range(n)] == heads
    assert all(line.startswith("w  r") for line in lines)


def test_a_tree_is_drawn_as_expected() -> None:
    words = "I saw the old man , twice".split()
    relations = "nsubj root det amod obj punct advmod".split()
    tags = "PRON VERB DET ADJ NOUN PUNCT ADV".split()
    text = draw_text(
        words, [2, 0, 5, 5, 2, 7, 2], relations, tags=tags,
        confidences=[1, 1, 1, 0.25, 1, 1, 1], width=80,
    )  # fmt: skip
    assert (
        text
        == """\
I      PRON   nsubj      ◄─┐
saw    VERB   root       ──┴───┬─┐
the    DET    det        ◄───┐ │ │
old    ADJ    amod 25 %  ◄╌┐ │ │ │
man    NOUN   obj        ──┴─┘◄┘ │
,      PUNCT  punct      ◄─┐     │
twice  ADV    advmod     ──┘◄────┘"""
    )


def test_lines_that_cross_do_not_join() -> None:
    text = draw_text("What are you looking for".split(), [4, 4, 4, 0, 1], width=80)
    assert [follow(text.splitlines(), row) for row in range(5)] == [4, 4, 4, 0, 1]
    assert "│─" in text


def test_wide_characters_keep_the_columns() -> None:
    lines = draw_text(["漢字", "a"], [2, 0], ["x", "root"], width=80).splitlines()
    starts = [
        display_width(line[: line.index(name)]) for line, name in zip(lines, "xr", strict=True)
    ]
    assert starts[0] == starts[1]


@pytest.mark.parametrize("n", [1, 2, 10, 40])
def test_sentences_of_usual_length_fit_a_terminal(n: int) -> None:
    """A balanced tree of 40 words, one of the deepest that sentences have."""
    heads = [0] * n

    def attach(first: int, last: int, head: int) -> None:
        if first <= last:
            middle = (first + last) // 2
            heads[middle - 1] = head
            attach(first, middle - 1, middle)
            attach(middle + 1, last, middle)

    attach(1, n, 0)
    text = draw_text(["word"] * n, heads, ["relation"] * n, width=80)
    assert "├" not in text
    assert max(map(display_width, text.splitlines())) <= 80


def test_what_is_too_wide_is_indented() -> None:
    words, heads = "the old man saw it".split(), [3, 3, 4, 0, 4]
    relations = "det amod nsubj root obj".split()
    assert (
        draw_text(words, heads, relations, width=16)
        == """\
4 saw root
├─ 3 man nsubj
│  ├─ 1 the det
│  └─ 2 old amod
└─ 5 it obj"""
    )


@given(heads=random_trees(12), width=st.integers(16, 60))
def test_no_line_is_wider_than_the_terminal(heads: list[int], width: int) -> None:
    n = len(heads)
    text = draw_text(["words"] * n, heads, ["relation:x"] * n, tags=["NOUN"] * n, width=width)
    assert max(map(display_width, text.splitlines())) <= width
    assert len(text.splitlines()) == n


def test_a_very_deep_tree_is_drawn_in_any_width() -> None:
    n = 1000
    lines = draw_text(["w"] * n, list(range(n)), width=40).splitlines()
    assert len(lines) == n
    assert max(map(display_width, lines)) <= 40
    assert "1000 w" in lines[-1]


def test_trees_without_relations_name_the_root() -> None:
    assert draw_text(["Dogs", "bark"], [2, 0], width=80) == "Dogs        ◄─┐\nbark  root  ──┘"


def test_control_characters_are_shown_and_not_obeyed() -> None:
    text = draw_text(["\x1b[31m", "a\nb"], [2, 0], ["\x07", "root"], width=80)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert len(text.splitlines()) == 2


def test_nothing_is_drawn_of_nothing() -> None:
    assert draw_text([], [], width=80) == ""


@given(random_trees(10))
def test_arcs_on_one_level_share_no_ground(heads: list[int]) -> None:
    spans = [sorted((i, head)) for i, head in enumerate(heads, start=1)]
    for levels in (stack_by_length(heads), stack_by_depth(heads)):
        assert [level == 0 for level in levels] == [head == 0 for head in heads]
        for i in range(len(heads)):
            for j in range(i):
                if heads[i] and heads[j] and levels[i] == levels[j]:
                    (a, b), (c, d) = spans[i], spans[j]
                    assert b <= c or d <= a


@given(random_trees(10))
def test_the_arc_to_a_word_is_above_those_that_leave_it(heads: list[int]) -> None:
    levels = stack_by_depth(heads)
    for i, head in enumerate(heads):
        if head and heads[head - 1]:
            assert levels[i] < levels[head - 1]


@given(random_trees(10))
def test_depth_counts_the_arcs_to_the_root(heads: list[int]) -> None:
    depths = depths_of(heads)
    for i, head in enumerate(heads):
        assert depths[i] == (depths[head - 1] + 1 if head else 0)
