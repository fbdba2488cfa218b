"""What a report shows of a classifier: its answers one by one, and what was taken for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linguine.data import Documents, read_documents
from linguine.model.candidates import Candidates, join_rows
from linguine.reports.page.material import Answered, Items, Shown
from linguine.reports.text.confusion import FewCells
from linguine.tasks.page_frame import explain_places
from linguine.tasks.task import Settings
from linguine.tasks.text.evaluation import measure, read_questions
from linguine.tasks.text.explanation import explain_asked
from linguine.tasks.text.options import reading_settings
from linguine.tasks.text.writing import Answers

if TYPE_CHECKING:
    from linguine.reports.text.evaluation import LabelEvaluation
    from linguine.tasks.text.model import TextModel

__all__ = ["LEAST", "answer_all", "show_answers", "shown_texts"]

#: The least probability that an error is measured by, as for the log-loss.
LEAST = 1e-15


def answer_all(model: TextModel, path: str, settings: Settings) -> Answered:
    """Return what a classifier says about the texts of a file, and what that is worth."""
    kept: list[tuple[Documents, Answers]] = []
    evaluation = measure(
        model,
        read_questions(model, path, settings),
        settings,
        keep=lambda *each: kept.append(each),
    )
    names = tuple(map(str, evaluation.labels))
    confusion = None if isinstance(evaluation.confusion, FewCells) else evaluation.confusion
    if confusion is not None and evaluation.rejected.any():
        confusion = np.column_stack([confusion, evaluation.rejected])
    luck = evaluation.calibration_error_by_chance
    return Answered(
        evaluation,
        _list_answers(evaluation, kept),
        scores=("label", dict(zip(names, evaluation.scores, strict=True))),
        confusion=None if confusion is None else (names, confusion),
        reliability=evaluation.reliability,
        luck=None if luck is None else luck.up_to,
        examples=lambda: _whole(model, [documents for documents, _ in kept], path, settings),
    )


def show_answers(
    model: TextModel, path: str, settings: Settings, answered: Answered, places: Sequence[int]
) -> list[Shown]:
    """Return what decided."""
    return explain_places(explain_asked, model, path, settings, answered, places)


def _whole(model: TextModel, blocks: list[Documents], path: str, settings: Settings) -> Any:
    if len(blocks) == 1:
        return blocks[0]
    return read_documents(path, **reading_settings(settings, model))


def _list_answers(evaluation: LabelEvaluation, kept: list[tuple[Documents, Answers]]) -> Items:
    assert evaluation.cells is not None
    gold, predicted = np.divmod(evaluation.cells, len(evaluation.labels) + 1)
    predicted = predicted - 1
    is_right = gold == predicted
    tables = [each.probabilities for _, each in kept if each.probabilities is not None]
    confidence, loss = None, None
    if tables:
        p = join_rows(tables)
        # by costs or thresholds the answer may be another than the likeliest
        confidence = np.concatenate([each.given() for _, each in kept])
        loss = -np.log(np.maximum(_of_label(p, gold), LEAST))
    return Items(
        [text for documents, _ in kept for text in shown_texts(documents)],
        np.concatenate([documents.lines for documents, _ in kept]),
        is_right,
        tuple(map(str, evaluation.labels)),
        gold[:, None].tolist(),
        [[code] if code >= 0 else [] for code in predicted.tolist()],
        confidence=confidence,
        loss=loss,
    )


def _of_label(
    p: NDArray[np.float64] | Candidates, labels: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the probability of a label of each text; 0 for one that the model does not have."""
    if isinstance(p, Candidates):
        return p.at(np.arange(len(p)), labels)
    is_known = labels < p.shape[1]
    chosen = p[np.arange(len(p)), np.where(is_known, labels, 0)]
    return np.where(is_known, chosen, 0.0)


def shown_texts(documents: Documents) -> list[str]:
    """Return the texts, those of several columns below each other."""
    if len(documents.text_columns) < 2:
        return documents.texts.tolist()
    columns = [(name, documents.columns[name].tolist()) for name in documents.text_columns]
    return [
        "\n".join(f"{name}: {column[i]}" for name, column in columns) for i in range(len(documents))
    ]
