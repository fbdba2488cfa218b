"""Evaluation of clusters: against labels that nobody has learned from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from linguine.data import Documents
from linguine.errors import OptionError
from linguine.reports.text.clusters import ClusterEvaluation, evaluate_clusters
from linguine.tasks.task import Asked, Settings
from linguine.tasks.text.reading import read_blocks
from linguine.tasks.text.writing import answer

if TYPE_CHECKING:
    from linguine.tasks.clusters.model import ClusterModel

__all__ = ["measure", "read_questions"]


def read_questions(model: ClusterModel, path: str, settings: Settings) -> Iterator[Documents]:
    """Yield the documents of a file, with their labels."""
    return read_blocks(model, Asked(path), settings, need_labels=True)


def measure(
    model: ClusterModel,
    questions: Documents | Iterable[Documents],
    settings: Settings,
    keep: Callable[..., object] | None = None,
) -> ClusterEvaluation:
    """Return how far clusters and labels agree, block after block.

    ``keep`` is given each block with its answers.
    """
    blocks = [questions] if isinstance(questions, Documents) else questions
    clusters, labels = [], []
    for documents in blocks:
        if documents.labels is None:
            raise OptionError(
                f"Clusters are judged by labels; {documents.source} was read without them, as to "
                "learn from. Save the model, and use linguine evaluate MODEL FILE."
            )
        answers = answer(model, documents, with_probabilities=keep is not None)
        if keep is not None:
            keep(documents, answers)
        clusters.append(answers.codes)
        labels += documents.labels
    return evaluate_clusters(np.concatenate(clusters), labels, n_clusters=model.n_labels)
