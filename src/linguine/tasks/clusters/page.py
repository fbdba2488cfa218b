"""What a report shows of clusters: which labels they hold, and who does not belong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linguine.reports.page.material import Answered, Items, Shown
from linguine.tasks.clusters.evaluation import measure, read_questions
from linguine.tasks.clusters.explanation import explain_asked
from linguine.tasks.page_frame import explain_places
from linguine.tasks.task import Settings
from linguine.tasks.text.page import shown_texts

if TYPE_CHECKING:
    from linguine.data import Documents
    from linguine.tasks.clusters.model import ClusterModel
    from linguine.tasks.clusters.writing import Answers

__all__ = ["answer_all", "show_answers"]


def answer_all(model: ClusterModel, path: str, settings: Settings) -> Answered:
    """Return the clusters of the texts of a file, and how far they agree with its labels."""
    kept: list[tuple[Documents, Answers]] = []
    questions = read_questions(model, path, settings)
    evaluation = measure(model, questions, settings, keep=lambda *each: kept.append(each))
    labels = tuple(map(str, evaluation.labels))
    clusters = tuple(f"cluster {y}" for y in range(len(evaluation.table)))
    place = {name: i for i, name in enumerate(labels)}
    gold = [[place[str(label)]] for documents, _ in kept for label in documents.labels or ()]
    codes = np.concatenate([answers.codes for _, answers in kept])
    sure = [each.confidence for _, each in kept if each.probabilities is not None]
    confidence = np.concatenate(sure) if sure else None
    is_usual = evaluation.outcomes.astype(np.bool_)
    items = Items(
        [text for documents, _ in kept for text in shown_texts(documents)],
        np.concatenate([documents.lines for documents, _ in kept]),
        is_usual,
        (*labels, *clusters),
        gold,
        (codes[:, None] + len(labels)).tolist(),
        confidence=confidence,
        loss=confidence,
        verdicts=("usual for its cluster", "unusual"),
    )
    return Answered(
        evaluation, items, confusion=(labels, evaluation.table.T.copy()), columns=clusters
    )


def show_answers(
    model: ClusterModel, path: str, settings: Settings, answered: Answered, places: Sequence[int]
) -> list[Shown]:
    """Return which words spoke for the cluster of each text."""
    return explain_places(explain_asked, model, path, settings, answered, places)
