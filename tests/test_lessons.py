"""The lessons name what there is: figures, sources, pages. Their code is run as doctests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from linguine.reports.lab.table import FIGURES
from linguine.tasks.task import task_of

ROOT = Path(__file__).parent.parent
LESSONS = sorted((ROOT / "docs" / "lessons").glob("*.md"))
KEYS = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "docs" / "references.bib").read_text(), re.M))


@pytest.mark.parametrize("page", LESSONS, ids=lambda page: page.name)
def test_a_lesson_names_figures_sources_and_pages_that_are_there(page: Path) -> None:
    text = page.read_text("utf-8")
    assert set(re.findall(r"linguine lab ([a-z-]+)", text)) <= {*FIGURES.names, "all"}
    assert set(re.findall(r"\[([A-Z][A-Za-z]+\d*)\](?!\()", text)) <= KEYS
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (page.parent / link).exists(), link


def test_the_lessons_show_every_figure_that_an_exercise_asks_for() -> None:
    named = set(re.findall(r"linguine lab ([a-z-]+)", "".join(p.read_text() for p in LESSONS)))
    asked = {each for each in FIGURES.names if "exercise" in FIGURES.get(each).source}
    assert asked <= named


def test_every_source_of_a_figure_is_in_the_bibliography() -> None:
    for name in FIGURES.names:
        keys = re.findall(r"\[(\w+)\]", FIGURES.get(name).source)
        assert keys
        assert set(keys) <= KEYS


def test_the_table_has_every_learner_of_texts() -> None:
    text = (ROOT / "docs" / "lessons" / "5_learners.md").read_text("utf-8")
    described, measured = (
        set(re.findall(r"^\| `([a-z-]+)` \|", part, re.M))
        for part in text.split("## What they did")
    )
    # a search, weights by hand, and what is for thousands of labels, are no learners of their own
    names = {*task_of("classify").algorithms.names} - {"auto", "lexicon", "label-tree"}
    assert described == measured == names
