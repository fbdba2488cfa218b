"""Evaluation of scores: answers and intervals against the right numbers of documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linguine.data import Documents
from linguine.errors import NotAvailableError
from linguine.model.conformal import USUAL_COVERAGE, check_coverage
from linguine.reports.scores.evaluation import ScoreEvaluation
from linguine.reports.scores.metrics import evaluate_scores
from linguine.tasks.scores.numbers import documents_numbers
from linguine.tasks.scores.writing import answer
from linguine.tasks.task import Asked, Settings
from linguine.tasks.text.reading import read_blocks

if TYPE_CHECKING:
    from linguine.tasks.scores.model import ScoreModel

__all__ = ["judge", "measure", "read_questions"]


def read_questions(model: ScoreModel, path: str, settings: Settings) -> Iterator[Documents]:
    """Yield the documents of a file, with their scores, as a model needs them."""
    return read_blocks(model, Asked(path), settings, need_labels=True)


def measure(
    model: ScoreModel,
    questions: Documents | Iterable[Documents],
    settings: Settings,
    keep: Callable[..., object] | None = None,
) -> ScoreEvaluation:
    """Return how a model does on documents with scores, block after block.

    ``keep`` is given each block with the sums of its texts and the right scores.
    """
    blocks = [questions] if isinstance(questions, Documents) else questions
    asked = settings.get("interval")
    found = []
    for each in blocks:
        found.append((answer(model, each), documents_numbers(each)))
        if keep is not None:
            keep(each, *found[-1])
    sums, gold = (np.concatenate(each) for each in zip(*found, strict=True))
    if asked is None:
        return judge(model, sums, gold, USUAL_COVERAGE)
    return judge(model, sums, gold, check_coverage(asked), is_asked=True)


def judge(
    model: ScoreModel,
    sums: NDArray[np.float64],
    gold: NDArray[np.float64],
    coverage: float,
    *,
    is_asked: bool = False,
) -> ScoreEvaluation:
    """Return what the answers at some sums are worth; intervals where there can be some."""
    ends = None
    try:
        ends = model.intervals(sums, coverage)
    except NotAvailableError:
        if is_asked:
            raise
    values = model.link.values if model.link.kind == "ordinal" else None
    answers = model.link.answers(sums)
    return evaluate_scores(gold, answers, values=values, ends=ends, coverage=coverage)
