"""Shared options: the same words in every verb, and those that the rows of tasks add to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import click

from linguine.data.formats.table import TEXT_FORMATS, TOKEN_FORMATS, TREE_FORMATS
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

__all__ = ["shared_options", "type_of", "values_of"]

Function = TypeVar("Function", bound=Callable[..., Any])
#: An option: its heading, how it is spelled, its row of a table, and the tasks that have it.
Declared: TypeAlias = tuple[str, str, tuple[Any, ...], frozenset[str] | None]
RUNNING = "Running"

_FORMATS: Table = {
    "--format NAME": (
        str,
        f"{either(TEXT_FORMATS)}; {either(TOKEN_FORMATS)} for tokens, {either(TREE_FORMATS)} for "
        "constituents; "
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
#: What verbs ask for by a word: the heading, and the options under it.
_SHARED: dict[str, tuple[str, Table]] = {
    "json": (OUTPUT, {"--json": (bool, "Write JSON, for programs.")}),
    "quantize": (
        OUTPUT,
        {
            "--quantize KIND": (
                ("float16", "int8"),
                "Store smaller weights; when training, what this costs is measured.",
            )
        },
    ),
    "quiet": (OUTPUT, {"--quiet,-q": (bool, "Show no progress and no summary.")}),
    "verbose": (
        OUTPUT,
        {"--verbose,-v": (bool, "Log progress, a line every few seconds, where no bar is shown.")},
    ),
    "learner": (LEARNER, LEARNER_OPTIONS),
    "format": (READING, _FORMATS),
    "threads": (RUNNING, _THREADS),
    "seed": (RUNNING, {"--seed N": (int, "Same data and seed, same model, byte for byte.", 0)}),
}


#: What a shell offers for options whose values are words, but not a fixed choice.
_VALUES: dict[str, Callable[[], Iterable[str]]] = {
    "algorithm": lambda: dict.fromkeys(
        name for task in tasks() for name in task.algorithms.names
    ),
    "format": lambda: ("auto", *TEXT_FORMATS, *TOKEN_FORMATS, *TREE_FORMATS),
    "encoding": lambda: ("auto", "utf-8", "utf-16", "latin-1", "windows-1252"),
    "encoding_errors": lambda: ("strict", "replace", "latin-1"),
    "calibration": lambda: ("auto", "none"),
    "class_weight": lambda: ("balanced",),
    "normalize": lambda: ("l2", "blocks", "none"),
    "numeric_scale": lambda: ("auto", "robust", "unit", "none"),
    "tokenizer": lambda: ("words", "alphanumeric", "whitespace"),
    "values": lambda: (
        "binary", "count", "log", "square", "absolute", "tfidf", "log-tfidf", "binary-tfidf",
    ),
}  # fmt: skip


def values_of(parameter: str) -> Callable[[], Iterable[str]] | None:
    """Return what a shell offers for an option; None if nobody knows its values."""
    return _VALUES.get(parameter)


def shared_options(verb: str, *words: str) -> Callable[[Function], Function]:
    """Add what other verbs have as well, in the order in which the help shows it.

    Parameters
    ----------
    verb
        Whose options they are.
    words
        Those of the table above; ``algorithm`` and ``task``, which name all that there are; and
        ``tasks``, the options of this verb that only some tasks have.
    """
    rows = [row for word in words for row in _rows(verb, word)]

    def declare(function: Function) -> Function:
        # The decorator next to the function is declared last, so begin with the last.
        for row in reversed(rows):
            function = _declare(*row)(function)
        return function

    return declare


def _rows(verb: str, word: str) -> list[Declared]:
    if word == "tasks":
        return _rows_of_tasks(verb)
    made = {"algorithm": _algorithm, "task": _task}
    heading, table = (LEARNING, made[word]()) if word in made else _SHARED[word]
    return [(heading, spelled, row, None) for spelled, row in table.items()]


def _rows_of_tasks(verb: str) -> list[Declared]:
    """Return what only some tasks have, each option once, with the tasks that have it."""
    owners: dict[str, set[str]] = {}
    found: dict[str, tuple[str, tuple[Any, ...]]] = {}
    for task in tasks():
        for heading, table in task.options.get(verb, ()):
            for spelled, row in table.items():
                owners.setdefault(spelled, set()).add(task.name)
                found.setdefault(spelled, (heading, row))
    return [
        (heading, spelled, row, frozenset(owners[spelled]))
        for spelled, (heading, row) in found.items()
    ]


def _algorithm() -> Table:
    told = (
        f"For {task.makers}: {either(name for name in task.algorithms.names if name != 'auto')}; "
        f"auto {task.auto}."
        for task in tasks()
    )
    return {"--algorithm NAME": (str, " ".join(told), "auto")}


def _task() -> Table:
    names = ", ".join(f"{task.name} ({task.about})" for task in tasks())
    told = (
        f"{names}. The default follows from the file and the options: CoNLL-U is parsed, other "
        "files of tokens are tagged, all others hold texts."
    )
    return {"--task NAME": (tuple(TASKS), told)}


def _declare(
    heading: str, spelled: str, row: tuple[Any, ...], owners: frozenset[str] | None
) -> Callable[[Function], Function]:
    names, *words = spelled.split(" ")
    kind, text, *default = row
    settings: dict[str, Any] = {"group": heading, "help": text, "owners": owners}
    settings |= {"values": values_of(library_name(spelled))}
    if kind is bool:
        settings["is_flag"] = True
    elif kind is None:
        settings["default"] = None
    else:
        settings |= {"metavar": words[0]}
        settings |= {"multiple": True} if kind is list else {"type": type_of(kind)}
    if default:
        settings |= {"default": default[0], "show_default": True}
    return option(*names.split(","), library_name(spelled), **settings)


def type_of(kind: Any) -> Any:
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
