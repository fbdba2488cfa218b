"""The table of methods: what it names exists, and nothing of the catalogue is missing from it."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest

from linguine.tasks.task import tasks

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "methods.md").read_text("utf-8")
KEYS = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "docs" / "references.bib").read_text(), re.M))
MODULES = ("linguine", "linguine.inference", "linguine.kernels", "linguine.learning",
           "linguine.features", "linguine.reports", "linguine.model")  # fmt: skip


def read_rows() -> list[list[str]]:
    cells = (line.strip()[1:-1].split("|") for line in PAGE.splitlines() if line[:1] == "|")
    rows = [[cell.strip() for cell in each] for each in cells]
    return [row for row in rows if row[0] != "method" and not row[0].startswith("---")]


ROWS = read_rows()
TYPED = [code for row in ROWS for code in re.findall(r"`([^`]+)`", row[2])]
COMMANDS = [code for code in TYPED if code.startswith("linguine ")]
CLASSES = [code for code in TYPED if code not in COMMANDS]
ALGORITHMS = {name for row in tasks() for name in row.algorithms.names}


def find(name: str) -> Any:
    homes = (import_module(module) for module in MODULES)
    return next((getattr(home, name) for home in homes if hasattr(home, name)), None)


def public(module: str) -> list[str]:
    return list(import_module(module).__all__)


def test_every_row_has_its_five_cells() -> None:
    assert len(ROWS) > 100
    assert {len(row) for row in ROWS} == {5}
    assert all(row[2] for row in ROWS)


def test_every_source_is_in_the_bibliography() -> None:
    named = [re.findall(r"\[(\w+)\]", row[1]) for row in ROWS]
    assert all(named), [row for row, keys in zip(ROWS, named, strict=True) if not keys]
    assert {key for keys in named for key in keys} <= KEYS


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_and_its_options_exist(line: str) -> None:
    _, verb, *words = line.split()
    command = import_module(f"linguine.serving.verbs.{verb}").command
    known = {name: each for each in command.params for name in (*each.opts, *each.secondary_opts)}
    for option in (word for word in words if re.match(r"--?[a-zA-Z]", word)):
        assert isinstance(known[option], click.Option), option
    for option, value in pairwise(words):
        if option == "--algorithm":
            assert value in ALGORITHMS
        if option == "--task":
            assert value in {row.name for row in tasks()}


@pytest.mark.parametrize("code", CLASSES)
def test_every_class_exists_and_takes_what_is_written(code: str) -> None:
    if code in ALGORITHMS:
        return
    call = ast.parse(code, mode="eval").body
    if isinstance(call, ast.Name):
        assert find(call.id) is not None, code
        return
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Name)
    given = [ast.literal_eval(each) for each in call.args]
    options = {each.arg or "": ast.literal_eval(each.value) for each in call.keywords}
    made = find(call.func.id)(*given, **options)
    check = getattr(made, "get_params", None)
    assert made is not None
    assert check is None or check()


@pytest.mark.parametrize("row", tasks(), ids=lambda row: row.name)
def test_every_algorithm_of_every_task_is_there(row: Any) -> None:
    for name in row.algorithms.names:
        asked = (f"--algorithm {name}", f'{row.learns}("{name}"', name)
        assert any(each in code for code in TYPED for each in asked), name


def test_every_public_estimator_structure_kernel_loss_and_learner_is_there() -> None:
    errors = {"ConvergenceWarning", "DataError", "DataWarning", "LinguineError", "ParameterError"}
    wanted = (
        {*public("linguine"), *public("linguine.inference"), *public("linguine.kernels")}
        - errors
        - {"__version__"}
    )
    choices = ("Batch", "Counts", "Dual", "Exact", "FrankWolfe", "Hinge", "JointLikelihood",
               "Logistic", "Online", "PerceptronLoss", "SoftmaxMargin", "Squared",
               "SquaredHinge")  # fmt: skip
    assert set(choices) <= set(public("linguine.learning"))
    named = set(re.findall(r"[A-Za-z_]+", " ".join(TYPED)))
    assert wanted | set(choices) <= named
