"""A new task is one room and one line: it is in every verb, its help and its refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from linguine.tasks.task import TASKS, Task, task_of, tasks

ROOT = Path(__file__).resolve().parents[2]
#: The one line.
SCRIPT = """
import sys
from linguine.tasks.task import TASKS
TASKS["guess"] = "tests.tasks.guessing.row"
from linguine.serving.app import main
sys.exit(main(sys.argv[1:]))
"""
TEXTS = "label\ttext\nspam\tfree cash\nspam\twin now\nham\tlunch at noon\n"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, arguments)],
        capture_output=True, text=True, cwd=ROOT, input="", check=False,
    )  # fmt: skip


def succeed(*arguments: str | Path) -> str:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_verb_knows_a_task_that_was_added_by_one_line(tmp_path: Path) -> None:
    file, model = tmp_path / "texts.tsv", tmp_path / "guess.linguine"
    file.write_text(TEXTS)
    assert "guess (texts)" in " ".join(succeed("train", "--help").split())
    assert "guess: trained in" in succeed("train", file, "--task", "guess", "--model", model)
    assert succeed("predict", model, "--text", "hello") == "spam\n"
    assert json.loads(succeed("evaluate", model, file, "--json"))["accuracy"] == pytest.approx(
        2 / 3
    )
    assert "66.7 %" in succeed("compare", file, file, "--task", "guess")
    assert "guesses  spam" in succeed("inspect", model)
    page = tmp_path / "guess.html"
    succeed("report", model, file, "--html", page)
    assert "66.7&#8239;%" in page.read_text(encoding="utf-8")
    assert "1. Train." in succeed("demo", "guess", "--output", tmp_path / "demo")


def test_an_option_that_only_one_task_has_tells_the_task_and_is_refused_by_others(
    tmp_path: Path,
) -> None:
    file, model = tmp_path / "texts.tsv", tmp_path / "guess.linguine"
    file.write_text(TEXTS)
    succeed("train", file, "--rarest", "--model", model, "--quiet")
    assert succeed("predict", model, "--text", "hello") == "ham\n"
    refused = run("train", file, "--task", "classify", "--rarest", "--model", model)
    assert refused.returncode == 2
    assert "--rarest is for guessers; " in refused.stderr
    asked = run("predict", model, "--text", "hello", "--proba")
    assert "--proba is for texts and several labels and clusters; " in asked.stderr


@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.name)
def test_every_room_has_the_same_roles(task: Task) -> None:
    room = Path(sys.modules[type(task).__module__].__file__ or "").parent
    roles = "algorithms estimator file input model options page reading report row schema settings"
    for role in (*roles.split(), "training", "writing", "evaluation", "explanation", "demo"):
        assert (room / f"{role}.py").exists(), role
    assert task_of(task.name) is task
    assert TASKS[task.name] == type(task).__module__
