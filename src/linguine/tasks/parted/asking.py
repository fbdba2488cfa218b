"""Asking: a file is answered or judged here, or by workers if options say so."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from linguine.tasks.parted.options import asked_engine

if TYPE_CHECKING:
    from linguine.tasks.task import Asked, Settings, Task, Written

__all__ = ["measure_file", "predict_file"]


def measure_file(task: Task, model: Any, path: str, file: str, settings: Settings) -> Any:
    """Return what a model's answers to a file are worth; ``path`` is where it was loaded from."""
    with asked_engine(settings) as engine:
        if engine is None:
            return task.measure(model, task.questions(model, file, settings), settings)
        return _role(task, "evaluation").measure_parts(engine, model, path, file, settings)


def predict_file(
    task: Task, model: Any, path: str, asked: Asked, settings: Settings
) -> Iterator[tuple[int, str | Written]]:
    """Yield answers: how many there are, and how they are written."""
    with asked_engine(settings) as engine:
        if engine is None:
            yield from task.predict(model, asked, settings)
        else:
            yield from _role(task, "writing").write_parts(engine, model, path, asked, settings)


def _role(task: Task, name: str) -> Any:
    """Return a module of the task's room; only rooms whose options name --dask are asked."""
    return import_module(f"{type(task).__module__.rpartition('.')[0]}.{name}")
