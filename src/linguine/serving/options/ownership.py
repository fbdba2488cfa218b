"""Ownership of options: what only some tasks have tells the task, or is refused by the others."""

from __future__ import annotations

from collections.abc import Sequence

import click

from linguine.serving.options.command import Option
from linguine.tasks.task import Hints, Settings, Task, task_of, tasks

__all__ = ["choose_task", "refuse_options"]


def choose_task(path: str, settings: Settings, algorithms: Sequence[str] = ()) -> Task:
    """Return the task that a file to learn from, the options and the algorithms ask for.

    Each task says how sure it is; the first of the surest wins.

    Parameters
    ----------
    path
        The file to learn from.
    settings
        The options.
    algorithms
        The algorithms that were asked for.
    """
    if settings["task"] is not None:
        return task_of(settings["task"])
    rows, given = tasks(), _given_options()
    named = {name for name in algorithms if name != "auto"}

    def hints(row: Task) -> Hints:
        others = {name for other in rows if other is not row for name in other.algorithms.names}
        return Hints(
            path,
            settings,
            frozenset(each.name or "" for each in given if each.owners == frozenset({row.name})),
            frozenset(named & {*row.algorithms.names} - others),
        )

    return max(rows, key=lambda row: row.claims(hints(row)))


def refuse_options(source: str, task: Task, *, is_model: bool = False) -> None:
    """Complain about an option that has no meaning for this kind of file or model.

    Parameters
    ----------
    source
        The file or the model, for the message.
    task
        What is done with it.
    is_model
        Whether it is a model.
    """
    for each in _given_options():
        if each.owners is None or task.name in each.owners:
            continue
        owners = [row for row in tasks() if row.name in each.owners]
        if any(row.about == task.about for row in owners):
            is_for = " and ".join(row.makers for row in owners)
            place = f"{source} {'is' if is_model else 'trains'} {task.makes}"
        else:
            is_for, place = owners[0].about, f"{source} is about {task.about}"
        word = each.opts[0]
        raise click.UsageError(f"{word} is for {is_for}; {place}. Leave it out.")


def _given_options() -> list[Option]:
    """Return the options that the user has given to the verb that runs."""
    context = click.get_current_context()
    source = click.core.ParameterSource.COMMANDLINE
    return [
        each
        for each in context.command.params
        if isinstance(each, Option) and context.get_parameter_source(each.name or "") is source
    ]
