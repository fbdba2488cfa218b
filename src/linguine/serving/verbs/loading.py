"""Loading models: a file becomes the row of its task and what answers."""

from __future__ import annotations

from typing import Any

from linguine.serving.options.ownership import refuse_options
from linguine.tasks.task import Task, task_of_file

__all__ = ["load_any"]


def load_any(
    path: str, n_threads: int | None = None, *, for_answers: bool = True
) -> tuple[Task, Any]:
    """Load a model file, and refuse options that such a model does not have.

    Parameters
    ----------
    path
        The file.
    n_threads
        Threads; None is all processors.
    for_answers
        False also takes models whose features Python makes.
    """
    from linguine.model.file.container import load_model

    opened = load_model(path)
    task = task_of_file(opened)
    model = task.load(opened, n_threads, for_answers=for_answers)
    refuse_options(path, task, is_model=True)
    return task, model
