"""Ownership of options: what only some tasks have tells the task, or is refused by the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from linguine.serving.options.command import Option
from linguine.tasks.task import Hints, Settings, Task, task_of, task_of_file, tasks

if TYPE_CHECKING:
    from linguine.model.file.loaded_model import LoadedModel

__all__ = ["choose_task", "load_any", "open_any"]


def load_any(path: str, n_threads: int | None = None) -> tuple[Task, Any]:
    """Return the task of a model file and its model; refuse options that such a model has not."""
    return open_any(path, n_threads)[:2]


def open_any(path: str, n_threads: int | None = None) -> tuple[Task, Any, LoadedModel]:
    """Return the task of a model file, its model, and what the file says about it."""
    from linguine.model.file.container import load_model

    opened = load_model(path)
    task = task_of_file(opened)
    model = task.load(opened, n_threads)
    _refuse_options(path, task, verb="is")
    return task, model, opened


def choose_task(path: str, settings: Settings, algorithms: Sequence[str] = ()) -> Task:
    """Return the task that a file to learn from, the options and the algorithms ask for.

    Each task says how sure it is; the first of the surest wins, and refuses options of others.
    """
    named = settings["task"]
    task = _surest(path, settings, {*algorithms} - {"auto"}) if named is None else task_of(named)
    _refuse_options(path, task, verb="trains")
    return task


def _surest(path: str, settings: Settings, algorithms: set[str]) -> Task:
    rows, given = tasks(), _given_options()

    def hints(row: Task) -> Hints:
        others = {name for other in rows if other is not row for name in other.algorithms.names}
        return Hints(
            path,
            settings,
            frozenset(each.name or "" for each in given if each.owners == frozenset({row.name})),
            frozenset(algorithms & {*row.algorithms.names} - others),
        )

    return max(rows, key=lambda row: row.claims(hints(row)))


def _refuse_options(source: str, task: Task, *, verb: str) -> None:
    """Complain about an option that has no meaning for this kind of file or model."""
    for each in _given_options():
        if each.owners is None or task.name in each.owners:
            continue
        owners = [row for row in tasks() if row.name in each.owners]
        if any(row.about == task.about for row in owners):
            makers = dict.fromkeys(row.makers for row in owners)
            is_for, place = " and ".join(makers), f"{verb} {task.makes}"
        else:
            is_for, place = owners[0].about, f"is about {task.about}"
        raise click.UsageError(f"{each.opts[0]} is for {is_for}; {source} {place}. Leave it out.")


def _given_options() -> list[Option]:
    """Return the options that the user has given to the verb that runs."""
    context = click.get_current_context()
    source = click.core.ParameterSource.COMMANDLINE
    return [
        each
        for each in context.command.params
        if isinstance(each, Option) and context.get_parameter_source(each.name or "") is source
    ]
