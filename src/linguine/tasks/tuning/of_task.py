"""Tuning on the command line: a grid of options, asked of the row of a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linguine.errors import OptionError
from linguine.reports.judging.ledger import Ledger
from linguine.tasks.tuning.answers import learns_numbers
from linguine.tasks.tuning.grid import Point, expand, usual_grid
from linguine.tasks.tuning.running import Plan, tune_points
from linguine.tasks.tuning.trials import Subject

if TYPE_CHECKING:
    from linguine.progress import ProgressOption
    from linguine.reports.tuning.result import Tuning
    from linguine.tasks.task import Settings, Task

__all__ = ["points_of", "tune_task"]


def points_of(
    task: Task, path: str, settings: Settings, grid: Mapping[str, Sequence[Any]]
) -> list[Point]:
    """Return the points of a grid of options; an empty one is the usual one of the task."""
    if task.finds:
        raise OptionError(
            f"tune judges settings by right answers; {task.makes} of {path} are found without "
            "any. Name another --task, or compare what linguine cluster finds."
        )
    if not grid:
        grid = usual_grid(task.estimator(path, settings))
    return [
        Point(changes, task.estimator(path, {**settings, **changes})) for changes in expand(grid)
    ]


def tune_task(
    task: Task,
    points: Sequence[Point],
    data: Any,
    dev: Any,
    settings: Settings,
    plan: Plan,
    progress: ProgressOption = None,
) -> Tuning:
    """Try the points of a task on what was read; see :func:`linguine.tune`."""

    def judge(estimator: Any, some: Any) -> Ledger:
        return task.measure(estimator.model_, some, settings).ledger

    ready = [
        Point(each.changes, task.prepare(each.estimator, data, {**settings, **each.changes}))
        for each in points
    ]
    subject = Subject(
        (data,),
        None if dev is None else (dev,),
        lambda estimator, some: task.learn(estimator, some, None, settings),
        judge,
        learns_numbers(ready[0].estimator),
    )
    return tune_points(ready, subject, plan, unit=task.examples, progress=progress)
