"""What a report shows of a classifier of several labels: the sets that it gave, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.reports.page.material import Answered, Items, Shown
from linguine.tasks.multilabel.evaluation import measure, read_questions
from linguine.tasks.multilabel.explanation import explain_labels
from linguine.tasks.task import Asked, Settings
from linguine.tasks.text.explanation import explain_each
from linguine.tasks.text.page import LEAST, shown_texts

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.reports.text.label_sets import LabelSetEvaluation
    from linguine.tasks.multilabel.model import MultilabelModel

__all__ = ["answer_all", "show_answers"]

#: Labels of a text that are explained.
_N_EXPLAINED = 3

Kept = tuple["Documents", NDArray[np.bool_], NDArray[np.bool_], "NDArray[np.float64] | None"]


def answer_all(model: MultilabelModel, path: str, settings: Settings) -> Answered:
    """Return the labels that texts of a file get, and what they are worth."""
    kept: list[Kept] = []
    questions = read_questions(model, path, settings)
    evaluation = measure(model, questions, settings, keep=lambda *each: kept.append(each))
    names = tuple(map(str, evaluation.labels))
    return Answered(
        evaluation,
        _list_answers(evaluation, kept),
        scores=("label", dict(zip(names, evaluation.scores, strict=True))),
        reliability=evaluation.reliability,
        counted="decisions",
    )


def show_answers(
    model: MultilabelModel, path: str, settings: Settings, answered: Answered, places: Sequence[int]
) -> list[Shown]:
    """Return what decided about the labels of each text."""
    assert answered.items is not None
    lines = sorted({int(answered.items.lines[place]) for place in places})
    found = explain_each(model, Asked(path, lines=tuple(lines)), settings, explain_labels)
    by_line = {line: tuple(each)[:_N_EXPLAINED] for line, each in zip(lines, found, strict=True)}
    return [Shown(by_line[int(answered.items.lines[place])]) for place in places]


def _list_answers(evaluation: LabelSetEvaluation, kept: Sequence[Kept]) -> Items:
    rows: list[dict[str, Any]] = [_judge(*each) for each in kept]
    has_p = kept[0][3] is not None
    return Items(
        [text for documents, *_ in kept for text in shown_texts(documents)],
        np.concatenate([documents.lines for documents, *_ in kept]),
        np.concatenate([row["is_right"] for row in rows]),
        tuple(map(str, evaluation.labels)),
        [codes for row in rows for codes in row["gold"]],
        [codes for row in rows for codes in row["predicted"]],
        confidence=np.concatenate([row["confidence"] for row in rows]) if has_p else None,
        loss=np.concatenate([row["loss"] for row in rows]),
    )


def _judge(
    documents: Documents,
    gold: NDArray[np.bool_],
    answers: NDArray[np.bool_],
    p: NDArray[np.float64] | None,
) -> dict[str, Any]:
    """Return how right each set is, and how sure its least sure label."""
    n_known = answers.shape[1]
    known, n_unknown = gold[:, :n_known], gold[:, n_known:].sum(axis=1)
    differs = (known != answers).sum(axis=1) + n_unknown
    loss, confidence = differs.astype(np.float64), None
    if p is not None:
        at_gold = np.maximum(np.where(known, p, 1.0 - p), LEAST)
        loss = -np.log(at_gold).sum(axis=1) - np.log(LEAST) * n_unknown
        confidence = np.where(answers, p, 1.0 - p).min(axis=1)
    return {
        "is_right": differs == 0,
        "gold": _codes(gold),
        "predicted": _codes(answers),
        "loss": loss,
        "confidence": confidence,
    }


def _codes(table: NDArray[np.bool_]) -> list[list[int]]:
    rows, columns = np.nonzero(table)
    borders = np.searchsorted(rows, np.arange(len(table) + 1)).tolist()
    flat = columns.tolist()
    return [flat[i:j] for i, j in pairwise(borders)]
