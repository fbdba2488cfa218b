"""The checklists of CONTRIBUTING.md are true: what they name is there, and so are the rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import linguine.inference
from linguine.data.reading.options import FORMATS
from linguine.learning.losses import LOSSES
from linguine.learning.pairs import LEARNERS
from linguine.tasks.task import TASKS

from .reference.losses import LOSSES as JUDGED
from .structures import CASES

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "design").glob("001[123]*.md"))]
#: A path in backquotes: with a folder, and an ending or a slash at its end.
PATH = re.compile(r"`([\w.]+(?:/[\w.]+)*/(?:[\w.]+\.(?:py|hpp|cpp|md|bib|pyi))?)`")
#: Folders of which paths may leave out the beginning.
ROOTS = (ROOT, ROOT / "src" / "linguine", ROOT / "core")
#: What is made, not kept.
MADE = {"build/fuzz/"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_that_is_named_is_there(page: Path) -> None:
    named = set(PATH.findall(page.read_text("utf-8"))) - MADE
    assert named
    missing = {each for each in named if not any((root / each).exists() for root in ROOTS)}
    assert not missing


def test_every_loss_has_all_that_the_checklist_asks_for() -> None:
    core = (ROOT / "core/learning/losses.hpp").read_text() + (
        ROOT / "core/learning/label_oracle.hpp"
    ).read_text()
    page = (ROOT / "docs/tasks/matrices.md").read_text("utf-8")
    for name in LOSSES.names:
        assert f'`"{name}"`' in page, name
        if name != "joint-likelihood":  # which is counted
            assert name in JUDGED
            assert f'"{name}"' in core, name


def test_every_structure_has_an_enumerator() -> None:
    judged = {type(case.structure).__name__ for case in CASES.values()}
    exported = set(dir(linguine.inference)) - {"Structure", "LabelledTree"}
    assert exported <= judged


def test_every_learner_is_in_the_tables() -> None:
    page = (ROOT / "docs/tasks/matrices.md").read_text("utf-8")
    for name in LEARNERS.names:
        assert type(LEARNERS.get(name)()).__name__ in page, name


def test_every_format_and_every_task_is_named_where_users_look() -> None:
    page = (ROOT / "docs/files.md").read_text("utf-8").lower()
    for name in FORMATS:
        if name not in ("auto", "bags", "lines"):
            assert name in page, name
    for name in TASKS:
        assert (
            ROOT
            / "src"
            / "linguine"
            / (TASKS[name].replace("linguine.", "").replace(".", "/") + ".py")
        ).exists()
