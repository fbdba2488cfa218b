"""Slices: an evaluation, and the figures of parts of the file, whatever the task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from linguine.data.reading.transcoding import Encoding
from linguine.data.traits import find_trait
from linguine.errors import DataError
from linguine.reports.judging.slices import Slices, slice_by

if TYPE_CHECKING:
    from linguine.reports.evaluation import Evaluation
    from linguine.tasks.task import Settings, Task

__all__ = ["Sliced", "gather", "measure_slices"]


class Sliced:
    """An evaluation, and the figures of parts beside it."""

    def __init__(self, evaluation: Evaluation, slices: Sequence[Slices]) -> None:
        self.evaluation, self.slices = evaluation, tuple(slices)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            **self.evaluation.to_dict(),
            "slices": {each.by: each.to_dict()["parts"] for each in self.slices},
        }

    def to_text(self) -> str:
        """Return tables."""
        return "\n\n".join([self.evaluation.to_text(), *(each.to_text() for each in self.slices)])


def gather(task: Task, model: Any, path: str, settings: Settings) -> tuple[Any, list[Any]]:
    """Return what a model is asked, and the examples of it, piece by piece."""
    questions = task.questions(model, path, settings)
    if isinstance(questions, Iterator):
        questions = list(questions)
        return questions, questions
    return questions, [getattr(questions, "gold", questions)]


def measure_slices(
    task: Task, model: Any, path: str, settings: Settings, names: Sequence[str]
) -> Sliced:
    """Return what a model's answers are worth, in all and by each of these properties."""
    questions, blocks = gather(task, model, path, settings)
    encoding = Encoding(settings.get("encoding") or "utf-8", settings["encoding_errors"])
    traits = {name: find_trait(name, blocks, path, encoding) for name in names}
    evaluation = task.measure(model, questions, settings)
    for name, values in traits.items():
        if len(values) != evaluation.ledger.n:
            raise DataError(
                f"{path}: --by needs to know which {task.examples} were judged; "
                f"{evaluation.ledger.n:,} of {len(values):,} were, as the others have unknown "
                f"answers. Leave --by {name} out, or give a file without them."
            )
    found = [slice_by(evaluation.ledger, values, name) for name, values in traits.items()]
    return Sliced(evaluation, found)
