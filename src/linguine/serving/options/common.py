"""Common options: the same words in every verb, and those that the rows of tasks add to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from linguine.data.formats.table import TEXT_FORMATS, TOKEN_FORMATS
from linguine.serving.options.command import option
from linguine.speech import either
from linguine.tasks.options import (
    LEARNER,
    LEARNER_OPTIONS,
    LEARNING,
    OUTPUT,
    READING,
    Table,
    library_name,
    read_threads,
)
from linguine.tasks.task import TASKS, tasks

__all__ = [
    "add_options",
    "algorithm_option",
    "format_options",
    "learner_options",
    "output_options",
    "running_options",
    "task_option",
    "task_options",
]

Function = TypeVar("Function", bound=Callable[..., Any])
RUNNING = "Running"

_FORMATS: Table = {
    "--format NAME": (
        str,
        f"{either(TEXT_FORMATS)}; {either(TOKEN_FORMATS)} for tokens; "
        "auto goes by name and content.",
        "auto",
    ),
    "--encoding-errors HOW": (
        str,
        "What to do with bytes that are not UTF-8: strict (stop), replace or latin-1.",
        "strict",
    ),
}
_THREADS: Table = {
    "--threads N": (read_threads, "The default is all processors. Results do not depend on it."),
}
_SEED: Table = {"--seed N": (int, "Same data and seed, same model, byte for byte.", 0)}
_JSON: Table = {"--json": (bool, "Write JSON, for programs.")}
_QUIET: Table = {"--quiet": (bool, "Show no progress and no summary.")}


def add_options(function: Function, heading: str, *tables: Table, owners: Any = None) -> Function:
    """Add the options of some tables under a heading."""
    rows = [row for table in tables for row in table.items()]
    # The decorator next to the function is declared last, so begin with the last.
    for spelled, row in reversed(rows):
        function = _declare(heading, spelled, row, owners)(function)
    return function


def _declare(
    heading: str, spelled: str, row: tuple[Any, ...], owners: Any
) -> Callable[[Function], Function]:
    name, *words = spelled.split(" ")
    kind, text, *default = row
    settings: dict[str, Any] = {"group": heading, "help": text, "owners": owners}
    if kind is bool:
        settings["is_flag"] = True
    elif kind is None:
        settings["default"] = None
    else:
        settings |= {"metavar": words[0]}
        settings |= {"multiple": True} if kind is list else {"type": _type(kind)}
    if default:
        settings |= {"default": default[0], "show_default": True}
    return option(name, library_name(spelled), **settings)


def _type(kind: Any) -> Any:
    """Return a type of click; a function that reads a value may complain in its own words."""
    if isinstance(kind, tuple):
        return click.Choice(kind)
    if isinstance(kind, type):
        return kind

    def read(value: Any) -> Any:
        try:
            return kind(value) if isinstance(value, str) else value
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read


def task_options(verb: str) -> Callable[[Function], Function]:
    """Add what only some tasks have, each option once, with the tasks that have it."""
    owners: dict[str, set[str]] = {}
    found: dict[str, tuple[str, tuple[Any, ...]]] = {}
    for task in tasks():
        for heading, table in task.options.get(verb, ()):
            for spelled, row in table.items():
                owners.setdefault(spelled, set()).add(task.name)
                found.setdefault(spelled, (heading, row))

    def declare(function: Function) -> Function:
        for spelled, (heading, row) in reversed(found.items()):
            function = add_options(
                function, heading, {spelled: row}, owners=frozenset(owners[spelled])
            )
        return function

    return declare


def algorithm_option(function: Function) -> Function:
    """Add --algorithm, whose help is made of the tables of all tasks."""
    return add_options(
        function, LEARNING, {"--algorithm NAME": (str, " ".join(_algorithms()), "auto")}
    )


def _algorithms() -> Iterator[str]:
    for task in tasks():
        names = [name for name in task.algorithms.names if name != "auto"]
        listed = ", ".join(names[:-1])
        yield f"For {task.makers}: {listed} or {names[-1]}; auto {task.auto}."


def learner_options(function: Function) -> Function:
    """Add what the learners of all tasks may have."""
    return add_options(function, LEARNER, LEARNER_OPTIONS)


def task_option(function: Function) -> Function:
    """Add --task."""
    names = ", ".join(f"{task.name} ({task.about})" for task in tasks())
    told = (
        f"{names}. The default follows from the file and the options: CoNLL-U is parsed, other "
        "files of tokens are tagged, all others hold texts."
    )
    return add_options(function, LEARNING, {"--task NAME": (tuple(TASKS), told)})


def format_options(function: Function) -> Function:
    """Add how a file is read, whatever is in it."""
    return add_options(function, READING, _FORMATS)


def running_options(*, with_seed: bool) -> Callable[[Function], Function]:
    """Add threads, and the seed where something is drawn."""
    tables = (_THREADS, *([_SEED] if with_seed else []))
    return lambda function: add_options(function, RUNNING, *tables)


def output_options(*, with_quiet: bool = False) -> Callable[[Function], Function]:
    """Add how answers are written."""
    tables = (_JSON, *([_QUIET] if with_quiet else []))
    return lambda function: add_options(function, OUTPUT, *tables)
