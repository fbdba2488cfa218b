"""Answering in parts: each worker opens the model, and answers parts of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from linguine.data.reading.files import Files
from linguine.data.reading.partitions import Partition, cut_files
from linguine.model.file.container import load_model
from linguine.tasks.task import Asked, Settings, Written, task_of

if TYPE_CHECKING:
    from linguine.model.engines.engine import Engine, Handle

__all__ = ["answer_in_parts", "over_parts"]


def answer_in_parts(
    engine: Engine,
    task: str,
    model: str,
    asked: Asked,
    settings: Settings,
    reading: Mapping[str, Any],
) -> Iterator[tuple[int, str | Written]]:
    """Yield answers to a file in the order of the file: how many, and how they are written."""
    for handle in over_parts(
        engine, "predict", _write, task, model, asked.source, settings, reading
    ):
        (pieces,) = engine.gather([handle])
        yield from pieces


def over_parts(
    engine: Engine,
    name: str,
    work: Callable[..., Any],
    task: str,
    model: str,
    path: str,
    settings: Settings,
    reading: Mapping[str, Any],
) -> list[Handle]:
    """Return what work gives for the model and each part of a file.

    ``reading`` is how the file is read, and if labels are needed.
    """
    with open(model, "rb") as file:
        content = engine.share("model", file.read())
    parts = cut_files(Files((path,), options=reading))
    told = {**settings, "threads": 1}
    return engine.map(name, _open_and_work, [parts], [work, task, content, told])


def _open_and_work(
    part: Partition, work: Callable[..., Any], task: str, content: bytes, settings: Settings
) -> Any:
    row = task_of(task)
    return work(row, row.load(load_model(content), 1), part, settings)


def _write(row: Any, model: Any, part: Partition, settings: Settings) -> list[Any]:
    return list(row.predict(model, Asked(part.path, part=part), settings))
