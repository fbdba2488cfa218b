"""What a report shows of a regressor: answers beside the right scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import NotAvailableError
from linguine.model.conformal import USUAL_COVERAGE
from linguine.reports.explanation import name_number
from linguine.reports.page.material import Answered, Items, Shown
from linguine.reports.text.calibration_error import error_by_chance, reliability
from linguine.tasks.page_frame import explain_places
from linguine.tasks.scores.evaluation import measure, read_questions
from linguine.tasks.scores.explanation import explain_asked
from linguine.tasks.task import Settings
from linguine.tasks.text.page import shown_texts

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.scores.model import ScoreModel

__all__ = ["answer_all", "show_answers"]

Floats = NDArray[np.float64]


def answer_all(model: ScoreModel, path: str, settings: Settings) -> Answered:
    """Return the scores that texts of a file get, and what they are worth."""
    kept: list[tuple[Documents, Floats, Floats]] = []
    questions = read_questions(model, path, settings)
    evaluation = measure(model, questions, settings, keep=lambda *each: kept.append(each))
    texts = [text for documents, *_ in kept for text in shown_texts(documents)]
    lines = np.concatenate([documents.lines for documents, *_ in kept])
    sums, gold = (np.concatenate([each[i] for each in kept]) for i in (1, 2))
    answers = model.link.answers(sums)
    whole: dict[str, Any] = {"numbers": (gold, answers)}
    if model.link.kind == "ordinal":
        items, more = _values(model, texts, lines, sums, gold, answers)
        whole |= more
    else:
        items = _numbers(model, texts, lines, sums, gold, answers)
    return Answered(evaluation, items, **whole)


def show_answers(
    model: ScoreModel, path: str, settings: Settings, answered: Answered, places: Sequence[int]
) -> list[Shown]:
    """Return what each word adds."""
    return explain_places(explain_asked, model, path, settings, answered, places)


def _numbers(
    model: ScoreModel, texts: list[str], lines: Any, sums: Floats, gold: Floats, answers: Floats
) -> Items:
    """Return answers that are any number: it counts whether their intervals hold the right one."""
    misses = np.abs(gold - answers)
    told = [name_number(each) for each in answers.tolist()]
    try:
        low, high = model.intervals(sums, USUAL_COVERAGE)
        is_held, verdicts = (
            (low <= gold) & (gold <= high),
            ("in its interval", "outside its interval"),
        )
        ends = zip(told, low.tolist(), high.tolist(), strict=True)
        told = [f"{number} ({name_number(a)} to {name_number(b)})" for number, a, b in ends]
    except NotAvailableError:
        is_held = misses <= np.sqrt(np.square(misses).mean())
        verdicts = ("nearer than most", "farther than most")
    right = [name_number(each) for each in gold.tolist()]
    return Items(texts, lines, is_held, told=(right, told), loss=misses, verdicts=verdicts)


def _values(
    model: ScoreModel, texts: list[str], lines: Any, sums: Floats, gold: Floats, answers: Floats
) -> tuple[Items, dict[str, Any]]:
    """Return answers that are ordered values, as labels are."""
    values = np.unique(np.concatenate([model.link.values, gold]))
    names = tuple(f"{value:.10g}" for value in values.tolist())
    right, said = (np.searchsorted(values, each) for each in (gold, answers))
    confusion = np.zeros((len(values), len(values)), np.int64)
    np.add.at(confusion, (right, said), 1)
    confidence = model.link.probabilities(sums).max(axis=1)
    is_right = right == said
    items = Items(
        texts, lines, is_right, names, right[:, None].tolist(), said[:, None].tolist(),
        confidence=confidence, loss=np.abs(gold - answers) + confidence,
    )  # fmt: skip
    return items, {
        "confusion": (names, confusion),
        "reliability": reliability(confidence, is_right),
        "luck": error_by_chance(confidence).up_to,
    }
