"""What pages tell readers to type: every command is one, and pages that are a journey run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from linguine.serving.app import VERBS
from linguine.tasks.task import tasks
from tools.pages.blocks import blocks
from tools.pages.links import without_fences
from tools.pages.navigation import DOCS, ROOT

from .runner import PageRunner
from .shell import arguments, stages

PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
#: Pages that are run from their first block to their last; the others are only read.
RUN = ("journey", "howto", "coming_from")
RUNNABLE = [
    p for p in PAGES if p.parent.name in RUN or p in (ROOT / "README.md", DOCS / "index.md")
]
ALGORITHMS = {name for row in tasks() for name in row.algorithms.names}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def typed(page: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the place and the words of each call of linguine in the blocks of a page."""
    for block in blocks(page.read_text("utf-8")):
        if block.language not in ("", "bash", "sh"):
            continue
        for line, command in block.commands:
            if "linguine " in command and not command.startswith(("pip ", "eval ", "$")):
                for stage in stages(command):
                    if stage[:1] == ["linguine"]:
                        yield f"{name(page)}:{line}: {command}", arguments(stage)[1:]


def fault(given: list[str]) -> str:
    """Say what is wrong with a command, or nothing."""
    verb, *rest = given
    if verb in ("help", "--help"):
        return "" if not rest or rest[0] in {*VERBS, "VERB"} else f"no verb {rest[0]}"
    if verb not in VERBS:
        return f"no verb {verb}"
    command = import_module(f"linguine.serving.verbs.{verb}").command
    context = click.Context(command, info_name=verb)
    try:
        found, left, _ = command.make_parser(context).parse_args(list(rest))
        for param in command.params:
            value = found.get(param.name or "")
            if isinstance(param.type, click.Choice) and isinstance(value, str):
                param.type_cast_value(context, value)
            if param.required and param.name and not found.get(param.name):
                return f"it lacks {param.name}"
    except click.UsageError as error:
        return str(error)
    algorithm = found.get("algorithm") or "auto"
    unknown = set([algorithm] if isinstance(algorithm, str) else algorithm) - ALGORITHMS
    return f"{left} is too much" if left else f"no algorithm {unknown}" if unknown else ""


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_is_one(page: Path) -> None:
    faults = [f"{where}\n    {fault(given)}" for where, given in typed(page) if fault(given)]
    assert not faults, "\n".join(faults)


def unknown_words(command: str) -> list[str]:
    """Return the verb, or the options, that a command in running text has and linguine has not."""
    verb, *rest = command.split()[1:]
    if verb in ("help", "VERB"):
        return []
    if verb not in VERBS:
        return [verb]
    params = import_module(f"linguine.serving.verbs.{verb}").command.params
    known = {"-h", "--help", "--debug"}.union(*((*p.opts, *p.secondary_opts) for p in params))
    return [word for word in rest if re.match(r"--?[a-zA-Z]", word) and word not in known]


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=name)
def test_commands_in_running_text_have_verbs_and_options_that_exist(page: Path) -> None:
    text = without_fences(page.read_text("utf-8"))
    commands = re.findall(r"`(linguine [a-zA-Z][^`\n]*)`", text)
    wrong = {each: unknown_words(each) for each in commands if unknown_words(each)}
    assert not wrong


def test_a_wrong_command_is_found() -> None:
    assert fault(["tran", "x"])
    assert fault(["train", "x.tsv", "--model", "m", "--algoritm", "svm"])
    assert fault(["train", "x.tsv", "--model", "m", "--algorithm", "svn"])
    assert fault(["demo", "tags"])
    assert fault(["train", "x.tsv"])
    assert not fault(["train", "x.tsv", "--model", "m", "--C", "2"])


@pytest.fixture(scope="session")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demos")


@pytest.mark.filterwarnings("ignore::linguine.DataWarning")
@pytest.mark.parametrize("page", RUNNABLE, ids=name)
def test_a_page_runs_as_it_stands(
    page: Path, demos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runner = PageRunner(name(page), demos, monkeypatch)
    assert runner.run(page.read_text("utf-8")) or page.name == "README.md"


def test_every_how_to_is_in_the_list_of_jobs() -> None:
    listed = (DOCS / "howto" / "README.md").read_text("utf-8")
    pages = {page.name for page in (DOCS / "howto").glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"({page})" not in listed} == set()
